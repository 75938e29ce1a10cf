"""The picture of a wall: every tile in its group, marked by more than colour, readable in all themes."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from test_draw import HOSTILE, NS, box, of_class, parse, texts

from trinb import Tile, TileSet, TrinbError, tile_set
from trinb.draw import palette
from trinb.draw import wall as pictures
from trinb.walls import GROUPS, MARK_WORDS, Brick, Group, Mark, wall

PRO, FULL = tile_set("triangelspelet-77"), tile_set("ascending-7")


@pytest.mark.parametrize("group", GROUPS)
@pytest.mark.parametrize("other", [None, FULL], ids=["alone", "compared"])
def test_every_brick_is_drawn_once_in_order(group: str, other: TileSet | None) -> None:
    groups = wall(PRO, group, other)
    root = parse(pictures.wall(groups, title="A wall", notes=["A note"]))
    drawn = [g for g in of_class(root, "tile") if g.get("data-tile")]
    bricks = [brick for part in groups for brick in part.bricks]
    assert [(g.get("data-tile"), g.get("data-mark")) for g in drawn] == [
        (str(brick.tile), brick.mark.value) for brick in bricks
    ]
    for brick, g in zip(bricks, drawn, strict=True):
        digits = tuple(int(text.text or "") for text in of_class(g, "digit"))
        assert digits == brick.tile.digits
        assert [text.text for text in of_class(g, "name")] == [str(brick.tile)]
    headings = [text.text for text in (*of_class(root, "heading"), *of_class(root, "block"))]
    assert headings == [part.heading() for part in groups if part.key is not None]


@pytest.mark.parametrize("n", [1, 2, 3, 6, 12])
@pytest.mark.parametrize("group", ["kind", "multiset", "none"])
def test_nothing_sticks_out_and_nothing_lies_on_top_of_another(n: int, group: str) -> None:
    root = parse(pictures.wall(wall(tile_set(f"mirrored-{n}"), group), title="digits with all mirrors " * 3))
    x, y, width, height = box(root)
    assert all(x <= tx < x + width and y < ty < y + height for _, tx, ty in texts(root))
    spots = [(tx, ty) for _, tx, ty in texts(root)]
    assert len(set(spots)) == len(spots)
    apexes = [float(path.get("d", "")[1:].split("m")[0].split()[0]) for path in of_class(root, "face")]
    assert min(apexes) - 32 >= x and max(apexes) + 32 <= x + width
    names = sorted(
        (ty, tx)
        for g in of_class(root, "name")
        for tx, ty in [(float(g.get("x", "")), float(g.get("y", "")))]
    )
    close = [(a, b) for a, b in pairwise(names) if a[0] == b[0] and b[1] - a[1] < 64]
    assert close == []


def test_marks_are_told_by_shape_and_letter_and_not_by_colour_alone() -> None:
    looks = {mark: re.sub(r'class="[^"]*"', "", pictures.sample(mark)) for mark in Mark}
    assert looks[Mark.IN_SET] == looks[Mark.BOTH], "what is not marked needs no sign"
    told = [Mark.BOTH, Mark.HERE, Mark.HERE_MIRROR, Mark.THERE, Mark.THERE_MIRROR]
    assert len({looks[mark] for mark in told}) == len(told)
    # What is absent has no letter: its dots and pale digits are drawn by its class.
    assert 'class="tile absent"' in pictures.sample(Mark.ABSENT)
    rule = next(line for line in pictures.RULES.splitlines() if line.startswith("@ g.absent path.face{fill"))
    assert "stroke-dasharray" in rule


def test_the_key_names_the_marks_that_are_there() -> None:
    plain = parse(pictures.wall(wall(PRO, "kind"), title="PRO"))
    assert [text.text for text in of_class(plain, "caption")] == []
    both = parse(pictures.wall(wall(PRO, "kind", FULL), title="PRO"))
    wanted = [MARK_WORDS[mark] for mark in (Mark.BOTH, Mark.HERE_MIRROR, Mark.THERE_MIRROR, Mark.THERE)]
    assert [text.text for text in of_class(both, "caption")] == wanted
    gaps = parse(pictures.wall(wall(PRO, "multiset"), title="PRO"))
    assert [text.text for text in of_class(gaps, "caption")] == ["in this set", "not in this set"]


def test_the_description_tells_the_wall() -> None:
    root = parse(pictures.wall(wall(PRO, "kind", FULL), title="PRO beside the whole"))
    described = root[1].text or ""
    assert root[0].text == root.get("aria-label") == "PRO beside the whole"
    assert "triples: three equal digits: 0-0-0, 1-1-1" in described
    assert "singles: all digits differ: only in B; A has no tile with these digits: 0-2-6." in described


def test_a_wall_of_nothing_says_so() -> None:
    root = parse(pictures.wall(wall(TileSet("empty", ()), "kind"), title="Empty"))
    assert [text.text for text in of_class(root, "caption")] == ["no tiles"]


@pytest.mark.parametrize("tile", [Tile(0, 2, 1), Tile(0, 0, 1), Tile(5, 5, 5), Tile(0, 10, 11)])
def test_a_mirror_is_drawn_as_a_mirror_shows_it(tile: Tile) -> None:
    root = parse(pictures.pair(tile, (Mark.IN_SET, Mark.ABSENT)))
    left, right = of_class(root, "tile")
    assert left.get("data-tile") == str(tile) and right.get("data-tile") == str(tile.mirror())
    (axis,) = of_class(root, "axis")
    middle = float(axis.get("d", "")[1:].split()[0])
    here = {(round(middle - float(t.get("x", "")), 1), t.get("y"), t.text) for t in of_class(left, "digit")}
    there = {(round(float(t.get("x", "")) - middle, 1), t.get("y"), t.text) for t in of_class(right, "digit")}
    assert here == there, "the same distance from the line, at the same height"
    shown = tuple(int(t.text or "") for t in of_class(right, "digit"))
    assert Tile(*shown) == tile.mirror()
    assert root[0].text == f"{tile} and its mirror {tile.mirror()}"


@pytest.mark.parametrize("words", HOSTILE)
def test_texts_from_outside_stay_text(words: str) -> None:
    root = parse(pictures.wall(wall(TileSet.ascending(2), "kind"), title=words, notes=[words]))
    assert not [e for e in root.iter() if e.tag.removeprefix(NS) in ("script", "img", "b")]
    assert not any(name.startswith("on") or name == "id" for e in root.iter() for name in e.attrib)
    assert len(of_class(root, "title")) <= 8, "a long title is cut"


@pytest.mark.parametrize("theme", palette.THEMES)
def test_themes(theme: str) -> None:
    picture = pictures.wall(wall(PRO, "multiset"), title="PRO", theme=theme)
    assert f"trinb-{theme}" in picture
    assert ("var(" in picture) == (theme not in ("light", "dark")), "programs that know no variables"
    with pytest.raises(TrinbError, match="there is no theme"):
        pictures.wall(wall(PRO, "kind"), title="PRO", theme="pink")


def test_every_class_has_a_rule_and_every_rule_a_class() -> None:
    bricks = tuple(Brick(Tile(0, 10, index), mark) for index, mark in enumerate(Mark))
    groups = (Group((0, 1, 2), bricks), Group((0, 0, 0), bricks[:1]))
    drawn = pictures.wall(groups, title="All", notes=["a"]) + pictures.wall(wall(PRO), title="b")
    drawn += pictures.pair(Tile(0, 1, 2), (Mark.HERE, Mark.ABSENT))
    used = {name for names in re.findall(r'class="([^"]*)"', drawn) for name in names.split()}
    css = palette.stylesheet() + palette.more_rules(pictures.RULES)
    unknown = {name for name in used if f".{name}" not in css}
    assert unknown <= {"trinb-picture", "tile", "trinb-auto"}
    own = {name for rule in pictures.RULES.splitlines() for name in re.findall(r"\.([a-z]+)[{ ]", rule)}
    assert own <= used


def test_colours_of_marks_can_be_seen() -> None:
    from test_draw import contrast

    for look in (palette.LIGHT, palette.DARK):
        for colour in (look.bridge, look.docking, look.place, look.text):
            assert contrast(colour, look.ground) >= 3
        assert contrast(look.faint, look.ground) >= 4.5


def test_a_large_wall_stays_small() -> None:
    picture = pictures.wall(wall(tile_set("mirrored-12"), "sum"), title="584 tiles", style=False)
    assert len(picture) < 330_000
