// The thin front of RoundStepper and RuleStepper. Comes after common.js.

const BEAT = 900; // ms between steps while it plays

/** The intention that a key stands for, or null. Pure. */
export function intentionOfKey(key) {
  return {
    ArrowLeft: { do: "back" }, ArrowRight: { do: "forward" }, Home: { do: "first" }, End: { do: "last" },
    h: { do: "hands" }, H: { do: "hands" }, " ": { do: "play" },
  }[key] ?? null;
}

class StepperView {
  constructor({ model, el }) {
    this.model = model;
    this.quit = new AbortController();
    this.build(el);
    this.update = () => this.show();
    model.on("change:state", this.update);
    this.show();
  }

  close() {
    this.pause();
    this.quit.abort();
    this.model.off("change:state", this.update);
    this.root.remove();
  }

  button(words, intention) {
    const button = element("button", { type: "button", ...KEYS }, words);
    button.addEventListener("click", () => this.act(intention), { signal: this.quit.signal });
    return button;
  }

  act(intention) {
    if (intention.do === "play") return this.timer ? this.pause() : this.play();
    this.pause();
    this.model.send(intention);
  }

  build(el) {
    this.selects = element("div", { class: "selects" });
    this.title = element("h3", { class: "title" });
    this.clause = element("p", { class: "clause-text" });
    this.stage = element("div", { class: "stage", tabindex: "0", role: "group", ...KEYS });
    this.event = element("p", { class: "status", role: "status", "aria-live": "polite" });
    this.lines = element("ul", { class: "lines" });
    this.first = this.button("First", { do: "first" });
    this.back = this.button("Back", { do: "back" });
    this.forward = this.button("Forward", { do: "forward" });
    this.forward.classList.add("primary");
    this.last = this.button("Last", { do: "last" });
    this.playing = this.button("Play", { do: "play" });
    this.showHands = this.button("Hide hands", { do: "hands" });
    this.slider = element("input", { type: "range", min: "0", step: "1", "aria-label": "Step", ...KEYS });
    const options = { signal: this.quit.signal };
    this.slider.addEventListener("input", () => this.act({ do: "go", to: Number(this.slider.value) }), options);
    this.where = element("span", { class: "where" });
    this.standings = element("div", { class: "standings" });
    this.hands = element("div", { class: "hands" });
    const main = element("div", { class: "table" }, this.selects, this.title, this.clause, this.stage, this.event, this.lines,
      element("div", { class: "scrub" }, this.slider, this.where),
      element("div", { class: "controls" }, this.first, this.back, this.forward, this.last, this.playing, this.showHands));
    this.root = element("div", { class: "trinb trinb-widget trinb-stepper" }, main,
      element("div", { class: "side" }, this.standings, this.hands));
    this.root.addEventListener("keydown", (event) => this.key(event), options);
    el.append(this.root);
    // Jupyter shows a widget before it has a size.
    this.resized = new ResizeObserver(() => this.whole && this.fit());
    this.resized.observe(this.stage);
    this.quit.signal.addEventListener("abort", () => this.resized.disconnect());
  }

  key(event) {
    event.stopPropagation(); // nothing typed here is meant for the notebook
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const own = event.target.closest("select, input") || (event.target.closest("button") && event.key === " ");
    const intention = own ? null : intentionOfKey(event.key);
    if (!intention) return;
    event.preventDefault();
    this.act(intention);
  }

  play() {
    this.timer = setInterval(() => {
      if (this.state.at >= this.state.count) return this.pause();
      this.model.send({ do: "forward" });
    }, BEAT);
    this.playing.textContent = "Pause";
  }

  pause() {
    clearInterval(this.timer);
    this.timer = null;
    this.playing.textContent = "Play";
  }

  show() {
    const state = this.model.get("state");
    if (!state || !state.svg) return;
    this.state = state;
    this.showSelects(state.selects);
    this.title.textContent = state.clause ? `${state.title}, ${state.clause}` : state.title;
    this.clause.textContent = state.text;
    this.clause.hidden = !state.text;
    this.showPicture(state);
    this.event.textContent = state.note || state.event;
    this.event.classList.toggle("warn", Boolean(state.note));
    this.lines.replaceChildren(...scoreLines(state.lines));
    this.standings.replaceChildren(...standingRows(state.standings));
    this.showHandPictures(state);
    this.first.disabled = this.back.disabled = state.at === 0;
    this.last.disabled = this.forward.disabled = state.at >= state.count;
    this.playing.hidden = !state.plays;
    this.slider.max = state.count;
    this.slider.value = state.at;
    this.slider.setAttribute("aria-valuetext", state.where);
    this.where.textContent = state.where;
  }

  showPicture(state) {
    this.stage.innerHTML = state.svg;
    const svg = this.stage.firstElementChild;
    svg.removeAttribute("style");
    this.stage.setAttribute("aria-label", `Board. ${svg.getAttribute("aria-label")}`);
    const { x, y, width, height } = svg.viewBox.baseVal;
    this.whole = { x, y, w: width, h: height };
    this.fit();
  }

  fit() {
    const { x, y, w, h } = roomy(this.whole, this.stage.clientWidth, this.stage.clientHeight);
    this.stage.firstElementChild.setAttribute("viewBox", `${x} ${y} ${w} ${h}`);
  }

  showHandPictures(state) {
    this.showHands.textContent = state.hands_open ? "Hide hands" : "Show hands";
    this.hands.replaceChildren(...state.hands.filter((hand) => hand.svg).map(({ name, svg }) => {
      const figure = element("figure", {}, element("figcaption", {}, name));
      const picture = element("div");
      picture.innerHTML = svg;
      figure.append(picture);
      return figure;
    }));
  }

  showSelects(selects) {
    const shape = JSON.stringify(selects.map(({ name, options }) => [name, options]));
    if (shape !== this.shape) {
      const focused = document.activeElement?.getAttribute("aria-label");
      this.selects.replaceChildren(...selects.map((one) => this.select(one)));
      this.shape = shape;
      [...this.selects.querySelectorAll("select")].find((one) => one.getAttribute("aria-label") === focused)?.focus();
    }
    selects.forEach(({ value }, index) => { this.selects.children[index].querySelector("select").value = value; });
  }

  select({ name, label, options }) {
    const list = element("select", { "aria-label": label, ...KEYS },
      ...options.map(({ value, words }) => element("option", { value }, words)));
    list.addEventListener("change", () => this.act({ do: "select", name, value: list.value }), { signal: this.quit.signal });
    return element("label", {}, `${label} `, list);
  }
}

function render(context) {
  const view = new StepperView(context);
  return () => view.close();
}

export default { render };
