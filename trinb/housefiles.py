r"""House rules in files: read with the base that they extend, and written without harm to anything else.

>>> text = 'extends = "granna"\nid = "ours"\nscore.bridge = 40'
>>> base, ours = from_text(text, "ours.toml")
>>> base.id, ours.score.bridge.points
('granna', 40)
>>> print(to_text(ours, base).split("\n", 2)[2], end="")
extends = "granna"
id = "ours"
<BLANKLINE>
[score]
bridge = 40
"""

from __future__ import annotations

import re
import tomllib
from contextlib import suppress
from enum import Enum
from pathlib import Path
from tempfile import TemporaryDirectory

from . import resources, rulefiles, rulewriting
from .errors import RulesError, TrinbError
from .notation import show
from .rulefields import check
from .ruleset import RuleSet, rule_sets, rules
from .words import N_, tr

LARGEST = 65_536
"""So many letters or bytes of a file are read at most."""


class Doubt(Enum):
    """Why somebody should be asked before a file is written."""

    OTHERS = N_("{file} is there already and holds other rules. Write yours in their place?")
    CHANGED = N_("{file} has been changed by somebody else. Save yours all the same?")


# --- reading ----------------------------------------------------------------------------------------------


def from_file(path: Path) -> tuple[RuleSet, RuleSet]:
    """The base of the rules in a file, and these rules.

    The base is what the file extends; if it extends nothing, the rules are their own base.

    Raises:
        RulesError: there is no such file, it is too large, or it holds no rules.
    """
    where = path.name
    try:
        if not path.is_file():
            raise RulesError(tr("{file}: there is no such file", file=show(where)))
        if path.stat().st_size > LARGEST:
            raise RulesError(_too_large(where))
        rule_set = RuleSet.load(path)
        return _checked(_base(path, rule_set), where), _checked(rule_set, where)
    except (OSError, ValueError) as error:
        if isinstance(error, TrinbError):
            raise
        raise RulesError(tr("{file}: cannot be read", file=show(where))) from error


def from_text(text: str, name: str) -> tuple[RuleSet, RuleSet]:
    """The same for the text of a file, which can extend only what comes with trinb.

    Raises:
        RulesError: the text is too long, or says no rules.
    """
    where = name if re.fullmatch(r"[\w-][\w .-]{0,60}", name) else "rules.toml"
    if len(text) > LARGEST:
        raise RulesError(_too_large(where))
    with TemporaryDirectory() as folder:
        path = Path(folder) / where
        path.write_bytes(text.encode("utf-8", "replace"))
        return from_file(path)


def _too_large(where: str) -> str:
    return tr("{file}: too large for a rule file", file=show(where))


def _base(path: Path, rule_set: RuleSet) -> RuleSet:
    extends = tomllib.loads(path.read_text(encoding="utf-8")).get("extends", rule_set.id)
    if extends in rule_sets():
        return rules(extends)
    beside = path.with_name(f"{extends}.toml")
    return RuleSet.load(beside) if beside.is_file() else rule_set


def _checked(rule_set: RuleSet, where: str) -> RuleSet:
    try:
        check(rule_set)
    except RulesError as error:
        raise RulesError(f"{where}: {error}") from None
    return rule_set


# --- writing ----------------------------------------------------------------------------------------------


def to_text(rule_set: RuleSet, base: RuleSet, path: Path | None = None) -> str:
    """What a file says that holds these rules; one that is there keeps its comments.

    Raises:
        RulesError: what is there is no rule file.
        OSError: it cannot be read.
    """
    if path is None:
        with TemporaryDirectory() as folder:
            return to_text(rule_set, base, Path(folder) / "rules.toml")
    wanted, shipped = rulefiles.unstructure(rule_set), resources.data_files("rules")
    if base.id in shipped:
        with suppress(RulesError):  # the base may say something that no file can take back
            return rulewriting.new_text(path, wanted, RuleSet, shipped, base.id)
    return rulewriting.new_text(path, wanted, RuleSet, shipped)


def doubt(rule_set: RuleSet, path: Path, known: bytes | None) -> Doubt | None:
    """Whether somebody should be asked before rules are saved in a file, and why.

    Args:
        rule_set: the rules.
        path: the file.
        known: what it said when it was last read or written here; None if it never was.

    Raises:
        RulesError: rules cannot be saved there.
    """
    refuse(path)
    if not path.exists():
        return None
    if known is None or _id_in(path) not in ("", rule_set.id):
        return Doubt.OTHERS
    return None if content(path) == known else Doubt.CHANGED


def _id_in(path: Path) -> str:
    """The id of the rules in a rule file; empty if it says nothing."""
    return RuleSet.load(path).id if tomllib.loads(path.read_text(encoding="utf-8")) else ""


def refuse(path: Path) -> None:
    """Refuse a file that must not be written, whatever anybody says.

    Raises:
        RulesError: it comes with trinb, is no rule file, or has no place to be.
    """
    where = show(path.name)
    if path.suffix != ".toml" or not path.stem:
        raise RulesError(tr("{file}: the name of a rule file ends in .toml", file=where))
    try:
        if path.is_dir() or not path.absolute().parent.is_dir():
            raise RulesError(tr("{file}: there is no such folder", file=show(str(path))))
        if path.resolve().is_relative_to(resources.folder("data").resolve()):
            raise RulesError(
                tr("{file} comes with trinb and stays as it is: choose another name", file=where)
            )
        if path.exists() and tomllib.loads(path.read_bytes().decode()):
            RuleSet.load(path)
    except (OSError, ValueError, RuntimeError) as error:  # a circle of links is a RuntimeError
        if isinstance(error, TrinbError):
            raise RulesError(tr("{why}: choose another name", why=error)) from error
        raise RulesError(
            tr("{file} is there already and no rule file: choose another name", file=where)
        ) from error


def content(path: Path) -> bytes | None:
    """What is in a file; None if it is not there."""
    try:
        return path.read_bytes()
    except OSError:
        return None


def write(rule_set: RuleSet, base: RuleSet, path: Path, anew: bool = False) -> bytes:
    """Save rules in a file, and tell what it says now.

    Args:
        rule_set: the rules.
        base: what the file is to extend, if it comes with trinb.
        path: the file; it appears whole or not at all.
        anew: whether nothing stays of what is there, not even comments.

    Raises:
        RulesError: rules cannot be saved there, and why.
    """
    refuse(path)
    try:
        text = to_text(rule_set, base, None if anew else path)
        resources.write_whole(path, text.encode())
    except OSError as error:
        why = error.strerror or str(error)
        raise RulesError(tr("{file}: cannot be written: {why}", file=show(path.name), why=why)) from error
    except UnicodeError as error:
        raise RulesError(tr("there are letters in it that cannot be shown")) from error
    return text.encode()
