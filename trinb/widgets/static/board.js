// The thin front of BoardWidget: shows what `state` says, sends back intentions. Comes after common.js.
// Python alone decides what is legal; nothing here knows a rule.

const TAP = 6; // px: a pointer that moved less has tapped
const ZOOM = [1, 8]; // how far one may zoom in

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

/** A view box zoomed by a factor around a point, kept within the whole picture. Pure. */
export function zoomed(box, whole, factor, x, y) {
  const scale = Math.min(Math.max((whole.w / box.w) * factor, ZOOM[0]), ZOOM[1]);
  const w = whole.w / scale, h = whole.h / scale;
  return kept({ x: x - ((x - box.x) * w) / box.w, y: y - ((y - box.y) * h) / box.h, w, h }, whole);
}

/** A view box moved back so that it lies within the whole picture. Pure. */
export function kept(box, whole) {
  const within = (at, size, low, all) => Math.min(Math.max(at, low), low + all - size);
  return { ...box, x: within(box.x, box.w, whole.x, whole.w), y: within(box.y, box.h, whole.y, whole.h) };
}

/** Where to put a bubble of some size beside a cell: outward from the middle of the stage, if there is room. Pure. */
export function besideCell(cell, own, stage, gap = 6) {
  const centre = { x: cell.x + cell.w / 2, y: cell.y + cell.h / 2 };
  const sides = {
    left: { x: cell.x - own.w - gap, y: centre.y - own.h / 2 },
    right: { x: cell.x + cell.w + gap, y: centre.y - own.h / 2 },
    above: { x: centre.x - own.w / 2, y: cell.y - own.h - gap },
    below: { x: centre.x - own.w / 2, y: cell.y + cell.h + gap },
  };
  const across = centre.x < stage.w / 2 ? ["left", "right"] : ["right", "left"];
  const along = centre.y < stage.h / 2 ? ["above", "below"] : ["below", "above"];
  const flat = Math.abs(centre.x - stage.w / 2) * stage.h > Math.abs(centre.y - stage.h / 2) * stage.w;
  const [first, second] = flat ? [across, along] : [along, across];
  const room = ({ x, y }) => x >= 4 && y >= 4 && x + own.w <= stage.w - 4 && y + own.h <= stage.h - 4;
  const order = [first[0], second[0], second[1], first[1]].map((side) => sides[side]);
  const clamp = (at, size, all) => Math.max(4, Math.min(at, all - size - 4));
  const best = order.find(room) ?? { x: clamp(order[0].x, own.w, stage.w), y: clamp(sides[along[0]].y, own.h, stage.h) };
  return best;
}

class BoardView {
  constructor({ model, el }) {
    this.model = model;
    this.quit = new AbortController();
    this.view = null; // the part of the picture that is shown; null: all of it
    this.pointers = new Map(); // pointers that are down, by id
    this.build(el);
    this.listen();
    this.update = () => this.show();
    model.on("change:state", this.update);
    this.show();
  }

  close() {
    this.quit.abort();
    this.model.off("change:state", this.update);
    this.lifted?.remove();
    this.root.remove();
  }

  send(intention) {
    this.model.send(intention);
  }

  // --- the parts -----------------------------------------------------------------------------

  build(el) {
    this.stage = element("div", { class: "stage", tabindex: "0", role: "application", ...KEYS,
      "aria-roledescription": "board", "aria-keyshortcuts": "ArrowUp ArrowDown ArrowLeft ArrowRight R Enter U" });
    this.picture = element("div", { class: "picture" });
    this.bubble = element("div", { class: "bubble", hidden: "" });
    this.zoom = element("div", { class: "zoom" });
    for (const [words, name, factor] of [["+", "Zoom in", 1.3], ["−", "Zoom out", 1 / 1.3], ["Fit", "Show all", 0]]) {
      const button = element("button", { type: "button", "aria-label": name, title: name, ...KEYS }, words);
      button.addEventListener("click", () => this.zoomBy(factor), { signal: this.quit.signal });
      this.zoom.append(button);
    }
    this.stage.append(this.picture, this.bubble);
    this.status = element("p", { class: "status", role: "status", "aria-live": "polite" });
    this.hand = element("div", { class: "hand", role: "group", "aria-label": "Your tiles" });
    this.primary = element("button", { type: "button", class: "primary", ...KEYS });
    this.buttons = element("div", { class: "buttons" });
    this.standings = element("div", { class: "standings" });
    this.score = element("section", { class: "score", "aria-label": "Score of your last move" });
    this.log = element("ol", { class: "log", tabindex: "0", "aria-label": "What happened", ...KEYS });
    const side = element("div", { class: "side" }, this.standings, this.score, this.log);
    const table = element("div", { class: "table" },
      this.stage, this.status, this.hand,
      element("div", { class: "controls" }, this.primary, this.buttons));
    const help = element("details", { class: "help" },
      element("summary", { ...KEYS }, "Keys"),
      element("p", {}, "Arrows move over the open cells. 1–9 take a tile, R turns it (Shift+R back), Enter places " +
        "or does what the coloured button says, U undoes, Shift+U redoes, Esc lets go. + and − zoom, 0 shows all."));
    table.append(element("div", { class: "foot" }, help, this.zoom));
    this.root = element("div", { class: "trinb trinb-widget trinb-board" }, table, side);
    el.append(this.root);
  }

