"""A certificate of a refereed match: one web page that stands alone, to be printed on A4.

All that comes from people is escaped; all words are in the language that is spoken.

>>> from trinb.referee import Pad
>>> from trinb.ruleset import rules
>>> pad = Pad.start(["Ann", "<b>Bo</b>"], rules("triangelspelet")).lead(1, "5-5-5").finish()
>>> page = certificate(pad)
>>> page.startswith("<!doctype html>"), "&lt;b&gt;Bo&lt;/b&gt;" in page, "<b>Bo" in page
(True, True, False)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..houserules import in_words
from ..moves import KIND_WORDS
from ..referee import Noted, Pad
from ..rounds import End
from ..ruleset import RuleSet, rule_sets, rules
from ..tally import Tally
from ..words import tr, trn
from . import svg
from .page import page
from .shapes import inert

_MOST_BOARDS = 12  # boards of so many rounds are shown; of longer matches the last ones


def certificate(pad: Pad) -> str:
    """The page for a match; for one that is not over, the score so far."""
    title = tr("Certificate") if pad.is_over else tr("Score so far")
    parts = [
        f"<header><h1>{inert(title)}</h1>{_paragraph('what', _what(pad))}</header>",
        _winners(pad) if pad.is_over else "",
        _ranking(pad),
        _rounds(pad),
        _best(pad.best, pad),
        _footer(pad),
        _boards(pad),
    ]
    return page(f"{title}: {', '.join(pad.names)}", "certificate", "".join(parts), _CSS)


def _footer(pad: Pad) -> str:
    """Where it is signed."""
    date, referee = inert(tr("Date: {date}", date=pad.date)), inert(tr("Referee:"))
    return f"<footer><span>{date}</span><span>{referee}</span></footer>"


def _paragraph(kind: str, words: str) -> str:
    return f'<p class="{kind}">{inert(words)}</p>'


def _name(name: str) -> str:
    """A name kept apart from what stands beside it, whichever way it is written."""
    return f"<bdi>{inert(name)}</bdi>"


def _what(pad: Pad) -> str:
    """What was played: the rules, what is different from the shipped ones, how far."""
    rule_set, match = pad.rules, pad.rules.match
    said = [tr(rule_set.name) or rule_set.id]
    if house := _house(rule_set):
        said.append(tr("house rules: {differences}", differences=house))
    if match.target is not None:
        said.append(tr("played to {points} points", points=match.target))
    if match.rounds is not None:
        said.append(trn("{n} round", "{n} rounds", match.rounds))
    return " · ".join(said)


def _house(rule_set: RuleSet) -> str:
    """In what the rules differ from the shipped ones of this name."""
    if rule_set.id not in rule_sets() or rules(rule_set.id) == rule_set:
        return ""
    return in_words(rules(rule_set.id), rule_set)


def _winners(pad: Pad) -> str:
    label = trn("Winner", "Winners", len(pad.winners))
    names = "".join(f"<strong>{_name(pad.names[seat])}</strong>" for seat in pad.winners)
    points = pad.totals[pad.winners[0]]
    said = trn("with {n} point", "with {n} points", points)
    return f'<section class="winners"><h2>{inert(label)}</h2>{names}{_paragraph("with", said)}</section>'


def _ranking(pad: Pad) -> str:
    """Everybody by points; equal points share a place."""
    totals = pad.totals
    places = [1 + sum(other > total for other in totals) for total in totals]
    rows = [
        (str(places[seat]), _name(pad.names[seat]), _signed(totals[seat]))
        for seat in sorted(range(len(totals)), key=places.__getitem__)
    ]
    head = _head(map(inert, (tr("Rank"), tr("Name"), tr("Points"))))
    body = "".join(map(_row, rows))
    return f'<section><table class="ranking">{head}<tbody>{body}</tbody></table></section>'


def _rounds(pad: Pad) -> str:
    """The points of every round, and how it ended."""
    head = [inert(tr("Round")), *map(_name, pad.names), inert(tr("Ended"))]
    rows = [
        (str(number), *map(_signed, round.scores), _ended(round, pad))
        for number, round in enumerate(_played(pad), 1)
    ]
    total = _row((inert(tr("Together")), *map(_signed, pad.totals), ""))
    table = f"{_head(head)}<tbody>{''.join(map(_row, rows))}</tbody><tfoot>{total}</tfoot>"
    heading = inert(tr("Round by round"))
    scrolls = f'<div class="sideways"><table class="rounds">{table}</table></div>'
    return f"<section><h2>{heading}</h2>{scrolls}</section>"


def _played(pad: Pad) -> tuple[Tally, ...]:
    return tuple(round for round in pad.rounds if round.events)


def _ended(round: Tally, pad: Pad) -> str:
    if round.end is End.OUT and round.winner is not None:
        return tr("{who} out", who=_name(pad.names[round.winner]))
    return inert(tr("blocked")) if round.end else inert(tr("not finished"))


def _head(cells: Iterable[str]) -> str:
    return "<thead><tr>" + "".join(f'<th scope="col">{cell}</th>' for cell in cells) + "</tr></thead>"


def _row(cells: Iterable[str]) -> str:
    first, *others = cells
    return f'<tr><th scope="row">{first}</th>' + "".join(f"<td>{cell}</td>" for cell in others) + "</tr>"


def _signed(points: int) -> str:
    return str(points).replace("-", "\u2212")


def _best(best: Noted | None, pad: Pad) -> str:
    """The placement that gave the most."""
    if best is None or best.seat is None or best.points <= 0:
        return ""
    event = best.events[0]
    assert event.placement and event.contact
    words = trn(
        "{who} laid {tile} in round {round}, {kind}, for {n} point.",
        "{who} laid {tile} in round {round}, {kind}, for {n} points.",
        best.points,
        who=_name(pad.names[best.seat]),
        tile=event.placement.tile,
        round=best.number,
        kind=inert(tr(KIND_WORDS[event.contact.kind])),
    )
    tile = svg.tiles([event.placement.tile], style=False, title=str(event.placement.tile))
    heading = inert(tr("The best placement"))
    return f'<section class="best">{tile}<div><h2>{heading}</h2><p>{words}</p></div></section>'


def _boards(pad: Pad) -> str:
    """The table at the end of each round."""
    figures = list(_figures(pad))[-_MOST_BOARDS:]
    heading = trn("The table at the end", "The table at the end of each round", len(figures))
    few = " one" if len(figures) == 1 else ""
    return f'<section class="boards{few}"><h2>{inert(heading)}</h2><div>{"".join(figures)}</div></section>'


def _figures(pad: Pad) -> Iterator[str]:
    for number, round in enumerate(_played(pad), 1):
        if round.board:
            words = trn(
                "Round {number}: {n} tile", "Round {number}: {n} tiles", len(round.board), number=number
            )
            picture = svg.board(round.board, title=words, style=False, last=False)
            yield f"<figure>{picture}<figcaption>{inert(words)}</figcaption></figure>"


_CSS = """
@media screen and (min-width: 601px) { main { border: 3px double $edge; border-radius: 4mm; } }
header { text-align: center; }
h1 { margin: 0; font-size: 30pt; letter-spacing: 0.04em; overflow-wrap: anywhere; }
.what { margin: 2mm 0 0; color: $muted; overflow-wrap: anywhere; }
section { margin-top: 8mm; break-inside: avoid; }
.winners { text-align: center; }
.winners strong { display: block; font-size: 26pt; line-height: 1.2; color: $bridge;
  overflow-wrap: anywhere; }
