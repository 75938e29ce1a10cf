// The front of ScoringExplorer: the board that people touch, and beside it what every rule set says. Comes after table.js.

class ExplorerView extends TableView {
  get kind() { return "trinb-explorer"; }

  build(root) {
    super.build(root);
    this.stage.asks.hover = (cell) => this.glance(cell);
    this.choices = element("div", { class: "selects" });
    this.points = this.button("", { do: "points" });
    this.question = element("p", { class: "question" });
    this.text = element("p", { class: "quiet" });
    this.special = element("details", { class: "help special" },
      element("summary", { ...KEYS }, this.t("What is special here")), this.text);
    this.legend = element("p", { class: "legend" });
    this.why = element("section", { class: "why" });
    const board = element("div", { class: "work" }, this.stage.node, this.legend, this.status, this.hand, this.controls);
    root.replaceChildren(element("div", { class: "plan" },
      element("div", { class: "head" }, element("div", { class: "top" }, this.choices, this.points), this.question, this.special),
      board, this.buildSaid(), this.why, element("div", { class: "tools" }, this.buildPosition(), this.foot)));
  }

  keysHelp() {
    return this.t("Arrows move over the open cells. 1–9 take a tile, Enter lays it where the ring is, U undoes, Shift+U redoes, Esc lets go. + and − zoom, 0 shows all. With a mouse, point at a place to see its table.");
  }

  buildPosition() {
    this.field = element("input", { type: "text", spellcheck: "false", autocomplete: "off", ...KEYS });
    this.on(this.field, "keydown", (event) => event.key === "Enter" && this.read());
    this.positionFault = element("p", { class: "fault", role: "alert", hidden: "" });
    return element("div", { class: "position" },
      element("label", { class: "choice" }, element("span", {}, this.t("Position as text, or a case")), this.field),
      this.button(this.t("Show it"), () => this.read()), this.positionFault);
  }

  buildSaid() {
    this.heading = element("h3", { class: "title" });
    this.facts = element("p", { class: "facts" });
    this.summary = element("p", { class: "summary" });
    this.rows = element("tbody");
    this.rowOf = new Map();
    this.byRules = this.button(this.t("Rules"), { do: "sort", value: "rules" });
    this.byPoints = this.button(this.t("Points"), { do: "sort", value: "points" });
    this.ruleHead = element("th", { scope: "col" }, this.byRules);
    this.pointHead = element("th", { scope: "col", class: "points" }, this.byPoints);
    this.grid = element("table", {}, element("thead", {}, element("tr", {}, this.ruleHead, this.pointHead,
      element("th", { scope: "col", class: "verdict" }, this.t("Best place")))), this.rows);
    return element("div", { class: "side" },
      element("div", { class: "told", "aria-live": "polite" }, this.heading, this.facts, this.summary),
      this.grid, this.buildReadings());
  }

  buildReadings() {
    this.readingsLabel = element("h3", { class: "title" });
    this.switches = element("div", { class: "switches" });
    this.readingsFault = element("p", { class: "fault", role: "alert", hidden: "" });
    this.effect = element("p", { class: "effect", "aria-live": "polite" });
    return element("section", { class: "readings" }, this.readingsLabel, this.switches, this.readingsFault, this.effect);
  }

  // --- what is shown -------------------------------------------------------------------------

  show(state) {
    this.pointed = null;
    super.show(state);
    if (state.chosen !== this.chosen) this.bringChosenIntoView();
    this.chosen = state.chosen;
    this.showChoices(this.choices, state.choices);
    showButton(this.points, state.points);
    this.showQuestion(state.question);
    this.showLegend(state.legend);
    this.showPosition(state);
    this.showReadings(state);
    if (!this.placeOf(this.glanced)) this.glanced = null;
    this.showPanel();
  }

  /** Scroll the box, and nothing around it, to the tile that is chosen. */
  bringChosenIntoView() {
    const tile = this.hand.querySelector('[aria-pressed="true"]');
    if (!tile) return;
    const [box, one] = [this.hand, tile].map((part) => part.getBoundingClientRect());
    if (one.left < box.left || one.right > box.right) this.hand.scrollLeft += one.left - box.left - (box.width - one.width) / 2;
    if (one.top < box.top || one.bottom > box.bottom) this.hand.scrollTop += one.top - box.top - (box.height - one.height) / 2;
  }

  showQuestion({ question, text }) {
    this.question.textContent = question;
    this.question.hidden = this.special.hidden = !question;
    if (this.text.textContent !== text) this.special.open = false;
    this.text.textContent = text;
  }

  showLegend(legend) {
    this.legend.hidden = !legend;
    if (!legend) return;
    const { words, low, high } = legend;
    const ramp = [0, 1, 2, 3, 4].map((heat) => element("span", { class: `step heat-${heat}` }));
    const range = low === high ? [] : [element("span", { class: "ramp", "aria-hidden": "true" }, ...ramp), element("b", {}, String(high))];
    this.legend.replaceChildren(element("span", {}, words), element("b", {}, String(low)), ...range);
  }

  showPosition({ position, faults, longest }) {
    this.field.maxLength = longest;
    if (position !== this.position) this.field.value = position;
    this.position = position;
    this.showFault(this.positionFault, faults.position);
    if (faults.position) this.field.setAttribute("aria-invalid", "true");
    else this.field.removeAttribute("aria-invalid");
  }

  showFault(place, words) {
    place.textContent = words;
    place.hidden = !words;
  }

