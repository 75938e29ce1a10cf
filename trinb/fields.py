"""Kinds of things that a rule set says: each can be said in words, shown in a form, and read from one.

A **field** is one number or choice of a rule set, such as ``score.bridge``.  What a form sends for it, an
*entry*, is made of texts, as people type them; a field reads it, or says what is wrong with it.

>>> from trinb.ruleparts import TargetTest
>>> test = Choice("match.test", "a match ends", {TargetTest.AT_ONCE: "at once at the target"})
>>> test.read("at-once"), test.said(TargetTest.AT_ONCE), test.entry(TargetTest.AT_ONCE)
(<TargetTest.AT_ONCE: 'at-once'>, 'at once at the target', 'at-once')
>>> test.read("never")
Traceback (most recent call last):
    ...
trinb.errors.RulesError: must be one of at-once, not 'never'

Numbers have more to them: see `numberfields`.  Which fields there are is told in `rulefields`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from enum import Enum
from typing import Any, ClassVar, TypeAlias

from attrs import field, frozen

from .errors import RulesError
from .notation import show
from .ruleparts import Reason
from .ruleset import RuleSet
from .tiles import tile_set, tile_sets
from .words import N_, tr, trn

Said: TypeAlias = Mapping[str, Any]
"""What rule sets say, by the names in a file: see `houserules.leaves`."""


class Group(Enum):
    """Fields that belong together, by the names of the tables in a rule file where there is one."""

    NAME = "name"
    BOX = "box"
    HAND = "hand"
    OPENING = "opening"
    DRAWS = "draws"
    TURN = "turn"
    SCORE = "score"
    OUT = "out"
    BLOCKED = "blocked"
    MATCH = "match"
    TOLD = "told"


GROUP_WORDS = {
    Group.NAME: N_("Name"),
    Group.BOX: N_("Players and tiles"),
    Group.HAND: N_("Hand"),
    Group.OPENING: N_("Opening"),
    Group.DRAWS: N_("Draws"),
    Group.TURN: N_("Turn"),
    Group.SCORE: N_("Placements"),
    Group.OUT: N_("Going out"),
    Group.BLOCKED: N_("Blocked round"),
    Group.MATCH: N_("Match"),
    Group.TOLD: N_("Clauses and readings"),
}
"""What the groups are called."""

_ALONE = {
    "id": Group.NAME,
    "name": Group.NAME,
    "source": Group.NAME,
    "tiles": Group.BOX,
    "players": Group.BOX,
    "clauses": Group.TOLD,
    "readings": Group.TOLD,
    "switched_on": Group.TOLD,
}


def signed(number: int) -> str:
    """A number with a true minus sign.

    >>> signed(-5)
    '−5'
    """
    return str(number).replace("-", "−")


def one_line(text: str, most: int) -> str:
    r"""A text from outside in one line: cut when long, and without letters that do something else than show.

    >>> one_line("a\nb", 10), one_line("x" * 100, 5)
    ('a\ufffdb', 'xxxx…')
    """
    cut = text if len(text) <= most else text[: most - 1] + "…"
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in cut)


def isolated(text: str, most: int = 60) -> str:
    r"""A text from outside as part of a sentence: in one line, and unable to turn the sentence round.

    >>> isolated("Ours"), isolated("\u05d0") == "\u2068\u05d0\u2069"
    ('Ours', True)
    """
    cut = one_line(text, most)
    turns = any(unicodedata.bidirectional(letter) in ("R", "AL", "AN") for letter in cut)
    return f"\u2068{cut}\u2069" if turns else cut


@frozen(eq=False)
class Field:
    """One thing that a rule set says.

    Attributes:
        key: its name in a file, such as ``score.bridge``.
        label: what it is called.
        help: what it means, in a sentence.
        reasons: the reasons for points that it decides on.
        shows: the kinds of events that it is about, as in `Clause.shows`.
        told: what the text of a clause that speaks of it matches, where nothing else tells.
    """

    kind: ClassVar[str] = ""

    key: str
    label: str
    help: str = field(default="", kw_only=True)
    reasons: tuple[Reason, ...] = field(default=(), kw_only=True)
    shows: tuple[str, ...] = field(default=(), kw_only=True)
    told: str = field(default="", kw_only=True)

    @property
    def group(self) -> Group:
        """What it belongs to."""
        table = self.key.partition(".")[0]
        return _ALONE.get(table) or Group(table)

    @property
    def name(self) -> str:
        """Its label as the head of something."""
        label = tr(self.label)
        return label[:1].upper() + label[1:]

    def of(self, rule_set: RuleSet) -> Any:
        """Its value in a rule set."""
        value: Any = rule_set
        for name in self.key.split("."):
            value = getattr(value, name)
        return value

    def said(self, value: Any) -> str:
        """A value in words."""
        return str(value)

    def changed(self, key: str, before: Said, after: Said) -> str:
        """How a change is told; the key is that of a leaf, so it may be longer than the field's own."""
        return tr(
            "{what} {before} → {after}",
            what=tr(self.label),
            before=self.said(before[key]),
            after=self.said(after[key]),
        )

    def entry(self, value: Any) -> Any:
        """A value as a form shows it."""
        return value

    def shape(self, value: Any) -> Any:
        """An entry with all its parts, in place of this value."""
        return self.entry(value)

    def read(self, entry: Any) -> Any:
        """The value of an entry; one that is as in a file is read as well.

        Raises:
            RulesError: it is none, and why.
        """
        raise RulesError(tr("this cannot be changed"))


