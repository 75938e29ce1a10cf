"""What the page on the data files says is so."""

from __future__ import annotations

import re
from pathlib import Path

import attrs
import pytest

from trinb.ruleset import RuleSet, rules

PAGE = (Path(__file__).parents[1] / "data" / "README.md").read_text(encoding="utf-8")
ROWS = {
    row[0].strip("` "): set(re.findall(r"`([a-z_]+)`", row[1]))
    for row in re.findall(r"^\|([^|]*)\|(.*)\|$", PAGE, re.M)
}
TABLES = ("hand", "opening", "draws", "turn", "score", "out", "blocked", "match")


@pytest.mark.parametrize("table", TABLES)
def test_every_key_of_every_table_is_described(table: str) -> None:
    fields = {field.name for field in attrs.fields(type(getattr(rules("triangelspelet"), table)))}
    assert fields == ROWS[table]


def test_every_table_and_folder_is_described() -> None:
    own = {field.name for field in attrs.fields(RuleSet)} - {"clauses", "readings", "switched_on", *TABLES}
    assert own | {"extends", "without_readings"} == ROWS[""]
    folders = {path.name for path in (Path(__file__).parents[1] / "data").iterdir() if path.is_dir()}
    assert folders == set(re.findall(r"^## `(\w+)/`", PAGE, re.M))
