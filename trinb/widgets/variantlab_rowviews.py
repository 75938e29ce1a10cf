"""What `VariantLab` shows of its variants before they are played."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from string import ascii_uppercase
from typing import Any

from ..draw import intervals
from ..draw.shapes import tidy
from ..houserules import joined
from ..ruleset import RuleSet
from ..words import tr, trn
from .editordesk import EditorDesk
from .editorstate import named
from .front import button, choice, rule_set_choices
from .variantlab_rows import BOTS, KEPT, MIXES, MOST, Row, Setup, kit_name, mix_of

_LONG = 600  # letters of a reading


def row_states(setup: Setup, edited: int | None) -> list[dict[str, Any]]:
    """All rows as the browser shows them.

    Args:
        setup: the rows.
        edited: the number of the one whose form is open.
    """
    return [_row_state(setup, number, number == edited) for number in range(len(setup.rows))]


def _row_state(setup: Setup, number: int, is_edited: bool) -> dict[str, Any]:
    row, letter = setup.rows[number], ascii_uppercase[number]
    do = {"number": number}
    edit = tr("Edit the rules") if row.desk else tr("Change a rule …")
    return {
        "letter": letter,
        "mark": intervals.mark(number),
        "words": tr("Variant {letter}", letter=letter),
        "selects": _selects(setup, number),
        "readings": None if row.desk else _readings(row),
        "note": _changes(row.desk) if row.desk else "",
        "buttons": [
            button(edit, {"do": "edit", **do}, pressed=is_edited),
            button(tr("Duplicate"), {"do": "copy", **do}, len(setup.rows) < MOST),
            button(tr("Remove"), {"do": "remove", **do}, len(setup.rows) > 1),
        ],
    }


def _changes(desk: EditorDesk) -> str:
    """In what edited rules are played otherwise than their base."""
    draft = desk.sheet.draft
    changes = list(joined([one for one in draft.differences if one.in_play]))
    if not changes:
        return tr("So far these rules are played as {base}.", base=named(draft.base))
    return tidy(tr("{base}, but: {changes}", base=named(draft.base), changes="; ".join(changes)), 300)


def _selects(setup: Setup, number: int) -> list[dict[str, Any]]:
    row = setup.rows[number]
    options = rule_set_choices()
    options += [(f"{KEPT}{at}", rules_words(one)) for at, one in enumerate(setup.kept)]
    value = row.rules.id if kit_name(row.rules) and not row.desk else ""
    if not value and not row.desk and row.given in setup.kept:
        value = f"{KEPT}{setup.kept.index(row.given)}"
    if not value:
        options.insert(0, ("", rules_words(row.rules)))
    counts = [(str(count), str(count)) for count in row.counts]
    mixes = [(mix, tr(words)) for mix, words in MIXES.items()]
    mix = mix_of(row.players)
    if not mix:
        mixes.insert(0, ("", who(row.players)))
    return [
        choice(f"rules-{number}", tr("Rules"), value, options),
        choice(f"count-{number}", tr("Players"), str(len(row.players)), counts),
        choice(f"who-{number}", tr("Who plays"), mix, mixes),
    ]


def rules_words(rule_set: RuleSet) -> str:
    """The name of rules, cut to a length that fits a list."""
    return tidy(tr(rule_set.name), 100) or tidy(rule_set.id) or "?"


def who(players: Sequence[str]) -> str:
    """Who plays, in words, in the order of the seats.

    >>> who(["greedy", "greedy", "random"])
    'Greedy × 2, Random'
    """
    runs = [(name, len(list(some))) for name, some in groupby(players)]
    said = ((tr(BOTS[name]) if name in BOTS else tidy(name), count) for name, count in runs)
    return ", ".join(f"{name} × {count}" if count > 1 else name for name, count in said)


def _readings(row: Row) -> dict[str, Any] | None:
    """The other readings of the rules, to be switched on."""
    readings = list(row.rules.readings.items())[:40]
    if not readings:
        return None
    on = len(row.rules.switched_on)
    title = tr("Other ways to read the sheet")
    return {
        "title": trn("{what} ({n} chosen)", "{what} ({n} chosen)", on, what=title) if on else title,
        "list": [
            {
                "name": name,
                "clause": tidy(reading.clause),
                "text": tr(reading.text)[:_LONG],
                "on": name in row.rules.switched_on,
            }
            for name, reading in readings
        ],
    }