# --- choices ----------------------------------------------------------------------------------------------


@frozen(eq=False)
class YesNo(Field):
    """One thing or its opposite, each told in words of its own."""

    kind: ClassVar[str] = "yes-no"

    no: str
    """What holds if not; `label` is what holds if so."""

    def said(self, value: Any) -> str:
        """Yes or no."""
        return tr("yes") if value else tr("no")

    def changed(self, key: str, before: Said, after: Said) -> str:
        """What holds now."""
        return tr(self.label) if after[key] else tr(self.no)

    def read(self, entry: Any) -> Any:
        """True or False."""
        if not isinstance(entry, bool):
            raise RulesError(tr("it can only be yes or no, not {it}", it=show(entry)))
        return entry


@frozen(eq=False)
class Choice(Field):
    """One of some ways, each in words."""

    kind: ClassVar[str] = "choice"

    words: Mapping[Any, str]

    def said(self, value: Any) -> str:
        """The way in words."""
        return tr(self.words[value])

    def changed(self, key: str, before: Said, after: Said) -> str:
        """Both ways."""
        return tr(
            "{what}: {before} → {after}",
            what=tr(self.label),
            before=self.said(before[key]),
            after=self.said(after[key]),
        )

    @property
    def options(self) -> list[tuple[str, str]]:
        """What a form offers: each way by its name in a file, and in words."""
        return [(str(way.value), tr(said)) for way, said in self.words.items()]

    def entry(self, value: Any) -> Any:
        """Its name in a file."""
        return value.value

    def read(self, entry: Any) -> Any:
        """The way of this name."""
        for way in self.words:
            if entry is way or (isinstance(entry, str) and entry == way.value):
                return way
        known = ", ".join(str(way.value) for way in self.words)
        raise RulesError(tr("must be one of {known}, not {value}", known=known, value=show(entry)))


@frozen(eq=False)
class Box(Field):
    """The tiles that are played with, by the id of their set."""

    kind: ClassVar[str] = "choice"

    @property
    def options(self) -> list[tuple[str, str]]:
        """Every set that comes with trinb, and how many tiles it has."""
        return [
            (id, trn("{box}: {n} tile", "{box}: {n} tiles", len(tile_set(id)), box=id)) for id in tile_sets()
        ]

    def read(self, entry: Any) -> Any:
        """The id of a set that there is."""
        if not isinstance(entry, str) or entry not in tile_sets():
            known = ", ".join(tile_sets())
            raise RulesError(tr("must be one of {known}, not {value}", known=known, value=show(entry)))
        return entry


# --- texts ------------------------------------------------------------------------------------------------


@frozen(eq=False)
class Text(Field):
    """A text in one line, for people."""

    kind: ClassVar[str] = "text"

    most: int = field(default=100, kw_only=True)

    def said(self, value: Any) -> str:
        """The text in quotes."""
        return tr("“{text}”", text=isolated(value))

    def read(self, entry: Any) -> Any:
        """The text, without spaces around it."""
        if not isinstance(entry, str) or not entry.strip():
            raise RulesError(tr("a text is missing"))
        text = entry.strip()
        if len(text) > self.most:
            raise RulesError(tr("too long: at most {n} letters", n=self.most))
        if any(unicodedata.category(letter) in ("Cc", "Cs") for letter in text):
            raise RulesError(tr("there are letters in it that cannot be shown"))
        return text


@frozen(eq=False)
class Id(Text):
    """A name for files and calls."""

    def said(self, value: Any) -> str:
        """The name as it is."""
        return isolated(value)

    def read(self, entry: Any) -> Any:
        """The name, if a file may be called so."""
        if not isinstance(entry, str) or not re.fullmatch(r"[\w-][\w.-]{0,60}", entry.strip()):
            raise RulesError(tr("write at most 61 letters, digits, hyphens, dots, and no spaces"))
        return entry.strip()


@frozen(eq=False)
class Told(Field):
    """Parts that have names: they come, go and change."""

    kind: ClassVar[str] = "told"

    gone: str
    new: str
    other: str

    def changed(self, key: str, before: Said, after: Said) -> str:
        """What has happened to one of them."""
        said = self.gone if key not in after else self.new if key not in before else self.other
        return tr(said, name=isolated(key.partition(".")[2]))
