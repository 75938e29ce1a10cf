"""What is to be refereed: the players, the rules and the file, and the form in which they are chosen.

>>> setup = Setup.of(["Ann", "Bo"], rules("triangelspelet"))
>>> setup.renamed(1, "Bea").names, setup.changed("target", "300").played_rules.match.target
(('Ann', 'Bea'), 300)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from pathlib import Path
from typing import Any

from attrs import evolve, frozen

from ..draw import svg
from ..errors import NotationError, RecordError, RulesError
from ..notation import show, tidy
from ..referee import LONGEST_NAME, Pad
from ..ruleset import RuleSet, rule_sets, rules
from ..scorebook import MARK
from ..words import tr, trn
from .front import button, choice, rule_set_choices
from .gamefile import unused

MOST_PLAYERS = 8
_MOST_FILES = 30  # so many rule files and books of a folder are offered
_LIMITS = {"target": 100_000, "rounds": 1000}


@frozen
class Setup:
    """What is to be refereed.

    Attributes:
        names: what the players are called; an empty name stands for one that is still to be typed.
        rules: the rule set.
        limits: the target and the number of rounds as they are typed; empty for none.
        file: the name of the file to keep it in, as it is typed; empty for none.
        own: rules that are none of those that come with trinb, by the names under which they are chosen.
    """

    names: tuple[str, ...]
    rules: RuleSet
    limits: tuple[tuple[str, str], ...]
    file: str = ""
    own: tuple[tuple[str, RuleSet], ...] = ()

    @classmethod
    def of(cls, names: Iterable[str], rule_set: RuleSet, file: str = "") -> Setup:
        """What somebody asks for in a notebook; at least as many names as the rules want players."""
        given = [tidy(str(name), LONGEST_NAME) for name in names][:MOST_PLAYERS]
        low = rule_set.players[0]
        given += [""] * (low - len(given))
        own = () if rule_set in map(rules, rule_sets()) else ((f"own:{rule_set.id}", rule_set),)
        return cls(tuple(given), rule_set, _limits(rule_set), file, own)

    @property
    def played_rules(self) -> RuleSet:
        """The rules with the target and the number of rounds that are typed.

        Raises:
            RulesError: one of them is no number.
        """
        typed = dict(self.limits)
        target, rounds = _limit("target", typed["target"]), _limit("rounds", typed["rounds"])
        match = evolve(self.rules.match, target=target, rounds=rounds)
        return self.rules if match == self.rules.match else self.rules.evolve(match=match)

    def pad(self) -> Pad:
        """An empty pad.

        Raises:
            TrinbError: something is missing or cannot be.
        """
        return Pad.start(self.called(), self.played_rules, date.today().isoformat())

    def called(self) -> tuple[str, ...]:
        """The names; whoever has none is called by a number."""
        return tuple(name or tr("Player {n}", n=number) for number, name in enumerate(self.names, 1))

    # --- changing ----------------------------------------------------------------------------------------

    def renamed(self, number: int, name: str) -> Setup:
        """With another name for the player with this number, from 0.

        Raises:
            NotationError: there is no such player.
        """
        self._check(number)
        names = list(self.names)
        names[number] = tidy(name, LONGEST_NAME)
        return evolve(self, names=tuple(names))

    def with_player(self) -> Setup:
        """With one more player.

        Raises:
            RulesError: the rules do not allow it.
        """
        if len(self.names) >= self._most:
            raise RulesError(trn("{n} player may play at most", "{n} players may play at most", self._most))
        return evolve(self, names=(*self.names, ""))

    def without_player(self, number: int) -> Setup:
        """Without the player with this number.

        Raises:
            TrinbError: there is no such player, or the rules want as many.
        """
        self._check(number)
        low = self.rules.players[0]
        if len(self.names) <= low:
            raise RulesError(trn("{n} player must play at least", "{n} players must play at least", low))
        return evolve(self, names=self.names[:number] + self.names[number + 1 :])

    def moved_up(self, number: int) -> Setup:
        """With a player and the one before swapped.

        Raises:
            NotationError: there is no such player, or none before.
        """
        self._check(number)
        self._check(number - 1)
        names = list(self.names)
        names[number - 1 : number + 1] = names[number], names[number - 1]
        return evolve(self, names=tuple(names))

    def changed(self, name: str, value: str) -> Setup:
        """With one thing changed as it is chosen or typed: rules, target, rounds or file.

        Raises:
            TrinbError: there is no such thing, or the rules cannot be read.
        """
        if name == "rules":
            return self._with_rules(dict(self.own).get(value) or _rules_named(value))
        if name == "file":
            return evolve(self, file=tidy(value, 80))
        if name in _LIMITS:
            limits = {**dict(self.limits), name: value.strip()[:12]}
            return evolve(self, limits=tuple(limits.items()))
        raise NotationError(tr("there is nothing to choose called {it}", it=show(name)))

    def _with_rules(self, other: RuleSet) -> Setup:
        low, _ = other.players
        names = (*self.names, *[""] * (low - len(self.names)))
        known = self.own
        if other not in map(rules, rule_sets()) and other not in dict(known).values():
            known = (*known, (f"{other.id}.toml", other))
        # Names are not thrown away because of a look at rules for fewer players.
        return evolve(self, names=names, rules=other, limits=_limits(other), own=known)

    @property
    def _most(self) -> int:
        return min(self.rules.players[1], MOST_PLAYERS)

    def _check(self, number: int) -> None:
        if not 0 <= number < len(self.names):
            raise NotationError(tr("there is no player number {number}", number=number + 1))


def _limits(rule_set: RuleSet) -> tuple[tuple[str, str], ...]:
    match = rule_set.match
    return tuple(
        (name, "" if value is None else str(value))
        for name, value in (("target", match.target), ("rounds", match.rounds))
    )


def _limit(name: str, typed: str) -> int | None:
    if not typed:
        return None
    most = _LIMITS[name]
    if not (typed.isascii() and typed.isdigit()) or not 1 <= int(typed) <= most:
        raise RulesError(tr("{it} is no whole number from 1 to {most}", it=show(typed), most=most))
    return int(typed)


def _rules_named(value: str) -> RuleSet:
    """Shipped rules, or a rule file in the working folder; no other file can be asked for from outside.

    Raises:
        RulesError: there are none, or they cannot be read.
    """
    if value in rule_files():
        return RuleSet.load(value)
    return rules(value)


def rule_files() -> list[str]:
    """The names of the files in the working folder that may hold house rules."""
    return _names_of("*.toml")


def books() -> list[str]:
    """The names of the files in the working folder that hold a referee's book, newest first."""
    found = []
    for name in _names_of("*.jsonl"):
        try:
            with Path(name).open("rb") as file:
                if file.read(len(MARK) + 4).startswith(f'{{"{MARK}"'.encode()):
                    found.append((Path(name).stat().st_mtime, name))
        except OSError:
            continue
    return [name for _, name in sorted(found, reverse=True)]


