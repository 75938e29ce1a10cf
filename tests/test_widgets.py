"""What has to be true of every widget: languages, keys, sizes, clean-up, hostile input, those who hear it.

`widget_examples.py` has one of each.  A **pseudo language** puts every message between ⟦ and ⟧, so that
whatever is shown without them is a word that cannot be translated.
"""

from __future__ import annotations

import gettext
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from harness import Widgets
from widget_examples import EXAMPLES

from trinb import words

pytestmark = pytest.mark.browser

Make = Callable[..., Widgets]
HOSTILE = {
    "markup": '<img src=x onerror="window.broken=1"><script>window.broken=1</script>&amp;"\'',
    "long": "a" * 10_000,
    "right to left": "\u202eשלום מרחבا‏ \u2067",
    "braces": "{0} {who} %s {",
}


@pytest.fixture(params=EXAMPLES, ids=str)
def make_example(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: Any) -> Callable[..., Any]:
    """Makes a widget in an empty working folder of its own."""
    monkeypatch.chdir(tmp_path)
    return EXAMPLES[request.param]


class Pseudo(gettext.NullTranslations):
    """A language in which every message can be told from what is none."""

    def gettext(self, message: str) -> str:
        return f"⟦{message}⟧"

    def ngettext(self, one: str, many: str, n: int) -> str:
        return f"⟦{one if n == 1 else many}⟧"


