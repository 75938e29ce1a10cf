"""A web page that stands alone, to be printed on A4.

It needs nothing from outside and runs nothing but its own print button, and its browser is told to allow
nothing else.

>>> made = page("Cups & saucers", "sheet", "<h1>Hello</h1>", "h1 { color: $bridge; }")
>>> made.startswith("<!doctype html>"), "<title>Cups &amp; saucers</title>" in made, "$bridge" in made
(True, True, False)
"""

from __future__ import annotations

import base64
import hashlib
from functools import reduce

from attrs import asdict

from ..words import language, tr
from .palette import FONT, LIGHT, stylesheet
from .shapes import inert

_SCRIPT = 'document.querySelector("button").addEventListener("click", () => print());'
_HASH = base64.b64encode(hashlib.sha256(_SCRIPT.encode()).digest()).decode()
_POLICY = f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{_HASH}'"


def page(title: str, kind: str, body: str, css: str) -> str:
    """A page with a print button.

    Args:
        title: of the window, any text.
        kind: the class of what the page holds; pictures in it get their look from there.
        body: HTML.
        css: how it looks; colours are written as ``$text``, by their names in the palette, and the font as
            ``$font``.
    """
    return (
        f'<!doctype html>\n<html lang="{language()}"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
        f"<title>{inert(title)}</title><style>{_style(kind, css)}</style></head>"
        f'<body><main class="{kind}"><button type="button">{inert(tr("Print"))}</button>'
        f"{body}</main><script>{_SCRIPT}</script></body></html>\n"
    )


def _style(kind: str, css: str) -> str:
    look = {f"${name}": colour for name, colour in asdict(LIGHT).items()} | {"$font": FONT}
    # The longest names first, so that none is taken for the beginning of another.
    own = reduce(
        lambda css, name: css.replace(name, look[name]), sorted(look, key=len, reverse=True), _CSS + css
    )
    return stylesheet(f".{kind}", "light") + own


_CSS = """
@page { size: A4; margin: 14mm; }
* { box-sizing: border-box; }
html { background: $lattice; }
body { margin: 0; font: 12pt/1.45 $font; color: $text; -webkit-print-color-adjust: exact;
  print-color-adjust: exact; }
main { position: relative; max-width: 210mm; margin: 8mm auto; padding: 16mm; background: $ground;
  font-variant-numeric: tabular-nums; }
h2 { margin: 0 0 2mm; font-size: 12pt; color: $muted; font-weight: 600; break-after: avoid; }
figure { margin: 0; break-inside: avoid; text-align: center; }
button { position: absolute; right: 6mm; top: 6mm; font: inherit; min-height: 40px; padding: 1mm 5mm;
  border-radius: 3mm; border: 1px solid $edge; background: transparent; color: inherit; cursor: pointer; }
@media (max-width: 600px) {
  main { margin: 0; padding: 18mm 5mm 6mm; border: 0; border-radius: 0; }
}
@media print {
  html { background: none; }
  button { display: none; }
  main { max-width: none; margin: 0; padding: 0; border: 0; background: none; }
  rect.ground { fill: none !important; }
}
"""
