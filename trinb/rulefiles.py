"""Reading rule files: TOML tables laid over the ones they extend, and made into values, strictly.

No unknown key passes, and no value of another type is taken for the right one.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

import attrs

from .errors import RulesError, TrinbError
from .notation import first_line, quote, show, show_key
from .ruleparts import UNLIMITED, Award
from .words import N_, tr

Tables = dict[str, Any]
"""What a TOML file holds."""


def read(path: Path, shipped: Mapping[str, Path], seen: tuple[str, ...] = ()) -> Tables:
    """What a file says, over what the file that it extends says; that one is beside it or `shipped`.

    Of the readings of the file that it extends, those in ``without_readings`` are left out.

    Raises:
        RulesError: a file cannot be read, is no TOML, or extends nothing known or in a circle.
    """
    data = _parsed(path)
    base, dropped = data.pop("extends", None), data.pop("without_readings", [])
    if base is None:
        return data
    if not isinstance(base, str):
        raise _fault(path, "extends", tr("must be the id of a rule set, not {value}", value=show(base)))
    if not re.fullmatch(r"[\w-][\w.-]{0,60}", base):
        raise _fault(path, "extends", tr("{value} is not the id of a rule set", value=show(base)))
    if base in seen:
        raise _fault(path, "extends", tr("goes in a circle: {ids}", ids=" → ".join([*seen, base])))
    beside = path.with_name(f"{base}.toml")
    if base not in shipped and not beside.is_file():
        nowhere = tr("there are no rules {name} beside it or in trinb", name=quote(base))
        raise _fault(path, "extends", nowhere)
    under = read(shipped.get(base, beside), shipped, (*seen, base))
    return merge(_without_readings(under, dropped, path), data)


def _fault(path: Path, key: str, reason: str) -> RulesError:
    return RulesError(f"{path.name}: {key}: {reason}")


def _parsed(path: Path) -> Tables:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        reason = tr("cannot be read: {why}", why=error.strerror)
        raise RulesError(f"{path.name}: {reason}") from error
    except (ValueError, RecursionError) as error:  # no UTF-8, no TOML, or such as chokes its reader
        reason = tr("is no TOML file: {why}", why=first_line(error))
        raise RulesError(f"{path.name}: {reason}") from error


def _without_readings(tables: Tables, names: object, path: Path) -> Tables:
    readings = tables.get("readings", {})
    if not names or not isinstance(readings, dict):
        return tables
    for name in names if isinstance(names, list) else [names]:
        if not isinstance(name, str) or name not in readings:
            nothing = tr("there is no reading {name} to leave out", name=show(name))
            raise _fault(path, "without_readings", nothing)
        readings = {key: value for key, value in readings.items() if key != name}
    return {**tables, "readings": readings}


def merge(base: Mapping[str, Any], over: Mapping[str, Any], table: str = "") -> Tables:
    """Tables laid over tables; clauses are matched by their ids, other lists and values replaced.

    In the tables that hold awards (`table` is the name of this one), an award is one value: `{ sums = 1 }`
    over 50 points leaves no 50.
    """
    merged = dict(base)
    for key, value in over.items():
        old = merged.get(key)
        if key == "clauses" and isinstance(old, list) and isinstance(value, list):
            merged[key] = _merge_clauses(old, value)
        elif isinstance(old, Mapping) and isinstance(value, Mapping) and table not in _HOLD_AWARDS:
            merged[key] = merge(old, value, key)
        else:
            merged[key] = value
    return merged


_HOLD_AWARDS = {"opening", "score"}
"""The tables that hold awards, and no other tables."""


def _merge_clauses(old: list[Any], new: list[Any]) -> list[Any]:
    def name(clause: Any) -> str | None:
        found = clause.get("id") if isinstance(clause, Mapping) else None
        return found if isinstance(found, str) else None

    names = [name(clause) for clause in new]
    by_id = {key: clause for key, clause in zip(names, new, strict=True) if key and names.count(key) == 1}
    kept = [by_id.pop(name(clause) or "", clause) for clause in old]
    # What is new comes after what is replaced; what is said twice or has no id is found out later.
    fresh = [key is None or key in by_id or names.count(key) > 1 for key in names]
    return kept + [clause for clause, is_fresh in zip(new, fresh, strict=True) if is_fresh]


def leaves(tables: Mapping[str, Any], path: str = "") -> set[str]:
    """The dotted names of all single values."""
    found: set[str] = set()
    for key, value in tables.items():
        name = f"{path}{key}"
        found |= leaves(value, f"{name}.") if isinstance(value, Mapping) else {name}
    return found


_T = TypeVar("_T")


def _plain_award(award: Award) -> int | dict[str, int]:
    return {"points": award.points, "sums": award.sums} if award.sums else award.points


@cache
def _converter() -> Any:
    """Reads and writes rule sets, strictly: no unknown keys, no value of another type taken for right."""
    import cattrs  # not needed by whoever only looks at boards

    converter = cattrs.Converter(forbid_extra_keys=True)

    def exactly(kind: type[_T], otherwise: str) -> None:
        def hook(value: Any, _: Any) -> _T:
            if type(value) is not kind:
                raise ValueError(tr(otherwise, value=show(value)))
            return value

        converter.register_structure_hook(kind, hook)

    exactly(int, N_("must be a whole number, not {value}"))
    exactly(bool, N_("must be true or false, not {value}"))
    exactly(str, N_("must be a text, not {value}"))

    def award(value: Any, _: Any) -> Award:
        if isinstance(value, Mapping):
            unknown = value.keys() - {"points", "sums"}
            if unknown:
                key = show_key(min(map(str, unknown)))
                raise ValueError(tr("unknown key {key}; there are points and sums", key=key))
            return Award(*(converter.structure(value.get(key, 0), int) for key in ("points", "sums")))
        return Award(converter.structure(value, int))

    def limit(value: Any, _: Any) -> int | None:
        if value is None or value == UNLIMITED:
            return None
        if type(value) is not int:
            raise ValueError(
                tr('must be a whole number or "{word}", not {value}', word=UNLIMITED, value=show(value))
            )
        return value

    def choice(value: Any, kind: type[Enum]) -> Enum:
        try:
            return kind(value)
        except ValueError:
            known = ", ".join(str(member.value) for member in kind)
            raise ValueError(
                tr("must be one of {known}, not {value}", known=known, value=show(value))
            ) from None

    def by_players(value: Any, _: Any) -> dict[int, int]:
        if not isinstance(value, Mapping):
            raise ValueError(tr("must be a table like {{ 2 = 9 }}, not {value}", value=show(value)))
        for key in value:
            if not str(key).isdecimal():
                raise ValueError(tr("{value} is not a number of players", value=show(key)))
        return {int(key): converter.structure(size, int) for key, size in value.items()}

    # Types that are no classes are known by a test instead of by name.
    def is_limit(kind: Any) -> bool:
        return bool(kind == int | None)

    def is_sizes(kind: Any) -> bool:
        return bool(kind == dict[int, int])

    def is_choice(kind: Any) -> bool:
        return isinstance(kind, type) and issubclass(kind, Enum)

    converter.register_structure_hook(Award, award)
    converter.register_unstructure_hook(Award, _plain_award)
    converter.register_structure_hook_func(is_limit, limit)
    converter.register_structure_hook_func(is_sizes, by_players)
    converter.register_structure_hook_func(is_choice, choice)
    converter.register_unstructure_hook_func(is_limit, lambda value: UNLIMITED if value is None else value)
    converter.register_unstructure_hook_func(
        is_sizes, lambda sizes: {str(key): size for key, size in sizes.items()}
    )
    return converter


def structure(data: Mapping[str, Any], kind: type[_T], where: str) -> _T:
    """Make a value of this kind from tables.

    Raises:
        RulesError: with `where` (a file or an id), the key and the reason.
    """
    from cattrs import BaseValidationError, transform_error

    try:
        _check_shape(data, kind, "")
        return _converter().structure(data, kind)  # type: ignore[no-any-return]
    except BaseValidationError as error:
        reason, _, path = transform_error(error, path="", format_exception=_in_words)[0].rpartition(" @ ")
        key = path.strip(".")
        raise RulesError(f"{where}: {key}: {reason}" if key else f"{where}: {reason}") from error
    except TrinbError as error:
        raise RulesError(f"{where}: {error}") from error


def _check_shape(value: Any, kind: Any, path: str) -> None:
    """Say in plain words where a table or a list is expected and something else is found.

    Raises:
        RulesError: with the key and what is expected.
    """
    origin, kinds = get_origin(kind), get_args(kind)
    if kind is Award or not (attrs.has(kind) or origin in (tuple, dict)):
        return
    if origin is tuple:
        _check_list(value, kinds, path)
        parts = [(f"{path}[{i}]", part, kinds[0]) for i, part in enumerate(value)]
    elif not isinstance(value, Mapping):
        reason = tr("must be a table, not {value}", value=show(value))
        raise RulesError(f"{path or tr('file')}: {reason}")
    else:
        names = {} if origin is dict else get_type_hints(kind)
        dotted = f"{path}." if path else ""
        parts = [
            (f"{dotted}{show_key(str(key))}", part, kinds[1] if origin is dict else names.get(key))
            for key, part in value.items()
        ]
    for where, part, wanted in parts:
        _check_shape(part, wanted, where)


def _check_list(value: Any, kinds: tuple[Any, ...], path: str) -> None:
    if not isinstance(value, list | tuple):
        reason = tr("must be a list, not {value}", value=show(value))
        raise RulesError(f"{path}: {reason}")
    if Ellipsis not in kinds and len(value) != len(kinds):
        reason = tr("must be a list of {wanted}, not of {found}", wanted=len(kinds), found=len(value))
        raise RulesError(f"{path}: {reason}")


def _in_words(error: BaseException, _kind: type | None) -> str:
    """What a failure of cattrs means for the writer of the file."""
    if isinstance(error, KeyError):
        return tr("{key} is missing", key=error.args[0])
    unknown = getattr(error, "extra_fields", None)
    if unknown:
        known = ", ".join(field.name for field in attrs.fields(getattr(error, "cl")))  # noqa: B009
        key = show_key(min(map(str, unknown)))
        return tr("unknown key {key}; there are {known}", key=key, known=known)
    return str(error) or type(error).__name__


def unstructure(value: Any) -> Tables:
    """A rule set or parts of one as plain tables."""
    return _converter().unstructure(value)  # type: ignore[no-any-return]