@pytest.fixture
def pseudo(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The code of a language that has become the pseudo one."""
    real = words._catalogue
    monkeypatch.setattr(words, "_catalogue", lambda code: Pseudo() if code == "sv" else real(code))
    yield "sv"


def poke(page: Widgets, root: Any, steps: int, seed: int) -> None:
    """Press whatever there is to press, at random: buttons, lists, cells, keys."""
    rng = Random(seed)
    keys = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "r", "u", "Enter", "Escape", "1", "+", "End"]
    for _ in range(steps):
        kind = rng.random()
        if kind < 0.45:
            found = root.locator(
                "button:enabled:visible, summary:visible, input[type=checkbox]:enabled:visible"
            )
        elif kind < 0.55:
            found = root.locator("select:not(.language):enabled:visible")
        elif kind < 0.8:
            found = root.locator("[data-cell], [data-node]")
        else:
            found = root.locator("[tabindex='0']:visible")
        count = found.count()
        if not count:
            continue
        one = found.nth(rng.randrange(count))
        if kind < 0.45:
            one.dispatch_event("click")
        elif kind < 0.55:
            one.select_option(index=rng.randrange(one.locator("option").count()))
        elif kind < 0.8:
            box = one.bounding_box()
            if box:
                page.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        else:
            one.focus()
            page.page.keyboard.press(rng.choice(keys))
        page.settle()


# --- languages ---------------------------------------------------------------------------------------

TEXTS = """(root) => {
  const texts = [], walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const above = walker.currentNode.parentElement;
    if (!above.closest("style, select.language, [data-name]")) texts.push(walker.currentNode.textContent);
  }
  const names = ["aria-label", "title", "placeholder", "aria-valuetext", "aria-roledescription"];
  for (const one of root.querySelectorAll(names.map((name) => `[${name}]`))) {
    for (const name of names) {
      if (one.hasAttribute(name) && !one.closest("[data-name]")) texts.push(one.getAttribute(name));
    }
  }
  return texts;
}"""

ALLOWED = re.compile(
    r"§ ?\d+(–\d+)?|[v^]-?\d+,-?\d+(=\d\d\d)?|\b\d+-\d+-\d+\b"
    r"|[\w./-]+\.(toml|jsonl|html|svg|png)\b|\bSVG\b|\bPNG\b"
)


def strip_messages(text: str) -> str:
    """What is left of a text when all messages are taken out, inner ones first."""
    while True:
        shorter = re.sub(r"⟦[^⟦⟧]*⟧", "", text)
        if shorter == text:
            return text
        text = shorter


def bare_words(page: Widgets, root: Any, known: set[str]) -> list[str]:
    """The words that are shown outside of all messages, names and numbers apart."""
    found = []
    for text in root.evaluate(TEXTS):
        rest = ALLOWED.sub("", strip_messages(text.replace("\u2068", "").replace("\u2069", "")))
        for name in known:
            rest = rest.replace(name, "")
        if re.search(r"[A-Za-z]{3}", rest):
            found.append(f"{rest.strip()[:80]!r} in {text[:120]!r}")
    return sorted(set(found))


def identifiers() -> set[str]:
    """Names that are the same in every language: of rule sets, tile sets, clauses and keys in rule files."""
    from trinb import rule_sets, rules, tile_sets
    from trinb.houserules import leaves

    everything = [rules(id) for id in rule_sets()]
    clauses = {clause.id for one in everything for clause in one.clauses}
    sections = {clause.section for one in everything for clause in one.clauses if clause.section}
    readings = {name for one in everything for name in one.readings}
    keys = {key for one in everything for key in leaves(one)}
    sources = {one.source for one in everything}
    return {*rule_sets(), *tile_sets(), *clauses, *sections, *readings, *keys, *sources}


@pytest.fixture(scope="module")
def known() -> set[str]:
    found = sorted(identifiers(), key=len, reverse=True)
    return dict.fromkeys(found)  # type: ignore[return-value]  # longest first


def test_every_word_can_be_translated(
    widgets: Make, make_example: Callable[..., Any], pseudo: str, known: set[str]
) -> None:
    page = widgets()
    root = page.show(make_example(language=pseudo))
    assert "⟦" in root.inner_text()
    assert bare_words(page, root, known) == []
    for seed in range(3):
        poke(page, root, 12, seed)
        assert bare_words(page, root, known) == []


def test_the_selector_changes_the_language(widgets: Make, make_example: Callable[..., Any]) -> None:
    page, widget = widgets(), make_example()
    root = page.show(widget)
    selector = root.locator("select.language")
    assert selector.count() == 1
    names = selector.locator("option").all_inner_texts()
    assert sorted(names) == sorted(words.LANGUAGES.values())
    assert names[0] == words.LANGUAGES[widget.mother_tongue]
    assert root.get_attribute("lang") == "en"
    selector.focus()
    selector.select_option("ru")
    page.settle()
    root = page.page.locator(".trinb-widget").first
    assert root.get_attribute("lang") == "ru" and widget.language == "ru"
    assert page.page.evaluate("document.activeElement.className") == "language"
    assert re.search(r"[а-яё]{4}", root.inner_text())
    widget.language = "en"
    page.refresh(widget)
    assert page.page.locator(".trinb-widget").first.get_attribute("lang") == "en"


def test_a_language_that_is_not_there_is_refused(make_example: Callable[..., Any]) -> None:
    from trinb import TrinbError

    with pytest.raises(TrinbError, match="there is no language 'xx'"):
        make_example(language="xx")
    widget = make_example()
    before = json.dumps(widget.speech)
    widget._handle_custom_msg({"do": "language", "value": "xx"}, [])
    widget._handle_custom_msg({"do": "language", "value": ["sv"]}, [])
    assert json.dumps(widget.speech) == before


# --- keys, sizes, clean-up ------------------------------------------------------------------------------

FOCUSABLE = "a[href], button, input, select, textarea, summary, [tabindex]"


def test_jupyter_takes_no_key_away(widgets: Make, make_example: Callable[..., Any]) -> None:
    page = widgets()
    root = page.show(make_example())
    for seed in (None, 0):
        if seed is not None:
            poke(page, root, 10, seed)
        open_to_jupyter = root.evaluate(
            "(root, every) => [...root.querySelectorAll(every)]"
            ".filter((one) => one.dataset.lmSuppressShortcuts !== 'true')"
            ".map((one) => one.outerHTML.slice(0, 120))",
            FOCUSABLE,
        )
        assert open_to_jupyter == []


def test_keys_stay_within_the_widget(widgets: Make, make_example: Callable[..., Any]) -> None:
    page = widgets()
    root = page.show(make_example())
    page.page.evaluate("window.heard = 0; document.body.addEventListener('keydown', () => heard++)")
    root.locator(FOCUSABLE).first.focus()
    for key in ("r", "a", "ArrowDown", "Escape"):
        page.page.keyboard.press(key)
    page.settle()
    assert page.page.evaluate("window.heard") == 0


@pytest.mark.parametrize(
    ("key", "code", "meant"),
    [
        ("к", "KeyR", "r"),
        ("К", "KeyR", "R"),
        ("z", "KeyY", "z"),
        ("ä", "Quote", "ä"),
        ("Enter", "Enter", "Enter"),
    ],
)
def test_shortcuts_work_on_a_russian_keyboard(widgets: Make, key: str, code: str, meant: str) -> None:
    page = widgets()
    page.show(EXAMPLES["board"]())
    assert (
        page.page.evaluate("(event) => shown[0].module.latinKey(event)", {"key": key, "code": code}) == meant
    )


def test_a_tile_is_turned_by_the_key_beside_e_on_any_keyboard(widgets: Make) -> None:
    page, widget = widgets(), EXAMPLES["board"]()
    board = page.show(widget)
    board.locator(".stage").focus()
    page.page.keyboard.press("2")
    page.settle()
    before = board.locator(".in-hand").nth(1).inner_html()
    board.locator(".stage").evaluate(
        "(stage) => stage.dispatchEvent("
        "new KeyboardEvent('keydown', {key: 'к', code: 'KeyR', bubbles: true}))"
    )
    page.settle()
    assert board.locator(".in-hand").nth(1).inner_html() != before


@pytest.mark.parametrize("width", [390, 768, 1100])
def test_it_fits_the_window(widgets: Make, make_example: Callable[..., Any], width: int) -> None:
    page = widgets(width=width, height=900, touch=width < 1000)
    root = page.show(make_example(language="de"))
    poke(page, root, 12, 4)
    wide = page.page.evaluate("document.scrollingElement.scrollWidth")
    assert wide <= width, "the page can be scrolled sideways"
    box = root.bounding_box()
    assert box and box["width"] <= width


def test_what_is_touched_is_large_enough(widgets: Make, make_example: Callable[..., Any]) -> None:
    page = widgets(width=390, height=900, touch=True)
    root = page.show(make_example())
    poke(page, root, 8, 5)
    small = root.evaluate(
        "(root) => [...root.querySelectorAll('button, select, input:not([type=checkbox]):not([type=file])')]"
        ".map((one) => [one, one.getBoundingClientRect()])"
        ".filter(([, box]) => box.width && (box.height < 39.5 || box.width < 24))"
        ".map(([one, box]) => `${one.outerHTML.slice(0, 90)} ${box.width}×${box.height}`)"
    )
    assert small == []


def test_closing_leaves_nothing_behind(widgets: Make, make_example: Callable[..., Any]) -> None:
    page, widget = widgets(), make_example()
    before = page.page.evaluate("alive()")
    root = page.show(widget)
    poke(page, root, 15, 6)
    assert len(page.page.evaluate("alive()")) > len(before), "the ledger sees what the widget sets going"
    page.page.evaluate("shown[0].close()")
    assert page.page.locator(".trinb-widget, .trinb.lifted").count() == 0
    assert page.page.evaluate("shown[0].listeners.size") == 0
    assert page.page.evaluate("alive()") == before


def test_two_on_a_page_do_not_mix(widgets: Make, make_example: Callable[..., Any]) -> None:
    page = widgets()
    one, two = make_example(), make_example()
    first, second = page.show(one), page.show(two)
    shown, state = first.inner_html(), json.dumps(one.state)
    poke(page, second, 10, 7)
    assert first.inner_html() == shown and json.dumps(one.state) == state
    assert page.page.locator(".trinb-widget [id]").count() == 0, "no ids that could clash"


# --- those who cannot see ------------------------------------------------------------------------------


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe_finds_nothing_serious(widgets: Make, make_example: Callable[..., Any], dark: bool) -> None:
    page = widgets(dark=dark)
    root = page.show(make_example())
    for seed in (None, 8):
        if seed is not None:
            poke(page, root, 14, seed)
        found = Axe().run(page.page, context=".trinb-widget").response["violations"]
        serious = [
            f"{one['id']}: {one['help']}: {[node['html'][:150] for node in one['nodes']][:3]}"
            for one in found
            if one["impact"] in ("serious", "critical")
        ]
        assert serious == []


def test_something_speaks_up(widgets: Make, make_example: Callable[..., Any]) -> None:
    page = widgets()
    root = page.show(make_example())
    assert root.locator("[aria-live]").count() >= 1
    assert root.locator("svg[role=img]").count() >= 1
    assert all(
        root.locator("svg[role=img]").evaluate_all(
            "(all) => all.map((one) => one.getAttribute('aria-label'))"
        )
    )


# --- nonsense and hostility ----------------------------------------------------------------------------

JUNK: list[Any] = [
    None, True, -1, 10**30, 1.5, float("nan"), "", "undo", [], {}, ["do"], {"do": None},
    {"do": {"do": "undo"}}, {"do": "nothing of the kind"}, {"do": "__init__"}, {"do": "_show"},
    {"do": "select"},
    {"do": "select", "name": "rules", "value": "../../etc/passwd"}, {"do": "select", "name": 3, "value": {}},
]  # fmt: skip
VALUES: list[Any] = [
    None,
    -7,
    10**9,
    2.5,
    "",
    "^0,0",
    "v999999999,-99999999",
    "x" * 5000,
    [],
    {"a": 1},
    True,
    "🂡",
]


def intentions_of(widget: Any) -> list[str]:
    """Every intention that the widget's own JavaScript or state can send."""
    script = str(widget._esm) + json.dumps(widget.state)
    return sorted(set(re.findall(r'"?do"?: ?"([\w-]+)"', script)))


