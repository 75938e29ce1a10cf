// The front of RoundStepper and RuleStepper: a stage to look at, and ways through a round. Comes after stage.js.

const BEAT = 900; // ms between steps while it plays
const REST = 40; // ms between messages while something is dragged

/** The intention that a key stands for, or null. Pure. */
export function intentionOfKey(key) {
  return {
    ArrowLeft: { do: "back" }, ArrowRight: { do: "forward" }, Home: { do: "first" }, End: { do: "last" },
    h: { do: "hands" }, H: { do: "hands" }, " ": { do: "play" },
    "+": { view: 1.3 }, "=": { view: 1.3 }, "-": { view: 1 / 1.3 }, 0: { view: 0 },
  }[key] ?? null;
}

/** The step that lies nearest to a place on the chart, whose steps go from `left` over `width` px. Pure. */
export function stepAt(x, left, width, steps) {
  const part = width > 0 ? (x - left) / width : 0;
  return Math.round(Math.min(Math.max(part, 0), 1) * steps);
}

class StepperView extends View {
  get kind() { return "trinb-stepper"; }

  close() {
    this.pause();
    clearTimeout(this.later);
    super.close();
  }

  // --- the parts -----------------------------------------------------------------------------

  build(root) {
    this.title = element("h3", { class: "title" });
    this.choices = element("div", { class: "selects" });
    this.shows = element("div", { class: "shows", role: "group", "aria-label": this.t("What to show") });
    this.buildSeed();
    this.buildWays();
    this.clause = element("section", { class: "clause-page", "aria-label": this.t("Clause") });
    this.note = element("p", { class: "note", role: "alert", hidden: "" });
    this.news = element("div", { class: "news", role: "status", "aria-live": "polite" });
    this.stage = new Stage(this, { attributes: { role: "group", "aria-roledescription": this.t("board") } });
    this.board = element("div", { class: "board" }, this.stage.node,
      element("div", { class: "under" }, this.hands, this.jump, this.stage.zoom));
    this.buildChart();
    this.people = element("div", { class: "people" });
    this.facts = element("div", { class: "facts" });
    const help = element("details", { class: "help" }, element("summary", { ...KEYS }, this.t("Keys")),
      element("p", {}, this.t("Arrow left and right go back and forward, Home and End to the first and the last step. Space plays and pauses, H hides and shows the hands. + and − zoom, 0 shows all. In the slider the arrows go step by step. A tap on the chart goes to that step.")));
    // Where there is room, what is beside stands in a column of its own; else the parts follow one another (see the CSS).
    root.append(element("div", { class: "plan" },
      element("div", { class: "head" },
        element("div", { class: "top" }, this.choices, this.languages()), this.shows, this.seed, this.title),
      element("div", { class: "main" }, this.ways, this.note, this.news, this.board, this.chart,
        element("div", { class: "foot" }, help, this.share)),
      element("div", { class: "beside" }, this.clause, this.people, this.facts)));
  }

  buildWays() {
    this.first = this.button(this.t("First"), () => this.act({ do: "first" }));
    this.back = this.button(this.t("Back"), () => this.act({ do: "back" }));
    this.forward = this.button(this.t("Forward"), () => this.act({ do: "forward" }), { class: "primary" });
    this.last = this.button(this.t("Last"), () => this.act({ do: "last" }));
    this.playing = this.button(this.t("Play"), () => this.act({ do: "play" }));
    this.hands = this.button("", () => this.send(this.state.hands.do));
    this.jump = this.button("", () => this.act(this.state.jump.do));
    this.slider = element("input", { type: "range", min: "0", step: "1", "aria-label": this.t("Step"), ...KEYS });
    this.on(this.slider, "input", () => this.scrub(Number(this.slider.value)));
    for (const [type, held] of [["pointerdown", true], ["pointerup", false], ["pointercancel", false], ["blur", false]]) {
      this.on(this.slider, type, () => { this.held = held; });
    }
    this.where = element("span", { class: "where" });
    this.ways = element("div", { class: "ways" },
      element("div", { class: "scrub" }, this.slider, this.where),
      element("div", { class: "controls" }, this.first, this.back, this.forward, this.last, this.playing));
  }

