// The front of LatticeViewer: a board and a graph side by side. Comes after common.js and stage.js.

/** The intention that a key stands for, on one of the two sides, or null. Pure. */
export function intentionOfKey(key, side) {
  const arrows = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
  if (arrows[key]) return { do: "move", side, x: arrows[key][0], y: arrows[key][1] };
  if (/^[1-9]$/.test(key)) return { do: "pick", number: Number(key) };
  switch (key.toLowerCase()) {
    case "[": case "pageup": return { do: "back" };
    case "]": case "pagedown": return { do: "forward" };
    case "home": return { do: "first" };
    case "end": return { do: "last" };
    case "g": return { do: "turn" };
    case "enter": case " ": return { do: "primary" };
    case "escape": return { do: "release" };
    case "+": case "=": return { view: 1.3 };
    case "-": return { view: 1 / 1.3 };
    case "0": return { view: 0 };
  }
  return null;
}

/** A stage on which vertices and nodes can be pointed at as well as cells. */
class LinkedStage extends Stage {
  cellAt(x, y) {
    const hit = this.node.getRootNode().elementFromPoint(x, y);
    const { node, cell } = (this.node.contains(hit) && hit.closest("[data-node], [data-cell]")?.dataset) || {};
    return node ?? cell ?? null;
  }
}

class LatticeView extends View {
  get kind() { return "trinb-lattice"; }

  build(root) {
    this.board = this.side("board", this.t("board"));
    this.graph = this.side("graph", this.t("graph"));
    this.choices = element("div", { class: "selects" });
    this.graphs = element("div", { class: "buttons graphs", role: "group", "aria-label": this.t("Graph") });
    this.about = element("p", { class: "about" });
    this.layHere = element("p", { class: "lay-here" });
    this.tiles = element("div", { class: "buttons tiles" });
    this.status = element("p", { class: "status", role: "status", "aria-live": "polite" });
    this.primary = this.button("", () => this.send(this.state.primary.do), { class: "primary" });
    this.buttons = element("div", { class: "buttons" });
    this.slider = element("input", { type: "range", min: "0", step: "1", "aria-label": this.t("How many tiles lie"), ...KEYS });
    this.on(this.slider, "input", () => this.send({ do: "go", to: Number(this.slider.value) }));
    this.where = element("span", { class: "where" });
    const scrub = element("div", { class: "scrub" }, this.slider, this.where,
      element("div", { class: "controls" }, this.buttons, this.primary));
    const boardHead = element("div", { class: "head board-head" }, element("h3", { class: "title" }, this.t("Board")),
      element("p", { class: "about" }, this.t("Touch an empty cell to lay a tile there.")));
    root.append(this.choices, element("div", { class: "sides" },
      boardHead, this.board.node, scrub, element("div", { class: "words" }, this.status, this.layHere, this.tiles),
      element("div", { class: "head graph-head" }, this.graphs, this.about), this.graph.node),
    element("div", { class: "cards" }, this.thingCard(), this.countCard(), this.degreeCard()), this.foot());
  }

  side(name, role) {
    return new LinkedStage(this, {
      tap: (node) => this.send(node ? { do: "look", node } : { do: "release" }),
      attributes: { "data-side": name, "aria-roledescription": role,
        "aria-keyshortcuts": "ArrowUp ArrowDown ArrowLeft ArrowRight [ ] G" },
    });
  }

  thingCard() {
    this.thing = element("h3", { class: "title" });
    this.facts = element("dl", { class: "facts", "aria-live": "polite" });
    this.card = element("section", { class: "card", "aria-label": this.t("What you touch") }, this.thing, this.facts);
    return this.card;
  }

  countCard() {
    this.counts = element("tbody");
    this.formula = element("div", { class: "formula" });
    this.why = element("p", { class: "why" });
    const head = ["", this.t("Count"), this.t("Now"), this.t("Change")].map((words) => element("th", { scope: "col" }, words));
    head[0] = element("td"); // nothing to say over the letters
    return element("section", { class: "card euler", "aria-label": this.t("Euler’s formula") },
      element("h3", { class: "title" }, this.t("Euler’s formula")), element("p", { class: "law" }, "V − E + F = 1 + C"), this.formula,
      element("table", { class: "counts" }, element("thead", {}, element("tr", {}, ...head)), this.counts), this.why);
  }

  degreeCard() {
    this.degreeGraph = element("p", { class: "about" });
    this.degrees = element("tbody");
    this.sum = element("p", { class: "why" });
    return element("section", { class: "card", "aria-label": this.t("Degrees") },
      element("h3", { class: "title" }, this.t("Degrees")), this.degreeGraph,
      this.wide = element("div", { class: "wide", ...KEYS }, element("table", { class: "counts degrees" }, this.degrees)), this.sum);
  }

