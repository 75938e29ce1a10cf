"""What a table of the card game says: why a statement is right, how a round went, what the odds are.

>>> why(Statement.EQUAL, 5, (5, 1)), why(Statement.GREATER, 4, (2, 6))
('5 = 5', '4 < 6')
>>> why(Statement.PEERS_EVEN, 4, (2, 1))
'A is odd'
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from .. import words
from ..cards.odds import Knowledge, Odds, best, odds_of, value_of_speaking
from ..cards.rounds import CardEnd, CardLine, CardRound
from ..cards.rules import SEATS, CardRules, Statement, card_names, rank_name
from ..words import tr, trn
from .carddesk import Desk, Stage
from .cardseats import CardSetup

# --- a statement ------------------------------------------------------------------------------------------


def why(statement: Statement, mine: int, peers: tuple[int, ...]) -> str:
    """The arithmetic that makes a statement right or wrong, in a few signs or words."""
    if statement in (Statement.PEERS_EVEN, Statement.PEERS_ODD):
        wanted = 0 if statement is Statement.PEERS_EVEN else 1
        against = [card for card in peers if card % 2 != wanted]
        if against:
            return _parity(against[0])
        one, two = map(rank_name, peers)
        if wanted:
            return tr("{one} and {two} are odd", one=one, two=two)
        return tr("{one} and {two} are even", one=one, two=two)
    if statement in (Statement.EVEN, Statement.ODD):
        return _parity(mine)
    own = rank_name(mine)
    if statement is Statement.GREATER:
        other = max(peers)
        return f"{own} {'>' if mine > other else '=' if mine == other else '<'} {rank_name(other)}"
    if statement is Statement.EQUAL:
        if mine in peers:
            return f"{own} = {own}"
        return ", ".join(f"{own} ≠ {rank_name(card)}" for card in dict.fromkeys(peers))
    named = str(statement.value)
    return f"{own} {'=' if own == named else '≠'} {named}"


def _parity(card: int) -> str:
    shown = rank_name(card)
    return tr("{card} is odd", card=shown) if card % 2 else tr("{card} is even", card=shown)


KEYS = {
    Statement.PEERS_EVEN: "Q",
    Statement.PEERS_ODD: "W",
    Statement.EVEN: "E",
    Statement.ODD: "O",
    Statement.GREATER: "G",
    Statement.EQUAL: "=",
    Statement.ACE: "A",
}
"""The key of each statement that is no digit."""


def statement_rows(rules: CardRules) -> list[dict[str, Any]]:
    """A button for each statement, as the browser shows it."""
    return [
        {
            "words": one.words,
            "points": f"+{rules.points_of(one)}",
            "key": KEYS.get(one, str(one.value)),
            "name": one.value,
            "sort": _sort(one),
        }
        for one in rules.statements
    ]


def _sort(statement: Statement) -> str:
    return "exactly" if statement.value in "A23456" else "other"


# --- a round ------------------------------------------------------------------------------------------------


def reveal(desk: Desk) -> dict[str, Any] | None:
    """How a round went; None while it is played."""
    if desk.stage not in (Stage.REVEAL, Stage.OVER):
        return None
    setup, round = desk.setup, desk.round
    spoken = round.end is CardEnd.SPOKEN
    return {
        "why": _arithmetic(round) if spoken else tr("Nobody scores, and nothing is shown."),
        "right": bool(spoken and round.lines[0].right),
        "void": not spoken,
        "race": race_words(desk),
        "lines": [_line_row(setup, line) for line in round.lines],
        "best": _hindsight(desk),
        "clauses": clause_rows(desk.match.rules, _clauses(round)),
    }


def verdict(desk: Desk) -> str:
    """What was said in the round that is over, and whether that is right; or why it is void."""
    setup, round = desk.setup, desk.round
    if round.statement is None or round.speaker is None:
        return round.end.words if round.end else ""
    said = {"name": setup.said(round.speaker), "statement": round.statement.words}
    if round.lines[0].right:
        return tr("{name}: “{statement}”. That is right.", **said)
    return tr("{name}: “{statement}”. That is wrong.", **said)


def _arithmetic(round: CardRound) -> str:
    """One line: the cards, what follows from them, and the points."""
    assert round.speaker is not None and round.statement is not None
    mine, peers = round.cards[round.speaker], round.peers(round.speaker)
    one, two = map(rank_name, peers)
    values = {
        "mine": rank_name(mine),
        "one": one,
        "two": two,
        "why": why(round.statement, mine, peers).replace(" ≠ ", "\u00a0≠\u00a0"),
    }
    if round.lines[0].right:
        points = round.rules.points_of(round.statement)
        return tr("Own card {mine}, peers {one} and {two}: {why}, so +{points}.", points=points, **values)
    return tr(
        "Own card {mine}, peers {one} and {two}: {why}, so +{points} for each opponent.",
        points=round.rules.wrong,
        **values,
    )


def _line_row(setup: CardSetup, line: CardLine) -> dict[str, Any]:
    clauses = {clause.id: clause.text for clause in setup.rules.clauses}
    return {
        "name": setup.name(line.seat),
        "points": line.points,
        "words": line.words,
        "clause": "",
        "text": tr(clauses.get(line.clause, "")),
    }


def _clauses(round: CardRound) -> tuple[str, ...]:
    if round.end is CardEnd.SPOKEN:
        return ("Statements",) if round.lines[0].right else ("Wrong",)
    return ("Unclear",)


def clause_rows(rules: CardRules, wanted: Iterable[str] | None = None) -> list[str]:
    """The texts of some clauses, or of all, and of the readings that are switched on."""
    names = None if wanted is None else set(wanted)
    texts = [tr(clause.text) for clause in rules.clauses if names is None or clause.id in names]
    return [
        *texts,
        *(
            tr(rules.readings[name].text)
            for name in rules.switched_on
            if names is None or rules.readings[name].clause in names
        ),
    ]


def race_words(desk: Desk) -> str:
    """Who reached when, as far as that was seen."""
    reached = sorted((time, seat) for seat, time in enumerate(desk.times) if time is not None)
    if not reached or desk.setup.reaction is None or len(desk.setup.people) > 1:
        return ""
    told = [
        tr("{name} after {seconds} s", name=desk.setup.said(seat), seconds=words.decimal(time))
        for time, seat in reached
    ]
    return tr("Reached for it: {who}.", who=", ".join(told))


def _hindsight(desk: Desk) -> str:
    """What the only person should have done by the odds, before the cards were known."""
    knew, round = desk.knowledge, desk.round
    if knew is None:
        return ""
    if knew.middle is None:
        value = value_of_speaking(knew) if knew.total > 1 else Fraction(0)
        return tr("By the odds, speaking was worth {value} to you.", value=decimal(value))
    top = best(knew)
    values = {
        "statement": top.statement.words,
        "percent": percent(top.probability),
        "swing": decimal(top.swing),
    }
    if round.statement is top.statement:
        return tr(
            "By the odds this was the best you could say: right in {percent}, worth {swing}.",
            percent=values["percent"],
            swing=values["swing"],
        )
    return tr("By the odds best was “{statement}”: right in {percent}, worth {swing}.", **values)


# --- odds ---------------------------------------------------------------------------------------------------


def percent(share: Fraction) -> str:
    r"""A share in percent.

    >>> percent(Fraction(1, 3))
    '33.3\xa0%'
    """
    return f"{words.decimal(float(100 * share), 1)}\u00a0%"


def decimal(value: Fraction) -> str:
    """A number of points on the average, with its sign.

    >>> decimal(Fraction(-1, 3)), decimal(Fraction(5, 2))
    ('−0.33', '+2.50')
    """
    return words.decimal(float(value), sign=True)


def odds_table(knowledge: Knowledge, memory: bool) -> dict[str, Any]:
    """All statements with their odds, as the browser shows them."""
    if not memory:
        knowledge = Knowledge(knowledge.peers, knowledge.middle, (), knowledge.rules)
    top = best(knowledge)
    worth = ""
    if knowledge.middle is None and knowledge.total > 1:
        value = value_of_speaking(knowledge)
        worth = tr(
            "Taking the right to speak is worth {value} on the average, as {fraction}; staying silent is 0.",
            value=decimal(value),
            fraction=value,
        )
    return {
        "known": _known(knowledge),
        "worth": worth,
        "note": tr(
            "Swing: what you gain on any one opponent, on the average. The best one is marked with a star."
        ),
        "head": [tr("Statement"), tr("Chance"), "", tr("Points"), tr("Expected"), tr("Swing")],
        "rows": [_odds_row(one, one == top) for one in odds_of(knowledge)],
    }


def _known(knowledge: Knowledge) -> str:
    one, two = map(rank_name, knowledge.peers)
    said = [tr("Peers {one} and {two}.", one=one, two=two)]
    if knowledge.middle is not None:
        said.append(tr("Middle card {card}.", card=rank_name(knowledge.middle)))
    if knowledge.seen:
        said.append(tr("Seen before: {cards}.", cards=card_names(knowledge.seen)))
    left = trn(
        "Your own card is {n} unseen card.", "Your own card is one of {n} unseen cards.", knowledge.total
    )
    return " ".join([*said, left])


def _odds_row(one: Odds, is_best: bool) -> dict[str, Any]:
    return {
        "words": one.statement.words,
        "best": is_best,
        "cells": [
            str(one.probability),
            percent(one.probability),
            str(one.points),
            words.decimal(float(one.expected)),
            decimal(one.swing),
        ],
    }


# --- the score ----------------------------------------------------------------------------------------------


def standing_rows(desk: Desk) -> list[dict[str, Any]]:
    """A bar for each seat."""
    match, target = desk.match, desk.match.rules.target
    return [
        {
            "name": desk.setup.name(seat),
            "points": match.totals[seat],
            "share": min(1.0, match.totals[seat] / target),
            "words": tr("{points} of {target}", points=match.totals[seat], target=target),
            "won": seat in match.winners,
        }
        for seat in range(SEATS)
    ]


def where(desk: Desk) -> str:
    """How far the match is."""
    said = tr("Round {n} of a match to {points} points", n=desk.number, points=desk.match.rules.target)
    if desk.stage is Stage.OVER:
        return said
    if desk.left:
        left = trn("{n} more round in the pack", "{n} more rounds in the pack", desk.left)
    else:
        left = tr("last round of the pack")
    return f"{said} · {left}"


def winners(desk: Desk) -> str:
    """Who has won."""
    names = [desk.setup.said(seat) for seat in desk.match.winners]
    if len(names) == 1:
        if desk.setup.people == desk.match.winners and not desk.setup.seats[desk.match.winners[0]].name:
            return tr("You have won the match.")
        return tr("{name} has won the match.", name=names[0])
    return tr("The match ends in a tie: {names} win together.", names=", ".join(names))
