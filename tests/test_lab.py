"""The lessons and JupyterLab: what is copied, how the server is started, and one that really is."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
import webbrowser
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any, NamedTuple

import pytest
from click.testing import CliRunner

from trinb import TrinbError, lab, resources
from trinb.cli import cli

NOTEBOOK: dict[str, Any] = {
    "cells": [{"cell_type": "code", "id": "a", "source": "1 + 1", "outputs": [], "metadata": {}}],
    "metadata": {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}},
    "nbformat": 4,
    "nbformat_minor": 5,
}
NOTEBOOK["cells"][0]["execution_count"] = None


@pytest.fixture
def ours(tmp_path: Path) -> Path:
    """A folder of lessons, with things beside them that are none."""
    folder = tmp_path / "ours"
    for name in ("00_start.ipynb", "01_tiles.ipynb", "01_tiles_more.ipynb", "pictures/board.svg"):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{json.dumps(NOTEBOOK)}\n" if name.endswith("ipynb") else name, encoding="utf-8")
    for name in (
        ".ipynb_checkpoints/00_start-checkpoint.ipynb",
        "__pycache__/x.pyc",
        "old.ipynb~",
        ".hidden",
    ):
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("no lesson")
    return folder


LESSONS = ("00_start.ipynb", "01_tiles.ipynb", "01_tiles_more.ipynb", "pictures/board.svg")


def everything(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


# --- copying ---------------------------------------------------------------------------------------------


class TestCopying:
    def test_what_is_missing_is_copied_and_nothing_else(self, ours: Path, tmp_path: Path) -> None:
        mine = tmp_path / "a" / "mine"
        assert lab.copy_lessons(ours, mine) == lab.Copied(new=LESSONS)
        assert everything(mine) == {name: (ours / name).read_bytes() for name in LESSONS}

    def test_what_is_the_same_is_left(self, ours: Path, tmp_path: Path) -> None:
        mine = tmp_path / "mine"
        lab.copy_lessons(ours, mine)
        os.utime(mine / LESSONS[0], (1, 1))
        assert lab.copy_lessons(ours, mine, lambda name: pytest.fail(name)) == lab.Copied(same=LESSONS)
        assert (mine / LESSONS[0]).stat().st_mtime == 1

    def test_what_was_changed_is_kept(self, ours: Path, tmp_path: Path) -> None:
        mine = tmp_path / "mine"
        lab.copy_lessons(ours, mine)
        (mine / LESSONS[1]).write_text("my work")
        (mine / LESSONS[2]).unlink()
        (mine / "own.ipynb").write_text("mine alone")
        assert lab.copy_lessons(ours, mine) == lab.Copied(
            new=LESSONS[2:3], same=(LESSONS[0], LESSONS[3]), kept=LESSONS[1:2]
        )
        assert (mine / LESSONS[1]).read_text() == "my work"
        assert (mine / "own.ipynb").read_text() == "mine alone"

    def test_it_is_replaced_if_you_say_so_and_each_version_of_yours_stays(
        self, ours: Path, tmp_path: Path
    ) -> None:
        mine = tmp_path / "mine"
        lab.copy_lessons(ours, mine)
        asked: list[str] = []
        for work in ("first", "second"):
            (mine / LESSONS[1]).write_text(work)
            done = lab.copy_lessons(ours, mine, lambda name: asked.append(name) or True)
            assert done.replaced == LESSONS[1:2] and done.kept == ()
        assert asked == [LESSONS[1]] * 2
        assert (mine / LESSONS[1]).read_bytes() == (ours / LESSONS[1]).read_bytes()
        assert (mine / "01_tiles.ipynb~").read_text() == "first"
        assert (mine / "01_tiles.ipynb~2").read_text() == "second"
        assert lab.lessons(mine) == LESSONS

    def test_our_own_folder_is_left_alone(self, ours: Path, tmp_path: Path) -> None:
        before = everything(ours)
        assert lab.copy_lessons(ours, ours / ".." / "ours", lambda _: True) == lab.Copied()
        (tmp_path / "link").symlink_to(ours)
        assert lab.copy_lessons(ours, tmp_path / "link", lambda _: True) == lab.Copied()
        assert everything(ours) == before

    @pytest.mark.parametrize("moment", ["write_bytes", "replace"])
    def test_a_failure_leaves_no_half_file(
        self, ours: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moment: str
    ) -> None:
        mine = tmp_path / "mine"
        lab.copy_lessons(ours, mine)
        (mine / LESSONS[0]).write_text("my work")
        (mine / LESSONS[1]).unlink()
        before = everything(mine)

        def full(self: Path, *args: Any) -> None:
            if moment == "write_bytes":
                with self.open("wb") as file:
                    file.write(args[0][:5])
            raise OSError(28, "No space left on device", str(self))

        monkeypatch.setattr(Path, moment, full)
        with pytest.raises(OSError, match="No space left"):
            lab.copy_lessons(ours, mine, lambda _: True)
        monkeypatch.undo()
        assert everything(mine) == before

    def test_the_copy_can_be_changed_though_the_original_cannot(self, ours: Path, tmp_path: Path) -> None:
        (ours / LESSONS[0]).chmod(0o444)
        lab.copy_lessons(ours, tmp_path / "mine")
        assert (tmp_path / "mine" / LESSONS[0]).stat().st_mode & 0o200

    def test_what_stands_in_the_way(self, ours: Path, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("")
        with pytest.raises(TrinbError, match="is not a folder"):
            lab.copy_lessons(ours, tmp_path / "file")
        (tmp_path / "mine" / LESSONS[0]).mkdir(parents=True)
        with pytest.raises(TrinbError, match="is a folder where the lesson 00_start"):
            lab.copy_lessons(ours, tmp_path / "mine")


class TestFinding:
    @pytest.mark.parametrize(
        ("name", "found"),
        [
            (None, "00_start.ipynb"),
            ("00_start", "00_start.ipynb"),
            ("00", "00_start.ipynb"),
            ("01_tiles.ipynb", "01_tiles.ipynb"),
            ("01_tiles", "01_tiles.ipynb"),
            ("01_tiles_", "01_tiles_more.ipynb"),
        ],
    )
    def test_by_name_or_beginning(self, ours: Path, name: str | None, found: str) -> None:
        assert lab.find_lesson(ours, name) == found

    @pytest.mark.parametrize("name", ["09", "", "../00_start", "pictures/board.svg", "x" * 5000])
    def test_what_is_not_there(self, ours: Path, name: str) -> None:
        with pytest.raises(TrinbError, match=r"there is none; there are 00_start, 01_tiles, 01_tiles_more$"):
            lab.find_lesson(ours, name)

    def test_which_one(self, ours: Path) -> None:
        with pytest.raises(TrinbError, match=r"lesson '01': could be each of 01_tiles, 01_tiles_more$"):
            lab.find_lesson(ours, "01")

    def test_a_folder_without_lessons(self, tmp_path: Path) -> None:
        assert lab.find_lesson(tmp_path) is None
        with pytest.raises(TrinbError, match="no lessons"):
            lab.find_lesson(tmp_path, "00")


# --- starting ----------------------------------------------------------------------------------------------


class TestCommand:
    def test_its_words(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(os, "geteuid", lambda: 1000, raising=False)
        folder = tmp_path / "my lessons"
        words = lab.command(folder, "00 start.ipynb", port=9999, browser=True)
        assert words == [
            *(sys.executable, "-m", "jupyterlab"),
            *("--ServerApp.ip=127.0.0.1", "--ServerApp.port=9999", "--ServerApp.port_retries=50"),
            f"--ServerApp.root_dir={folder.resolve()}",
            *("--LabApp.default_url=/lab/tree/00%20start.ipynb", "--Application.log_level=WARN"),
        ]
        assert lab.command(folder, None, 9999, browser=False)[7:] == [
            *("--LabApp.default_url=/lab", "--Application.log_level=WARN", "--no-browser")
        ]

    @pytest.mark.parametrize(("user", "said"), [(0, True), (1000, False)])
    def test_root_alone_is_let_in_as_root(
        self, monkeypatch: pytest.MonkeyPatch, user: int, said: bool
    ) -> None:
        monkeypatch.setattr(os, "geteuid", lambda: user, raising=False)
        assert ("--allow-root" in lab.command(Path(), None, 8888, True)) is said

    def test_no_token_is_on_the_command_line(self) -> None:
        assert "token" not in " ".join(lab.command(Path(), None, 8888, True))

    def test_the_news_are_off_and_other_settings_stay(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("JUPYTER_CONFIG_PATH", "/theirs")
        found = lab.environment(tmp_path)
        assert found["JUPYTER_CONFIG_PATH"].split(os.pathsep) == [str(tmp_path), "/theirs"]
        assert {name for name in found if found[name] != os.environ.get(name)} == {"JUPYTER_CONFIG_PATH"}
        page = json.loads((tmp_path / "labconfig" / "page_config.json").read_text())
        assert page == {"disabledExtensions": {"@jupyterlab/apputils-extension:announcements": True}}
        monkeypatch.delenv("JUPYTER_CONFIG_PATH")
        assert lab.environment(tmp_path)["JUPYTER_CONFIG_PATH"] == str(tmp_path)


class TestBrowser:
    @pytest.mark.parametrize(
        ("platform", "environ", "found"),
        [
            ("linux", {}, False),
            ("linux", {"DISPLAY": ""}, False),
            ("linux", {"DISPLAY": ":0"}, True),
            ("linux", {"WAYLAND_DISPLAY": "wayland-0"}, True),
            ("linux", {"BROWSER": "firefox"}, True),
            ("darwin", {}, True),
            ("win32", {}, True),
        ],
    )
    def test_linux_needs_a_display(
        self, monkeypatch: pytest.MonkeyPatch, platform: str, environ: dict[str, str], found: bool
    ) -> None:
        monkeypatch.setattr(sys, "platform", platform)
        monkeypatch.setattr(webbrowser, "get", lambda: None)
        assert lab.has_browser(environ) is found

    def test_there_may_be_none_at_all(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def none() -> None:
            raise webbrowser.Error("no browser")

        monkeypatch.setattr(webbrowser, "get", none)
        assert not lab.has_browser({"DISPLAY": ":0"})


class TestAddress:
    def test_with_and_without_a_token(self) -> None:
        info = {"url": "http://127.0.0.1:8889/", "token": "a+b"}
        assert lab.address(info, "00 start.ipynb") == (
            "http://127.0.0.1:8889/lab/tree/00%20start.ipynb?token=a%2Bb"
        )
        assert lab.address({**info, "token": ""}, None) == "http://127.0.0.1:8889/lab"

    def test_a_dead_server_of_the_same_number_is_not_ours(self, tmp_path: Path) -> None:
        path = tmp_path / "jpserver-77.json"
        path.write_text(json.dumps({"pid": 77, "root_dir": str(tmp_path)}))
        before = lab._stamps(tmp_path)
        assert lab._info(tmp_path, before, 77, tmp_path) is None
        os.utime(path, (5, 5))
        assert lab._info(tmp_path, before, 77, tmp_path) == {"pid": 77, "root_dir": str(tmp_path)}
        assert lab._info(tmp_path, before, 78, tmp_path) is None
        path.write_text('{"pid": 7')
        assert lab._info(tmp_path, before, 77, tmp_path) is None


class TestStopping:
    def test_who_does_not_listen_is_killed(self) -> None:
        code = "import signal, time; signal.signal(15, signal.SIG_IGN); print(flush=True); time.sleep(60)"
        with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as process:
            assert process.stdout and process.stdout.readline()
            lab.stop(process, patience=0.2)
            assert process.returncode == -signal.SIGKILL

    def test_it_is_stopped_when_the_block_fails(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        monkeypatch.setattr(lab, "_info", lambda *_: {"url": "http://x/", "token": ""})
        monkeypatch.setattr(lab, "command", lambda *_: [sys.executable, "-c", "import time; time.sleep(60)"])
        before = signal.getsignal(signal.SIGTERM)
        with pytest.raises(KeyboardInterrupt), lab.serving(tmp_path, None) as server:
            os.kill(os.getpid(), signal.SIGTERM)
            time.sleep(5)
        assert server.process.returncode == -signal.SIGTERM
        assert signal.getsignal(signal.SIGTERM) == before

    def test_a_server_that_does_not_start_says_why(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        monkeypatch.setattr(lab, "command", lambda *_: [sys.executable, "-c", "raise SystemExit('so sorry')"])
        with (
            pytest.raises(TrinbError, match="JupyterLab did not start: so sorry"),
            lab.serving(tmp_path, None),
        ):
            pytest.fail("it cannot have started")


# --- the command, with a server that is none ---------------------------------------------------------------


@pytest.fixture
def quick(ours: Path, monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """`trinb lab` with a server that ends at once; what it was asked for."""
    asked: list[tuple[Any, ...]] = []

    @contextlib.contextmanager
    def serving(*args: Any) -> Iterator[lab.Server]:
        asked.append(args)
        with subprocess.Popen([sys.executable, "-c", ""]) as process:
            yield lab.Server(process, f"http://127.0.0.1:8888/lab/tree/{args[1]}?token=abc")

    monkeypatch.setattr(resources, "folder", lambda _: ours)
    monkeypatch.setattr(lab, "serving", serving)
    monkeypatch.setattr(lab, "has_browser", lambda: True)
    return asked


def trinb_lab(*words: str) -> str:
    done = CliRunner().invoke(cli, ["lab", *words])
    assert (done.exit_code, done.stderr) == (0, ""), done.output
    return done.stdout


class TestCommandLine:
    def test_the_default_folder_and_lesson(
        self, quick: list[Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(tmp_path)
        assert trinb_lab().splitlines() == [
            "Lessons in trinb-lessons: 4 new",
            "Starting JupyterLab ...",
            "JupyterLab is at this address until you press Ctrl-C:",
            "http://127.0.0.1:8888/lab/tree/00_start.ipynb?token=abc",
            "JupyterLab has stopped.",
        ]
        assert quick == [(Path("trinb-lessons"), "00_start.ipynb", 8888, True)]
        assert lab.lessons(tmp_path / "trinb-lessons") == LESSONS

    def test_its_options(self, quick: list[Any], tmp_path: Path) -> None:
        mine = tmp_path / "mine"
        trinb_lab("--dir", str(mine), "--no-browser", "--port", "9000", "--lesson", "01_tiles_m")
        assert quick == [(mine, "01_tiles_more.ipynb", 9000, False)]

    def test_what_was_changed_is_kept_and_said(self, quick: list[Any], tmp_path: Path) -> None:
        mine = tmp_path / "mine"
        trinb_lab("--dir", str(mine))
        (mine / LESSONS[1]).write_text("my work")
        shown = trinb_lab("--dir", str(mine))
        assert "3 as before\n  kept, as you changed it (--overwrite replaces it): 01_tiles.ipynb\n" in shown
        assert (mine / LESSONS[1]).read_text() == "my work"
        shown = trinb_lab("--dir", str(mine), "--overwrite")
        assert "3 as before, 1 replaced\n  replaced, with a backup beside it: 01_tiles.ipynb\n" in shown
        assert (mine / "01_tiles.ipynb~").read_text() == "my work"

    @pytest.mark.skipif(not hasattr(os, "openpty"), reason="there are no pseudo-terminals")
    @pytest.mark.parametrize(("answer", "replaced"), [(b"y\n", True), (b"n\n", False), (b"\n", False)])
    def test_a_person_is_asked(self, ours: Path, tmp_path: Path, answer: bytes, replaced: bool) -> None:
        mine = tmp_path / "mine"
        lab.copy_lessons(ours, mine)
        (mine / LESSONS[1]).write_text("my work")
        master, slave = os.openpty()
        os.write(master, answer)
        words = ["lab", "--dir", str(mine), "--lesson", "no such lesson"]
        done = subprocess.run(
            [sys.executable, "-c", FAKE, str(ours), *words], stdin=slave, capture_output=True, check=False
        )
        os.close(slave)
        os.close(master)
        assert b"You changed 01_tiles.ipynb. Replace it" in done.stdout + done.stderr
        assert b"no such lesson" in done.stderr and done.returncode == 2
        assert (mine / "01_tiles.ipynb~").exists() is replaced
        assert ((mine / LESSONS[1]).read_text() == "my work") is not replaced

    def test_our_own_folder(self, quick: list[Any], ours: Path) -> None:
        before = everything(ours)
        assert f"Lessons in {ours}: nothing copied\n" in trinb_lab("--dir", str(ours), "--overwrite")
        assert everything(ours) == before

    def test_json(self, quick: list[Any], tmp_path: Path) -> None:
        shown = trinb_lab("--dir", str(tmp_path / "mine"), "--json")
        assert shown.count("\n") == 1
        assert json.loads(shown) == {
            "address": "http://127.0.0.1:8888/lab/tree/00_start.ipynb?token=abc",
            "folder": str((tmp_path / "mine").resolve()),
            "lesson": "00_start.ipynb",
            **{"new": list(LESSONS), "same": [], "kept": [], "replaced": []},
        }


# --- a true server -----------------------------------------------------------------------------------------

FAKE = """
import pathlib, sys
from trinb import resources
from trinb.cli import main
real, ours = resources.folder, pathlib.Path(sys.argv.pop(1))
resources.folder = lambda name: ours if name == "notebooks" else real(name)
main()
"""
"""The command `trinb` with lessons from the folder that is its first word."""


class Running(NamedTuple):
    """`trinb lab` in a process group of its own."""

    process: subprocess.Popen[str]
    output: IO[str]
    address: str

    @property
    def port(self) -> int:
        return int(re.findall(r":(\d+)/", self.address)[0])


@pytest.fixture
def start(ours: Path, tmp_path: Path) -> Iterator[Callable[..., Running]]:
    """Starts true servers, with settings of their own, and ends each with its whole group."""
    started: list[subprocess.Popen[str]] = []
    dirs = ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR")
    environ = {**os.environ, **{name: str(tmp_path / name) for name in dirs}, "PYTHONUNBUFFERED": "1"}
    environ.pop("JUPYTER_TOKEN", None)

    def begin(port: int) -> Running:
        words = ["lab", "--dir", str(tmp_path / "mine"), "--no-browser", "--port", str(port)]
        process = subprocess.Popen(
            [sys.executable, "-c", FAKE, str(ours), *words],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            text=True,
            env=environ,
            start_new_session=True,
        )
        started.append(process)
        assert process.stdout
        for line in process.stdout:
            if line.startswith("http"):
                return Running(process, process.stdout, line.strip())
        raise AssertionError(f"no address; exit status {process.wait()}")

    yield begin
    for process in started:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


def status(address: str) -> int:
    try:
        with urllib.request.urlopen(address, timeout=60) as answer:
            code: int = answer.status
            return code
    except urllib.error.HTTPError as error:
        with error:
            return error.code


def group_members(group: int) -> list[int]:
    """The processes of a group that still live."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            state, _, number = path.read_text().rpartition(")")[2].split()[:3]
            if int(number) == group and state != "Z":
                found.append(int(path.parent.name))
    return found


