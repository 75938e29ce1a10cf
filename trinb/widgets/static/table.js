// A board with tiles to lay on it: a stage, a hand, buttons, points, what happened. Comes after common.js and stage.js.
// Python alone decides what is legal; nothing here knows a rule.

/** The intention that a key stands for on the board, or null. Pure. */
export function intentionOfKey(key, shift = false) {
  const arrows = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
  if (arrows[key]) return { do: "move", x: arrows[key][0], y: arrows[key][1] };
  if (/^[1-9]$/.test(key)) return { do: "pick", number: Number(key) };
  switch (key.toLowerCase()) {
    case "r": return { do: "turn", by: shift ? -1 : 1 };
    case "enter": case " ": return { do: "primary" };
    case "u": return { do: shift ? "redo" : "undo" };
    case "y": return { do: "redo" };
    case "escape": return { do: "release" };
    case "+": case "=": return { view: 1.3 };
    case "-": return { view: 1 / 1.3 };
    case "0": return { view: 0 };
  }
  return null;
}

class TableView extends View {
  get kind() { return "trinb-board"; }

  close() {
    this.lifted?.remove();
    super.close();
  }

  // --- the parts -----------------------------------------------------------------------------

  build(root) {
    this.stage = new Stage(this, {
      tap: (cell) => this.tapCell(cell),
      wheel: (event) => this.wheel(event),
      attributes: { "aria-roledescription": this.t("board"),
        "aria-keyshortcuts": "ArrowUp ArrowDown ArrowLeft ArrowRight R Enter U" },
    });
    this.status = element("p", { class: "status", role: "status", "aria-live": "polite" });
    this.hand = element("div", { class: "hand", role: "group", "aria-label": this.t("Your tiles") });
    this.primary = this.button("", (event) => this.press(event), { class: "primary" });
    this.buttons = element("div", { class: "buttons" });
    this.standings = element("div", { class: "standings" });
    this.score = element("section", { class: "score", "aria-label": this.t("Score of your last move") });
    this.log = element("ol", { class: "log", tabindex: "0", "aria-label": this.t("What happened"), ...KEYS });
    this.side = element("div", { class: "side" }, this.standings, this.score, this.log);
    const help = element("details", { class: "help" }, element("summary", { ...KEYS }, this.t("Keys")),
      element("p", {}, this.keysHelp()));
    this.controls = element("div", { class: "controls" }, this.primary, this.buttons);
    this.language = this.languages();
    this.foot = element("div", { class: "foot" }, help, this.stage.zoom, this.language);
    this.table = element("div", { class: "table" }, this.stage.node, this.status, this.hand, this.controls, this.foot);
    root.append(this.table, this.side);
  }

  /** Do what the coloured button says. */
  press() {
    this.send(this.state.primary.do);
  }

  keysHelp() {
    return this.t("Arrows move over the open cells. 1–9 take a tile, R turns it (Shift+R back), Enter places or does what the coloured button says, U undoes, Shift+U redoes, Esc lets go. + and − zoom, 0 shows all.");
  }

  show(state) {
    this.stage.node.classList.toggle("holding", Boolean(state.chosen));
    this.stage.show(state.svg, state.bubble);
    this.status.textContent = state.status;
    this.status.classList.toggle("warn", state.warn);
    this.showHand(state);
    showButton(this.primary, state.primary);
    this.showButtons(this.buttons, state.buttons);
    this.standings.replaceChildren(...standingRows(state.standings));
    this.showScore(state.score);
    this.showLog(state.log);
  }

  showHand(state) {
    const names = state.hand.map((tile) => tile.tile).join(" ");
    if (names !== this.names) {
      const index = [...this.hand.children].indexOf(document.activeElement);
      this.hand.replaceChildren(...state.hand.map((tile) => this.tileButton(tile.tile)));
      this.names = names;
      if (index >= 0) (this.hand.children[Math.min(index, state.hand.length - 1)] ?? this.stage.node).focus();
    }
    state.hand.forEach((tile, index) => {
      const button = this.hand.children[index];
      if (button.shown !== tile.svg) {
        button.innerHTML = tile.svg;
        button.shown = tile.svg;
      }
      button.setAttribute("aria-pressed", String(tile.tile === state.chosen));
      button.setAttribute("aria-label", tile.words);
    });
    this.hand.classList.toggle("many", state.hand.length > 14);
  }

