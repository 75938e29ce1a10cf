"""Nothing is said in English that could be said in another language.

The engine is made to speak a language whose letters are all Ж.  What still has Latin letters then must be a
name, a key of a file or a sign of the notation, or it was never handed to `tr`.
"""

from __future__ import annotations

import string
from collections.abc import Callable
from gettext import NullTranslations
from pathlib import Path

import pytest
from test_rounds import REFUSALS, play

from trinb import words
from trinb.board import Board, Placement
from trinb.cases import TAGS, case, cases, explain, frame
from trinb.cases import load as load_cases
from trinb.draw import svg
from trinb.draw.palette import THEMES, stylesheet
from trinb.errors import Illegal, TrinbError
from trinb.matches import MatchEnd
from trinb.moments import example
from trinb.moves import read_move
from trinb.players import play_match, player, player_names
from trinb.records import Record, read_lines, read_record, write_record
from trinb.rounds import End, Round, either
from trinb.ruleset import RuleSet, rules
from trinb.tiles import Tile, TileSet, tile_set, tile_sets
from trinb.words import speaking, tr


def strange(message: str) -> str:
    """A message in a language of one letter; the values keep theirs."""
    said = ""
    for text, name, _, _ in string.Formatter().parse(message):
        said += "".join("Ж" if letter.isalpha() else letter for letter in text)
        said += "" if name is None else f"{{{name}}}"
    return said


class Strange(NullTranslations):
    def gettext(self, message: str) -> str:
        try:
            return strange(message)
        except ValueError:  # a text from outside with a brace in it
            return message

    def ngettext(self, one: str, many: str, n: int) -> str:
        return strange(one if n == 1 else many)