  buildSeed() {
    this.seedName = element("span");
    this.seedField = element("input", { type: "text", inputmode: "numeric", autocomplete: "off", maxlength: "9", ...KEYS });
    this.on(this.seedField, "change", () => this.act({ do: "seed", value: this.seedField.value.trim() }));
    this.another = this.button("", () => this.act(this.state.seed.another.do));
    this.seed = element("div", { class: "seed", hidden: "" },
      element("label", { class: "choice" }, this.seedName, this.seedField), this.another);
    this.bots = element("p");
    this.same = element("p");
    this.code = element("code", { "data-name": "" });
    this.call = element("pre", { tabindex: "0", "aria-label": this.t("The same round in Python"), ...KEYS }, this.code);
    this.share = element("details", { class: "help share", hidden: "" },
      element("summary", { ...KEYS }, this.t("Share this round")), this.bots, this.same, this.call);
  }

  buildChart() {
    this.chartTitle = element("span", { class: "chart-title" });
    this.ahead = this.button("", () => this.send(this.state.chart.ahead.do));
    this.pictures = element("div", { class: "pictures" });
    this.wide = element("div", { class: "wide" });
    this.narrow = element("div", { class: "narrow" });
    this.pictures.append(this.wide, this.narrow);
    this.chart = element("section", { class: "chart", hidden: "" },
      element("div", { class: "chart-head" }, this.chartTitle, this.ahead), this.pictures);
    this.on(this.pictures, "pointerdown", (event) => this.touchChart(event));
    this.on(this.pictures, "pointermove", (event) => event.buttons && this.dragged && this.toChart(event));
    for (const type of ["pointerup", "pointercancel"]) this.on(this.pictures, type, () => { this.dragged = false; });
  }

  // --- what is shown -------------------------------------------------------------------------

  show(state) {
    this.title.textContent = state.title;
    this.title.hidden = !state.title;
    this.showChoices(this.choices, state.choices);
    this.showButtons(this.shows, state.shows);
    this.shows.hidden = !state.shows.length;
    this.showSeed(state);
    this.showWays(state);
    this.showClause(state.clause);
    this.note.textContent = state.note;
    this.note.hidden = !state.note;
    this.showNews(state);
    this.board.hidden = !state.svg;
    this.news.classList.toggle("nothing", !state.svg); // as high as the picture, so that nothing jumps
    if (state.svg) this.stage.show(state.svg);
    this.showChart(state.chart);
    this.people.classList.toggle("many", state.people.length > 4);
    this.people.replaceChildren(...state.people.map((person) => this.person(person)));
    this.facts.replaceChildren(...state.facts.map((words) => element("p", {}, words)));
    if (this.timer && state.at >= state.count) this.pause();
  }

  showWays(state) {
    this.first.disabled = this.back.disabled = state.at === 0;
    this.last.disabled = this.forward.disabled = state.at >= state.count;
    this.playing.hidden = !state.plays;
    this.playing.disabled = state.count === 0;
    showButton(this.hands, state.hands);
    this.jump.hidden = !state.jump;
    if (state.jump) showButton(this.jump, state.jump);
    this.slider.max = state.count;
    if (!this.held) this.slider.value = state.at;
    this.slider.setAttribute("aria-valuetext", state.where);
    this.where.textContent = state.where;
  }

  showSeed({ seed, share }) {
    this.seed.hidden = !seed;
    this.share.hidden = !share;
    if (!seed) return;
    this.seedName.textContent = seed.label;
    if (seed.value !== this.dealt || this.state.note) this.seedField.value = seed.value;
    this.dealt = seed.value;
    showButton(this.another, seed.another);
    this.bots.textContent = share.bots;
    this.same.textContent = share.words;
    this.code.textContent = share.code;
    this.call.hidden = !share.code;
  }

