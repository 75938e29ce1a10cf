"""A blank page with widgets on it: the widget's own JavaScript, and the real Python widget behind it.

Between the two stands a small model in place of Jupyter's, so that a test takes a second instead of a
server.  `Page.show` puts a widget on the page; what the page sends reaches `widget` in this very process.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, Locator, Page, Route, sync_playwright

CHROMIUM_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

HOME = "http://widgets.test/"

_PAGE = """<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>widgets</title>
<style>body {{ margin: 12px; background: var(--jp-layout-color1, Canvas); {variables} }}</style>
<body data-jp-theme-light="{light}"><script>
// A ledger of what widgets set going and must stop again: listeners, observers, timers.
{{
  const ledger = new Map();
  const {{ addEventListener, removeEventListener }} = EventTarget.prototype;
  EventTarget.prototype.addEventListener = function (type, handler, options) {{
    const signal = options?.signal ?? (this instanceof AbortSignal ? this : null);
    ledger.set([this, type, handler], () => !signal?.aborted && `${{type}} on ${{this.constructor.name}}`);
    return addEventListener.call(this, type, handler, options);
  }};
  EventTarget.prototype.removeEventListener = function (type, handler, options) {{
    for (const key of ledger.keys()) {{
      if (key[0] === this && key[1] === type && key[2] === handler) ledger.delete(key);
    }}
    return removeEventListener.call(this, type, handler, options);
  }};
  for (const kind of ["ResizeObserver", "MutationObserver", "IntersectionObserver"]) {{
    const Made = window[kind];
    window[kind] = class extends Made {{
      observe(...all) {{ ledger.set(this, () => kind); return super.observe(...all); }}
      disconnect() {{ ledger.delete(this); return super.disconnect(); }}
    }};
  }}
  const {{ setInterval, clearInterval }} = window;
  window.setInterval = (...all) => {{
    const id = setInterval(...all);
    ledger.set(id, () => "interval");
    return id;
  }};
  window.clearInterval = (id) => {{ ledger.delete(id); clearInterval(id); }};
  window.alive = () => [...ledger.values()].map((says) => says()).filter(Boolean);
}}
</script><script type="module">
window.shown = [];
window.show = async (number, esm, css, traits) => {{
  const style = document.createElement("style");
  style.textContent = css;
  document.head.append(style);
  const el = document.createElement("div");
  document.body.append(el);
  const listeners = new Map(), data = {{ ...traits }};
  const model = {{
    get: (name) => data[name],
    set: (name, value) => {{ data[name] = value; }},
    save_changes() {{}},
    on: (name, callback) => listeners.set(callback, name),
    off: (name, callback) => listeners.delete(callback),
    send(message) {{
      shown[number].sent.push(message);
      window.toPython(number, message).then((traits) => model.receive(traits));
    }},
    receive(traits) {{
      const same = (name) => JSON.stringify(data[name]) === JSON.stringify(traits[name]);
      const changed = Object.keys(traits).filter((name) => !same(name));
      Object.assign(data, traits);
      const heard = [...listeners].filter(([, name]) => changed.includes(name.replace("change:", "")));
      for (const [callback] of heard) if (listeners.has(callback)) callback();
      shown[number].received += 1;
    }},
  }};
  const module = await import(esm);
  shown[number] = {{ el, model, listeners, module, sent: [], received: 0 }};
  shown[number].close = await module.default.render({{ model, el }});
}};
window.ready = true;
</script>"""

_DARK = "--jp-layout-color1: #111; --jp-content-font-color1: #fff; --jp-content-font-color2: #bbb;"


def chromium() -> str | None:
    """An installed Chromium, if there is one."""
    return next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


@contextmanager
def browser() -> Iterator[Browser]:
    """A headless Chromium: the installed one, else Playwright's own."""
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium(), args=CHROMIUM_ARGUMENTS)
        try:
            yield started
        finally:
            started.close()


def _traits(widget: Any) -> Any:
    """What Jupyter would send to the browser of a widget."""
    names = [name for name in ("state", "speech", "live") if widget.has_trait(name)]
    return json.loads(json.dumps({name: getattr(widget, name) for name in names}))


class Widgets:
    """A page with widgets on it."""

    def __init__(
        self, browser: Browser, width: int = 1100, height: int = 900, dark: bool = False, touch: bool = False
    ) -> None:
        self.context = browser.new_context(
            viewport={"width": width, "height": height},
            has_touch=touch,
            color_scheme="dark" if dark else "light",
        )
        self.dark = dark
        self.widgets: list[Any] = []
        self.errors: list[str] = []
        self.context.route("**/*", self._answer)
        self.page: Page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", lambda line: line.type == "error" and self.errors.append(line.text))
        self.page.expose_function("toPython", self._to_python)
        self.page.goto(HOME)
        self.page.wait_for_function("window.ready")

    def _answer(self, route: Route) -> None:
        """Serve the page and the widgets' modules; nothing leaves this machine."""
        path = route.request.url.removeprefix(HOME)
        if not route.request.url.startswith(HOME):
            self.errors.append(f"asks for {route.request.url}")
            route.abort()
        elif path == "":
            page = _PAGE.format(light=str(not self.dark).lower(), variables=_DARK if self.dark else "")
            route.fulfill(body=page, content_type="text/html")
        elif path.startswith("esm/"):
            route.fulfill(body=str(self.widgets[int(path[4:])]._esm), content_type="text/javascript")
        else:
            route.fulfill(status=404, body="")

    def _to_python(self, number: int, message: Any) -> Any:
        widget = self.widgets[number]
        widget._handle_custom_msg(message, [])
        return _traits(widget)

    def show(self, widget: Any) -> Locator:
        """Put a widget on the page; returns its outermost element."""
        number = len(self.widgets)
        self.widgets.append(widget)
        arguments = [number, f"{HOME}esm/{number}", str(widget._css), _traits(widget)]
        self.page.evaluate("([number, esm, css, traits]) => show(number, esm, css, traits)", arguments)
        return self.page.locator(".trinb-widget").nth(number)

    def refresh(self, widget: Any) -> None:
        """Show what a widget's Python side has changed by itself, as Jupyter would."""
        number = self.widgets.index(widget)
        script = "([number, traits]) => { shown[number].model.receive(traits); shown[number].received -= 1; }"
        self.page.evaluate(script, [number, _traits(widget)])

    def settle(self) -> None:
        """Wait until everything that was sent has been answered."""
        self.page.wait_for_function("shown.every((one) => one.sent.length === one.received)")

    def close(self) -> None:
        """Close the page."""
        self.context.close()
