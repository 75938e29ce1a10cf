"""What `HouseRuleEditor` shows of a sheet, part by part, as its browser side wants it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from ..cases import cases
from ..drafts import Draft, Effect, Sheet, own_name
from ..draw import svg
from ..fields import GROUP_WORDS, Box, Choice, Field, isolated
from ..houserules import differences, joined
from ..numberfields import TIMES, Limit, Points, Several, Sizes
from ..rulefields import FORM, form_fields
from ..ruleset import RuleSet, rule_sets, rules
from ..rulesources import clauses_about, elsewhere
from ..scoring import Score
from ..words import tr, trn
from .front import button, choice, line_row, rule_set_choices

Shown = dict[str, Any]
"""A part of the state of a widget."""

_LONGEST = 600  # letters of a clause
_MOST_READINGS = 40


def named(rule_set: RuleSet) -> str:
    """The name of rules, as part of a sentence."""
    return isolated(tr(rule_set.name))


def borrows_name(rule_set: RuleSet) -> bool:
    """Whether rules have the id of rules that come with trinb, but are played otherwise."""
    return rule_set.id in rule_sets() and any(
        one.in_play for one in differences(rules(rule_set.id), rule_set)
    )


def own_offer(sheet: Sheet) -> Shown | None:
    """The offer of a name of their own for rules that have one of others."""
    if not borrows_name(sheet.rules):
        return None
    offered = tr("Call them “{name}”", name=isolated(own_name(sheet.base)[1]))
    return {
        "words": tr("Your rules still have the name of other rules."),
        "button": button(offered, {"do": "own"}),
    }


def base_choice(base: RuleSet) -> Shown:
    """The list of what to begin with."""
    shipped = base.id in rule_sets() and rules(base.id) == base
    options = rule_set_choices()
    if not shipped:
        options.insert(0, ("", named(base)))
    return choice("base", tr("Base"), base.id if shipped else "", options)


def summary(draft: Draft) -> str:
    """How many differences there are, and what they do."""
    base = named(draft.base)
    played = sum(one.in_play for one in draft.differences)
    if not played:
        return tr("So far these rules are played as {base}.", base=base)
    differ = trn("{n} difference from {base}.", "{n} differences from {base}.", played, base=base)
    score = trn(
        "{n} of {all} cases scores otherwise.",
        "{n} of {all} cases score otherwise.",
        sum(effect.changed for effect in draft.effects),
        all=len(draft.effects),
    )
    return f"{differ} {score}"


# --- the form ---------------------------------------------------------------------------------------------


def group_states(sheet: Sheet, looked_at: Collection[str]) -> list[Shown]:
    """All groups of fields; of those that are looked at, what the sources say."""
    groups = []
    for group in FORM:
        fields = [field_state(sheet, field, field.key in looked_at) for field in form_fields(group)]
        words = tr(GROUP_WORDS[group])
        groups.append({"name": group.value, "words": words, "count": _count(fields), "fields": fields})
    return groups


def _count(fields: Sequence[Shown]) -> str:
    """How many fields of a group are changed, and how many wait to be corrected."""
    changed, wrong = (sum(bool(field[name]) for field in fields) for name in ("changed", "fault"))
    said = [trn("{n} changed", "{n} changed", changed)] if changed else []
    return ", ".join([*said, *([trn("{n} to correct", "{n} to correct", wrong)] if wrong else [])])


def field_state(sheet: Sheet, field: Field, looked_at: bool = False) -> Shown:
    """One field: its words, what stands in it, and what is wrong with that."""
    value, was = field.of(sheet.rules), field.of(sheet.base)
    fault = sheet.fault(field.key)
    back = tr("Back to {value}", value=field.said(was))
    return {
        "key": field.key,
        "kind": field.kind,
        "words": field.name,
        "help": tr(field.help),
        "entry": sheet.typed.get(field.key, field.entry(value)),
        "changed": value != was,
        "back": button(back, {"do": "back", "key": field.key}) if value != was or fault else None,
        "fault": fault,
        "look": _sources(field, sheet.base) if looked_at else None,
        **_parts(field, sheet),
    }


def _parts(field: Field, sheet: Sheet) -> Shown:
    """What the browser needs for a field of this kind besides."""
    if isinstance(field, Choice | Box):
        return {"options": _options(field.options)}
    if isinstance(field, Points):
        counts = sorted({*TIMES, field.of(sheet.rules).sums}, key=lambda times: (times < 0, abs(times)))
        options = _options([(str(times), _times(times)) for times in counts])
        return {"options": options, "parts": [field.name, tr("{what}: digits", what=field.name)]}
    if isinstance(field, Limit):
        was = field.of(sheet.base)
        return {"none": field.said(None), "usual": str(field.usual if was is None else was)}
    if isinstance(field, Several):
        return {"parts": [tr(part) for part in field.parts]}
    if isinstance(field, Sizes):
        low, high = sheet.rules.players
        counts = sorted({*range(low, high + 1), *field.of(sheet.rules)})
        rows = [{"key": str(n), "words": trn("{n} player", "{n} players", n)} for n in counts]
        return {"rows": rows, "usual": str(sheet.rules.hand.tiles)}
    return {}


def _options(options: Sequence[tuple[str, str]]) -> list[Shown]:
    return [{"value": value, "words": said} for value, said in options]


def _times(times: int) -> str:
    """How often the digits of a tile are counted."""
    return tr(TIMES[times]) if times in TIMES else tr("{times} times the digits", times=times)


def _sources(field: Field, base: RuleSet) -> Shown:
    """What the base says of a field, and what other rules have there."""
    clauses = [
        {"id": isolated(one.id), "text": tr(one.text)[:_LONGEST]} for one in clauses_about(field, base)
    ]
    said = tr("{rules} says:", rules=named(base))
    if not clauses:
        said = tr("No clause of {rules} speaks of this.", rules=named(base))
    others = [{"value": field.said(value), "ids": ", ".join(ids)} for value, ids in elsewhere(field.key)]
    return {"clauses": {"words": said, "list": clauses}, "others": others}


def reading_states(rule_set: RuleSet, refused: str, why: str) -> list[Shown]:
    """The readings of a rule set; at the one that was refused, why."""
    return [
        {
            "name": name,
            "clause": isolated(reading.clause),
            "text": tr(reading.text)[:_LONGEST],
            "on": name in rule_set.switched_on,
            "fault": why if name == refused else "",
        }
        for name, reading in list(rule_set.readings.items())[:_MOST_READINGS]
    ]


# --- what it does -----------------------------------------------------------------------------------------


def difference_state(draft: Draft) -> Shown:
    """In what rules differ from their base, in words."""
    played = list(joined([one for one in draft.differences if one.in_play]))
    return {
        "words": tr("What differs from {base}", base=named(draft.base)),
        "list": played or [tr("Nothing: it is played in the same way.")],
        "told": [one.words for one in draft.differences if not one.in_play],
    }


def case_states(draft: Draft, chosen: str) -> Shown:
    """What the scoring cases give, those that have changed apart; and one of them with its picture."""
    changed = [effect for effect in draft.effects if effect.changed]
    same = [effect for effect in draft.effects if not effect.changed]
    none = tr(
        "No case scores otherwise. Cases show only what placing a tile gives, "
        "not draws, hands or the end of a round."
    )
    return {
        "columns": [tr("Case"), tr("Base"), tr("Yours")],
        "none": "" if changed else none,
        "changed": [_case_row(effect) for effect in changed],
        "same": [_case_row(effect) for effect in same],
        "same_words": trn("{n} case scores the same", "{n} cases score the same", len(same)),
        "shown": _case_shown(_effect_shown(draft.effects, changed, chosen), draft),
    }


def _effect_shown(effects: Sequence[Effect], changed: Sequence[Effect], chosen: str) -> Effect:
    """The case that was chosen, else the first that scores otherwise, else a bridge."""
    wanted = chosen or (changed[0].case.id if changed else cases("bridge")[0].id)
    return next(effect for effect in effects if effect.case.id == wanted)


def _case_row(effect: Effect) -> Shown:
    return {
        "id": effect.case.id,
        "words": tr(effect.case.name),
        "before": effect.before.total,
        "after": effect.after.total,
    }


def _case_shown(effect: Effect, draft: Draft) -> Shown:
    shown, name = effect.case, tr(effect.case.name)
    scores = [_score(named(draft.base), effect.before, draft.base)]
    if effect.after.lines != effect.before.lines:
        scores.append(_score(tr("Yours"), effect.after, draft.rules))
    return {
        "id": shown.id,
        "words": name,
        "text": tr(shown.text),
        "svg": svg.board(shown.board, title=name, style=False),
        "scores": scores,
    }


def _score(whose: str, score: Score, rule_set: RuleSet) -> Shown:
    return {
        "words": tr("{whose}: {total}", whose=whose, total=score.total),
        "lines": [line_row(line, rule_set) for line in score.lines],
    }