  show() {
    const state = this.model.get("state");
    if (!state || !state.svg) return;
    this.state = state;
    this.showPicture(state);
    this.status.textContent = state.status;
    this.status.classList.toggle("warn", state.warn);
    this.showHand(state);
    this.showControls(state);
    this.showStandings(state);
    this.showScore(state.score);
    this.showLog(state.log);
    this.showBubble(state.bubble);
  }

  showPicture(state) {
    this.picture.innerHTML = state.svg;
    this.svg = this.picture.firstElementChild;
    this.svg.removeAttribute("style"); // its size follows from the stage here
    const { x, y, width, height } = this.svg.viewBox.baseVal;
    this.whole = { x, y, w: width, h: height };
    this.stage.setAttribute("aria-label", this.svg.getAttribute("aria-label"));
    this.stage.classList.toggle("holding", Boolean(state.chosen));
    this.applyView();
  }

  showHand(state) {
    const names = state.hand.map((tile) => tile.tile).join(" ");
    if (names !== this.names) {
      const index = [...this.hand.children].indexOf(document.activeElement);
      this.hand.replaceChildren(...state.hand.map((tile) => this.tileButton(tile.tile)));
      this.names = names;
      if (index >= 0) (this.hand.children[Math.min(index, state.hand.length - 1)] ?? this.stage).focus();
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
    const options = { signal: this.quit.signal };
    button.addEventListener("pointerdown", (event) => this.lift(event, button, tile), options);
    // A keyboard's click has no pointer before it.
    button.addEventListener("click", (event) => event.detail === 0 && this.send({ do: "choose", tile }), options);
    return button;
  }

  showControls(state) {
    const set = (button, { words, enabled }) => {
      if (button.textContent !== words) button.textContent = words;
      button.disabled = !enabled;
    };
    set(this.primary, state.primary);
    state.buttons.forEach((wanted, index) => {
      let button = this.buttons.children[index];
      if (!button) {
        button = element("button", { type: "button", ...KEYS });
        button.addEventListener("click", () => this.send(this.state.buttons[index].do), { signal: this.quit.signal });
        this.buttons.append(button);
      }
      set(button, wanted);
    });
    while (this.buttons.children.length > state.buttons.length) this.buttons.lastElementChild.remove();
  }

  showStandings(state) {
    this.standings.replaceChildren(...standingRows(state.standings));
  }

  showScore(score) {
    this.score.hidden = !score;
    if (!score) return this.score.replaceChildren();
    const parts = [element("p", {}, score.words), element("ul", {}, ...scoreLines(score.lines))];
    if (score.lines.length > 1) parts.push(element("p", { class: "total" }, `together ${score.total}`));
    this.score.replaceChildren(...parts);
  }

  showLog(log) {
    const entries = log.map(({ words, points, mine }) => {
      const entry = element("li", mine ? { class: "mine" } : {}, words);
      if (points.length) entry.append(element("span", { class: "points" }, points.join(", ")));
      return entry;
    });
    this.log.replaceChildren(...entries.reverse());
    this.log.hidden = !entries.length;
  }

  showBubble(bubble) {
    this.bubble.hidden = !bubble;
    if (!bubble) return;
    this.bubble.textContent = bubble.text;
    this.bubble.classList.toggle("bad", bubble.bad);
    const target = this.svg.querySelector(".focus, .illegal, .ghost");
    if (!target) return;
    const [cell, stage, own] = [target, this.stage, this.bubble].map((part) => part.getBoundingClientRect());
    const spot = besideCell(
      { x: cell.left - stage.left, y: cell.top - stage.top, w: cell.width, h: cell.height },
      { w: own.width, h: own.height }, { w: stage.width, h: stage.height });
    this.bubble.style.left = `${spot.x}px`;
    this.bubble.style.top = `${spot.y}px`;
  }

  // --- keys and pointers ---------------------------------------------------------------------

  listen() {
    const options = { signal: this.quit.signal };
    this.root.addEventListener("keydown", (event) => this.key(event), options);
    this.primary.addEventListener("click", () => this.send(this.state.primary.do), options);
    this.stage.addEventListener("pointerdown", (event) => this.down(event), options);
    this.stage.addEventListener("pointermove", (event) => this.drag(event), options);
    this.stage.addEventListener("pointerup", (event) => this.up(event), options);
    this.stage.addEventListener("pointercancel", (event) => this.pointers.delete(event.pointerId), options);
    this.stage.addEventListener("wheel", (event) => this.wheel(event), { ...options, passive: false });
    this.resized = new ResizeObserver(() => this.svg && (this.applyView(), this.showBubble(this.state.bubble)));
    this.resized.observe(this.stage);
    this.quit.signal.addEventListener("abort", () => this.resized.disconnect());
  }

  key(event) {
    event.stopPropagation(); // nothing typed here is meant for the notebook
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const onButton = event.target.closest("button, summary, .log");
    if (onButton && (["Enter", " "].includes(event.key) || (onButton === this.log && event.key.startsWith("Arrow")))) return;
    const intention = intentionOfKey(event.key, event.shiftKey);
    if (!intention) return;
    event.preventDefault();
    if (intention.view !== undefined) this.zoomBy(intention.view);
    else if (intention.do !== "primary") this.send(intention);
    else if (!this.primary.disabled) this.send(this.state.primary.do);
    else this.send(this.state.focus ? { do: "lay", cell: this.state.focus } : { do: "place" });
  }

  cellAt(x, y) {
    const shadow = this.stage.getRootNode();
    const hit = shadow.elementFromPoint(x, y);
    return this.stage.contains(hit) ? hit.closest("[data-cell]")?.dataset.cell ?? null : null;
  }

  tapCell(cell) {
    if (!cell) return this.send({ do: "release" });
    this.send(this.state.chosen ? { do: "lay", cell } : { do: "target", cell });
  }

  down(event) {
    if (event.button > 0) return;
    this.stage.focus({ preventScroll: true });
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY, from: [event.clientX, event.clientY], moved: false });
    this.stage.setPointerCapture(event.pointerId);
  }

  drag(event) {
    const pointer = this.pointers.get(event.pointerId);
    if (!pointer) return;
    const before = { ...pointer };
    pointer.x = event.clientX;
    pointer.y = event.clientY;
    if (Math.hypot(pointer.x - pointer.from[0], pointer.y - pointer.from[1]) > TAP) pointer.moved = true;
    if (this.pointers.size === 2) return this.pinch(event.pointerId, before);
    if (pointer.moved && this.view) this.pan(pointer.x - before.x, pointer.y - before.y);
  }

  pinch(id, before) {
    const [other] = [...this.pointers].filter(([key]) => key !== id).map(([, value]) => value);
    const now = this.pointers.get(id);
    other.moved = now.moved = true;
    const spread = (a, b) => Math.hypot(a.x - b.x, a.y - b.y) || 1;
    this.zoomBy(spread(now, other) / spread(before, other), (now.x + other.x) / 2, (now.y + other.y) / 2);
  }

  up(event) {
    const pointer = this.pointers.get(event.pointerId);
    this.pointers.delete(event.pointerId);
    if (pointer && !pointer.moved) this.tapCell(this.cellAt(event.clientX, event.clientY));
  }

  wheel(event) {
    if (event.ctrlKey) {
      event.preventDefault();
      this.zoomBy(event.deltaY < 0 ? 1.15 : 1 / 1.15, event.clientX, event.clientY);
    } else if (this.state.chosen) { // only while a tile is held, so that the page still scrolls
      event.preventDefault();
      const now = event.timeStamp;
      if (now - (this.wheeled ?? 0) < 120) return; // one notch of a wheel, or one sweep of a touchpad
      this.wheeled = now;
      this.send({ do: "turn", by: event.deltaY > 0 ? 1 : -1 });
    }
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
      const cell = this.cellAt(event.clientX, event.clientY);
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

  // --- pan and zoom --------------------------------------------------------------------------

  zoomBy(factor, clientX, clientY) {
    if (!factor) this.view = null;
    else {
      const box = this.view ?? this.whole;
      const at = clientX === undefined ? [box.x + box.w / 2, box.y + box.h / 2] : this.toPicture(clientX, clientY);
      const next = zoomed(box, this.whole, factor, ...at);
      this.view = next.w >= this.whole.w ? null : next;
    }
    this.applyView();
    if (this.state) this.showBubble(this.state.bubble);
  }

  pan(dx, dy) {
    const scale = this.svg.getScreenCTM().a;
    this.view = kept({ ...this.view, x: this.view.x - dx / scale, y: this.view.y - dy / scale }, this.whole);
    this.applyView();
    this.showBubble(this.state.bubble);
  }

  toPicture(clientX, clientY) {
    const point = new DOMPoint(clientX, clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    return [point.x, point.y];
  }

  applyView() {
    if (this.view) this.view = kept(this.view, this.whole);
    const { x, y, w, h } = this.view ?? roomy(this.whole, this.stage.clientWidth, this.stage.clientHeight);
    this.svg.setAttribute("viewBox", `${x} ${y} ${w} ${h}`);
    this.stage.classList.toggle("zoomed", Boolean(this.view));
  }
}

function render(context) {
  const view = new BoardView(context);
  return () => view.close();
}

export default { render };