.winners p { margin: 1mm 0 0; font-size: 14pt; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 1.2mm 2mm; text-align: right; vertical-align: baseline; }
thead th { color: $muted; font-size: 10pt; font-weight: 600; }
tbody :is(th, td), tfoot :is(th, td) { border-top: 1px solid $edge; }
tbody th { font-weight: 400; }
tfoot :is(th, td) { font-weight: 700; border-top: 2px solid $digit; }
.ranking { max-width: 120mm; margin: 0 auto; font-size: 14pt; }
.ranking :is(th:first-child, td:nth-child(2), th:nth-child(2)) { text-align: left; overflow-wrap: anywhere; }
.ranking th:first-child { width: 4em; }
.rounds { font-size: 10.5pt; }
.rounds :is(th:first-child, td:last-child, th:last-child) { text-align: left; }
.rounds thead th { overflow-wrap: anywhere; }
.rounds td:last-child { overflow-wrap: anywhere; min-width: 5em; }
.best { display: flex; align-items: center; gap: 6mm; }
.best p { margin: 0; font-size: 13pt; overflow-wrap: anywhere; }
.best svg { flex: none; width: 26mm; height: auto; }
.boards { break-inside: auto; }
.boards > div { display: grid; grid-template-columns: 1fr 1fr; gap: 5mm; }
.boards.one > div { grid-template-columns: 1fr; }
figure svg { width: 100%; max-height: 75mm; }
.boards.one svg { max-height: 110mm; }
figcaption { font-size: 10pt; color: $muted; }
footer { display: flex; gap: 10mm; margin-top: 14mm; break-inside: avoid; }
footer span { flex: 1; padding-top: 1.5mm; border-top: 1px solid $edge; font-size: 10pt; color: $muted; }
@media (max-width: 600px) {
  .boards > div { grid-template-columns: 1fr; }
  .sideways { overflow-x: auto; }
  .rounds thead th { min-width: 4.5em; }
  h1 { font-size: 24pt; }
}
"""
