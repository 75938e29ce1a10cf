"""The look, defined once: colours for light and dark, and the stylesheet that applies them to an SVG.

A **palette** names each colour by its job.  Its accents are the colours of Okabe and Ito, which stay apart
for colour-blind eyes.  Light, the orange, the purple, the green and the vermillion are deepened; dark, the
blue is the lighter of the two and the others are lifted: so every stroke that means something has a contrast
of at least 3 : 1 to what lies behind it, and digits at least 7 : 1.

A **theme** says which palette a picture takes:

=========== ==========================================================================================
auto        light, or dark where the reader's system asks for it
jupyter     as JupyterLab's own theme, ground and text included; outside of Jupyter as auto
light, dark always this one; written without CSS variables, for programs that know none (Inkscape, LaTeX)
=========== ==========================================================================================

>>> LIGHT.bridge
'#0072b2'
>>> stylesheet(".box", "dark").splitlines()[1][:36]
'.box{--trinb-ground:#1a1917;--trinb-'
>>> stylesheet(theme="pink")
Traceback (most recent call last):
    ...
trinb.errors.TrinbError: there is no theme 'pink'; there are auto, jupyter, light, dark
"""

from __future__ import annotations

import re
from functools import lru_cache

from attrs import asdict, frozen

from ..errors import TrinbError
from ..notation import show
from ..words import tr

THEMES = ("auto", "jupyter", "light", "dark")
"""What may be asked for as a theme."""

FONT = 'system-ui,-apple-system,"Segoe UI","Helvetica Neue",Arial,"DejaVu Sans",sans-serif'
"""The letters of every picture: what the reader's system has, with figures of one width."""


@frozen
class Palette:
    """One set of colours, each ``#rrggbb`` and named by its job.

    Attributes:
        ground: what everything lies on.
        lattice: the lines of the lattice; decoration, barely visible.
        text: words on the ground.
        muted: words that matter less, and marks that should stay quiet.
        face: a tile's face.
        edge: the hairline around it.
        digit: the digits on it, and the outline of the last tile.
        faint: the digits of a tile that fits nowhere.
        back: a tile that lies face down.
        place: the dashes around a legal place.
        chosen: a chosen place or a chosen tile, filled.
        focus: the ring of the keyboard.
        clash: what is illegal.
        bridge: the accent of bridges.
        docking: the accent of dockings.
        drone: the accent of drones.
        hexagon: the accent of hexagons.
        heat: the places of a heat map: the more a place gives, the more of it.
    """

    ground: str
    lattice: str
    text: str
    muted: str
    face: str
    edge: str
    digit: str
    faint: str
    back: str
    place: str
    chosen: str
    focus: str
    clash: str
    bridge: str
    docking: str
    drone: str
    hexagon: str
    heat: str


LIGHT = Palette(
    ground="#fcfbf9",
    lattice="#ece8e1",
    text="#2b2723",
    muted="#6b645a",
    face="#fff6e2",
    edge="#877c69",
    digit="#1f1b16",
    faint="#736a5c",
    back="#ddd2bc",
    place="#756c5e",
    chosen="#ffe680",
    focus="#0b57d0",
    clash="#c83c00",
    bridge="#0072b2",
    docking="#c07a00",
    drone="#b65a8f",
    hexagon="#009467",
    heat="#4aa8dc",
)
"""A warm ivory tile on a calm pale ground."""

DARK = Palette(
    ground="#1a1917",
    lattice="#2d2b28",
    text="#ece7de",
    muted="#aaa294",
    face="#38332d",
    edge="#968c7c",
    digit="#f8f1e4",
    faint="#b0a798",
    back="#5b5346",
    place="#a89e8e",
    chosen="#564b0c",
    focus="#ffdd55",
    clash="#f5773a",
    bridge="#56b4e9",
    docking="#e69f00",
    drone="#d98bb7",
    hexagon="#1bb489",
    heat="#1c6a96",
)
"""A warm charcoal tile on a darker ground."""

# What JupyterLab knows itself. Its variables are missing elsewhere, hence the fallbacks.
_JUPYTER = {
    "ground": "--jp-layout-color1",
    "text": "--jp-content-font-color1",
    "muted": "--jp-content-font-color2",
}