def test_messages_that_no_front_end_sends_are_refused(make_example: Callable[..., Any]) -> None:
    widget = make_example()
    keys = set(widget.state)
    assert intentions_of(widget), "the test knows what can be sent"
    fields = sorted(set(re.findall(r'"?(\w+)"?: ', str(widget._esm))) & {
        "cell", "tile", "by", "number", "to", "x", "y", "name", "value", "move", "seat", "text", "key",
        "step", "node",
    })  # fmt: skip
    for message in JUNK:
        widget._handle_custom_msg(message, [])
        assert set(widget.state) == keys
    for what in intentions_of(widget):
        for value in VALUES:
            widget._handle_custom_msg({"do": what, **dict.fromkeys(fields, value)}, [])
            json.dumps(widget.state)
    assert make_example().state, "another one can still be made"


def test_it_still_works_after_nonsense(widgets: Make, make_example: Callable[..., Any]) -> None:
    page, widget = widgets(), make_example()
    root = page.show(widget)
    for message in JUNK:
        widget._handle_custom_msg(message, [])
    page.refresh(widget)
    poke(page, root, 10, 9)
    assert root.locator("svg").count() >= 1


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_texts_are_shown_as_text(widgets: Make, make_example: Callable[..., Any], text: str) -> None:
    """Whatever can be typed or sent as a text comes out as text, cut to a length that can be read."""
    page, widget = widgets(), make_example()
    root = page.show(widget)
    for field in root.locator("input[type=text]:visible, input[type=search]:visible, textarea:visible").all():
        field.fill(text[:2000])
        field.press("Enter")
        page.settle()
    for what in intentions_of(widget):
        for field in ("text", "value", "name", "tile", "cell"):
            widget._handle_custom_msg({"do": what, field: text}, [])
    page.refresh(widget)
    assert page.page.evaluate("window.broken") is None
    assert root.locator("img, script").count() == 0
    assert page.page.evaluate("document.scrollingElement.scrollWidth") <= 1100
