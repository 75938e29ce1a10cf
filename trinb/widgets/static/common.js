// What every front shares. It stands before the widget's own module, since that has to be one file.

const LARGEST = 1.5; // a board is shown at most so much larger than it is drawn

/** A view box made larger, if need be, so that a small board is not blown up to fill the stage. Pure. */
export function roomy(whole, width, height) {
  const w = Math.max(whole.w, width / LARGEST), h = Math.max(whole.h, height / LARGEST);
  return { x: whole.x - (w - whole.w) / 2, y: whole.y - (h - whole.h) / 2, w, h };
}

function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

// JupyterLab takes keys away from a focused element unless the element itself carries this.
const KEYS = { "data-lm-suppress-shortcuts": "true" };

/**
 * The letter of a key as the shortcuts mean it: on a Russian or Greek keyboard the one that the key has on a Latin one.
 * A Latin keyboard of another layout keeps its own letters. Pure.
 */
export function latinKey({ key, code = "" }) {
  if (!/^[^\x00-\u024f]$/.test(key) || !/^Key[A-Z]$/.test(code)) return key;
  return key === key.toLowerCase() ? code.slice(3).toLowerCase() : code.slice(3);
}

/** A number of points with its sign, as Python writes it: with a true minus. */
function signed(points) {
  return points < 0 ? `−${-points}` : points > 0 ? `+${points}` : "0";
}

/** Score lines as list items: points, words, clause; the clause's text as a hint. */
function scoreLines(lines) {
  return lines.map(({ points, words, clause, text }) =>
    element("li", { title: text }, element("b", {}, signed(points)), ` ${words} `,
      element("span", { class: "clause" }, clause)));
}

/** A row for everybody: name, points, more in words, such as the number of tiles, and a note beneath. */
function standingRows(standings) {
  return standings.map(({ name, points, more, to_move, note }) => element("div",
    { class: to_move ? "standing to-move" : "standing", ...(to_move ? { "aria-current": "true" } : {}) },
    element("span", { class: "name" }, name), element("span", { class: "points" }, signed(points).replace("+", "")),
    element("span", { class: "tiles" }, more ?? ""), ...(note ? [element("span", { class: "note" }, note)] : [])));
}

/** A button with the words and the state that Python says. */
function showButton(button, { words, enabled }) {
  if (button.textContent !== words) button.textContent = words;
  button.disabled = !enabled;
}

/** A picture as Python sends it, in an element of its own; its size follows from that element. */
function showSvg(place, svg) {
  if (place.shown === svg) return place.firstElementChild;
  place.innerHTML = svg; // made by draw/svg.py, which makes all text inert
  place.shown = svg;
  place.firstElementChild?.removeAttribute("style");
  return place.firstElementChild;
}

/**
 * What a widget shows, and what it hears: a subclass builds its parts once in `build(root)` and fills them from the
 * state in `show(state)`. Everything made with `on`, `button`, `choice` is undone by `close`.
 */
class View {
  constructor({ model, el }) {
    this.model = model;
    this.quit = new AbortController();
    const { language } = model.get("speech");
    this.root = element("div", { class: `trinb trinb-widget ${this.kind}`, lang: language });
    this.build(this.root);
    this.on(this.root, "keydown", (event) => this.keyed(event));
    el.append(this.root);
    this.update = () => this.refresh();
    model.on("change:state", this.update);
    this.refresh();
  }

  /** The class of its outermost element. */
  get kind() { return ""; }

  close() {
    this.quit.abort();
    this.model.off("change:state", this.update);
    this.root.remove();
  }

  refresh() {
    const state = this.model.get("state");
    if (!state || !Object.keys(state).length) return;
    this.state = state;
    this.show(state);
  }

  /** A word of the widget's own, in its language. Python finds all of these, so it takes a text between double quotes. */
  t(words) {
    return this.model.get("speech").labels[words] ?? words;
  }

  send(intention) {
    this.model.send(intention);
  }

  on(target, type, handler, options = {}) {
    target.addEventListener(type, handler, { signal: this.quit.signal, ...options });
  }

  /** Call back when an element gets another size; Jupyter shows a widget before it has one. */
  onResize(target, callback) {
    const observer = new ResizeObserver(callback);
    observer.observe(target);
    this.quit.signal.addEventListener("abort", () => observer.disconnect());
  }

  /** A button that sends an intention, or calls a function. */
  button(words, action, attributes = {}) {
    const made = element("button", { type: "button", ...KEYS, ...attributes }, words);
    this.on(made, "click", (event) => (typeof action === "function" ? action(event) : this.send(action)));
    return made;
  }

  /** Keys that no part of the widget wants for itself; the subclass says what they do in `key`. */
  keyed(event) {
    event.stopPropagation(); // nothing typed here is meant for the notebook
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest("input, select, textarea")) return;
    if (event.target.closest("button, summary, a") && ["Enter", " "].includes(event.key)) return;
    const key = latinKey(event);
    if (key !== event.key) Object.defineProperty(event, "key", { value: key });
    this.key(event);
  }

  key() {}

  /** Fill an element with buttons as Python describes them, keeping those that are there. */
  showButtons(place, wanted) {
    while (place.children.length > wanted.length) place.lastElementChild.remove();
    wanted.forEach(({ words, enabled, pressed }, index) => {
      let button = place.children[index];
      if (!button) {
        button = this.button("", () => this.send(place.wanted[index].do));
        place.append(button);
      }
      showButton(button, { words, enabled });
      if (pressed === undefined) button.removeAttribute("aria-pressed");
      else button.setAttribute("aria-pressed", String(pressed));
    });
    place.wanted = wanted;
  }

  /** Fill an element with lists to choose from as Python describes them; each sends `select` with name and value. */
  showChoices(place, choices) {
    const shape = JSON.stringify(choices.map(({ name, label, options }) => [name, label, options]));
    if (shape !== place.shape) {
      const focused = place.querySelector("select:focus")?.name;
      place.replaceChildren(...choices.map((one) => this.choice(one)));
      place.shape = shape;
      if (focused) place.querySelector(`select[name="${CSS.escape(focused)}"]`)?.focus();
    }
    choices.forEach(({ value }, index) => { place.children[index].querySelector("select").value = value; });
  }

  choice({ name, label, options }) {
    const list = element("select", { name, ...KEYS },
      ...options.map(({ value, words }) => element("option", { value }, words)));
    this.on(list, "change", () => this.send({ do: "select", name, value: list.value }));
    return element("label", { class: "choice" }, element("span", {}, label), list);
  }

  /** The selector of the language; every widget has one. */
  languages() {
    const { language, languages } = this.model.get("speech");
    const list = element("select", { name: "language", class: "language", "aria-label": this.t("Language"), ...KEYS },
      ...Object.entries(languages).map(([code, name]) => element("option", { value: code, lang: code }, name)));
    list.value = language;
    this.on(list, "change", () => this.send({ do: "language", value: list.value }));
    return list;
  }
}

/** The module's default export for a view: shows it, builds it anew when the language changes, cleans up. */
function mounted(Kind) {
  return {
    render(context) {
      let view = new Kind(context);
      const again = () => {
        const focused = view.root.querySelector("select.language:focus");
        view.close();
        view = new Kind(context);
        if (focused) view.root.querySelector("select.language")?.focus();
      };
      context.model.on("change:speech", again);
      return () => {
        context.model.off("change:speech", again);
        view.close();
      };
    },
  };
}

