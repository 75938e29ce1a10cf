"""The kit on this computer: the lessons, JupyterLab to read them in, and whether all of it is there.

**Lessons** are copied to a folder of the user's, where they may be changed.  A changed one is never
written over unasked, and then a backup stays.  A file is written beside its place and moved there when
it is whole, so a stop in between leaves no half file.

A **server** is JupyterLab in the Python that runs this.  It answers on 127.0.0.1 only, to whoever has
its token.  The user's own settings of Jupyter stay as they are.

>>> command(Path("lessons"), "00_start.ipynb", port=8888, browser=True)[3:6]
['--ServerApp.ip=127.0.0.1', '--ServerApp.port=8888', '--ServerApp.port_retries=50']
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import webbrowser
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from importlib import import_module, metadata, util
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

from . import resources
from .errors import TrinbError
from .notation import quote as quoted

FIRST = "00_start.ipynb"
"""The lesson to begin with."""

# --- lessons ---------------------------------------------------------------------------------------


class Copied(NamedTuple):
    """What became of each lesson, by its name.

    Attributes:
        new: was not there, and was copied.
        same: was there as it is here.
        kept: was there with other content, and was left.
        replaced: was there with other content, which is now in a backup.
    """

    new: tuple[str, ...] = ()
    same: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    replaced: tuple[str, ...] = ()


def lessons(folder: Path) -> tuple[str, ...]:
    """The files of a folder of lessons, as names with slashes; nothing hidden and no backup."""
    names = (path.relative_to(folder) for path in sorted(folder.rglob("*")) if path.is_file())
    return tuple(name.as_posix() for name in names if not _is_by_product(name))


def _is_by_product(name: Path) -> bool:
    return any(part.startswith(".") or part == "__pycache__" for part in name.parts) or "~" in name.suffix


def _never(_name: str) -> bool:
    return False


def copy_lessons(source: Path, target: Path, replace: Callable[[str], bool] = _never) -> Copied:
    """Copy what is missing, and what was changed where `replace` says so.

    Raises:
        TrinbError: the target is no folder, or one lies where a file should.
        OSError: a file cannot be read or written.
    """
    if target.exists() and not target.is_dir():
        raise TrinbError(f"{target} is not a folder: say another one with --dir")
    done: dict[str, list[str]] = {field: [] for field in Copied._fields}
    if target.resolve() != source.resolve():
        target.mkdir(parents=True, exist_ok=True)
        for name in lessons(source):
            done[_copy(source / name, target / name, name, replace)].append(name)
    return Copied(*(tuple(done[field]) for field in Copied._fields))


def _copy(source: Path, target: Path, name: str, replace: Callable[[str], bool]) -> str:
    """Copy one lesson if it should be; which field of `Copied` it then belongs to."""
    content = source.read_bytes()
    if target.is_dir():
        raise TrinbError(f"{target} is a folder where the lesson {name} should be: move it away")
    if not target.exists():
        _write(target, content)
        return "new"
    before = target.read_bytes()
    if before == content:
        return "same"
    if not replace(name):
        return "kept"
    _write(_free_backup(target), before)
    _write(target, content)
    return "replaced"


def _free_backup(path: Path) -> Path:
    """NAME~, or NAME~2, NAME~3 and so on where an earlier backup is."""
    names = (path.with_name(f"{path.name}~{number if number > 1 else ''}") for number in count(1))
    return next(name for name in names if not name.exists())


def _write(path: Path, content: bytes) -> None:
    """Put a whole file in its place at once."""
    path.parent.mkdir(parents=True, exist_ok=True)
    resources.write_whole(path, content)


def trust(source: Path, folder: Path) -> tuple[str, ...]:
    """Sign the lessons of a folder that are still ours to the letter; gives their names.

    Without a signature JupyterLab hides their pictures until they are run.  Jupyter keeps signatures
    for itself, apart from the notebooks, which stay as they are.
    """
    nbformat: Any = import_module("nbformat")  # it has no types
    notary, signed = import_module("nbformat.sign").NotebookNotary(), []
    for name in lessons(source):
        path = folder / name
        if path.is_file() and path.read_bytes() == (source / name).read_bytes():
            with suppress(Exception):  # a signature is a comfort; without it the lesson opens all the same
                notary.sign(nbformat.read(path, as_version=4))
                signed.append(name)
    with suppress(Exception):
        notary.store.close()
    return tuple(signed)


def find_lesson(folder: Path, name: str | None = None) -> str | None:
    """The notebook of this name, with or without its ending or only its number; without a name the first.

    None if no name is given and there is no first lesson.

    Raises:
        TrinbError: there is none of this name, or more than one.
    """
    known = [lesson for lesson in lessons(folder) if lesson.endswith(".ipynb")]
    if name is None:
        return FIRST if FIRST in known else None
    exact = [lesson for lesson in known if name in (lesson, lesson.removesuffix(".ipynb"))]
    found = exact or [lesson for lesson in known if name and lesson.startswith(name)]
    if len(found) == 1:
        return found[0]
    choice = ", ".join(lesson.removesuffix(".ipynb") for lesson in found or known) or "no lessons"
    fault = "could be each of" if found else "there is none; there are"
    raise TrinbError(f"lesson {quoted(name)}: {fault} {choice}")


# --- JupyterLab ------------------------------------------------------------------------------------

_PATIENCE = 120
"""Seconds to wait for JupyterLab to start: a cold disk is slow."""

_PAGE_CONFIG = {"disabledExtensions": {"@jupyterlab/apputils-extension:announcements": True}}
_MISSING = 'JupyterLab is not installed: pip install "trinb[lab]"'


class Server(NamedTuple):
    """A JupyterLab that runs: its process, and the full address with the token."""

    process: subprocess.Popen[bytes]
    address: str


def require_jupyterlab() -> None:
    """Do nothing if JupyterLab is installed.

    Raises:
        TrinbError: it is not; the message says how to install it.
    """
    if util.find_spec("jupyterlab") is None:
        raise TrinbError(_MISSING)


def has_browser(environ: Mapping[str, str] = os.environ) -> bool:
    """Whether a browser can be opened here: Linux needs a display, unless BROWSER names one."""
    shown = any(environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"))
    if sys.platform.startswith("linux") and not shown:
        return False
    try:
        webbrowser.get()
    except webbrowser.Error:
        return False
    return True


def command(folder: Path, lesson: str | None, port: int, browser: bool) -> list[str]:
    """The command that starts JupyterLab there, with a lesson open."""
    words = [sys.executable, "-m", "jupyterlab", "--ServerApp.ip=127.0.0.1", f"--ServerApp.port={port}"]
    words += ["--ServerApp.port_retries=50", f"--ServerApp.root_dir={folder.resolve()}"]
    words += [f"--LabApp.default_url={_page(lesson)}", "--Application.log_level=WARN"]
    if not browser:
        words.append("--no-browser")
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        words.append("--allow-root")
    return words


def _page(lesson: str | None) -> str:
    return f"/lab/tree/{quote(lesson)}" if lesson else "/lab"


def environment(config: Path) -> dict[str, str]:
    """This environment, with one more place where Jupyter looks for settings: there, no news pop-up."""
    page = config / "labconfig" / "page_config.json"
    page.parent.mkdir(parents=True, exist_ok=True)
    page.write_text(json.dumps(_PAGE_CONFIG), encoding="utf-8")
    paths = [str(config), os.environ.get("JUPYTER_CONFIG_PATH", "")]
    return {**os.environ, "JUPYTER_CONFIG_PATH": os.pathsep.join(filter(None, paths))}


@contextmanager
def serving(folder: Path, lesson: str | None, port: int = 8888, browser: bool = True) -> Iterator[Server]:
    """JupyterLab, from when it answers until the block ends; it is then stopped, whatever happened.

    Within the block a request to terminate this process raises KeyboardInterrupt, like Ctrl-C.

    Raises:
        TrinbError: it is not installed or does not start; the message has its last words.
    """
    require_jupyterlab()
    from jupyter_core.paths import jupyter_runtime_dir

    runtime = Path(jupyter_runtime_dir())
    with tempfile.TemporaryDirectory(prefix="trinb-lab-", ignore_cleanup_errors=True) as scratch, _signals():
        log, before = Path(scratch) / "log", _stamps(runtime)
        with log.open("wb") as output:
            process = subprocess.Popen(
                command(folder, lesson, port, browser),
                cwd=folder,
                env=environment(Path(scratch) / "config"),
                stdin=subprocess.DEVNULL,  # else Ctrl-C would be answered with a question
                stdout=output,
                stderr=output,
            )
        try:
            info = _await(process, lambda: _info(runtime, before, process.pid, folder), log)
            yield Server(process, address(info, lesson))
        finally:
            stop(process)


def address(info: Mapping[str, Any], lesson: str | None) -> str:
    """Where a server that describes itself so shows this lesson.

    >>> address({"url": "http://127.0.0.1:8888/", "token": "abc"}, "00_start.ipynb")
    'http://127.0.0.1:8888/lab/tree/00_start.ipynb?token=abc'
    """
    token = f"?token={quote(info['token'])}" if info.get("token") else ""
    return f"{info['url'].rstrip('/')}{_page(lesson)}{token}"


def _stamps(runtime: Path) -> dict[Path, int]:
    """The files in which running servers describe themselves, and when each was written."""
    stamps = {}
    for path in runtime.glob("jpserver-*.json"):
        with suppress(OSError):  # a server may just have ended
            stamps[path] = path.stat().st_mtime_ns
    return stamps


def _info(runtime: Path, before: Mapping[Path, int], pid: int, folder: Path) -> dict[str, Any] | None:
    """How our server describes itself; None while it does not.

    A dead server may have left a file with the same number, so it must be written since.  On Windows the
    Python of a virtual environment starts another one, so there the folder must do.
    """
    for path, stamp in _stamps(runtime).items():
        if before.get(path) != stamp:
            with suppress(OSError, ValueError):  # it may be half written
                info: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
                same_folder = Path(info["root_dir"]).resolve() == folder.resolve()
                if info["pid"] == pid or (os.name == "nt" and same_folder):
                    return info
    return None


def _await(
    process: subprocess.Popen[bytes], look: Callable[[], dict[str, Any] | None], log: Path
) -> dict[str, Any]:
    patience = time.monotonic() + _PATIENCE
    while process.poll() is None and time.monotonic() < patience:
        found = look()
        if found:
            return found
        time.sleep(0.1)
    words = log.read_text(encoding="utf-8", errors="replace").split("\n")
    last = next((line.strip() for line in reversed(words) if line.strip()), "it said nothing")
    raise TrinbError(f"JupyterLab did not start: {last}")


def stop(process: subprocess.Popen[bytes], patience: float = 10) -> None:
    """End a server and its kernels; by force when it does not listen, or on a second Ctrl-C."""
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(patience)
        except (subprocess.TimeoutExpired, KeyboardInterrupt):
            process.kill()
            process.wait()


@contextmanager
def _signals() -> Iterator[None]:
    """Turn the signals that end this process, and a closed terminal, into KeyboardInterrupt."""

    def interrupt(_number: int, _frame: object) -> None:
        raise KeyboardInterrupt

    numbers = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = {number: signal.signal(number, interrupt) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


# --- what is installed -------------------------------------------------------------------------------

_CHROMIUMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")


class Library(NamedTuple):
    """A library that trinb uses: the extra that asks for it ("" for the engine), and its version if there."""

    name: str
    extra: str
    version: str | None


def libraries() -> tuple[Library, ...]:
    """All libraries that trinb uses, but for those of its own tests."""
    try:
        wanted = metadata.requires("trinb") or []
    except metadata.PackageNotFoundError:
        wanted = []
    found = []
    for text in wanted:
        name, extra = re.split(r"[^\w.-]", text)[0], re.search(r"extra == ['\"](.+?)['\"]", text)
        if not extra or extra[1] != "test":
            found.append(Library(name, extra[1] if extra else "", _version(name)))
    return tuple(sorted(found, key=lambda library: (library.extra, library.name)))


def _version(name: str) -> str | None:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def chromium() -> str | None:
    """Where a Chromium is, or None; only the tests of the widgets need one."""
    return next(filter(None, map(shutil.which, _CHROMIUMS)), None)


def problems() -> tuple[str, ...]:
    """What is wrong with this copy of trinb, one line each; nothing when it is whole."""
    missing = [
        f"{library.name} is not installed: pip install trinb"
        for library in libraries()
        if not library.extra and library.version is None
    ]
    return (*missing, *_data_faults(), *_lesson_faults())


def _data_faults() -> list[str]:
    from .ruleset import rule_sets, rules
    from .tiles import tile_set, tile_sets

    faults: list[str] = []
    try:
        for kind, names, load in (("rules", rule_sets(), rules), ("tiles", tile_sets(), tile_set)):
            if not names:
                faults.append(f"the folder data/{kind} is empty: install trinb again")
            for name in names:
                try:
                    load(name)
                except TrinbError as error:
                    faults.append(str(error))
    except FileNotFoundError as error:
        faults.append(str(error))
    return faults


def _lesson_faults() -> list[str]:
    try:
        folder = resources.folder("notebooks")
    except FileNotFoundError as error:
        return [str(error)]
    return [] if FIRST in lessons(folder) else [f"the lesson {FIRST} is missing in {folder}"]