def listening(port: int) -> set[str]:
    """The addresses, in hexadecimal, on which something listens at a port."""
    found = set()
    for table in ("/proc/net/tcp", "/proc/net/tcp6"):
        with contextlib.suppress(FileNotFoundError):
            for line in Path(table).read_text().splitlines()[1:]:
                _, local, _, state, *_ = line.split()
                address, _, number = local.partition(":")
                if state == "0A" and int(number, 16) == port:
                    found.add(address)
    return found


linux = pytest.mark.skipif(not Path("/proc/net/tcp").exists(), reason="reads Linux's /proc")


@linux
@pytest.mark.slow
class TestServer:
    def test_it_answers_here_alone_and_only_with_the_token(self, start: Callable[..., Running]) -> None:
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", free_port()))
            taken.listen()
            running = start(taken.getsockname()[1])
            assert running.port != taken.getsockname()[1]
        assert re.fullmatch(
            r"http://127\.0\.0\.1:\d+/lab/tree/00_start\.ipynb\?token=[0-9a-f]{32,}", running.address
        )
        bare, _, query = running.address.partition("?")
        root = bare.partition("/lab")[0]

        assert status(running.address) == 200
        assert status(f"{root}/api/contents/00_start.ipynb?{query}") == 200
        for refused in (f"{root}/api/contents", f"{root}/api/contents?token=wrong", f"{root}/api/kernels"):
            assert status(refused) == 403
        connection = http.client.HTTPConnection("127.0.0.1", running.port, timeout=60)
        connection.request("GET", bare.removeprefix(root))
        answer = connection.getresponse()
        assert answer.status == 302 and (answer.getheader("Location") or "").startswith("/login")
        connection.close()
        assert listening(running.port) == {"0100007F"}

        with urllib.request.urlopen(running.address, timeout=60) as page:
            assert '"@jupyterlab/apputils-extension:announcements"' in page.read().decode("utf-8")

        os.kill(running.process.pid, signal.SIGINT)
        assert running.output.read().endswith("JupyterLab has stopped.\n")
        assert running.process.wait(30) == 0
        assert group_members(running.process.pid) == [] and listening(running.port) == set()

    @pytest.mark.parametrize("whole_group", [False, True])
    def test_it_ends_with_its_process_and_with_its_group(
        self, start: Callable[..., Running], whole_group: bool
    ) -> None:
        running = start(free_port())
        (os.killpg if whole_group else os.kill)(running.process.pid, signal.SIGTERM)
        assert running.process.wait(30) == 0
        assert group_members(running.process.pid) == [] and listening(running.port) == set()