# One rule a line; @ is the scope and $name a colour. Naming the elements keeps the rules off a widget's HTML.
_RULES = """
@{font-family:FONT;font-variant-numeric:tabular-nums lining-nums;color:$text}
@ text{text-anchor:middle;fill:$text;unicode-bidi:isolate;user-select:none;-webkit-user-select:none}
@ rect.ground{fill:$ground}
@ path.empty,@ path.hit{fill:transparent;pointer-events:all}
@ path.empty{stroke:$lattice;stroke-width:1;stroke-linejoin:round}
@ path.hole{fill:none;stroke:$muted;stroke-width:1.5;stroke-linecap:round;pointer-events:none}
@ path.face{fill:$face;stroke:$edge;stroke-width:1.1;stroke-linejoin:round}
@ text.digit{fill:$digit;font-size:18px;font-weight:600}
@ text.wide{font-size:14px;letter-spacing:-.5px}
@ text.name{fill:$muted;font-size:13px}
@ text.hint{fill:$muted;font-size:17px;stroke:$ground;stroke-width:8;stroke-linejoin:round;paint-order:stroke}
@ .mark{fill:none;stroke-linecap:round;stroke-linejoin:round}
@ g.kind-start .mark{stroke:$muted;stroke-width:1.5}
@ g.kind-bridge .mark{stroke:$bridge;stroke-width:4.5}
@ g.kind-docking .mark{fill:$docking;stroke:$docking;stroke-width:1.5}
@ g.kind-drone .mark{fill:$drone}
@ circle.hexagon{fill:none;stroke:$hexagon;stroke-width:2.6;pointer-events:none}
@ g.last path.face{stroke:$digit;stroke-width:3}
@ path.spot{fill:$face;fill-opacity:.5;stroke:$place;stroke-width:1.8;stroke-dasharray:5 4}
@ path.spot{stroke-linecap:round}
@ text.label{font-size:14px;font-weight:600}
@ text.long{font-size:10px}
@ g.heat-1 path.spot{fill:$heat;fill-opacity:.14}
@ g.heat-2 path.spot{fill:$heat;fill-opacity:.34}
@ g.heat-3 path.spot{fill:$heat;fill-opacity:.58}
@ g.heat-4 path.spot{fill:$heat;fill-opacity:.95;stroke:$digit;stroke-width:2.4;stroke-dasharray:none}
@ g.place{cursor:pointer}
@ g.place:hover path.spot{fill:$chosen;fill-opacity:1}
@ g.ghost,@ g.illegal,@ g.clash,@ g.focus{pointer-events:none}
@ g.ghost path.face{fill:$chosen;fill-opacity:.72;stroke:$digit;stroke-width:2}
@ g.illegal path.face{stroke:$clash;stroke-width:3;stroke-dasharray:7 5;stroke-linecap:round}
@ g.clash circle{fill:$face;stroke:$clash;stroke-width:2.6}
@ g.clash path{fill:none;stroke:$clash;stroke-width:2.6;stroke-linecap:round}
@ g.back path.face{fill:$back}
@ g.back .mark{stroke:$edge;stroke-width:1.5}
@ g.idle path.face{fill:$ground}
@ g.idle text.digit{fill:$faint}
@ g.fits text.name{fill:$text;font-weight:600}
@ g.fits path.tick{fill:none;stroke:$text;stroke-width:2.2;stroke-linecap:round}
@ g.chosen path.face{fill:$chosen;stroke:$digit;stroke-width:3}
@ path.halo{fill:none;stroke:$ground;stroke-width:7;stroke-linejoin:round;stroke-linecap:round}
@ path.ring{fill:none;stroke:$focus;stroke-width:3.6;stroke-linecap:round;stroke-linejoin:round}
@ circle.ring{fill:none;stroke:$focus;stroke-width:3.6}
@ g.lit,@ g.near{pointer-events:none}
@ g.near .ring{stroke-width:2.6;stroke-dasharray:6 4}
@ circle.point{fill:transparent;pointer-events:all;cursor:pointer}
""".replace("FONT", FONT)


@lru_cache(maxsize=64)
def stylesheet(scope: str = ".trinb", theme: str = "auto") -> str:
    """The CSS for pictures inside of `scope`: a custom property a colour, then a rule a class.

    Args:
        scope: one simple selector, such as a class: the SVG itself or anything around it.
        theme: one of `THEMES`.

    Raises:
        TrinbError: there is no such theme.

    >>> ".map path.face{fill:var(--trinb-face)" in stylesheet(".map")
    True
    """
    if theme not in THEMES:
        known = ", ".join(THEMES)
        raise TrinbError(tr("there is no theme {name}; there are {known}", name=show(theme), known=known))
    if theme in ("light", "dark"):
        palette = LIGHT if theme == "light" else DARK
        return f"\n{scope}{_properties(palette)}" + _rules(scope, palette)
    dark = "@media (prefers-color-scheme:dark){"
    if theme == "auto":
        blocks = f"\n{scope}{_properties(LIGHT)}\n{dark}{scope}{_properties(DARK)}}}"
    else:
        light, night = _properties(LIGHT, _JUPYTER), _properties(DARK, _JUPYTER)
        # JupyterLab and nbconvert say on the body which theme they wear, Voilà says it with a class;
        # then the reader's system has no say.
        blocks = f'\n{scope}{light}\n[data-jp-theme-light="false"] {scope},body.theme-dark {scope}{night}'
        blocks += f"\n{dark}body:not([data-jp-theme-light]):not(.theme-light) {scope}{night}}}"
    return blocks + _rules(scope)


def more_rules(rules: str, scope: str = ".trinb", theme: str = "auto") -> str:
    """Further rules for pictures that have classes of their own, to stand after a `stylesheet`.

    Args:
        rules: one a line, written as here: ``@`` is the scope and ``$name`` a colour.
        scope: that of the stylesheet.
        theme: that of the stylesheet.

    >>> more_rules("@ path.curve{stroke:$bridge}", ".map")
    '.map path.curve{stroke:var(--trinb-bridge)}'
    """
    return _rules(scope, {"light": LIGHT, "dark": DARK}.get(theme), rules)


def _properties(palette: Palette, outside: dict[str, str] | None = None) -> str:
    colours = asdict(palette)
    for name, variable in (outside or {}).items():
        colours[name] = f"var({variable},{colours[name]})"
    return "{" + ";".join(f"--trinb-{name}:{colour}" for name, colour in colours.items()) + "}"


def _rules(scope: str, palette: Palette | None = None, rules: str = _RULES) -> str:
    def colour(match: re.Match[str]) -> str:
        return getattr(palette, match[1]) if palette else f"var(--trinb-{match[1]})"

    return re.sub(r"\$([a-z]+)", colour, rules).replace("@", scope)
