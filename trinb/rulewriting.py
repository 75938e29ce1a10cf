"""Writing rule files: a rule set as the few lines in which it differs from the one that it extends.

A file is taken as **parts**: the single values of its tables, its clauses by their ids, and its readings by
their names.  Writing changes a file part by part until it says what it should:

>>> goal = parts({"id": "ours", "score": {"bridge": 40, "plain": {"points": 0, "sums": 1}, "drone": 100}})
>>> under = {"id": "theirs", "score": {"bridge": 50, "drone": 100}}
>>> print(edited("# What we changed", goal, under, {}), end="")
# What we changed
id = "ours"
<BLANKLINE>
[score]
bridge = 40
plain = { sums = 1 }
"""

from __future__ import annotations

import errno
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, TypeAlias, get_type_hints

import attrs

from . import resources, rulefiles, tomledit
from .errors import RulesError
from .notation import first_line, quote
from .rulefiles import Tables
from .ruleparts import UNLIMITED, Award
from .tomledit import set_part, without_part
from .words import tr

Parts: TypeAlias = dict[tomledit.Path, Any]
"""All parts of a rule file."""

_ORDER = ("clauses",)
"""The part that says in which order the clauses stand."""

# --- a file as parts --------------------------------------------------------------------------------------


def parts(tables: Mapping[str, Any]) -> Parts:
    """The parts of these tables, each in one form, whichever of several a file has."""
    found: Parts = {}
    for key, value in tables.items():
        if key == "clauses":
            found[_ORDER] = [clause["id"] for clause in value]
            found.update({(key, clause["id"]): _filled(clause) for clause in value})
        elif key == "readings":
            found.update({(key, name): _filled(reading) for name, reading in value.items()})
        elif isinstance(value, Mapping):
            found.update({(key, name): _plain(part) for name, part in value.items()})
        else:
            found[(key,)] = _plain(value)
    return found


def _filled(table: Mapping[str, Any]) -> Tables:
    """A clause or a reading without what it may leave out, and does."""
    must = ("id", "text", "clause")
    return {
        key: _plain(value) for key, value in table.items() if key in must or value not in ("", [], (), {})
    }


def _plain(value: Any) -> Any:
    """A value as TOML has it; an award without a part that is 0."""
    if isinstance(value, list | tuple):
        return [_plain(part) for part in value]
    if not isinstance(value, Mapping):
        return value
    if value and value.keys() <= {"points", "sums"}:
        points, sums = value.get("points", 0), value.get("sums", 0)
        return {"points": points, "sums": sums} if points and sums else {"sums": sums} if sums else points
    return {str(key): _plain(part) for key, part in value.items()}


def defaults(kind: type) -> Tables:
    """What a file that says nothing means, as far as that is settled."""
    found: Tables = {}
    hints = get_type_hints(kind)
    for field in attrs.fields(kind):
        if attrs.has(hints[field.name]) and hints[field.name] is not Award:
            found[field.name] = defaults(hints[field.name])
        elif field.default is not attrs.NOTHING:
            default: Any = field.default
            value = default.factory() if hasattr(default, "factory") else default
            found[field.name] = UNLIMITED if value is None else rulefiles.unstructure(value)
    return found


# --- saving -----------------------------------------------------------------------------------------------


def save(
    path: Path, wanted: Tables, kind: type, shipped: Mapping[str, Path], base: str | None = None
) -> None:
    """Write a rule set to a file, or change the file that is there so that it says it; see `new_text`.

    Raises:
        RulesError: it cannot be written there.
        OSError: the file cannot be written.
    """
    _write(path, new_text(path, wanted, kind, shipped, base))


def new_text(
    path: Path, wanted: Tables, kind: type, shipped: Mapping[str, Path], base: str | None = None
) -> str:
    """What a file will say when a rule set is saved to it; the file is only read.

    Args:
        path: where to.
        wanted: the whole rule set as tables.
        kind: the class of rule sets, which knows what may be left out and what cannot be played.
        shipped: the files that come with trinb, by their ids.
        base: which of these the file extends; by default what it extends already, else the one with the
            same id, else the one with the fewest differences.

    Raises:
        RulesError: there is no such base, what is there is no rule file, or the rule set cannot be written
            as a change of it.
        OSError: the file cannot be read.
    """
    old = _old(path, kind, shipped)
    goal, known = parts(wanted), defaults(kind)
    text = old.replace("\r\n", "\n")
    for name, under in _candidates(path, goal, known, shipped, text, base):
        new = edited(_extending(text or _head(wanted, name), name), goal, under, known)
        if new is not None and _says(new, wanted, under, kind):
            return new.replace("\n", "\r\n") if "\r\n" in old else new
    rules = quote(wanted["id"])
    if base:
        raise _fault(
            path,
            tr("{rules} cannot be written over {base} in it: choose another file", rules=rules, base=base),
        )
    raise _fault(path, tr("{rules} cannot be written in it: choose another file", rules=rules))


def _fault(path: Path, reason: str) -> RulesError:
    return RulesError(f"{path.name}: {reason}")


def _old(path: Path, kind: type, shipped: Mapping[str, Path]) -> str:
    """The text of the file that is there, which must be a rule file; empty if there is none."""
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, "Is a directory", str(path))
    if not path.exists():
        return ""
    try:
        text = path.read_bytes().decode()
        says = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        reason = tr("is there already and no TOML file: {why}", why=first_line(error))
        raise _fault(path, reason) from error
    if says:  # whatever else this file is for, it must not be changed
        rulefiles.structure(rulefiles.read(path, shipped), kind, f"{path.name}: {tr('is there already')}")
    return text if not text or text.endswith("\n") else text + "\n"


