"""What trinb says: languages, values in messages, and that no error is raised in words of English only."""

from __future__ import annotations

import ast
import asyncio
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from pathlib import Path

import pytest
from babel.messages import Catalog
from babel.messages.mofile import write_mo
from hypothesis import given
from hypothesis import strategies as st

from trinb import words
from trinb.errors import TrinbError
from trinb.tiles import Tile
from trinb.words import LANGUAGES, N_, known, language, speaking, tr, trn

PACKAGE = Path(__file__).resolve().parent.parent / "trinb"


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    yield
    language("en")


SWEDISH = {
    "bridge": "tak",
    "{tile} is not in your hand": "du har inte {tile} på handen",
    "{mine} meets {other}": "{other} möter {mine}",
    ("{n} tile", "{n} tiles"): ("{n} bricka", "{n} brickor"),
    ("{n} tile of {set}", "{n} tiles of {set}"): ("{n} bricka ur {set}", "{n} brickor ur {set}"),
}
RUSSIAN = {("{n} tile", "{n} tiles"): ("{n} фишка", "{n} фишки", "{n} фишек")}


@pytest.fixture
def catalogues(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Two tiny catalogues instead of those that there are; none for the other languages."""
    for code, messages in (("sv", SWEDISH), ("ru", RUSSIAN)):
        catalogue = Catalog(locale=code, fuzzy=False)
        for message, said in messages.items():
            catalogue.add(message, said)
        folder = tmp_path / code / "LC_MESSAGES"
        folder.mkdir(parents=True)
        with (folder / "trinb.mo").open("wb") as file:
            write_mo(file, catalogue)
    monkeypatch.setattr(words, "LOCALE", tmp_path)
    words._catalogue.cache_clear()
    yield tmp_path
    words._catalogue.cache_clear()


# --- which language is spoken -----------------------------------------------------------------------


def test_english_is_spoken_unless_somebody_says_otherwise() -> None:
    assert language() == "en"
    assert tr("bridge") == "bridge"
    assert next(iter(LANGUAGES)) == "en"


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_language_is_spoken_until_another_one_is(code: str) -> None:
    assert language(code) == code
    assert language() == code
    assert known(code) == code


def test_a_block_speaks_its_own_language_also_within_another_block() -> None:
    language("sv")
    with speaking("de"):
        assert language() == "de"
        with speaking("ru"):
            assert language() == "ru"
        assert language() == "de"
    assert language() == "sv"


def test_a_block_is_left_by_an_error_too() -> None:
    with pytest.raises(KeyError), speaking("nl"):
        raise KeyError
    assert language() == "en"


def test_a_language_set_within_a_block_holds_at_once_and_after_it() -> None:
    with speaking("de"):
        assert language("nl") == "nl"
        assert language() == "nl"
    assert language() == "nl"


def test_another_thread_has_its_own_block_but_the_same_default() -> None:
    language("sv")
    inside, leave = threading.Event(), threading.Event()

    def speak_german() -> str:
        with speaking("de"):
            inside.set()
            leave.wait(10)
            return language()

    with ThreadPoolExecutor(2) as pool:
        german = pool.submit(speak_german)
        assert inside.wait(10)
        assert language() == "sv"
        assert pool.submit(language).result() == "sv"
        leave.set()
        assert german.result() == "de"


def test_a_block_does_not_reach_into_another_task() -> None:
    async def speak(code: str, seen: list[str]) -> None:
        with speaking(code):
            for _ in range(3):
                await asyncio.sleep(0)
                seen.append(language())

    async def both() -> tuple[list[str], list[str]]:
        one: list[str] = []
        other: list[str] = []
        await asyncio.gather(speak("de", one), speak("ru", other))
        return one, other

    assert asyncio.run(both()) == (["de"] * 3, ["ru"] * 3)
    assert language() == "en"


def test_a_copied_context_keeps_the_language_of_its_block() -> None:
    with speaking("nl"):
        context = copy_context()
    assert (context.run(language), language()) == ("nl", "en")


UNKNOWN: list[object] = [
    "",
    "xx",
    "SV ",
    "english",
    "sv\n",
    "../sv",
    "x" * 10_000,
    5,
    None,
    ["en"],
    b"sv",
    True,
]


@pytest.mark.parametrize("code", UNKNOWN, ids=lambda code: repr(code)[:12])
def test_there_is_no_such_language(code: str) -> None:
    with pytest.raises(TrinbError, match="there is no language") as caught:
        known(code)
    assert len(str(caught.value)) < 120
    with pytest.raises(TrinbError), speaking(code):
        pass
    assert language() == "en"
    if code is not None:
        with pytest.raises(TrinbError):
            language(code)


def test_a_slip_gets_a_hint() -> None:
    with pytest.raises(TrinbError, match=r"no language 'SVE'; did you mean sv\?"):
        language("SVE")
    with pytest.raises(TrinbError, match="there are en, sv, de, nl, ru"):
        language("French")


def test_a_language_without_a_catalogue_says_what_to_do(catalogues: Path) -> None:
    language("de")
    for say in (lambda: tr("bridge"), lambda: trn("{n} tile", "{n} tiles", 1)):
        with pytest.raises(TrinbError, match="the words for Deutsch are not compiled: run `make words`"):
            say()
    assert tr("") == ""


# --- a message and its values -----------------------------------------------------------------------


def test_a_message_is_said_in_the_language_with_its_values_in_their_order(catalogues: Path) -> None:
    with speaking("sv"):
        assert tr("bridge") == "tak"
        assert tr("{tile} is not in your hand", tile=Tile(0, 2, 1)) == "du har inte 0-2-1 på handen"
        assert tr("{mine} meets {other}", mine=1, other=2) == "2 möter 1"
    assert tr("{mine} meets {other}", mine=1, other=2) == "1 meets 2"


def test_what_no_catalogue_has_is_said_in_english(catalogues: Path) -> None:
    with speaking("sv"):
        assert tr("docking") == "docking"
        assert trn("{n} hole", "{n} holes", 2) == "2 holes"


@pytest.mark.parametrize("code", ["en", "sv"])
@given(st.text())
def test_a_value_is_never_read_as_a_message(code: str, value: str) -> None:
    with speaking(code):
        said = tr("{tile} is not in your hand", tile="\0")
        assert tr("{tile} is not in your hand", tile=value) == said.replace("\0", value)


@pytest.mark.parametrize(
    "value", ["{n}", "{0}", "{", "}", "{{tile}}", "{tile!r:>99999}", "%(n)s", "%s", "bridge"]
)
def test_values_with_braces_stay_as_they_are(catalogues: Path, value: str) -> None:
    with speaking("sv"):
        assert tr("{tile} is not in your hand", tile=value) == f"du har inte {value} på handen"
        assert trn("{n} tile of {set}", "{n} tiles of {set}", 2, set=value) == f"2 brickor ur {value}"


@given(st.text())
def test_text_from_outside_stays_as_it_is(text: str) -> None:
    assert tr(text) == text


@pytest.mark.parametrize("text", ["{x}", "{", "a } b", "{x!r}", "%d", "{}", "", " ", "\n", "x" * 100_000])
def test_text_from_outside_with_braces_stays_as_it_is(catalogues: Path, text: str) -> None:
    for code in ("en", "sv"):
        with speaking(code):
            assert tr(text) == text


def test_an_empty_text_is_not_the_head_of_the_catalogue(catalogues: Path) -> None:
    with speaking("sv"):
        assert tr("") == ""


NUMBERS = {
    -22: 1,
    -21: 0,
    -5: 2,
    -2: 1,
    -1: 0,
    0: 2,
    1: 0,
    2: 1,
    4: 1,
    5: 2,
    11: 2,
    12: 2,
    21: 0,
    22: 1,
    25: 2,
}


@pytest.mark.parametrize(("number", "form"), NUMBERS.items())
def test_a_number_decides_on_the_form_and_its_sign_does_not(catalogues: Path, number: int, form: int) -> None:
    with speaking("ru"):
        assert trn("{n} tile", "{n} tiles", number) == f"{number} {('фишка', 'фишки', 'фишек')[form]}"
    with speaking("sv"):
        assert (
            trn("{n} tile", "{n} tiles", number) == f"{number} {'bricka' if abs(number) == 1 else 'brickor'}"
        )
    assert trn("{n} tile", "{n} tiles", number) == f"{number} tile{'' if abs(number) == 1 else 's'}"


def test_a_marked_message_is_said_later() -> None:
    assert N_("bridge") == "bridge"


# --- no error is raised in words of English only ----------------------------------------------------

COMMANDS = {"__main__", "cli", "lab", "playing", "replay", "reports", "shell", "terminal"}
"""What only the command line uses, which speaks English."""

MODULES = sorted(path for path in PACKAGE.rglob("*.py") if path.stem not in COMMANDS)

SAY = {"tr", "trn"}


def name_of(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def errors_of(trees: list[ast.Module]) -> set[str]:
    """The names of `TrinbError` and of all classes below it, wherever they are."""
    classes = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    found = {"TrinbError"}
    for _ in classes:
        found |= {one.name for one in classes if found & {name_of(base) for base in one.bases}}
    return found


ERRORS = errors_of([ast.parse(path.read_text(encoding="utf-8")) for path in PACKAGE.rglob("*.py")])


def bare(node: ast.AST) -> Iterator[str]:
    """The words in an expression that are not said by `tr` or `trn`."""
    if isinstance(node, ast.Call):
        if name_of(node.func) not in SAY:
            yield from (
                text for child in ast.iter_child_nodes(node) for text in bare(child) if not is_key(text)
            )
        return
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and any(map(str.isalpha, node.value)):
        yield node.value
    for child in ast.iter_child_nodes(node):
        if not (isinstance(node, ast.FormattedValue) and child is node.format_spec):
            yield from bare(child)


def is_key(text: str) -> bool:
    """Whether this may be a key of a file or of a table, and no sentence."""
    return text.isidentifier()


def messages(call: ast.Call) -> Iterator[ast.expr]:
    """What a call hands to an error as its message.

    Helpers called ``fault`` or ``_fault`` take where it is, perhaps a key of a file, and then the words.
    """
    name = name_of(call.func)
    given = [*call.args, *(keyword.value for keyword in call.keywords if keyword.arg == "message")]
    if name in ERRORS:
        yield from given[name == "IllegalMove" :][:1]
    elif name.lstrip("_") == "fault":
        yield from given[-1:]
        yield from (argument for argument in given[1:-1] if not all(map(is_key, bare(argument))))


def in_english_only(source: str) -> list[str]:
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    return [
        f"line {call.lineno}: {text}"
        for call in calls
        for argument in messages(call)
        for text in bare(argument)
    ]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_no_error_is_raised_in_english_only(path: Path) -> None:
    assert in_english_only(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("source", "count"),
    [
        ('TrinbError("no")', 1),
        ('errors.RulesError(f"{path}: no {name}")', 1),
        ('NotationError("no" if x else tr("yes"))', 1),
        ('RecordError(message="no")', 1),
        ("RecordError(f\"{where}: {'no'}\", record)", 1),
        ('RulesError("; ".join(["no, no", tr("yes")]))', 1),
        ('IllegalMove(Illegal.MUST_DRAW, f"{move}: no")', 1),
        ('fault("key", "no")', 1),
        ('_fault(where, "key", f"no {x}")', 1),
        ('_fault(where, "in words", record)', 1),
        ('TrinbError(tr("yes {name}", name="no" * 2))', 0),
        ("RulesError(f\"{path.name}: {tr('yes')}\")", 0),
        ('NotationError(trn("{n} yes", "{n} yes", 2))', 0),
        ('RecordError(f"{key:>20}: {error}")', 0),
        ('IllegalMove(Illegal.MUST_DRAW, tr("yes"))', 0),
        ('fault("key", tr("yes"))', 0),
        ('fault("key", says(content.get("key")))', 0),
        ('RulesError(reason(error, values["id"], table.get("id")))', 0),
        ('KeyError("no")', 0),
    ],
)
def test_the_search_for_bare_words_finds_them(source: str, count: int) -> None:
    assert len(in_english_only(source)) == count


def test_the_errors_are_known() -> None:
    assert {"TrinbError", "NotationError", "RulesError", "RecordError", "IllegalMove"} <= ERRORS
    assert "ValueError" not in ERRORS
