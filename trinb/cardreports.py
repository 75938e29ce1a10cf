"""What the commands of the card game tell, as plain tables for JSON and in words for people.

Nothing is printed in here, and nothing is decided.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from .cards.odds import Knowledge, Odds, best, odds_of, value_of_speaking
from .cards.records import CardRecord, moves_of
from .cards.rounds import CardRound
from .cards.rules import SEATS, card_names
from .terminal import columns, shown
from .words import tr, trn

if TYPE_CHECKING:
    from .cards.equilibrium import RaceSolution

Data = dict[str, Any]
"""What is printed as a JSON object."""

# --- odds -------------------------------------------------------------------------------------------------


def odds_data(knowledge: Knowledge) -> list[Data]:
    """Every statement with its exact odds; fractions are text."""
    return [
        {
            "statement": one.statement.value,
            "probability": str(one.probability),
            "points": one.points,
            "expected": str(one.expected),
        }
        for one in odds_of(knowledge)
    ]


def odds_words(knowledge: Knowledge) -> str:
    """The same in words, with the swing, and what to say or whether to speak."""
    found, top = odds_of(knowledge), best(knowledge)
    head = ("", tr("statement"), tr("chance"), "", tr("points"), tr("expected"), tr("swing"))
    table = columns([head, *(_odds_row(one, one == top) for one in found)], right="2346")
    return "\n".join([_known_words(knowledge), "", table, "", _advice(knowledge, top)])


def _odds_row(one: Odds, is_best: bool) -> tuple[object, ...]:
    return (
        "*" if is_best else "",
        one.statement.words,
        one.probability,
        percent(one.probability),
        one.points,
        one.expected,
        f"{float(one.swing):+.2f}",
    )


def percent(share: Fraction | float) -> str:
    """A share in percent.

    >>> percent(Fraction(1, 3))
    '33.3 %'
    """
    return f"{float(100 * share):.1f} %"


def _known_words(knowledge: Knowledge) -> str:
    one, two = map(card_names, zip(knowledge.peers))
    words = [tr("Peers {one} and {two}.", one=one, two=two)]
    if knowledge.middle is not None:
        words.append(tr("Middle card {card}.", card=card_names([knowledge.middle])))
    if knowledge.seen:
        words.append(tr("Seen before: {cards}.", cards=card_names(knowledge.seen)))
    left = trn(
        "Your own card is {n} unseen card.", "Your own card is one of {n} unseen cards.", knowledge.total
    )
    return " ".join([*words, left])


def _advice(knowledge: Knowledge, top: Odds) -> str:
    said = tr(
        "* gains most on any one opponent: {swing} on the average (right: {points}, wrong: {wrong}).",
        swing=f"{float(top.swing):+.2f}",
        points=f"{top.points:+d}",
        wrong=f"{-top.wrong:+d}",
    )
    if knowledge.middle is not None or knowledge.total < 2:
        return said
    value = value_of_speaking(knowledge)
    worth = tr(
        "Taking the right to speak is worth {value} = {number}: the middle card may help to choose.",
        value=_signed(value),
        number=f"{float(value):+.2f}",
    )
    return f"{said}\n{worth}"


def _signed(number: Fraction) -> str:
    return f"+{number}" if number > 0 else str(number)


# --- matches ----------------------------------------------------------------------------------------------


def round_data(number: int, round: CardRound) -> Data:
    """A round: its cards, what was done, and the points."""
    return {
        "round": number,
        "dealer": round.dealer,
        "cards": list(round.cards),
        "middle": round.middle,
        "moves": [str(move) for move in moves_of(round)],
        "speaker": round.speaker,
        "statement": round.statement.value if round.statement else None,
        "end": round.end.value if round.end else None,
        "lines": [
            {"seat": line.seat, "points": line.points, "reason": line.words, "clause": line.clause}
            for line in round.lines
        ],
        "scores": list(round.scores),
    }


def record_data(record: CardRecord) -> Data:
    """A match with its rounds."""
    match = record.match
    return {
        "rules": match.rules.id,
        "readings": list(match.rules.switched_on),
        "seed": match.seed,
        "players": list(record.names),
        "rounds": [
            round_data(number, round) for number, round in enumerate(match.rounds, 1) if moves_of(round)
        ],
        "totals": list(match.totals),
        "winners": list(match.winners),
    }


def record_words(record: CardRecord) -> Iterator[str]:
    """A match in words, one line after the other."""
    match, names = record.match, [shown(name) for name in record.names]
    seats = ", ".join(f"{tr('seat {seat}', seat=seat)} {name}" for seat, name in enumerate(names))
    yield f"{match.rules!r}, {tr('seed {seed}', seed=match.seed)}: {seats}"
    totals = [0] * SEATS
    for number, round in enumerate(match.rounds, 1):
        if moves_of(round):
            totals = [old + new for old, new in zip(totals, round.scores, strict=True)]
            yield f"{round_words(number, round, names)}  {' '.join(map(str, totals))}"
    yield _end_words(record)


def round_words(number: int, round: CardRound, names: Sequence[str]) -> str:
    """A round in one line: its cards, and what was said."""
    cards = f"{number:3d}  {card_names(round.cards)} [{card_names([round.middle])}]"
    if round.speaker is None or round.statement is None:
        return f"{cards}  {round.end.words if round.end else tr('The round is not over.')}"
    said = round.statement.words
    right = tr("“{statement}” is right.", statement=said)
    wrong = tr("“{statement}” is wrong.", statement=said)
    return f"{cards}  {names[round.speaker]}: {right if round.lines[0].right else wrong}"


def _end_words(record: CardRecord) -> str:
    match = record.match
    if not match.is_over:
        return tr("No winner yet.")
    winners = ", ".join(
        f"{tr('seat {seat}', seat=seat)} ({shown(record.names[seat])})" for seat in match.winners
    )
    rounds = trn("The match is over after {n} round.", "The match is over after {n} rounds.", match.number)
    won = trn("The winner is {names}.", "The winners are {names}.", len(match.winners), names=winners)
    return f"{rounds} {won}"


# --- simulations ------------------------------------------------------------------------------------------


def result_words(row: Data) -> str:
    """A row of the table of results in words."""
    head = ("", tr("reaction"), tr("points per round"), tr("spoke"), tr("of it right"), tr("matches won"))
    seats = [
        (
            player,
            f"{reaction} s",
            _number(seat["points"]),
            _share(seat["spoke"]),
            _share(seat["right"]) if seat["right"] else "-",
            _share(seat["won"]),
        )
        for player, reaction, seat in zip(row["players"], row["reactions"], row["seats"], strict=True)
    ]
    void = tr(
        "{rounds} rounds in {matches} matches. Void: unclear {unclear}, nobody {nobody}.",
        rounds=f"{row['rounds']:,}",
        matches=f"{row['matches']:,}",
        unclear=_share(row["unclear"]),
        nobody=_share(row["nobody"]),
    )
    return f"{columns([head, *seats])}\n  {void}"


def _number(pair: Sequence[float]) -> str:
    return f"{pair[0]:.3f} ± {pair[1]:.3f}"


def _share(pair: Sequence[float]) -> str:
    return f"{100 * pair[0]:.1f} ± {100 * pair[1]:.1f} %"


def results_words(rows: Iterable[Data]) -> str:
    """Rows of the table, one a line: the first bot against the two others."""
    head = (tr("one bot"), tr("reaction"), tr("against two"), tr("points"), tr("theirs"), tr("matches won"))
    lines = [
        (
            row["players"][0],
            f"{row['reactions'][0]} s",
            row["players"][1],
            _number(row["seats"][0]["points"]),
            _number(row["seats"][1]["points"]),
            _share(row["seats"][0]["won"]),
        )
        for row in rows
    ]
    return columns([head, *lines])


# --- the race ---------------------------------------------------------------------------------------------


def race_data(solution: RaceSolution) -> Data:
    """A solved race: how often each seat should reach in the first round, and what comes of a whole pack."""
    cards = range(1, 7)
    return {
        "speeds": list(solution.speeds),
        "unclear": solution.unclear,
        "regret": round(solution.regret, 6),
        "reach": [
            {
                "peers": [one, two],
                "chance": [round(solution.chance((one, two), seat=seat), 4) for seat in range(SEATS)],
            }
            for one in cards
            for two in cards
            if one <= two
        ],
        "void": [round(float(share), 5) for share in solution.void],
        "points": [[round(float(points), 5) for points in seats] for seats in solution.points],
        "speaks": [[round(float(share), 5) for share in seats] for seats in solution.speaks],
    }


def race_words(found: Data) -> str:
    """The same in words."""
    alike = len(set(found["speeds"])) == 1
    head = (tr("peers"), tr("reach"))
    rows = [
        (card_names(row["peers"]), *[percent(chance) for chance in row["chance"][: 1 if alike else SEATS]])
        for row in found["reach"]
    ]
    rounds = [
        (number, percent(void), *[f"{value:.3f}" for value in points])
        for number, (void, points) in enumerate(zip(found["void"], found["points"], strict=True), 1)
    ]
    return "\n".join(
        [
            tr("How often to reach in the first round, by the cards of the two others:"),
            columns([head + ("",) * (len(rows[0]) - 2), *rows]),
            tr("What comes of it: void rounds, and the mean points of each seat:"),
            columns([(tr("round"), tr("void"), *map(str, range(SEATS))), *rounds]),
            tr(
                "Nobody can gain more than {regret} points in a round by doing otherwise.",
                regret=found["regret"],
            ),
        ]
    )
