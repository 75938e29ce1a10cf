"""A match of the engine told to a referee's pad, entry by entry, as somebody at the table would."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from trinb import Match, Round, play_match, player, rules
from trinb.entries import Action, Blocked, InVain, Lap, Lead, Out, Told, TurnUp
from trinb.moments import steps
from trinb.moves import DRAW, END_TURN, PASS, Event, Place, What
from trinb.referee import Pad
from trinb.rounds import End
from trinb.ruleparts import Reason, WithoutTriple
from trinb.tally import Needs

NAMES = ("Ann", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus", "Hal")


def told(match: Match, pad: Pad, rng: Random | None = None) -> Pad:
    """The pad after a whole match, or one as far as it has been played, has been entered.

    Args:
        match: what is told.
        pad: an empty pad for it.
        rng: if given, more is told than the pad needs, in varying ways.
    """
    for played in match.rounds:
        for action in actions(played, pad, rng):
            pad = pad.enter(action)
    return pad


def game(id: str, players: int = 2, seed: int = 0) -> Pad:
    """The pad of a whole match between bots."""
    rule_set = rules(id)
    match = play_match(rule_set, [player("greedy")] * players, seed)
    return told(match, Pad.start(NAMES[:players], rule_set))


def actions(played: Round, pad: Pad, rng: Random | None = None) -> Iterator[Action]:
    """What a referee enters for a round; `pad` is the pad before it."""

    def entered(action: Action) -> Action:
        nonlocal pad
        pad = pad.enter(action)
        return action

    states = steps(played)
    yield from map(entered, _opening(states[0], pad))
    seen = len(states[0].events)
    for after in states[1:]:
        for event in after.events[seen:]:
            if event.what is What.BLOCKED and turn_is_open(pad):
                yield entered(END_TURN)
            action = _action(event, after, pad, rng)
            if action:
                yield entered(action)
            if event.what is What.DRAW and (more := _after_draw(event, after, pad)):
                yield entered(more)
        seen = len(after.events)
        if not after.is_over and turn_is_open(pad) and after.placed == 0:
            yield entered(END_TURN)  # the engine has seen that nothing else fits
    if not states[1:]:
        yield from map(
            entered, (_blocked(played, pad, rng) for event in played.events if event.what is What.BLOCKED)
        )


def turn_is_open(pad: Pad) -> bool:
    """Whether the pad waits for the end of a turn of several tiles."""
    return not pad.end and pad.round.placed > 0 and not pad.round.counting


def _opening(dealt: Round, pad: Pad) -> Iterator[Action]:
    laps = [event.seat for event in dealt.events if event.what is What.LAP_DRAW]
    everybody = dealt.rules.opening.without_triple is WithoutTriple.DRAW
    size = dealt.players if everybody else 1
    for start in range(0, len(laps), size):
        yield Lap(tuple(laps[start : start + size]))
    for event in dealt.events:
        if event.what is What.TURN_UP:
            assert event.placement
            yield TurnUp(event.placement)


def _action(event: Event, after: Round, pad: Pad, rng: Random | None) -> Action | None:
    if event.what is What.START:
        assert event.placement
        second = any(line.reason is Reason.SECOND_TRIPLE for line in event.lines)
        return Lead(event.seat, event.placement, second)
    if event.what is What.PLACE:
        assert event.placement
        return Place(event.placement)
    if event.what is What.OUT:
        return _out(after, pad, rng)
    if event.what is What.BLOCKED:
        return _blocked(after, pad, rng)
    return {What.DRAW: DRAW, What.PASS: PASS, What.END_TURN: END_TURN}.get(event.what)


def _after_draw(event: Event, after: Round, pad: Pad) -> Action | None:
    """A referee also enters that the draws were in vain, where it matters."""
    if after.drawn or pad.round.drawn == 0:
        return None
    rule = after.rules.draws
    vain = any(line.reason is Reason.FAILED_DRAWS for line in event.lines)
    vain |= rule.cost_only_if_failed and any(line.reason is Reason.DRAW for line in event.lines)
    return InVain() if rule.place_at_once or vain else END_TURN


def _hands(over: Round, rng: Random | None) -> tuple[Told, ...]:
    """Everybody's tiles, or the sum of their digits."""
    return tuple(
        hand if rng and rng.random() < 0.5 else sum(tile.sum for tile in hand) for hand in over.hands
    )


def _out(over: Round, pad: Pad, rng: Random | None) -> Out:
    assert pad.round.counting is End.OUT and pad.round.counts == tuple(map(len, over.hands))
    pool: Told = sum(tile.sum for tile in over.pool)
    if rng and rng.random() < 0.3:
        return Out(_hands(over, rng), over.pool if rng.random() < 0.5 else pool)
    if pad.round.needs is Needs.HANDS:
        return Out(_hands(over, rng))
    return Out(pool=pool) if pad.round.needs is Needs.POOL else Out()


def _blocked(over: Round, pad: Pad, rng: Random | None) -> Blocked:
    if pad.round.needs is Needs.NOTHING and not (rng and rng.random() < 0.3):
        return Blocked()
    hands = list(_hands(over, rng))
    if not over.pool and rng and rng.random() < 0.5:
        hands[rng.randrange(len(hands))] = None  # it follows from the others
    return Blocked(tuple(hands))
