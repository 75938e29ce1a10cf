"""Work sheets for a class: tasks with pictures on paper, and a page with the answers for the teacher.

>>> from trinb.board import Board
>>> from trinb.draw import svg
>>> picture = svg.board(Board.parse("^0,0=555"), style=False)
>>> made = sheet([Task("Which tile fits?", picture, "5-5-4", "level 1")], "Fives")
>>> "Which tile fits?" in made, "Answers" in made
(True, True)
>>> "Answers" in sheet([Task("Which tile fits?", picture, "5-5-4")], "Fives", key=False)
False
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..words import tr
from .page import page
from .shapes import inert

_LONG = 2_000  # characters of a text are shown


class Task(NamedTuple):
    """A task of a work sheet.

    Attributes:
        question: what is asked, any text.
        picture: the SVG that it is about, without a style of its own; several may stand one after the other.
        answer: what is right, any text.
        note: what stands small beside the number, such as the rules or the level.
        key: a picture for the answer; without one, only the words are given.
        choices: what one may choose from.
        wide: whether it takes the whole width of the page, so that the digits of a large board can be read.
    """

    question: str
    picture: str
    answer: str
    note: str = ""
    key: str = ""
    choices: tuple[str, ...] = ()
    wide: bool = False


def sheet(tasks: Sequence[Task], title: str, intro: str = "", key: bool = True) -> str:
    """A page with tasks, to be printed, and with the answers on pages of their own.

    Args:
        tasks: in the order of their numbers.
        title: stands on top.
        intro: stands below it.
        key: whether there are answers.
    """
    name, date = inert(tr("Name:")), inert(tr("Date:"))
    below = f'<p class="intro">{inert(intro, _LONG)}</p>' if intro else ""
    head = f'<h1>{inert(title)}</h1><p class="who"><span>{name}</span><span>{date}</span></p>{below}'
    every = "".join(_task(number, task) for number, task in enumerate(tasks, 1))
    body = f'<header>{head}</header><ol class="tasks">{every}</ol>'
    if key:
        answers = "".join(_answer(number, task) for number, task in enumerate(tasks, 1))
        body += (
            f'<section class="key"><h1>{inert(tr("Answers"))}</h1><p class="intro">{inert(title)}</p>'
            f'<ol class="answers">{answers}</ol></section>'
        )
    return page(title, "sheet", body, _CSS)


def _task(number: int, task: Task) -> str:
    choices = "".join(f'<li><span class="box"></span>{inert(choice, _LONG)}</li>' for choice in task.choices)
    return (
        f"<li{' class=wide' * task.wide}><h2>{number}<small>{inert(task.note)}</small></h2>"
        f'<p class="question">{inert(task.question, _LONG)}</p><figure>{task.picture}</figure>'
        + (f'<ul class="choices">{choices}</ul>' if choices else '<p class="line"></p>')
        + "</li>"
    )


def _answer(number: int, task: Task) -> str:
    picture = f"<figure>{task.key}</figure>" if task.key else ""
    return f"<li><h2>{number}</h2><div><p>{inert(task.answer, _LONG)}</p>{picture}</div></li>"


_CSS = """
h1 { margin: 0; font-size: 22pt; overflow-wrap: anywhere; padding-right: 5em; }
.who { display: flex; gap: 8mm; margin: 6mm 0 0; }
.who span { flex: 3; border-bottom: 1px solid $muted; padding-bottom: 1mm; color: $muted; font-size: 10pt; }
.who span + span { flex: 1; }
.intro { margin: 4mm 0 0; color: $muted; overflow-wrap: anywhere; }
ol, ul { list-style: none; margin: 0; padding: 0; }
.tasks { display: grid; grid-template-columns: 1fr 1fr; gap: 8mm 9mm; margin-top: 8mm; }
.tasks > li { break-inside: avoid; display: flex; flex-direction: column; border-top: 2px solid $edge;
  padding-top: 2mm; min-width: 0; }
h2 { display: flex; align-items: baseline; gap: 3mm; font-size: 15pt; color: $text; margin: 0; }
h2 small { font-size: 9.5pt; font-weight: 400; color: $muted; overflow-wrap: anywhere; }
.tasks > .wide { grid-column: 1 / -1; }
.question { margin: 1mm 0 2mm; font-size: 12pt; overflow-wrap: anywhere; }
.tasks figure { flex: 1; display: flex; flex-direction: column; justify-content: center; }
.tasks figure svg { width: 100%; height: auto; max-height: 78mm; }
.tasks .wide figure svg { max-height: 130mm; }
.line { margin: 9mm 0 0; border-bottom: 1px solid $muted; }
.choices { display: flex; flex-wrap: wrap; gap: 1mm 6mm; margin-top: 2mm; }
.choices li { overflow-wrap: anywhere; }
.box { display: inline-block; width: 3.4mm; height: 3.4mm; margin-right: 1.6mm; border: 1px solid $text;
  border-radius: 0.6mm; }
.key { break-before: page; margin-top: 14mm; }
.answers { display: grid; grid-template-columns: 1fr 1fr; gap: 3mm 9mm; margin-top: 5mm; }
.answers > li { position: relative; break-inside: avoid; border-top: 1px solid $edge;
  padding: 1.5mm 0 0 12mm; min-width: 0; }
.answers h2 { position: absolute; left: 0; font-size: 12pt; }
.answers p { margin: 0; overflow-wrap: anywhere; }
.answers figure svg { width: 100%; height: auto; max-height: 48mm; }
@media (max-width: 600px) {
  .tasks, .answers { grid-template-columns: minmax(0, 1fr); }
  h1 { padding-right: 0; }
}
@media print { .key { margin-top: 0; } }
"""