  tileButton(tile) {
    const button = element("button", { type: "button", class: "in-hand", "data-tile": tile, ...KEYS });
    this.on(button, "pointerdown", (event) => this.lift(event, button, tile));
    // A keyboard's click has no pointer before it.
    this.on(button, "click", (event) => event.detail === 0 && this.send({ do: "choose", tile }));
    return button;
  }

  showScore(score) {
    this.score.hidden = !score;
    if (!score) return this.score.replaceChildren();
    const parts = [element("p", {}, score.words), element("ul", {}, ...scoreLines(score.lines))];
    if (score.lines.length > 1) parts.push(element("p", { class: "total" }, score.total));
    this.score.replaceChildren(...parts);
  }

  showLog(log) {
    const entries = log.map(({ words, points, mine, kind }) => {
      const entry = element("li", { class: mine ? "mine" : kind ?? "event" }, words);
      if (points.length) entry.append(element("span", { class: "points" }, points.join(", ")));
      return entry;
    });
    this.log.replaceChildren(...entries.reverse());
    this.log.hidden = !entries.length;
  }

  // --- keys and pointers ---------------------------------------------------------------------

  key(event) {
    if (event.target.closest(".log") && event.key.startsWith("Arrow")) return;
    const intention = intentionOfKey(event.key, event.shiftKey);
    if (!intention) return;
    event.preventDefault();
    if (intention.view !== undefined) this.stage.zoomBy(intention.view);
    else if (intention.do !== "primary") this.send(intention);
    else if (!this.primary.disabled) this.send(this.state.primary.do);
    else this.send(this.state.focus ? { do: "lay", cell: this.state.focus } : { do: "place" });
  }

  tapCell(cell) {
    if (!cell) return this.send({ do: "release" });
    this.send(this.state.chosen ? { do: "lay", cell } : { do: "target", cell });
  }

  wheel(event) {
    if (!this.state.chosen) return; // only while a tile is held, so that the page still scrolls
    event.preventDefault();
    const now = event.timeStamp;
    if (now - (this.wheeled ?? 0) < 120) return; // one notch of a wheel, or one sweep of a touchpad
    this.wheeled = now;
    this.send({ do: "turn", by: event.deltaY > 0 ? 1 : -1 });
  }

  // A tile of the hand: a tap takes it (or turns the one that is held), a drag carries it to a cell.
  lift(event, button, tile) {
    if (event.button > 0) return;
    button.setPointerCapture(event.pointerId);
    const start = [event.clientX, event.clientY];
    const { signal } = (this.carry = new AbortController());
    let over = null, moved = false;
    const move = (event) => {
      if (!moved && Math.hypot(event.clientX - start[0], event.clientY - start[1]) > TAP) {
        moved = true;
        if (this.state.chosen !== tile) this.send({ do: "choose", tile });
        this.lifted = element("div", { class: "trinb lifted" });
        this.lifted.innerHTML = button.innerHTML;
        document.body.append(this.lifted);
      }
      if (!moved) return;
      this.lifted.style.transform = `translate(${event.clientX}px, ${event.clientY}px)`;
      const cell = this.stage.cellAt(event.clientX, event.clientY);
      if (cell && cell !== over) this.send({ do: "target", cell });
      over = cell;
    };
    const drop = (event) => {
      this.carry.abort();
      this.lifted?.remove();
      this.lifted = null;
      if (!moved) return event.type === "pointerup" && this.send({ do: "choose", tile });
      if (event.type === "pointerup" && over) this.send({ do: "lay", cell: over });
    };
    button.addEventListener("pointermove", move, { signal });
    button.addEventListener("pointerup", drop, { signal });
    button.addEventListener("pointercancel", drop, { signal });
    this.quit.signal.addEventListener("abort", () => this.carry.abort());
  }
}