def _candidates(
    path: Path, goal: Parts, known: Tables, shipped: Mapping[str, Path], text: str, base: str | None
) -> Iterator[tuple[str, Tables]]:
    """What the file may extend, the best first, each with what it says; last of all nothing."""

    def under(name: str) -> Tables:
        return rulefiles.read(shipped.get(name, path.with_name(f"{name}.toml")), shipped)

    def differences(name: str) -> int:
        return len(_wrong(parts(rulefiles.merge(known, choices[name])), goal))

    if base is not None:
        if base not in shipped:
            raise RulesError(
                tr(
                    "there are no rules {name} to extend; there are {known}",
                    name=quote(base),
                    known=", ".join(shipped),
                )
            )
        yield base, under(base)
        return
    present = tomllib.loads(text)
    if present:
        extends = present.get("extends", "")
        yield extends, under(extends) if extends else {}
    choices = {name: under(name) for name in shipped}
    # A rule set with the id of another is that one, with changes.
    for name in sorted(choices, key=lambda name: (name != goal[("id",)], differences(name))):
        yield name, choices[name]
    yield "", {}


def _head(wanted: Tables, base: str) -> str:
    """The beginning of a new file, in the language that is spoken."""
    name = "".join(letter if letter.isprintable() else " " for letter in wanted["name"])
    title = tr("{name}: house rules over {base}.", name=name, base=base) if base else f"{name}."
    use = tr("Change what you like; trinb reads it with --rules FILE or RuleSet.load(FILE).")
    return f"# {title}\n# {use}\n"


def _extending(text: str, base: str) -> str:
    """The text with this base instead of the one that it has."""
    if base == tomllib.loads(text).get("extends", ""):
        return text
    return set_part(text, ("extends",), base) if base else without_part(text, ("extends",))


def _says(text: str, wanted: Tables, under: Tables, kind: type) -> bool:
    """Whether reading the text gives this rule set."""
    try:
        read: object = rulefiles.structure(_over(under, tomllib.loads(text)), kind, "")
    except (ValueError, RecursionError):
        return False
    return parts(rulefiles.unstructure(read)) == parts(wanted)


def _write(path: Path, text: str) -> None:
    try:
        content = text.encode()
    except UnicodeError as error:
        raise _fault(path, first_line(error)) from error
    resources.write_whole(path, content)


# --- changing a text part by part -------------------------------------------------------------------------


def edited(text: str, goal: Parts, under: Tables, known: Tables) -> str | None:
    """The text changed so that over the base `under` it says `goal`; None if it cannot say that.

    A part that already comes out right is left alone; one that the base says is taken out, so that
    the file keeps to what differs; anything else is set.
    """
    given = parts(rulefiles.merge(known, under))
    if any(part[0] == "clauses" and part not in goal for part in given):
        return None  # a file can take no clause away
    # A change of one part can change what others mean, so look again.
    for _ in range(5):
        says = tomllib.loads(text)
        wrong = _wrong(parts(rulefiles.merge(known, _over(under, says))), goal)
        before, own = text, parts(says)
        text = _readings_left_out(text, says, goal, under, wrong)
        if not wrong and text == before:
            return text
        for part in wrong:
            text = _changed(text, part, goal, given, own, _left_out(says))
        if text == before:
            return None
    return None


def _wrong(now: Parts, goal: Parts) -> list[tomledit.Path]:
    """The parts that come out wrong, in the order of the goal, those to be taken out last."""
    wrong = [part for part, value in goal.items() if part not in now or now[part] != value]
    wrong += [part for part in now if part not in goal]
    # As long as clauses are missing or changed, their order does not matter.
    in_work = any(part[0] == "clauses" and part != _ORDER for part in wrong)
    return [part for part in wrong if part != _ORDER or not in_work]


def _changed(
    text: str, part: tomledit.Path, goal: Parts, given: Parts, own: Parts, left_out: list[str]
) -> str:
    if part == _ORDER:
        return _clauses_anew(text, goal, given)
    if part not in goal:
        return without_part(text, part) if part in own else text
    if part in given and given[part] == goal[part]:
        if part in own:
            return without_part(text, part)
        if part[0] == "readings" and part[1] in left_out:
            return text
    return set_part(text, part, goal[part])


def _clauses_anew(text: str, goal: Parts, given: Parts) -> str:
    """With all clauses that differ from those of the base, in their order."""
    for name in parts(tomllib.loads(text)).get(_ORDER, []):
        text = without_part(text, ("clauses", name))
    for name in goal[_ORDER]:
        if given.get(("clauses", name)) != goal["clauses", name]:
            text = set_part(text, ("clauses", name), goal["clauses", name])
    return text


def _readings_left_out(
    text: str, says: Tables, goal: Parts, under: Tables, wrong: list[tomledit.Path]
) -> str:
    """With the readings of the base left out that are not wanted, or not as they are there."""
    there = parts({"readings": under.get("readings", {})})
    mine = [part for part in wrong if part[0] == "readings" and part in there]
    back = {part[1] for part in mine if there[part] == goal.get(part)}
    before = _left_out(says)
    names = [name for name in before if ("readings", name) in there and name not in back]
    names += [part[1] for part in mine if part[1] not in (*names, *back)]
    if names == before:
        return text
    place = ("without_readings",)
    return set_part(text, place, names) if names else without_part(text, place)


def _left_out(says: Tables) -> list[str]:
    names = says.get("without_readings", [])
    return list(names) if isinstance(names, list) else [names]


def _over(under: Tables, says: Tables) -> Tables:
    """What a file says over its base, as `rulefiles.read` has it."""
    own = {key: value for key, value in says.items() if key not in ("extends", "without_readings")}
    readings = {key: part for key, part in under.get("readings", {}).items() if key not in _left_out(says)}
    return rulefiles.merge({**under, "readings": readings} if "readings" in under else under, own)
