"""What the puzzle player shows: parts of its state; no answer is in them before its time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..draw import puzzlesheets, svg
from ..puzzles import KIND_NAMES, LEVEL_NAMES, LEVELS, Certificate, Form, Puzzle, PuzzleKind
from ..puzzles.answers import NOBODY
from ..ruleset import RuleSet, rules
from ..words import N_, tr, trn
from .front import button, choice, line_row, rule_set_choices, shown_path
from .puzzleplayer_maker import MODE_WORDS, Maker, Mode, why_not
from .puzzleplayer_progress import Progress
from .puzzleplayer_shelf import OWN, Shelf, key
from .puzzleplayer_table import LARGEST, Attempt, End

PAGE = 60
"""So many puzzles are listed at once."""

SCREENS = {"play": N_("Puzzles"), "make": N_("Make your own"), "sheet": N_("Print a sheet")}
"""What the widget can show."""

_WITH_POINTS = frozenset({PuzzleKind.BEST, PuzzleKind.TURN, PuzzleKind.ENDING})


# --- one puzzle --------------------------------------------------------------------------------------


def level_words(level: int) -> str:
    """A level with its name."""
    if level == OWN:
        return tr("Your own")
    return tr("Level {n}, {name}", n=level, name=tr(LEVEL_NAMES[level]))


def question(puzzle: Puzzle) -> dict[str, Any]:
    """What is asked, and by which rules."""
    return {
        "name": puzzle.name,
        "note": f"{level_words(puzzle.level)} · {tr(puzzle.rules.name)}",
        "words": puzzle.question,
        "points": _points(puzzle.rules) if puzzle.kind in _WITH_POINTS else [],
        "hands": _open_hands(puzzle) if puzzle.form is Form.SEAT else [],
        "label": puzzlesheets.groups(puzzle)[0][0] if puzzle.hand or puzzle.tiles else "",
    }


def _points(rule_set: RuleSet) -> list[str]:
    """What the rules say of points, clause by clause."""
    return [f"{clause.id} {tr(clause.text)}" for clause in rule_set.clauses]


def _open_hands(puzzle: Puzzle) -> list[dict[str, str]]:
    return [
        {"words": name, "svg": svg.hand(tiles, columns=6, title=name, style=False)}
        for name, tiles in puzzlesheets.groups(puzzle)
    ]


def answer_field(attempt: Attempt) -> dict[str, Any]:
    """Where an answer is chosen or typed that is not laid on the board."""
    form, open_ = attempt.puzzle.form, attempt.end is None
    buttons = []
    if form is Form.TILE:
        buttons.append(button(tr("None of them fits"), {"do": "none"}, open_, pressed=attempt.none))
    if form is Form.SEAT:
        words = (tr("You"), tr("Your opponent"), tr("Nobody, it is a draw"))
        for said, value in zip(words, ("0", "1", NOBODY), strict=True):
            pressed = attempt.seat == value
            buttons.append(button(said, {"do": "seat", "value": value}, open_, pressed=pressed))
    number = None
    if form is Form.NUMBER:
        value = "" if attempt.number is None else str(attempt.number)
        number = {"value": value, "most": LARGEST, "label": tr("Your answer"), "enabled": open_}
    return {"buttons": buttons, "number": number}


def status(attempt: Attempt, given: str) -> str:
    """What becomes of the answer, or what there is to do, in a sentence."""
    if attempt.end is End.RIGHT:
        return tr("Right!")
    if attempt.end is End.SHOWN:
        return tr("This is the answer.")
    if attempt.verdict and attempt.answer == given:
        why = puzzlesheets.with_letters(attempt.puzzle, attempt.verdict.words)
        return tr("Not yet. {why} Try again, or take a hint.", why=_sentence(why))
    if given:
        return tr("Press “Check” when you are sure.")
    if attempt.puzzle.kind is PuzzleKind.WRONG:
        return tr("Tap the tile that you mean.")
    return tr(_TO_DO[attempt.puzzle.form])


def _sentence(words: str) -> str:
    return words if words.endswith((".", "!", "?")) else f"{words}."


_TO_DO = {
    Form.PLACEMENT: N_("Choose a tile, then a place for it."),
    Form.PLACEMENTS: N_("Lay your tiles one after the other."),
    Form.TILE: N_("Choose a tile. Tap it again to turn it."),
    Form.CELL: N_("Tap the marked place that you mean."),
    Form.NUMBER: N_("Count, and write the number. You may hold a tile over a place to try it."),
    Form.SEAT: N_("Who gets more points?"),
}


def aids(attempt: Attempt) -> dict[str, Any]:
    """The buttons for help, and the hints that are told."""
    hints = attempt.hints
    told = [puzzlesheets.with_letters(attempt.puzzle, hint) for hint in hints[: attempt.told]]
    buttons = []
    if attempt.end is None:
        count = len(hints)
        said = tr("Hint {n} of {count}", n=min(attempt.told + 1, count), count=count)
        buttons = [
            button(said, {"do": "hint"}, attempt.told < count),
            button(tr("Show the answer"), {"do": "reveal"}),
            button(tr("Skip it"), {"do": "skip"}),
        ]
    return {"buttons": buttons, "hints": told}


def ending(attempt: Attempt, step: int = 0) -> dict[str, Any] | None:
    """What is told when a puzzle is at its end: points, the explanation, and that the next one is harder."""
    if attempt.end is None:
        return None
    puzzle, verdict = attempt.puzzle, attempt.verdict
    lines = verdict.score.lines if verdict and verdict.score else ()
    return {
        "good": attempt.end is End.RIGHT,
        "title": _praise(attempt),
        "lines": [line_row(line, puzzle.rules) for line in lines],
        "total": tr("together {points}", points=sum(line.points for line in lines)),
        "words": puzzlesheets.with_letters(puzzle, attempt.explanation),
        "next": tr(_NEXT[step]) if step else "",
    }


_NEXT = {
    1: N_("Two in a row without help: the next one is a level harder."),
    -1: N_("The next one is a level easier."),
}


def _praise(attempt: Attempt) -> str:
    if attempt.end is End.SHOWN:
        return tr("The answer")
    if attempt.told:
        return trn("Solved, with {n} hint.", "Solved, with {n} hints.", attempt.told)
    if attempt.tries == 1:
        return tr("Solved at the first try.")
    return trn("Solved after {n} try.", "Solved after {n} tries.", attempt.tries)


# --- the list ----------------------------------------------------------------------------------------


def library(shelf: Shelf, now: Puzzle | None, page: int) -> dict[str, Any]:
    """The list of puzzles, its filters, and how far one is."""
    listed = shelf.listed
    levels = [level for level in (*LEVELS, OWN) if level or shelf.own]
    said = trn(
        "{level}: {done} of {n} puzzle solved",
        "{level}: {done} of {n} puzzles solved",
        len(listed),
        level=level_words(shelf.level),
        done=shelf.count_solved(listed),
    )
    start = page * PAGE
    return {
        "levels": [_level(shelf, level) for level in levels],
        "choices": [] if shelf.level == OWN else [_kinds(shelf), _rule_sets(shelf)],
        "words": said if listed else tr("No puzzle is like that: choose another level, kind or rules."),
        "puzzles": [
            _entry(shelf, number, puzzle, now)
            for number, puzzle in enumerate(listed[start : start + PAGE], start)
        ],
        "pages": _pages(len(listed), page),
        "legend": tr("✓ solved, • tried"),
    }


def _level(shelf: Shelf, level: int) -> dict[str, Any]:
    found = shelf.at(level)
    name = tr(
        "{level}: {done} of {n} solved",
        level=level_words(level),
        done=shelf.count_solved(found),
        n=len(found),
    )
    words = tr("Own") if level == OWN else str(level)
    return button(
        words, {"do": "level", "number": level}, bool(found), pressed=level == shelf.level, name=name
    )


def _entry(shelf: Shelf, number: int, puzzle: Puzzle, now: Puzzle | None) -> dict[str, Any]:
    done = shelf.progress.of(key(puzzle))
    mark, state = "", tr("not tried yet")
    if done.solved:
        mark, state = "✓", tr("solved")
    elif done.tries or done.shown or done.hints:
        mark, state = "•", tr("tried")
    name = tr("Puzzle {n}: {name}, {state}", n=number + 1, name=puzzle.name, state=state)
    return {
        **button(str(number + 1), {"do": "open", "number": number}),
        "mark": mark,
        "name": name,
        "now": puzzle is now,
    }


def _pages(count: int, page: int) -> list[dict[str, Any]]:
    last = (count - 1) // PAGE
    if last < 1:
        return []
    return [
        button(tr("Earlier ones"), {"do": "page", "number": page - 1}, page > 0),
        button(tr("Later ones"), {"do": "page", "number": page + 1}, page < last),
    ]


def _kinds(shelf: Shelf) -> dict[str, Any]:
    options = [("", tr("all kinds"))]
    options += [(kind.value, f"{tr(KIND_NAMES[kind])} ({count})") for kind, count in shelf.kinds]
    return choice("kind", tr("Kind"), shelf.kind.value if shelf.kind else "", options)


def _rule_sets(shelf: Shelf) -> dict[str, Any]:
    options = [("", tr("all rules"))]
    options += [(id, f"{tr(rules(id).name)} ({count})") for id, count in shelf.rule_sets]
    return choice("rules", tr("Rules"), shelf.rules or "", options)


def kept(progress: Progress, asks: bool) -> dict[str, Any]:
    """Where the progress is kept, and how it is forgotten."""
    if progress.path is None:
        said = tr("Progress is kept until the notebook is closed.")
    elif progress.trouble:
        said = tr("Progress cannot be kept: {why}.", why=progress.trouble)
    else:
        said = tr("Progress is kept in {file}.", file=shown_path(progress.path))
    buttons = [button(tr("Forget it …"), {"do": "forget", "value": "ask"}, len(progress) > 0)]
    if asks:
        said = tr("Forget all that was solved and tried?")
        buttons = [
            button(tr("Forget it"), {"do": "forget", "value": "yes"}),
            button(tr("Keep it"), {"do": "forget", "value": "no"}),
        ]
    return {"words": said, "bad": bool(progress.trouble), "buttons": buttons}


def codes(puzzle: Puzzle | None) -> dict[str, Any]:
    """The code of a puzzle, and where another one can be pasted."""
    return {
        "title": tr("Share a puzzle"),
        "mine": tr("The code of this puzzle"),
        "code": puzzle.code if puzzle else "",
        "copy": tr("Copy"),
        "copied": tr("Copied."),
        "paste": tr("A code from somebody else"),
        "open": tr("Open it"),
    }


# --- making ------------------------------------------------------------------------------------------


def making(maker: Maker, found: Certificate | None, ready: Attempt | None, template: bool) -> dict[str, Any]:
    """What is being made, and what became of checking it."""
    kinds = [(kind.value, tr(name)) for kind, name in KIND_NAMES.items()]
    return {
        "choices": [
            choice("kind", tr("What is asked"), maker.draft.kind.value, kinds),
            choice("rules", tr("Rules"), maker.draft.rules_id, rule_set_choices()),
        ],
        "label": tr("What do you want to fill?"),
        "modes": [_mode(maker, mode) for mode in maker.modes],
        "groups": _groups(maker),
        "more": [
            button(tr("Begin anew"), {"do": "clear"}, bool(maker.board)),
            button(tr("Begin with the puzzle shown before"), {"do": "template"}, template),
        ],
        "result": _result(found, ready) if found else None,
    }


def _mode(maker: Maker, mode: Mode) -> dict[str, Any]:
    count = len(maker.board) if mode is Mode.BOARD else len(maker.chosen(mode))
    if mode is Mode.MARKS:
        count = len(maker.draft.cells)
    said = f"{tr(MODE_WORDS[mode])} ({count})"
    return button(said, {"do": "mode", "value": mode.value}, pressed=mode is maker.mode)


def _groups(maker: Maker) -> list[dict[str, str]]:
    """The tiles that were chosen, to be looked at."""
    found = []
    for mode in maker.modes:
        tiles = maker.chosen(mode)
        if tiles:
            name = tr(MODE_WORDS[mode])
            found.append({"words": name, "svg": svg.hand(tiles, columns=6, title=name, style=False)})
    return found


def _result(found: Certificate, ready: Attempt | None) -> dict[str, Any]:
    if ready is None:
        help = tr("Change something, and check it again.")
        said = puzzlesheets.with_letters(found.puzzle, why_not(found))
        return {"good": False, "words": said, "more": help, "code": None}
    solved = ready.puzzle
    said = tr("It has exactly one answer. {level}.", level=level_words(solved.level))
    return {
        "good": True,
        "words": said,
        "more": puzzlesheets.with_letters(solved, ready.explanation),
        "code": codes(solved),
        "play": button(tr("Play it"), {"do": "own"}),
    }


def pressed_tabs(screen: str) -> Sequence[dict[str, Any]]:
    """The parts of the widget to choose from."""
    return [
        button(tr(words), {"do": "screen", "value": name}, pressed=name == screen)
        for name, words in SCREENS.items()
    ]