# --- what is installed -------------------------------------------------------------------------------------


class TestHealth:
    def test_libraries_are_those_of_the_package(self) -> None:
        found = {library.name: library for library in lab.libraries()}
        assert found["click"].extra == "" and found["click"].version
        assert found["jupyterlab"].extra == "lab"
        assert "pytest" not in found

    def test_a_missing_library_of_the_engine_is_a_problem(self, monkeypatch: pytest.MonkeyPatch) -> None:
        missing = (lab.Library("attrs", "", None), lab.Library("numba", "lab", None))
        monkeypatch.setattr(lab, "libraries", lambda: missing)
        assert [text for text in lab.problems() if "not installed" in text] == [
            "attrs is not installed: pip install trinb"
        ]

    def test_the_data_that_comes_with_trinb_is_complete(self) -> None:
        assert lab._data_faults() == []

    def test_data_that_cannot_be_read_is_a_problem(self, monkeypatch: pytest.MonkeyPatch) -> None:
        from trinb import ruleset, tiles

        monkeypatch.setattr(ruleset, "rule_sets", lambda: ())
        monkeypatch.setattr(tiles, "tile_sets", lambda: ("nothing-like-it",))
        empty, broken = lab._data_faults()
        assert empty == "the folder data/rules is empty: install trinb again"
        assert "there is no tile set 'nothing-like-it'" in broken

    def test_lessons(self, ours: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(resources, "folder", lambda _: ours)
        assert lab._lesson_faults() == []
        (ours / lab.FIRST).unlink()
        assert lab._lesson_faults() == [f"the lesson {lab.FIRST} is missing in {ours}"]

        def gone(name: str) -> Path:
            raise FileNotFoundError(f"no folder {name}")

        monkeypatch.setattr(resources, "folder", gone)
        assert lab._lesson_faults() == ["no folder notebooks"]

    def test_without_metadata_nothing_is_claimed(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def none(_name: str) -> list[str]:
            raise lab.metadata.PackageNotFoundError

        monkeypatch.setattr(lab.metadata, "requires", none)
        assert lab.libraries() == ()


def test_lessons_that_are_still_ours_are_trusted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from nbformat import read, v4, write
    from nbformat.sign import NotebookNotary

    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path / "data"))
    source, folder = tmp_path / "source", tmp_path / "folder"
    source.mkdir()
    for name in ("00_start.ipynb", "01_more.ipynb"):
        write(v4.new_notebook(cells=[v4.new_code_cell(f"print('{name}')")]), source / name)
    shutil.copytree(source, folder)
    write(v4.new_notebook(cells=[v4.new_code_cell("1")]), folder / "01_more.ipynb")
    before = (folder / "00_start.ipynb").read_bytes()
    assert lab.trust(source, folder) == ("00_start.ipynb",)
    assert (folder / "00_start.ipynb").read_bytes() == before
    notary = NotebookNotary()
    trusted = [notary.check_signature(read(path, as_version=4)) for path in sorted(folder.glob("*.ipynb"))]
    notary.store.close()
    assert trusted == [True, False]
