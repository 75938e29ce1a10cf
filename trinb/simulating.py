"""What ``trinb simulate`` tells of a simulation: as JSON, and in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .shell import whole_kit
from .terminal import columns
from .words import N_, tr, trn

if TYPE_CHECKING:
    from .ruleset import RuleSet
    from .simulate.reference import Measured, Reference
    from .simulate.results import Estimate, Simulation


def run(
    rules: RuleSet,
    players: Sequence[str],
    rounds: int | None,
    matches: int | None,
    seed: int,
    workers: int | None,
    dask: str | None,
    out: Path | None,
) -> Simulation:
    """Play, by processes of this machine or by a Dask cluster."""
    with whole_kit():
        from .simulate import simulate
        from .simulate.cluster import cluster
    with whole_kit(), cluster(dask) if dask else nullcontext() as executor:
        return simulate(
            rules, players, rounds, seed, matches=matches, executor=executor, workers=workers, out=out
        )


def simulation_data(found: Simulation) -> dict[str, Any]:
    """A simulation for JSON: what is told of rounds, and of matches if they were played."""
    from .simulate.results import MAIN

    data = {
        "rules": found.task.rules.id,
        "rounds": found.rounds,
        "seed": found.task.seed,
        "seconds": round(found.seconds, 3),
        "mean": {name: found.mean[name] for name in MAIN},
        "ci95": {name: _or_none(found.ci95[name]) for name in MAIN},
    }
    if found.task.matches:
        data["matches"] = found.matches
        data["match_mean"] = dict(found.match_mean)
        data["match_ci95"] = {name: _or_none(half) for name, half in found.match_ci95.items()}
    return data


def _or_none(number: float) -> float | None:
    """JSON has no word for what cannot be said."""
    return None if isnan(number) else number


def simulation_words(found: Simulation) -> str:
    """A simulation in words: what was played, and tables with the means and their intervals."""
    from .simulate.results import MAIN

    parts = [_head(found), tr("Means of a round, with 95 % intervals:"), _means(found.estimates, MAIN)]
    parts += [_by_seat(found.task.players, found.estimates, ("score", "won", "left"))]
    if found.task.matches:
        parts += [tr("Means of a match, with 95 % intervals:")]
        parts += [_means(found.match_estimates, _OF_MATCHES, "match_")]
        parts += [_by_seat(found.task.players, found.match_estimates, ("total", "won"))]
    return "\n".join(parts)


_OF_MATCHES = ("rounds", "turns", "margin", "lead_changes", "joint")
_HEADS = {
    "score": N_("points"),
    "total": N_("points"),
    "won": N_("won"),
    "left": N_("tiles left in hand"),
}


def _head(found: Simulation) -> str:
    from .simulate.written import said

    played = trn("{n} round", "{n} rounds", found.rounds)
    if found.task.matches:
        matches = trn("{n} match", "{n} matches", found.matches)
        played = tr("{matches} ({rounds})", matches=matches, rounds=played)
    return tr(
        "{rules}: {played} by {players}; seed {seed}, {seconds} s, {speed} rounds per second",
        rules=tr(found.task.rules.name) or found.task.rules.id,
        played=played,
        players=", ".join(found.task.players),
        seed=found.task.seed,
        seconds=said(found.seconds, 1),
        speed=said(found.rounds / max(found.seconds, 1e-9), 0),
    ).replace("\xa0", " ")


def _means(estimates: Mapping[str, Estimate], names: Sequence[str], kind: str = "") -> str:
    """A line for each column: what it is, its mean, and the interval."""
    from .simulate.measures import MEASURES

    rows = []
    for name in names:
        measure = MEASURES[kind + name]
        rows.append((measure.told, _interval(estimates[name], measure.share)))
    return columns(rows)


def _by_seat(players: Sequence[str], estimates: Mapping[str, Estimate], names: Sequence[str]) -> str:
    """A line for each seat."""
    rows = [["", "", *(tr(_HEADS[name]) for name in names)]]
    for seat, player in enumerate(players):
        found = [_interval(estimates[f"{name}_{seat}"], name == "won") for name in names]
        rows.append([tr("seat {n}", n=seat), player, *found])
    return columns(rows)


def _interval(estimate: Estimate, share: bool) -> str:
    """The mean, and the ends of its interval, with spaces that a terminal knows."""
    from .simulate.written import interval_words

    return interval_words(estimate[:3], share).replace("\xa0", " ")


# --- the reference table -------------------------------------------------------------------------------

_HEAD = ("turns", "points", "blocked", "bridge", "opener_won", "match_rounds")
"""What is told of each row where there are many."""


def reference_data(row: Reference) -> dict[str, Any]:
    """A row of the reference table for JSON."""
    return {
        "rules": row.rules,
        "players": list(row.players),
        "seed": row.seed,
        "rounds": row.rounds,
        "matches": row.matches,
        "trinb": row.version,
        "command": row.command,
        "measures": {
            name: {key: _or_none(value) for key, value in one._asdict().items() if value is not None}
            for name, one in row.values.items()
        },
    }


def reference_words(row: Reference) -> str:
    """A row in words: what was played, and all measures with their intervals."""
    from .simulate.kinds import is_share, title_of
    from .simulate.variants import who

    lines = [(title_of(name), _measured_words(one, is_share(name))) for name, one in row.values.items()]
    head = f"{row.rules}: {who(row.players)}".replace("\xa0", " ")
    return "\n".join([head, f"  {row.command}", columns(lines)])


def references_words(rows: Sequence[Reference]) -> str:
    """Rows in words, one a line, with a few measures of each."""
    from .simulate.kinds import is_share, title_of
    from .simulate.variants import who

    lines: list[tuple[str, ...]] = [("", "", *_HEAD)]
    for row in rows:
        cells = [_short(row.values[name], is_share(name)) if name in row.values else "-" for name in _HEAD]
        lines.append((row.rules, who(row.players).replace("\xa0", " "), *cells))
    notes = [f"  {name}: {title_of(name)}" for name in _HEAD]
    return "\n".join([columns(lines), tr("With half the width of the 95 % interval."), *notes])


def _measured_words(one: Measured, share: bool) -> str:
    from .simulate.written import interval_words

    return interval_words(one[:3], share).replace("\xa0", " ")


def _short(one: Measured, share: bool) -> str:
    """A mean and half the width of its interval."""
    from .simulate.written import decimals_for, said

    scale = 100 if share else 1
    places = max(0, decimals_for(scale * (one.high - one.low)) - 1)
    number, half = said(scale * one.mean, places), said(scale * (one.high - one.low) / 2, places)
    return f"{number} ± {half}{' %' if share else ''}".replace("\xa0", " ")