def _names_of(pattern: str) -> list[str]:
    """Plain files in the working folder whose names can be shown as they are."""
    try:
        names = sorted(path.name for path in Path().glob(pattern) if path.is_file())
    except OSError:
        return []
    return [name for name in names if name == tidy(name, 80) and not name.startswith(".")][:_MOST_FILES]


def own_path(name: str, folder: Path) -> Path | None:
    """Where a file is that is typed in the browser: always in this folder; None if nothing is typed.

    Raises:
        RecordError: it is not the name of a file in a folder.
    """
    if not name:
        return None
    strange = not name.isprintable() or any(sign in name for sign in '/\\:*?"<>|')
    if strange or Path(name).name != name or name.startswith("."):
        raise RecordError(tr("{it} is not the name of a file; write one such as game.jsonl", it=show(name)))
    return folder / (name if name.endswith(".jsonl") else f"{name}.jsonl")


def fresh_name(folder: Path) -> str:
    """The name of a file that is not there yet.

    >>> fresh_name(Path("no-such-folder"))
    'match.jsonl'
    """
    return unused(folder / "match.jsonl").name


# --- the form -------------------------------------------------------------------------------------------


def form(setup: Setup) -> dict[str, Any]:
    """The form as the browser shows it."""
    count = len(setup.names)
    return {
        "title": tr("Who plays, and by which rules?"),
        "names": [_name_row(setup, number) for number in range(count)],
        "add": button(tr("Add a player"), {"do": "add"}, count < setup._most),
        "too_many": _too_many(setup),
        "rules": choice("rules", tr("Rules"), _rules_value(setup), _rules_options(setup)),
        "box": _box(setup),
        "fields": [
            _field(setup, "target", tr("Points to reach (empty: no target)")),
            _field(setup, "rounds", tr("Rounds to play (empty: no limit)")),
        ],
        "file": {
            "name": "file",
            "label": tr("Save in this file (empty: do not save)"),
            "value": setup.file,
        },
        "start": button(tr("Start"), {"do": "start"}, count <= setup._most),
        "books_title": tr("Go on with a match"),
        "books": [button(name, {"do": "resume", "name": name}) for name in books()[:5]],
    }


def _name_row(setup: Setup, number: int) -> dict[str, Any]:
    shown = tr("Player {n}", n=number + 1)
    return {
        "label": shown,
        "value": setup.names[number],
        "up": button(tr("Move {who} up", who=shown), {"do": "up", "number": number}, number > 0),
        "remove": button(
            tr("Remove {who}", who=shown),
            {"do": "remove", "number": number},
            len(setup.names) > setup.rules.players[0],
        ),
    }


def _too_many(setup: Setup) -> str:
    """What is said when there are more names than the rules allow players."""
    if len(setup.names) <= setup._most:
        return ""
    return trn(
        "These rules are for {n} player at most: remove somebody, or choose other rules.",
        "These rules are for {n} players at most: remove somebody, or choose other rules.",
        setup._most,
    )


def _rules_value(setup: Setup) -> str:
    own = next((name for name, one in setup.own if one == setup.rules), None)
    return own or setup.rules.id


def _rules_options(setup: Setup) -> list[tuple[str, str]]:
    options = rule_set_choices()
    own = [(name, tr("{name} (your own)", name=tidy(tr(one.name) or one.id, 80))) for name, one in setup.own]
    taken = dict(setup.own)
    files = [(name, tr("House rules in {file}", file=name)) for name in rule_files() if name not in taken]
    return [*own, *options, *files]


def _box(setup: Setup) -> dict[str, Any]:
    """What has to be in the box: the number of tiles, and its triples as a picture."""
    box = setup.rules.tile_set
    size = setup.rules.hand.size(max(setup.rules.players[0], min(len(setup.names), setup._most)))
    words = trn("{n} tile in the box", "{n} tiles in the box", len(box))
    hand = trn("{n} tile for each player", "{n} tiles for each player", size)
    shown: Sequence[Any] = sorted(box.triples)[:7] or box.tiles[:7]
    picture = svg.tiles(shown, columns=len(shown), title=words, style=False)
    return {"svg": picture, "words": f"{words} · {hand}"}


def _field(setup: Setup, name: str, label: str) -> dict[str, str]:
    return {"name": name, "label": label, "value": dict(setup.limits)[name]}
