"""Changing one part of a rule file's text, so that everything else in it stays as somebody wrote it.

A **part** is what one path names: ``("id",)`` outside of all tables, ``("score", "bridge")`` in one,
``("clauses", "§7")`` a clause by its id, ``("readings", "hexagons-add")`` a reading.

>>> text = set_part('id = "ours" # for now', ("score", "plain"), {"sums": 1})
>>> print(text, end="")
id = "ours" # for now
<BLANKLINE>
[score]
plain = { sums = 1 }
>>> print(without_part(text, ("score", "plain")))
id = "ours" # for now
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from .words import N_, tr

Path: TypeAlias = tuple[str, ...]
"""The names that lead to a part."""

_NOTES = {"switched_on": N_("what these readings set is written out below")}
"""What is noted beside a new line."""


def set_part(text: str, part: Path, value: Any) -> str:
    """The text with one part set: where it stands if it is there, else beside its like."""
    import tomlkit

    doc = tomlkit.parse(text)
    if len(part) == 1:
        return _set_top(text, doc, part[0], value)
    if part[0] == "clauses":
        return _set_clause(text, doc, part[1], value)
    table: Any = doc.get(part[0])
    if part[0] == "readings":
        if table is None or part[1] not in table:
            return _appended(text, f"[{'.'.join(map(_key, part))}]\n{_reading_lines(value)}")
        _update(table[part[1]], value)
    elif table is None:
        return _appended(text, f"[{_key(part[0])}]\n{_key(part[1])} = {written(value)}\n")
    else:
        is_new = part[1] not in table
        table[part[1]] = tomlkit.value(written(value))
        if is_new:
            line = f"{_key(part[1])} = {written(value)}\n"
            return _inserted(text, rf"\s*\[\s*{re.escape(part[0])}\s*]", line, doc)
    return doc.as_string()


def without_part(text: str, part: Path) -> str:
    """The text without one part, and without a table in which nothing is left."""
    import tomlkit

    doc = tomlkit.parse(text)
    table: Any = doc[part[0]]
    if len(part) == 1:
        del doc[part[0]]
    elif part[0] == "clauses":
        return _cut(text, doc, part[:1], [clause.get("id") for clause in table].index(part[1]))
    elif part[0] == "readings":
        return _cut(text, doc, part, None)
    else:
        del table[part[1]]
        rest = _string(doc)
        # What is noted right below the head of the table belongs to it, and keeps it.
        is_bare = not table and not table.as_string().partition("\n\n")[0].startswith("#")
        return _cut(rest, doc, part[:1], None) if is_bare and part[0] in tomllib.loads(rest) else rest
    return _string(doc)


def _string(doc: Any) -> str:
    return str(doc.as_string())


# --- setting ----------------------------------------------------------------------------------------------


def _set_top(text: str, doc: Any, key: str, value: Any) -> str:
    """With a value outside of all tables."""
    import tomlkit

    if key not in doc:
        lines = text.splitlines(keepends=True)
        note = f"  # {tr(_NOTES[key])}" if key in _NOTES else ""
        lines.insert(_top_end(lines), f"{_key(key)} = {written(value)}{note}\n")
        # A text over many lines can look as if it had tables in it: then this is not what comes out.
        if _loads("".join(lines)) == {**tomllib.loads(text), key: value}:
            return "".join(lines)
    doc[key] = tomlkit.value(written(value))
    return _string(doc)


def _top_end(lines: list[str]) -> int:
    """Where to put a line outside of all tables: after the last one, else after the comment at the top."""
    head = next((i for i, line in enumerate(lines) if line.lstrip().startswith("[")), len(lines))
    values = [i for i in range(head) if not re.match(r"\s*(#|$)", lines[i])]
    if values:
        return values[-1] + 1
    # What follows an empty line is about something else.
    return next((i for i in range(head) if not lines[i].strip()), len(lines) if head == len(lines) else 0)


def _set_clause(text: str, doc: Any, name: str, value: Mapping[str, Any]) -> str:
    import tomlkit
    from tomlkit.items import Array

    clauses: Any = doc.get("clauses", [])
    lines = "".join(f"{_key(key)} = {written(part)}\n" for key, part in value.items())
    for clause in clauses:
        if clause.get("id") == name:
            _update(clause, value)
            return _string(doc)
    if not clauses:
        return _appended(text, f"[[clauses]]\n{lines}")
    new: Any = tomlkit.value(written(value)) if isinstance(clauses, Array) else tomlkit.parse(lines)
    clauses.append(new)
    return _inserted(text, r"\s*\[\[\s*clauses\s*]]", f"\n[[clauses]]\n{lines}", doc)


def _inserted(text: str, head: str, new: str, doc: Any) -> str:
    """With new lines after the values below the last such head; as `doc` has it where that is not the same.

    A comment that follows is about the next table, but tomlkit takes it for a part of this one.
    """
    lines = text.splitlines(keepends=True)
    heads = [i for i, line in enumerate(lines) if re.match(head, line)]
    if heads:
        start = heads[-1] + 1
        end = next((i for i in range(start, len(lines)) if re.match(r"\s*\[", lines[i])), len(lines))
        filled = [i for i in range(start, end) if not re.match(r"\s*(#|$)", lines[i])]
        lines.insert(filled[-1] + 1 if filled else start, new)
        if _loads("".join(lines)) == doc.unwrap():
            return "".join(lines)
    return _string(doc)


def _update(table: Any, value: Mapping[str, Any]) -> None:
    """Change a clause or a reading where it stands."""
    import tomlkit

    for key in [key for key in table if key not in value]:
        del table[key]
    for key, part in value.items():
        if key not in table or table[key] != part:
            table[key] = tomlkit.value(written(part))


def _appended(text: str, table: str) -> str:
    """With a table at the end, after an empty line."""
    above = text.rstrip("\n")
    return f"{above}\n\n{table}" if above else table


# --- taking out -------------------------------------------------------------------------------------------


def _cut(text: str, doc: Any, part: Path, index: int | None) -> str:
    """Without a whole table; the comment before the next one stays, which tomlkit would take along."""
    wanted = tomllib.loads(text)
    for tables in (wanted, doc):
        _delete(tables, part, index)
    name = r"\s*\.\s*".join(re.escape(_key(key)) for key in part)
    head = rf"\s*\[\s*{name}\s*(\.[^]]*)?]" if index is None else rf"\s*\[\[\s*{name}\s*]]"
    found = _cut_lines(text, head, index)
    return found if _loads(found) == wanted else _string(doc)


def _delete(tables: Any, part: Path, index: int | None) -> None:
    if index is not None:
        del tables[part[0]][index]
    elif len(part) == 2:
        del tables[part[0]][part[1]]
    if (index is None and len(part) == 1) or not tables[part[0]]:
        del tables[part[0]]


def _cut_lines(text: str, head: str, which: int | None) -> str:
    """Without the tables that begin with such a head, or the one of them with this number."""
    kept: list[str] = []
    waiting: list[str] = []  # comments and empty lines, which may belong to what follows
    is_cut, seen = False, -1
    for line in text.splitlines(keepends=True):
        if re.match(r"\s*\[", line):
            is_head = re.match(head, line) is not None
            seen += is_head
            is_cut = is_head and which in (None, seen)
            kept += waiting
            waiting = []
        if not is_cut:
            kept.append(line)
        else:
            waiting = [*waiting, line] if re.match(r"\s*(#|$)", line) else []
    kept += waiting if any(line.strip() for line in waiting) else []
    return re.sub(r"\n{3,}", "\n\n", "".join(kept)).rstrip("\n") + "\n"


def _loads(text: str) -> dict[str, Any] | None:
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError):
        return None


# --- values as text ---------------------------------------------------------------------------------------


def written(value: Any) -> str:
    """A value as a line of a rule file has it.

    >>> written({"points": 10, "sums": 1}), written([2, 8]), written("one")
    ('{ points = 10, sums = 1 }', '[2, 8]', '"one"')
    """
    import tomlkit

    if isinstance(value, Mapping):
        pairs = ", ".join(f"{_key(key)} = {written(part)}" for key, part in value.items())
        return f"{{ {pairs} }}" if pairs else "{}"
    if isinstance(value, list):
        return f"[{', '.join(map(written, value))}]"
    return str(tomlkit.item(value).as_string())


def _key(name: str) -> str:
    import tomlkit

    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else str(tomlkit.item(name).as_string())


def _reading_lines(value: Mapping[str, Any]) -> str:
    """The lines of a reading, with what it sets by dotted names."""
    lines = [f"{key} = {written(value[key])}\n" for key in value if key != "set"]
    return "".join([*lines, *_dotted("set", value.get("set", {}))])


def _dotted(name: str, value: Any) -> Iterator[str]:
    is_value = not isinstance(value, Mapping) or all(key.isdecimal() for key in value)
    if is_value or value.keys() <= {"points", "sums"}:
        if value != {}:
            yield f"{name} = {written(value)}\n"
        return
    for key, part in value.items():
        yield from _dotted(f"{name}.{_key(key)}", part)
