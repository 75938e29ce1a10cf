"""What the commands tell, as plain tables for JSON and in words for people.

Nothing is printed in here, and nothing is decided: rule sets, boards, rounds and matches come in.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from .houserules import differences, in_words
from .matches import Match
from .moves import Event
from .records import Record, moves_of
from .rounds import Round
from .ruleset import RuleSet
from .scoring import REASON_WORDS, Line, Score
from .terminal import columns, shown, width, wrapped
from .words import tr

if TYPE_CHECKING:
    from .board import Laid
    from .tiles import Tile, TileSet

Data = dict[str, Any]
"""What is printed as a JSON object."""


def plural(count: int, word: str) -> str:
    """A number with its noun.

    >>> plural(1, "round"), plural(212, "move")
    ('1 round', '212 moves')
    """
    return f"{count} {word}{'s' * (count != 1)}"


def lines_data(lines: Iterable[Line]) -> list[Data]:
    """Lines of a score."""
    return [{"points": line.points, "reason": line.reason.value, "clause": line.clause} for line in lines]


# --- score ------------------------------------------------------------------------------------------------


def score_data(rule_set: RuleSet, last: Laid, score: Score) -> Data:
    """How the last tile of a position met the board, and what it scores."""
    return {
        "rules": rule_set.id,
        "kind": last.contact.kind.value,
        "sides": last.contact.sides,
        "hexagons": last.contact.hexagons,
        "extends_bridge": last.contact.extends_bridge,
        "lines": lines_data(score.lines),
        "total": score.total,
    }


def contact_words(found: Mapping[str, Any]) -> str:
    """How a tile met the board."""
    words = [f"{found['kind']}", plural(found["sides"], "side")]
    if found["hexagons"]:
        words.append(plural(found["hexagons"], "hexagon"))
    if found["extends_bridge"]:
        words.append("extends a bridge")
    return ", ".join(words)


def score_table(rule_set: RuleSet, lines: Sequence[Line]) -> str:
    """Lines with points, words and clause, each followed by what the clause says; then the total."""
    texts = {clause.id: clause.text for clause in rule_set.clauses}
    rows = []
    for line in lines:
        rows.append(f"{line.points:+6d}  {tr(REASON_WORDS[line.reason])}")
        if line.clause:
            rows.append(wrapped(f"{'':8}{line.clause}", texts[line.clause], 13))
    return "\n".join([*rows, f"{sum(line.points for line in lines):+6d}  in all, {rule_set!r}"])


# --- tiles ------------------------------------------------------------------------------------------------


def set_data(box: TileSet) -> Data:
    """A tile set and what is in it."""
    from .tiles import ascending_count, mirrored_count

    chiral = [tile for tile in box if tile.is_chiral]
    return {
        "id": box.id,
        "name": box.name,
        "count": len(box),
        "triples": len(box.triples),
        "doubles": len(box) - len(box.triples) - len(chiral),
        "rising": sum(tile.is_rising for tile in chiral),
        "falling": sum(not tile.is_rising for tile in chiral),
        "digits": list(box.digits),
        "ascending": ascending_count(len(box.digits)),
        "mirrored": mirrored_count(len(box.digits)),
        "tiles": [str(tile) for tile in box],
    }


def set_words(found: Data) -> str:
    """A tile set in words."""
    digits = found["digits"]
    counts = ", ".join(f"{found[name]} {name}" for name in ("triples", "doubles", "rising", "falling"))
    return "\n".join(
        [
            f"{found['id']}: {found['count']} tiles. {found['name']}",
            _grid(found["tiles"]),
            counts,
            f"{len(digits)} digits, {digits[0]} to {digits[-1]}. So many digits make",
            f"  {found['ascending']} tiles if a tile and its mirror are one: C(n+2, 3)",
            f"  {found['mirrored']} tiles if they are two: (n³ + 2n)/3",
        ]
    )


def _grid(names: Sequence[str]) -> str:
    wide = max(map(len, names))
    across = max(1, (width() - 2) // (wide + 2))
    rows = [names[start : start + across] for start in range(0, len(names), across)]
    return "\n".join("  " + "  ".join(name.ljust(wide) for name in row).rstrip() for row in rows)


def tile_data(box: TileSet, text: str, tile: Tile) -> Data:
    """A tile that was asked for by this text."""
    return {
        "asked": text,
        "tile": str(tile),
        "in_set": tile in box,
        "mirror": str(tile.mirror()),
        "mirror_in_set": tile.mirror() in box,
        "sum": tile.sum,
        "number": box.number(tile) if tile in box else None,
    }


def tile_words(box: str, found: Mapping[str, Any]) -> str:
    """The same in words."""
    place = f"is number {found['number']} of {box}" if found["in_set"] else f"is not in {box}"
    mirror = f"its mirror {found['mirror']} is {'in it' if found['mirror_in_set'] else 'not'}"
    if found["mirror"] == found["tile"]:
        mirror = "it is its own mirror"
    return f"{found['tile']} {place}; {mirror}; its sum is {found['sum']}"


# --- rules ------------------------------------------------------------------------------------------------


def rules_head(rule_set: RuleSet) -> Data:
    """A rule set in a list of them."""
    return {
        "id": rule_set.id,
        "name": rule_set.name,
        "source": rule_set.source,
        "tiles": rule_set.tiles,
        "players": list(rule_set.players),
    }


def rules_list(known: Iterable[RuleSet]) -> str:
    """Rule sets, one a line."""
    return columns((r.id, r.tiles, f"{r.players[0]}–{r.players[1]} players", r.name) for r in known)


def rules_data(rule_set: RuleSet) -> Data:
    """A rule set with its clauses and readings."""
    clauses = [
        {"id": clause.id, "text": clause.text, "settles": [reason.value for reason in clause.settles]}
        for clause in rule_set.clauses
    ]
    readings = [
        {"name": name, "clause": reading.clause, "text": reading.text, "on": name in rule_set.switched_on}
        for name, reading in rule_set.readings.items()
    ]
    return {**rules_head(rule_set), "clauses": clauses, "readings": readings}


def rules_words(rule_set: RuleSet) -> str:
    """The same in words."""
    low, high = rule_set.players
    lines = [f"{rule_set.id}: {rule_set.name}, {low}–{high} players, tiles {rule_set.tiles}"]
    if rule_set.source:
        lines.append(f"Source: {rule_set.source}")
    indent = max((len(clause.id) for clause in rule_set.clauses), default=0) + 4
    lines += [wrapped(f"  {clause.id}", clause.text, indent) for clause in rule_set.clauses]
    lines.append("Readings, to be switched on with --reading NAME:" if rule_set.readings else "No readings.")
    for name, reading in rule_set.readings.items():
        on = ", switched on" * (name in rule_set.switched_on)
        lines += [f"  {name} ({reading.clause}){on}", wrapped("", reading.text, 6)]
    return "\n".join(lines)


def diff_data(one: RuleSet, other: RuleSet) -> Data:
    """What is different between two rule sets."""
    return {
        "rules": one.id,
        "other": other.id,
        "words": in_words(one, other),
        "differences": [difference._asdict() for difference in differences(one, other)],
    }


def diff_words(one: RuleSet, other: RuleSet) -> str:
    """The same in words: a line for each difference in play, then one for names and wordings."""
    found = differences(one, other)
    if not found:
        return "no difference"
    told = "; ".join(difference.words for difference in found if not difference.in_play)
    lines = [f"From {one!r} to {other!r}:"]
    lines += [f"  {difference.words}" for difference in found if difference.in_play]
    return "\n".join(lines + ([wrapped("  Told otherwise: ", told, 18)] if told else []))


# --- rounds and matches -----------------------------------------------------------------------------------


def event_data(event: Event) -> Data:
    """An event of a round."""
    return {
        "seat": event.seat,
        "what": event.what.value,
        "text": str(event),
        "placement": str(event.placement) if event.placement else None,
        "kind": event.contact.kind.value if event.contact else None,
        "lines": lines_data(event.lines),
    }


def events_words(events: Iterable[Event]) -> Iterator[str]:
    """Events, one a line."""
    return (shown(str(event)) for event in events)


def round_data(match: Match, over: Round) -> Data:
    """A round of a match."""
    end = over.end or (match.end if over is match.round else None)
    return {
        "events": [event_data(event) for event in over.events],
        "scores": list(over.scores),
        "winner": over.winner,
        "end": end.name.lower() if end else None,
    }


def match_head(match: Match, names: Sequence[str]) -> Data:
    """What is played, and by whom."""
    return {
        "rules": match.rules.id,
        "readings": list(match.rules.switched_on),
        "seed": match.seed,
        "players": list(names),
    }


def match_data(match: Match, names: Sequence[str], numbers: Iterable[int]) -> Data:
    """A match with the rounds of these numbers."""
    rounds = [{"round": number, **round_data(match, match.rounds[number - 1])} for number in numbers]
    return {
        **match_head(match, names),
        "rounds": rounds,
        "totals": list(match.totals),
        "winners": list(match.winners),
        "end": match.end.name.lower() if match.end else None,
    }


def played_rounds(match: Match) -> list[int]:
    """The numbers of the rounds in which somebody has decided anything."""
    return [number for number, round in enumerate(match.rounds, 1) if not round.is_fresh]


def count_moves(match: Match) -> int:
    """How many moves have been made."""
    return sum(len(moves_of(round)) for round in match.rounds)


def amount_words(match: Match) -> str:
    """How much has been played, e.g. "5 rounds, 212 moves"."""
    return f"{plural(len(played_rounds(match)), 'round')}, {plural(count_moves(match), 'move')}"


def score_words(names: Sequence[str], match: Match, over: Round) -> str:
    """How a round ended, and the points of each seat with what they are for."""
    rows = []
    for seat, name in enumerate(names):
        sums: dict[str, int] = {}
        for who, line in over.lines:
            if who == seat and line.points:
                words = tr(REASON_WORDS[line.reason])
                sums[words] = sums.get(words, 0) + line.points
        reasons = ", ".join(f"{words} {points:+d}" for words, points in sums.items())
        rows.append((f"seat {seat}", shown(name), over.scores[seat], reasons))
    winner = (
        "" if over.winner is None else f" The winner is seat {over.winner} ({shown(names[over.winner])})."
    )
    return f"{_end_words(match, over)}{winner}\n{columns(rows, right='2')}"


def _end_words(match: Match, over: Round) -> str:
    if over.end:
        return f"The round is over: {tr(over.end.value)}."
    if match.end and over == match.round:
        return f"The round is over: {tr(match.end.value)}."
    return "The round is not over."


def round_line(names: Sequence[str], match: Match, number: int) -> str:
    """A round of a match in one line: how it ended, and the points and totals of each seat."""
    over, played = match.rounds[number - 1], match.rounds[:number]
    totals = [sum(round.scores[seat] for round in played) for seat in range(match.players)]
    points = ", ".join(
        f"seat {seat} {shown(name)} {over.scores[seat]:+d} = {totals[seat]}"
        for seat, name in enumerate(names)
    )
    end = over.end.name.lower() if over.end else "target" if number <= len(match.finished) else "not over"
    return f"Round {number}, {end}: {points}"


def match_words(names: Sequence[str], match: Match) -> str:
    """How a match ended, and the totals."""
    rows = [
        (f"seat {seat}", shown(name), total)
        for seat, (name, total) in enumerate(zip(names, match.totals, strict=True))
    ]
    winners = " and ".join(f"seat {seat} ({shown(names[seat])})" for seat in match.winners)
    verb = "winner is" if len(match.winners) == 1 else "winners are"
    end = "No winner yet."
    if match.end:
        end = f"The match is over: {tr(match.end.value)}. The {verb} {winners}."
    return f"{end}\n{columns(rows, right='2')}"


def record_head(record: Record) -> str:
    """What was played, and who played it, in one line."""
    match = record.match
    seats = ", ".join(f"seat {seat} {shown(name)}" for seat, name in enumerate(record.names))
    return shown(f"{match.rules!r}, seed {match.seed}: {seats}")
