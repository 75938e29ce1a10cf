"""A true JupyterLab or Voilà on a free port, with settings of its own, for end-to-end tests."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

_START = 90  # seconds that a server may take to answer
_RUN = 120_000  # ms that a notebook may take to run


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


_ICONS = "https://cdn.jsdelivr.net/npm/@fortawesome/fontawesome-free@^5/css/"
_OFFLINE = f"""{{%- extends "voila/templates/lab/index.html.j2" -%}}
{{%- block notebook_css -%}}
{{{{ super() | replace("{_ICONS}", "data:text/css,") }}}}
{{%- endblock notebook_css -%}}
"""
"""Voilà's own page but for the two icon fonts that it asks another machine for."""


@contextmanager
def jupyterlab(folder: Path, home: Path) -> Iterator[str]:
    """Serve a folder; gives the address, and ends the server and its kernels afterwards."""
    settings = {
        "page_config": {"disabledExtensions": {"@jupyterlab/apputils-extension:announcements": True}},
        # All of a notebook is on the page, not only what can be seen.
        "default_setting_overrides": {"@jupyterlab/notebook-extension:tracker": {"windowingMode": "none"}},
    }
    (home / "config" / "labconfig").mkdir(parents=True)
    for name, content in settings.items():
        (home / "config" / "labconfig" / f"{name}.json").write_text(json.dumps(content))
    options = ["--allow-root", "--ip=127.0.0.1", "--ServerApp.port_retries=0", "--IdentityProvider.token="]
    options += ["--LabApp.expose_app_in_browser=True", f"--notebook-dir={folder}"]
    with _served("jupyterlab", options, home, "/api") as address:
        yield address


@contextmanager
def voila(folder: Path, home: Path) -> Iterator[str]:
    """Serve a folder of lessons as pages without code; gives the address."""
    template = home / "data" / "voila" / "templates" / "offline"
    template.mkdir(parents=True)
    (template / "index.html.j2").write_text(_OFFLINE)
    (template / "conf.json").write_text(json.dumps({"base_template": "lab"}))
    options = [str(folder), "--Voila.ip=127.0.0.1", "--template=offline"]
    with _served("voila", options, home, "/") as address:
        yield address


@contextmanager
def _served(module: str, options: list[str], home: Path, ready: str) -> Iterator[str]:
    """A server of Jupyter's family, with a configuration of its own."""
    port = free_port()
    places = {
        "JUPYTER_CONFIG_DIR": home / "config",
        "JUPYTER_DATA_DIR": home / "data",
        "IPYTHONDIR": home / "ipython",
    }
    log = (home / f"{module}.log").open("w")
    server = subprocess.Popen(
        [sys.executable, "-m", module, "--no-browser", f"--port={port}", *options],
        env={**os.environ, **{name: str(place) for name, place in places.items()}},
        stdout=log,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )
    try:
        _wait_for(f"http://127.0.0.1:{port}{ready}", server, home / f"{module}.log")
        yield f"http://127.0.0.1:{port}"
    finally:
        _end(server)
        log.close()


def _end(server: subprocess.Popen[bytes]) -> None:
    """End the server's own process group, kernels included."""
    os.killpg(server.pid, signal.SIGTERM)
    try:
        server.wait(20)
    except subprocess.TimeoutExpired:
        os.killpg(server.pid, signal.SIGKILL)
        server.wait(20)


def _wait_for(address: str, server: subprocess.Popen[bytes], log: Path) -> None:
    until = time.monotonic() + _START
    while time.monotonic() < until:
        if server.poll() is not None:
            raise RuntimeError(f"the server ended at once:\n{log.read_text()[-2000:]}")
        try:
            with urllib.request.urlopen(address, timeout=2):
                return
        except OSError:
            time.sleep(0.3)
    raise RuntimeError(f"the server does not answer:\n{log.read_text()[-2000:]}")


class Visit:
    """A page in a browser that can reach this one server and nothing else.

    Attributes:
        asked: addresses outside of this machine that the page asked for.
        faults: what the page logged as errors of its own scripts.
    """

    def __init__(self, browser: Browser, address: str, **context: Any) -> None:
        self.asked: list[str] = []
        self.faults: list[str] = []
        self.context = browser.new_context(**context)
        self.context.route("**/*", lambda route: self._only_here(route, address))
        self.page: Page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))

    def _only_here(self, route: Any, address: str) -> None:
        if route.request.url.startswith((address, "data:", "blob:")):
            route.continue_()
        else:
            self.asked.append(route.request.url)
            route.abort()

    def close(self) -> None:
        """Close the page."""
        self.context.close()


class Notebook(Visit):
    """A notebook that is open in JupyterLab."""

    def __init__(self, browser: Browser, address: str, name: str, **context: Any) -> None:
        super().__init__(browser, address, **context)
        self.page.goto(f"{address}/lab/tree/{name}?reset")
        self.page.wait_for_function("window.jupyterapp", timeout=60_000)
        self.page.evaluate("window.jupyterapp.restored.then(() => true)")
        self.page.wait_for_selector(".jp-NotebookPanel", timeout=60_000)
        self._on_panel("await panel.context.ready; await panel.sessionContext.ready;")

    def _on_panel(self, script: str, within: int = 60_000) -> Any:
        """Run a script with the notebook's `panel`; fails when it takes too long (in ms)."""
        return self.page.evaluate(
            "() => Promise.race([(async () => { const panel = [...window.jupyterapp.shell.widgets('main')]"
            f".find((one) => one.content?.model?.cells); {script} }})(),"
            f"new Promise((_, no) => setTimeout(() => no(new Error('took over {within} ms')), {within}))])"
        )

    def theme(self, name: str) -> None:
        """Put on a theme, such as ``JupyterLab Dark``."""
        command = "apputils:change-theme"
        self.page.evaluate(f"window.jupyterapp.commands.execute('{command}', {{theme: '{name}'}})")
        light = "false" if "Dark" in name else "true"
        self.page.wait_for_selector(f"body[data-jp-theme-light='{light}']", state="attached")

    def run_all(self) -> None:
        """Run every cell and wait for the end."""
        self._on_panel("await window.jupyterapp.commands.execute('notebook:run-all-cells');", _RUN)

    def run(self, code: str) -> str:
        """Run some code in the notebook's kernel and give what it prints."""
        script = (
            "const future = panel.sessionContext.session.kernel.requestExecute({code: "
            + json.dumps(code)
            + "}); let printed = ''; future.onIOPub = (message) => {"
            " if (message.header.msg_type === 'stream') printed += message.content.text;"
            " if (message.header.msg_type === 'error') printed += message.content.evalue; };"
            " await future.done; return printed;"
        )
        return str(self._on_panel(script))

    def errors(self) -> list[str]:
        """The errors that cells show."""
        return self.page.locator(
            ".jp-RenderedText[data-mime-type='application/vnd.jupyter.stderr']"
        ).all_inner_texts()