  foot() {
    const help = element("details", { class: "help" }, element("summary", { ...KEYS }, this.t("Keys")),
      element("p", {}, this.t("Arrows move over the cells of the board, or over the nodes of the graph. [ and ] (or Page Up and Page Down) take a tile away and lay it again, Home and End go to the first and the last. 1–9 lay a tile that fits in the chosen cell, Enter does what the coloured button says, G shows the next graph, Esc lets go. + and − zoom, 0 shows all.")));
    this.zoom = element("div", { class: "zoom" });
    for (const [words, name, factor] of [["+", this.t("Zoom in"), 1.3], ["−", this.t("Zoom out"), 1 / 1.3], [this.t("Fit"), this.t("Show all"), 0]]) {
      this.zoom.append(this.button(words, () => this.zoomBy(factor), { "aria-label": name, title: name }));
    }
    return element("div", { class: "foot" }, help, this.zoom, this.languages());
  }

  zoomBy(factor) {
    this.board.zoomBy(factor);
    this.graph.zoomBy(factor);
  }

  // --- what is shown -------------------------------------------------------------------------

  show(state) {
    this.showChoices(this.choices, state.choices);
    this.choices.hidden = !state.choices.length;
    this.showButtons(this.graphs, state.graphs);
    this.about.textContent = state.about;
    this.board.show(state.board);
    if (this.shownGraph !== state.degrees.graph) this.graph.view = null; // another graph has another place to look at
    this.shownGraph = state.degrees.graph;
    this.graph.show(state.graph);
    this.status.textContent = state.status;
    this.status.classList.toggle("warn", state.warn);
    showButton(this.primary, state.primary);
    this.showButtons(this.buttons, state.buttons);
    this.slider.max = state.last;
    this.slider.value = state.at;
    this.slider.disabled = !state.last;
    this.slider.setAttribute("aria-valuetext", state.where);
    this.where.textContent = state.where;
    this.showThing(state);
    this.showCounts(state);
  }

  showThing({ thing, facts, lay }) {
    this.thing.textContent = thing;
    this.card.hidden = !facts.length;
    const whole = (words) => [" ", element("span", { class: "whole" }, words)]; // a name is not broken at its hyphens
    const listed = (names) => names.flatMap((name, index) => whole(index < names.length - 1 ? `${name},` : name));
    this.facts.replaceChildren(...facts.flatMap(({ graph, text, names }) =>
      [element("dt", {}, graph), element("dd", {}, text, ...listed(names))]));
    this.layHere.textContent = lay.words;
    this.layHere.hidden = this.tiles.hidden = !lay.words;
    const focused = this.tiles.contains(document.activeElement);
    this.showButtons(this.tiles, lay.buttons);
    if (focused && !this.tiles.contains(document.activeElement)) this.board.node.focus({ preventScroll: true });
  }

  showCounts({ counts, formula, why, degrees }) {
    this.counts.replaceChildren(...counts.map(({ sign, words, now, change, kind }) =>
      element("tr", { class: change === "0" ? kind : `${kind} changed` }, element("td", { class: "sign" }, sign),
        element("th", { scope: "row" }, words), element("td", {}, now), element("td", { class: "change" }, change))));
    this.formula.replaceChildren(...formula.map((line) => element("p", {}, line)));
    this.why.textContent = why;
    this.degreeGraph.textContent = degrees.graph;
    const row = (words, cells, cell) => element("tr", {}, element("th", { scope: "row" }, words),
      ...cells.map((text) => element(cell, cell === "th" ? { scope: "col" } : {}, text)));
    this.degrees.replaceChildren(row(this.t("Degree"), degrees.degrees, "th"), row(this.t("Nodes"), degrees.nodes, "td"));
    this.wide.hidden = !degrees.degrees.length;
    if (this.wide.scrollWidth > this.wide.clientWidth) this.wide.tabIndex = 0; // so that keys can reach all of it
    else this.wide.removeAttribute("tabindex");
    this.sum.textContent = degrees.sum;
  }

  key(event) {
    const intention = intentionOfKey(event.key, event.target.dataset.side === "graph" ? "graph" : "board");
    if (!intention) return;
    event.preventDefault();
    if (intention.view !== undefined) this.zoomBy(intention.view);
    else if (intention.do !== "primary") this.send(intention);
    else if (!this.primary.disabled) this.send(this.state.primary.do);
  }
}

export default mounted(LatticeView);