  showReadings({ readings, faults }) {
    this.readingsLabel.textContent = readings.label;
    this.readingsLabel.classList.toggle("none", !readings.switches.length);
    this.showButtons(this.switches, readings.switches);
    readings.switches.forEach(({ note }, index) => {
      this.switches.children[index].append(element("span", { class: "note" }, note));
    });
    this.showFault(this.readingsFault, faults.readings);
    this.effect.textContent = readings.effect;
  }

  // --- the table of one place ----------------------------------------------------------------

  /** The number of the panel of a cell, as a text; empty if the tile does not fit there. */
  placeOf(cell) {
    const number = cell ? this.state.table?.places[cell] : undefined;
    return number === undefined ? "" : String(number);
  }

  /** Look at a place in passing. */
  glance(cell) {
    const here = this.placeOf(cell) ? cell : null;
    if (here === this.glanced) return;
    this.glanced = here;
    this.showPanel();
  }

  showPanel() {
    const { table, rules, order, no_table: nothing, why } = this.state;
    const number = this.placeOf(this.glanced) || this.placeOf(this.state.focus);
    const panel = number ? table.panels[Number(number)] : table?.overview;
    this.heading.textContent = panel?.heading ?? "";
    this.heading.hidden = !panel;
    this.facts.textContent = panel?.facts ?? nothing;
    this.summary.textContent = panel?.summary ?? "";
    this.grid.hidden = !panel?.rows.length;
    for (const [head, by] of [[this.ruleHead, "rules"], [this.pointHead, "points"]]) {
      if (order === by) head.setAttribute("aria-sort", by === "points" ? "descending" : "other");
      else head.removeAttribute("aria-sort");
    }
    this.showRows(panel?.rows ?? [], Object.fromEntries(rules.map((one) => [one.key, one])));
    this.showWhy(panel?.why ?? [], why);
  }

  showRows(rows, rules) {
    const focused = this.rows.contains(document.activeElement) ? document.activeElement.closest("tr") : null;
    for (const [key, row] of this.rowOf) {
      if (rows.some((one) => one.key === key)) continue;
      row.node.remove();
      this.rowOf.delete(key);
    }
    rows.forEach((one, index) => {
      if (!this.rowOf.has(one.key)) this.rowOf.set(one.key, this.row(one.key));
      const row = this.rowOf.get(one.key);
      if (this.rows.children[index] !== row.node) this.rows.insertBefore(row.node, this.rows.children[index] ?? null);
      this.showRow(row, one, rules[one.key]);
    });
    if (focused?.isConnected && !focused.contains(document.activeElement)) {
      (focused.querySelector("button:not([hidden])") ?? this.stage.node).focus({ preventScroll: true });
    }
  }

  row(key) {
    const part = (kind, tag = "span") => element(tag, { class: kind });
    const row = { key, name: part("name"), note: part("note"), lines: part("lines"), number: part("number"),
      before: part("before"), total: part("total", "b"), most: part("most"), bar: part("bar"), said: part("said") };
    row.go = this.button("", () => this.send({ do: "best", value: key }));
    row.number.append(row.before, row.total);
    row.node = element("tr", {},
      element("th", { scope: "row" }, row.name, row.note, row.lines),
      element("td", { class: "points" }, row.number,
        element("span", { class: "bars", "aria-hidden": "true" }, row.most, row.bar)),
      element("td", { class: "verdict" }, row.said, row.go));
    this.on(row.node, "click", (event) => {
      if (!event.target.closest("button") && !row.go.hidden) this.send({ do: "best", value: key });
    });
    for (const type of ["pointerenter", "focusin"]) this.on(row.node, type, () => this.point(key));
    for (const type of ["pointerleave", "focusout"]) this.on(row.node, type, () => this.point(null));
    return row;
  }

  showRow(row, { total, before, share, best, lines, verdict }, { name, note, chosen }) {
    row.node.className = chosen ? "chosen" : "";
    row.name.textContent = name;
    row.note.textContent = note;
    row.note.hidden = !note;
    row.lines.replaceChildren(...lines.map(({ points, words, clause }) => element("span", {},
      `${points} ${words} `, element("span", { class: "clause" }, clause))));
    row.before.textContent = before ? `${before} → ` : "";
    row.total.textContent = total;
    row.number.classList.toggle("moved", Boolean(before));
    row.bar.style.width = `${share}%`;
    row.most.style.width = `${best}%`;
    row.most.hidden = row.bar.hidden = !verdict;
    row.go.hidden = !verdict?.go;
    row.said.hidden = Boolean(verdict?.go) || !verdict;
    (verdict?.go ? row.go : row.said).textContent = verdict?.words ?? "";
    row.node.classList.toggle("leads", Boolean(verdict?.go));
    row.said.className = `said ${verdict?.kind ?? ""}`;
  }

  showWhy(lines, title) {
    this.why.hidden = !lines.length;
    this.why.replaceChildren(element("h3", { class: "title" }, title), element("ul", {}, ...lines.map((line) =>
      element("li", {}, element("b", {}, line.points), ` ${line.words} `, element("span", { class: "clause" }, line.clause),
        ...[line.text, ...line.read].filter(Boolean).map((words) => element("p", {}, words))))));
  }

  /** Show on the board where a rule set would lay the tile. */
  point(key) {
    if (key === this.pointed) return;
    this.pointed = key;
    const best = new Set((key && this.state.table?.best[key]) || []);
    for (const place of this.stage.picture.querySelectorAll("g.place")) {
      place.classList.toggle("pointed", best.has(place.dataset.cell));
    }
  }

  // --- what is asked for -----------------------------------------------------------------------

  read() {
    this.send({ do: "position", text: this.field.value });
  }

  tapCell(cell) {
    this.send({ do: "tap", cell });
  }
}

export default mounted(ExplorerView);