@pytest.fixture
def another_tongue(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(words, "_catalogue", lambda _: Strange())


def english(text: str, *names: str) -> str:
    """The text without the names, as far as there are Latin letters in it."""
    for name in sorted(names, key=len, reverse=True):
        text = text.replace(name, "")
    return text if any(letter in string.ascii_letters for letter in text) else ""


def refusal(do: Callable[[], object]) -> str:
    with pytest.raises(TrinbError) as caught:
        do()
    return str(caught.value)


def test_a_fault_is_said_in_the_language_that_is_spoken_then(monkeypatch: pytest.MonkeyPatch) -> None:
    board = Board.parse("^0,0=555")
    for text, said in (
        ("^0,0=444", "ЖЖЖЖЖ ЖЖ ЖЖЖЖЖЖЖ Ж ЖЖЖЖ ЖЖ ЖЖЖЖ ЖЖЖЖ: ^0,0 ЖЖЖЖЖ 5-5-5"),
        ("^3,3=444", "ЖЖ ЖЖЖЖЖЖ ЖЖ ЖЖЖЖ ЖЖЖЖ Ж ЖЖЖЖ ЖЖ ЖЖЖ ЖЖЖЖЖ: ^3,3"),
        ("v0,0=455", "5 ЖЖ ЖЖЖЖЖЖ (1,0), ЖЖЖЖЖ ЖЖЖ ЖЖЖЖЖ ЖЖЖ 5"),
    ):
        fault = board.check(Placement.parse(text))
        assert fault
        assert str(fault).startswith(fault.reason.value)
        with monkeypatch.context() as patch:
            patch.setattr(words, "_catalogue", lambda _: Strange())
            assert str(fault).endswith(said.removeprefix("5 "))


@pytest.mark.usefixtures("another_tongue")
def test_a_picture_tells_its_language() -> None:
    assert " lang=" not in svg.board(Board())
    with speaking("sv"):
        assert ' lang="sv" ' in svg.board(Board())


@pytest.mark.usefixtures("another_tongue")
class TestAnotherTongue:
    """Letters of the Latin alphabet are names, keys and signs of notation, or they are a fault."""

    @pytest.mark.parametrize("name", REFUSALS)
    def test_refusals_of_a_round(self, name: str) -> None:
        round, move, reason = REFUSALS[name]
        said = refusal(lambda: play(round, move))
        where = move if "=" in move else ""
        assert not english(said, where, "v0,0", "v1,0", round.tile_set.id), said
        assert strange(reason.value) in said

    def test_ends_of_rounds_and_matches(self) -> None:
        for end in (*End, *MatchEnd, *Illegal):
            assert not english(tr(end.value))
        match = example("granna").match
        assert not english(refusal(lambda: match.play(read_move("draw"))))
        assert not english(refusal(lambda: match.after(match.round)))

    @pytest.mark.parametrize(
        ("text", "names"),
        [
            ("", ()),
            ("^0,0=555 0,0=554", ()),
            ("^0,0=555 ^0,0=554", ()),
            ("^0,0=555 v3,3=554", ("v3,3=554", "v3,3")),
            ("^0,0=555 v0,0=333", ("v0,0=333",)),
        ],
    )
    def test_positions(self, text: str, names: tuple[str, ...]) -> None:
        if text:
            assert not english(refusal(lambda: Board.parse(text)), *names)
        for bad in ("", "0-1", "0-1-x", "0-1-2-3"):
            assert not english(refusal(lambda bad=bad: Tile.parse(bad)), "x")
        assert not english(refusal(lambda: read_move("fly")), "fly")
        assert not english(refusal(lambda: Placement.parse("fly")), "fly")

    def test_a_tiny_picture_has_room_for_long_words(self) -> None:
        for picture in (svg.tiles([], style=False), svg.hand([], style=False)):
            words = picture.partition('class="hint"')[2].partition("</text>")[0].partition(">")[2]
            width = float(picture.partition('viewBox="')[2].split()[2])
            assert width >= 30 + 10 * len(words)

    def test_boards_and_tiles(self) -> None:
        board, box = Board.parse("^0,0=555"), tile_set("triangelspelet-56")
        clash = Placement.parse("v0,0=444")
        assert not english(refusal(lambda: board.place(clash)), "v0,0=444")
        assert not english(str(board.check(clash)))
        assert not english(str(board.check(Placement.parse("^0,0=444"))))
        assert not english(refusal(lambda: box.number(Tile(0, 1, 2))), box.id)
        assert not english(refusal(lambda: box.number(Tile(0, 1, 6))), box.id)
        assert not english(refusal(lambda: Tile(0, 1, 99)))
        assert not english(refusal(lambda: tile_set("x")), "x", *tile_sets())
        assert not english(refusal(lambda: TileSet.mirrored(99)))
        assert not english(TileSet.ascending(7).title) and not english(TileSet.mirrored(6).title)
        assert either(["0-0-0", "1-1-1"]) == "0-0-0 ЖЖ 1-1-1"

    def test_pictures(self) -> None:
        board = Board.parse("v0,-1=112 ^1,-1=231 v1,-1=322 ^1,0=422 v1,0=241 ^1,1=114 v0,1=441 ^0,1=442")
        bridge, wrong = Placement.parse("^0,0=221"), Placement.parse("^0,0=223")
        shown = [Tile(0, 2, 1), Tile(1, 1, 1)]
        for picture in (
            svg.board(board, placements=[bridge], ghost=bridge, style=False),
            svg.board(board.place(bridge), illegal=wrong, style=False),
            svg.board(Board(), style=False),
            svg.hand(shown, chosen=shown[0], playable=shown[:1], hidden=2, style=False),
            svg.hand(shown, playable=[], style=False),
            svg.hand([], style=False),
            svg.tiles(shown, style=False),
            svg.tiles([], style=False),
            tile_set("triominos-56")._repr_svg_(),
            Tile(0, 2, 1)._repr_svg_(),
            case("drone-2")._repr_svg_(),
        ):
            heard = picture[picture.index("<title>") : picture.index("</desc>")]
            label = picture.partition('aria-label="')[2].partition('"')[0]
            assert "Ж" in heard and label in heard
            for tag in ("<title>", "</title>", "<desc>"):
                heard = heard.replace(tag, "")
            assert not any(word.isascii() and word.isalpha() for word in heard.split()), heard
            hint = picture.partition('class="hint"')[2].partition("</text>")[0].partition(">")[2]
            assert not english(hint)
        assert not english(refusal(lambda: stylesheet(theme="x")), "x", *THEMES)

    @pytest.mark.parametrize("id", ["granna", "triominos-goliath", "triangelspelet"])
    def test_events(self, id: str) -> None:
        match = example(id).match
        clauses = [clause.id for clause in match.rules.clauses]
        for round in match.rounds:
            for event in round.events:
                cells = [str(event.placement.cell)] if event.placement else []
                assert not english(str(event), *clauses, *cells), event
                assert not english(event.words("Bo"), "Bo", *cells)
                assert not english(event.words(), *cells)

    def test_cases(self) -> None:
        told = explain("drone-2", rules("triangelspelet"))
        assert not english(told, "triangelspelet"), told
        reading = rules("triangelspelet").with_reading("plain-scores-sum")
        assert not english(explain("plain", reading), "triangelspelet", "plain-scores-sum")
        assert not english(" ".join(frame(cases("start"), ["granna"]).index))
        assert not english(refusal(lambda: cases("x")), "x", *TAGS)
        assert not english(refusal(lambda: case("x")).partition("; ")[0], "x")

    def test_case_files(self, tmp_path: Path) -> None:
        good = (
            '[[cases]]\nid = "a"\nname = "b"\nposition = "^0,0=555"\ntext = "c"\nquestion = "d"\ntags = []\n'
        )
        for text in (
            "x = 1",
            "",
            "cases = 3",
            "[[cases]]",
            "cases = [1]",
            good.replace('"^0,0=555"', '""'),
            good.replace('"^0,0=555"', '" "'),
            good.replace('"^0,0=555"', '"^0,0=555 v0,0=555"'),
            good.replace("[]", "3"),
            good.replace("[]", '["q"]'),
            good.replace("[]", '["bridge", "bridge"]'),
            good.replace("tags = []", ""),
            good + "y = 1",
            good + good,
        ):
            path = tmp_path / "x.toml"
            path.write_text(text, encoding="utf-8")
            keys = ("x.toml", "cases", "id", "name", "position", "text", "question", "tags")
            said = refusal(lambda path=path: load_cases(path))
            assert not english(said, *keys, *TAGS, "v0,0=555", *"abcdqxy"), said
        assert "Ж" in said

    def test_players_and_matches(self) -> None:
        swedish = rules("triangelspelet")
        assert not english(refusal(lambda: player("x")), "x", *player_names())
        assert not english(refusal(lambda: Round.deal(swedish, 99)), swedish.id)
        assert not english(refusal(lambda: Round.deal(swedish, 2, 1, last_winner=7)), "last_winner")
        endless = swedish.evolve(match={"target": "unlimited", "rounds": "unlimited"})
        assert not english(refusal(lambda: play_match(endless, [player("random")] * 2)), swedish.id)
        assert not english(refusal(lambda: example("x")), "x")


RULES = """
id = "x"
name = "X"
tiles = "triangelspelet-56"
players = [2, 4]
hand = { tiles = 6 }
[[clauses]]
id = "1"
text = "T"
[readings.r]
clause = "1"
text = "R"
set = { turn = { stuck = 1 } }
"""
"""A rule file without faults; a fault is something put instead of something else, or on top."""

RULE_FAULTS: dict[str, tuple[str, ...]] = {
    "no TOML": ("players = [2, 4]", "players = ["),
    "unknown key": ('name = "X"', 'name = "X"\nq = 1'),
    "missing": ('name = "X"', ""),
    "no text": ('name = "X"', "name = 3"),
    "no number": ("tiles = 6 }", "tiles = true }"),
    "no table": ("hand = { tiles = 6 }", "hand = 6"),
    "no list": ("players = [2, 4]", "players = 2"),
    "a long list": ("players = [2, 4]", "players = [2, 3, 4]"),
    "no range": ("players = [2, 4]", "players = [4, 2]"),
    "too many": ("players = [2, 4]", "players = [2, 40]"),
    "too few": ("tiles = 6 }", "tiles = 0 }"),
    "sizes": ("tiles = 6 }", "tiles = 6, by_players = 3 }"),
    "no players": ("tiles = 6 }", "tiles = 6, by_players = { q = 3 } }"),
    "no such tiles": ("triangelspelet-56", "q"),
    "award": ("[[clauses]]", "[score]\nbridge = { q = 3 }\n[[clauses]]"),
    "limit": ("[[clauses]]", '[draws]\nmost = "q"\n[[clauses]]'),
    "negative": ("[[clauses]]", "[draws]\nmost = -1\n[[clauses]]"),
    "target": ("[[clauses]]", "[match]\ntarget = 0\n[[clauses]]"),
    "choice": ("[[clauses]]", '[turn]\nseveral = "q"\n[[clauses]]'),
    "no bool": ("[[clauses]]", "[draws]\nplace_at_once = 1\n[[clauses]]"),
    "two clauses": ("[readings.r]", '[[clauses]]\nid = "1"\ntext = "U"\n[readings.r]'),
    "no clause": ('clause = "1"', 'clause = "2"'),
    "cannot set": ("set = { turn = { stuck = 1 } }", "set = { id = 3 }"),
    "reading": ("stuck = 1", "q = 1"),
    "switched on": ("[[clauses]]", 'switched_on = ["q"]\n[[clauses]]'),
    "extends a number": ('name = "X"', "extends = 3"),
    "extends nonsense": ('name = "X"', 'extends = "../q"'),
    "extends nothing": ('name = "X"', 'extends = "q"'),
    "extends itself": ('name = "X"', 'extends = "x"'),
    "leaves out nothing": ('name = "X"', 'extends = "granna"\nwithout_readings = ["q"]'),
}

ENGLISH_OF_OTHERS = {"no TOML"}
"""What the reader of TOML says is put in as it is."""


@pytest.mark.usefixtures("another_tongue")
class TestFilesInAnotherTongue:
    @pytest.mark.parametrize("name", RULE_FAULTS)
    def test_rule_files(self, name: str, tmp_path: Path) -> None:
        old, new = RULE_FAULTS[name]
        assert RULES.count(old) == 1
        path = tmp_path / "x.toml"
        path.write_text(RULES.replace(old, new), encoding="utf-8")
        said = refusal(lambda: RuleSet.load(path))
        assert "Ж" in said
        if name in ENGLISH_OF_OTHERS:
            return
        said, _, known = said.partition("; ")
        said += known if "ЖЖ q" not in said and "'q'" not in said else ""  # those are all names
        keys = ("extends", "readings", "set", "clauses", "hand", "tiles", "players", "by_players", "score")
        keys += ("bridge", "draws", "most", "turn", "several", "match", "target", "without_readings", "name")
        keys += ("place_at_once", "triangelspelet-56", "clause", "switched_on", "True", "unlimited", "toml")
        assert not english(said, *keys, "one", "may-go-on", "must-go-on", "id", *"xqr"), said

    def test_a_good_file_is_read(self, tmp_path: Path) -> None:
        path = tmp_path / "x.toml"
        path.write_text(RULES, encoding="utf-8")
        assert RuleSet.load(path).id == "x"

    def test_readings_and_rule_sets(self) -> None:
        swedish = rules("triangelspelet")
        assert not english(refusal(lambda: swedish.with_reading("q")), swedish.id, "q", *swedish.readings)
        assert not english(refusal(lambda: rules("granny")), "granny", "granna")
        assert "Ж" in refusal(lambda: rules("q"))

    def test_what_a_saved_file_notes_is_no_part_of_the_rules(self, tmp_path: Path) -> None:
        path = tmp_path / "x.toml"
        house = rules("triangelspelet").with_reading("plain-scores-sum").evolve(name="Ours")
        house.save(path)
        notes = [
            line.partition("#")[2] for line in path.read_text(encoding="utf-8").splitlines() if "#" in line
        ]
        assert len(notes) >= 3
        assert not english(" ".join(notes), "Ours", "triangelspelet"), notes
        assert RuleSet.load(path) == house

    def test_a_file_that_cannot_be_changed(self, tmp_path: Path) -> None:
        path = tmp_path / "x.toml"
        path.write_text("q = 1", encoding="utf-8")
        said = refusal(lambda: rules("granna").save(path))
        assert said == "x.toml: ЖЖ ЖЖЖЖЖ ЖЖЖЖЖЖЖ: id: id ЖЖ ЖЖЖЖЖЖЖ"
        assert not english(
            refusal(lambda: rules("granna").save(tmp_path / "y.toml", base="q")).partition(";")[0], "q"
        )

    def test_records(self, tmp_path: Path) -> None:
        path = tmp_path / "x.jsonl"
        match = play_match(rules("granna"), [player("greedy")] * 2, seed=5)
        write_record(path, match)
        assert [english(name) for name in read_record(path).names] == ["", ""]
        lines = Record(match, ("Ann", "Bo")).lines()
        changed = lines[1].replace("0", "1")
        broken = (lines[:-1], lines[1:], [lines[0], "{}"], [lines[0], changed], [*lines, lines[1]])
        for some in ([], *broken):
            said = refusal(lambda some=some: read_lines(some))
            assert not english(said), said
        path.write_text("\n".join(lines), encoding="utf-8")
        assert not english(refusal(lambda: read_record(path)), "x.jsonl")
