"""What the kit is installed from: pyproject.toml, the locks, environment.yml and the wheel."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).resolve().parent.parent
LOCKS = {name: ROOT / "requirements" / f"{name}.txt" for name in ("lab", "test")}

PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
CORE: list[str] = PROJECT["project"]["dependencies"]
EXTRAS: dict[str, list[str]] = PROJECT["project"]["optional-dependencies"]
BUILD: list[str] = PROJECT["dependency-groups"]["build"]


def bounds(requirements: list[str]) -> dict[str, str]:
    """The lower bound of each requirement by its name; any other form of requirement is a fault."""
    found = {}
    for text in requirements:
        match = re.fullmatch(r"([a-z0-9-]+)>=([0-9.]+)", text)
        assert match, f"{text!r} is not of the form name>=version"
        found[match[1]] = match[2]
    return found


def entries(lock: str) -> list[tuple[str, str, str, int]]:
    """The entries of a lock: name, version, marker, number of hashes."""
    text = re.sub(r"\\\n\s*", "", LOCKS[lock].read_text(encoding="utf-8"))
    found = []
    for line in text.splitlines():
        if not line or line.startswith("#"):
            continue
        match = re.fullmatch(
            r"([a-z0-9-]+)==(\S+)(?: ; (.*?))?((?: ?--hash=sha256:[0-9a-f]{64})*)", line.strip()
        )
        assert match, f"{lock}.txt: {line[:80]!r} is not name==version with hashes"
        found.append((match[1], match[2], (match[3] or "").strip(), match[4].count("--hash")))
    return found


def version(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", text.partition("post")[0]))


def run(*command: str | Path, cwd: Path, **env: str) -> str:
    """The output of a command that must succeed."""
    done = subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env={**os.environ, **env},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


class TestDependencies:
    def test_the_engine_is_light(self) -> None:
        assert bounds(CORE).keys() == {"attrs", "cattrs", "click", "networkx", "tomlkit"}

    def test_conda_and_pip_install_the_same(self) -> None:
        listed = yaml.safe_load((ROOT / "environment.yml").read_text(encoding="utf-8"))["dependencies"]
        from_conda = bounds([entry for entry in listed if isinstance(entry, str) and entry != "pip"])
        python = from_conda.pop("python")

        assert f">={python}" == PROJECT["project"]["requires-python"]
        assert from_conda == bounds(CORE + EXTRAS["lab"])
        assert {"pip": ["-e ."]} in listed

    def test_the_build_backend_is_among_what_the_locks_hold(self) -> None:
        assert set(PROJECT["build-system"]["requires"]) <= set(BUILD)


@pytest.mark.parametrize("lock", LOCKS)
class TestLock:
    def test_every_entry_has_a_hash(self, lock: str) -> None:
        assert [name for name, _, _, hashes in entries(lock) if hashes == 0] == []

    def test_it_names_no_address_and_no_path(self, lock: str) -> None:
        text = LOCKS[lock].read_text(encoding="utf-8")
        for sign in ("/", "@", "index", "find-links", "localhost", "\\\\"):
            assert sign not in text, f"{lock}.txt contains {sign!r}"

    def test_it_holds_every_direct_dependency_above_its_bound(self, lock: str) -> None:
        wanted = CORE + EXTRAS["lab"] + BUILD + (EXTRAS["test"] if lock == "test" else [])
        locked: dict[str, list[str]] = {}
        for name, pinned, _, _ in entries(lock):
            locked.setdefault(name, []).append(pinned)

        for name, bound in bounds(wanted).items():
            assert name in locked, f"{name} is missing from {lock}.txt: run `make lock`"
            assert all(version(pinned) >= version(bound) for pinned in locked[name])

    def test_it_serves_more_than_this_machine(self, lock: str) -> None:
        by_name = {name: (marker, hashes) for name, _, marker, hashes in entries(lock)}

        assert "win32" in by_name["colorama"][0]
        assert "darwin" in by_name["appnope"][0]
        assert by_name["numba"][1] > 10  # a wheel for each system and each Python


def test_the_locks_agree() -> None:
    lab, test = entries("lab"), entries("test")
    without_markers = {(name, pinned, hashes) for name, pinned, _, hashes in test}

    assert {(name, pinned, hashes) for name, pinned, _, hashes in lab} <= without_markers
    assert {name for name, *_ in lab} < {name for name, *_ in test}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    options = ("--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--wheel-dir", folder)
    run(sys.executable, "-m", "pip", "wheel", *options, ROOT, cwd=folder)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that holds the installed wheel and nothing else."""
    target = tmp_path_factory.mktemp("installed")
    options = ("--quiet", "--no-deps", "--no-index", "--target", target)
    run(sys.executable, "-m", "pip", "install", *options, wheel, cwd=target)
    return target


@pytest.mark.slow
class TestWheel:
    def test_it_runs_anywhere(self, wheel: Path) -> None:
        assert wheel.name == f"trinb-{PROJECT['project']['version']}-py3-none-any.whl"

    def test_it_brings_what_users_may_read(self, wheel: Path) -> None:
        packed = zipfile.ZipFile(wheel).namelist()
        for folder, endings in (("data", {".toml"}), ("notebooks", {".ipynb"})):
            beside = {
                path.relative_to(ROOT).as_posix()
                for path in (ROOT / folder).rglob("*")
                if path.suffix in endings and ".ipynb_checkpoints" not in path.parts
            }
            assert {f"trinb/{name}" for name in beside} <= set(packed)
        assert "trinb/notebooks/00_start.ipynb" in packed
        assert any(name.startswith("trinb/data/tiles/") for name in packed)
        assert not [name for name in packed if "checkpoint" in name or "__pycache__" in name]
        assert {name.partition("/")[0].partition("-")[0] for name in packed} == {"trinb"}

    def test_it_works_outside_of_the_checkout(self, installed: Path, tmp_path: Path) -> None:
        code = "import trinb; print(trinb.__file__); print(len(list(trinb.tile_sets())))"
        place, count = run(sys.executable, "-c", code, cwd=tmp_path, PYTHONPATH=str(installed)).splitlines()

        assert Path(place).resolve().is_relative_to(installed.resolve())
        assert int(count) > 0

    def test_it_speaks_other_languages(self, installed: Path, tmp_path: Path) -> None:
        code = "from trinb.words import *; language('ru'); print(tr('bridge'))"
        said = run(sys.executable, "-c", code, cwd=tmp_path, PYTHONPATH=str(installed), PYTHONUTF8="1")
        assert said.strip() == "мост"

    def test_its_command_works_outside_of_the_checkout(self, installed: Path, tmp_path: Path) -> None:
        command = (sys.executable, "-m", "trinb", "tiles", "--json")
        assert json.loads(run(*command, cwd=tmp_path, PYTHONPATH=str(installed)))