  showClause(clause) {
    this.clause.hidden = !clause;
    if (!clause) return this.clause.replaceChildren();
    const parts = [element("h3", { class: "title" }, clause.name), element("p", { class: "clause-text" }, clause.text)];
    if (clause.readings.length) {
      parts.push(element("p", { class: "readings-title" }, clause.readings_title),
        element("ul", { class: "readings" }, ...clause.readings.map((words) => element("li", {}, words))));
    }
    this.clause.replaceChildren(...parts);
  }

  showNews({ news, clause, clauses }) {
    const shape = JSON.stringify([news, clause?.example]);
    if (shape === this.newsShape) return; // else what has been unfolded would close
    this.newsShape = shape;
    const parts = clause ? [element("p", { class: "example" }, clause.example)] : [];
    for (const { words, lines } of news) {
      parts.push(element("p", { class: "event" }, words));
      if (lines.length) parts.push(element("div", { class: "points-won" }, ...lines.map((line) => this.line(line, clauses))));
    }
    this.news.replaceChildren(...parts);
  }

  /** A score line that unfolds to show what its clause says. */
  line({ points, words, clause, id, text, mine }, clauses) {
    const said = [element("b", {}, signed(points)), ` ${words} `];
    if (!clause) return element("span", { class: "line" }, ...said);
    const summary = element("summary", { ...KEYS }, ...said, element("span", { class: "clause" }, clause));
    const parts = [element("p", {}, text)];
    if (clauses && !mine) parts.push(this.button(this.t("See this clause"), () => this.act({ do: "clause", value: id })));
    return element("details", { class: mine ? "line mine" : "line" }, summary, ...parts);
  }

  person({ svg, ...standing }) {
    const hand = element("div", { class: "held" });
    const picture = svg ? showSvg(hand, svg) : null;
    picture?.style.setProperty("--natural", picture.viewBox.baseVal.width);
    const [row] = standingRows([standing]);
    row.querySelector(".name").dataset.name = ""; // no word to be translated
    return element("div", { class: "person" }, row, hand);
  }

  showChart(chart) {
    this.chart.hidden = !chart;
    if (!chart) return;
    this.chartTitle.textContent = chart.title;
    showButton(this.ahead, chart.ahead);
    showSvg(this.wide, chart.wide);
    showSvg(this.narrow, chart.narrow);
  }

  // --- ways through it -----------------------------------------------------------------------

  act(intention) {
    const starts = intention.do === "play" && !this.timer;
    this.pause();
    if (starts) this.play();
    else if (intention.do !== "play") this.send(intention);
  }

  key(event) {
    const intention = intentionOfKey(event.key);
    if (!intention || (intention.do === "play" && !this.state.plays)) return;
    event.preventDefault();
    if (intention.view !== undefined) this.stage.zoomBy(intention.view);
    else this.act(intention);
  }

  play() {
    this.timer = setInterval(() => this.send({ do: "forward" }), BEAT);
    this.playing.textContent = this.t("Pause");
    if (this.state.at >= this.state.count) this.send({ do: "first" });
  }

  pause() {
    clearInterval(this.timer);
    this.timer = null;
    this.playing.textContent = this.t("Play");
  }

  /** Go to a step while something is dragged: at once, but not more often than Python can answer. */
  scrub(to) {
    this.pause();
    this.wanted = to;
    if (this.later) return;
    this.send({ do: "go", to });
    const sent = to;
    this.later = setTimeout(() => {
      this.later = null;
      if (this.wanted !== sent) this.scrub(this.wanted);
    }, REST);
  }

  touchChart(event) {
    if (event.button > 0) return;
    this.dragged = true;
    this.pictures.setPointerCapture(event.pointerId);
    this.toChart(event);
  }

  toChart(event) {
    const plots = [...this.pictures.querySelectorAll(".chart-hit")];
    const plot = plots.find((one) => one.getBoundingClientRect().width > 0);
    if (!plot) return;
    const { left, width } = plot.getBoundingClientRect();
    const to = stepAt(event.clientX, left, width, Number(plot.dataset.steps));
    if (to !== (this.later ? this.wanted : this.state.at)) this.scrub(to);
  }
}

export default mounted(StepperView);
