"""The catalogues: every message is translated, nothing is lost, and the terms are those of the field.

After a change of words in the code or in `data/`, bring the catalogues up to date and compile them:

    make words          (or: python tests/test_catalogues.py --write)

New messages come in empty, and a test fails until they are translated.
"""

from __future__ import annotations

import ast
import re
import string
import sys
import tomllib
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages import Catalog, Message
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po, write_po

from trinb.widgets.front import labels_in
from trinb.words import LANGUAGES

ROOT = Path(__file__).resolve().parent.parent
LOCALE = ROOT / "trinb" / "locale"
FOREIGN = [code for code in LANGUAGES if code != "en"]
FORMS = {"tr": 1, "N_": 1, "trn": 2}
HEADER = "# Words of trinb in {language}.\n# Bring it up to date with `make words`."

# --- what there is to say --------------------------------------------------------------------------

Found = tuple[str, tuple[str, ...]]
"""A file, and a message or its two forms."""


def calls(path: Path) -> Iterator[tuple[ast.Call, str]]:
    """Every call of `tr`, `trn` or `N_` in a file, also within f-strings."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            if name in FORMS:
                yield node, name


def literals(call: ast.Call, name: str) -> tuple[str, ...] | None:
    """The message of a call, or its two forms; None if it is no literal, such as a text from `data/`."""
    try:
        found = tuple(ast.literal_eval(argument) for argument in call.args[: FORMS[name]])
    except ValueError:
        return None
    return found if found != ("",) else None


def in_python() -> Iterator[Found]:
    for path in sorted((ROOT / "trinb").rglob("*.py")):
        for call, name in calls(path):
            message = literals(call, name)
            if message:
                yield path.relative_to(ROOT).as_posix(), message


def in_scripts() -> Iterator[Found]:
    for path in sorted((ROOT / "trinb").rglob("*.js")):
        for label in labels_in(path.read_text(encoding="utf-8")):
            yield path.relative_to(ROOT).as_posix(), (label,)


def in_data() -> Iterator[Found]:
    """Names and texts of rule sets, tile sets and cases."""
    for kind in ("rules", "tiles", "cases", "cards"):
        for path in sorted((ROOT / "data" / kind).glob("*.toml")):
            data = tomllib.loads(path.read_text(encoding="utf-8"))
            where = path.relative_to(ROOT).as_posix()
            clauses, cases = data.get("clauses", []), data.get("cases", [])
            texts = [data.get("name"), data.get("about")]
            texts += [clause.get(key) for clause in clauses for key in ("text", "section")]
            texts += [reading.get("text") for reading in data.get("readings", {}).values()]
            texts += [case.get(key) for case in cases for key in ("name", "text", "question")]
            yield from ((where, (text,)) for text in texts if text)


def template() -> Catalog:
    """Everything that trinb says, in English, each message with the files that say it."""
    catalogue = Catalog(project="trinb", fuzzy=False)
    for where, message in (*in_python(), *in_scripts(), *in_data()):
        catalogue.add(message if len(message) > 1 else message[0], locations=[(where, 0)])
    return catalogue


def po(code: str) -> Path:
    return LOCALE / code / "LC_MESSAGES" / "trinb.po"


def read(code: str) -> Catalog:
    with po(code).open("rb") as file:
        return read_po(file, locale=code)


# --- writing -----------------------------------------------------------------------------------------


def write(code: str) -> None:
    """Bring a catalogue up to date: new messages empty, those that nobody says any more left out."""
    catalogue = read(code) if po(code).exists() else Catalog(locale=code, fuzzy=False)
    catalogue.update(template(), no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    for message in catalogue:
        message.locations = sorted({(where, 0) for where, _ in message.locations})
        if message.id and message.fuzzy:  # it has become a plural, or is none any more
            message.flags.discard("fuzzy")
            message.string = ("",) * catalogue.num_plurals if message.pluralizable else ""
    save(catalogue, code)


def save(catalogue: Catalog, code: str) -> None:
    """Write a catalogue in the one form that gives small differences: sorted, no dates, no line numbers."""
    catalogue.header_comment = HEADER.format(language=LANGUAGES[code])
    text = BytesIO()
    write_po(text, catalogue, width=110, sort_by_file=True, include_lineno=False, omit_header=False)
    lines = text.getvalue().decode("utf-8").splitlines()
    dated = ('"POT-Creation-Date', '"PO-Revision-Date', '"Last-Translator', '"Language-Team', '"Generated-By')
    kept = [line for line in lines if not line.startswith((*dated, '"Report-Msgid', '"Project-Id'))]
    po(code).parent.mkdir(parents=True, exist_ok=True)
    po(code).write_text("\n".join(kept) + "\n", encoding="utf-8")


def main(arguments: list[str]) -> None:
    """Bring all catalogues up to date and compile them."""
    if "--write" not in arguments:
        raise SystemExit(__doc__)
    sys.path.insert(0, str(ROOT))
    from hatch_build import compile_catalogues

    for code in FOREIGN:
        write(code)
        messages = [message for message in read(code) if message.id]
        missing = sum(not all(forms(message)) for message in messages)
        print(f"{code}: {len(messages)} messages, {missing} to translate")
    compile_catalogues(ROOT)


# --- reading -----------------------------------------------------------------------------------------


def forms(message: Message) -> tuple[str, ...]:
    """What a message is in the other language: one text, or one for each plural form."""
    return tuple(message.string) if isinstance(message.string, tuple | list) else (message.string,)


def english(message: Message) -> tuple[str, ...]:
    return tuple(message.id) if isinstance(message.id, tuple | list) else (message.id,)


def places(text: str) -> list[str]:
    """The names of the values that are put into a message."""
    return sorted({name for _, name, _, _ in string.Formatter().parse(text) if name is not None})


def has_values(message: Message) -> bool:
    """Whether it is a message of the code; texts of `data/` are said as they are."""
    return any(not where.startswith("data/") for where, _ in message.locations)


@pytest.fixture(scope="module", params=FOREIGN)
def catalogue(request: pytest.FixtureRequest) -> Catalog:
    return read(request.param)


@pytest.fixture(scope="module")
def said() -> Catalog:
    return template()


def test_there_is_much_to_say(said: Catalog) -> None:
    files = {where for message in said for where, _ in message.locations}
    assert len(said) > 300
    assert {"trinb/scoring.py", "trinb/widgets/static/stage.js", "data/rules/granna.toml"} <= files


def test_no_message_is_missing_and_none_is_left_over(catalogue: Catalog, said: Catalog) -> None:
    here = {english(message) for message in catalogue if message.id}
    there = {english(message) for message in said if message.id}
    assert here == there, "run `make words`, then translate what is new"


def test_every_message_is_translated(catalogue: Catalog) -> None:
    empty = [message.id for message in catalogue if message.id and not all(forms(message))]
    assert empty == []
    assert [message.id for message in catalogue if message.id and message.fuzzy] == []


def test_every_plural_has_its_forms(catalogue: Catalog) -> None:
    for message in catalogue:
        if message.pluralizable:
            assert len(forms(message)) == catalogue.num_plurals, message.id


def test_no_placeholder_is_lost(catalogue: Catalog) -> None:
    for message in catalogue:
        if not message.id or not has_values(message):
            continue
        one, many = set(places(english(message)[0])), set(places(english(message)[-1]))
        for form in forms(message):
            # One form of a plural may say its number as a word, or leave out what the English one leaves out.
            assert (one & many) - {"n"} <= set(places(form)) <= one | many, message.id
            assert message.pluralizable or set(places(form)) == one, message.id


def test_every_message_is_a_literal_or_marked_elsewhere() -> None:
    """What is said from a variable is a word from a table, a field of `data/`, or text from outside."""
    for path in sorted((ROOT / "trinb").rglob("*.py")):
        for call, name in calls(path):
            wrong = [part for part in call.args[: FORMS[name]] if isinstance(part, ast.JoinedStr | ast.BinOp)]
            assert not wrong, f"{path.name}:{call.lineno}: {ast.unparse(call)[:80]}"


def test_the_edges_of_a_message_are_kept(catalogue: Catalog) -> None:
    """Sentences stay sentences, and what is glued to something keeps its spaces."""
    for message in catalogue:
        for form in forms(message) if message.id else ():
            one = english(message)[-1]
            assert form == form.strip() or one != one.strip(), message.id
            for mark in ".?!:":
                assert form.endswith(mark) == one.endswith(mark), (message.id, form)


def test_russian_is_written_in_russian_letters() -> None:
    names = re.compile(r"[Tt]riominos|Triangelspelet|Trekantspelet|Gränna|PRO|SVG|PNG|CSV|JSON|TOML")
    for message in read("ru"):
        for form in forms(message) if message.id else ():
            letters = names.sub("", re.sub(r"\{.*?\}", "", form))
            if re.search(r"[A-Za-zÀ-ÿ]{3}", names.sub("", re.sub(r"\{.*?\}", "", english(message)[-1]))):
                assert re.search(r"[А-Яа-яЁё]", letters), (message.id, form)


TERMS = {
    "sv": {"bridge": "tak", "docking": "dockning", "drone": "drönare"},
    "de": {"bridge": "Brücke", "hexagon": "Sechseck"},
    "nl": {"bridge": "brug"},
    "ru": {"bridge": "мост", "docking": "стыковка", "drone": "дрон", "hexagon": "шестиугольник"},
}
"""Single words of the field, as the rules have them."""


@pytest.mark.parametrize("code", FOREIGN)
def test_the_words_of_the_field(code: str) -> None:
    catalogue = read(code)
    for term, word in TERMS[code].items():
        assert catalogue[term].string == word


@pytest.mark.parametrize("code", FOREIGN)
def test_what_is_compiled_is_what_is_written(code: str) -> None:
    with po(code).with_suffix(".mo").open("rb") as file:
        compiled = read_mo(file)
    with_forms = {english(message): forms(message) for message in read(code) if message.id}
    assert {english(message): forms(message) for message in compiled if message.id} == with_forms, (
        "run `make words`"
    )


if __name__ == "__main__":
    main(sys.argv[1:])
