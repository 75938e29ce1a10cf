// A picture of a board to look at and to point at: zoom, pan, pinch, taps on cells. Comes after common.js.

const TAP = 6; // px: a pointer that moved less has tapped
const ZOOM = [1, 8]; // how far one may zoom in

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

/**
 * A stage for one picture of a board.
 *
 * `asks` says what it does: `tap(cell, event)` when a cell is tapped (null beside all cells), `hover(cell)` when a mouse
 * comes over another cell (null when it leaves), `wheel(event)` for a wheel that does not zoom, `label` its name.
 */
class Stage {
  constructor(view, asks = {}) {
    this.owner = view;
    this.asks = asks;
    this.view = null; // the part of the picture that is shown; null: all of it
    this.pointers = new Map(); // pointers that are down, by id
    this.node = element("div", { class: "stage", tabindex: "0", role: "application", ...KEYS, ...asks.attributes });
    this.picture = element("div", { class: "picture" });
    this.bubble = element("div", { class: "bubble", hidden: "" });
    this.node.append(this.picture, this.bubble);
    this.zoom = element("div", { class: "zoom" });
    const buttons = [["+", view.t("Zoom in"), 1.3], ["−", view.t("Zoom out"), 1 / 1.3], [view.t("Fit"), view.t("Show all"), 0]];
    for (const [words, name, factor] of buttons) {
      this.zoom.append(view.button(words, () => this.zoomBy(factor), { "aria-label": name, title: name }));
    }
    const on = (type, handler, options) => view.on(this.node, type, handler, options);
    on("pointerdown", (event) => this.down(event));
    on("pointermove", (event) => this.move(event));
    on("pointerup", (event) => this.up(event));
    on("pointercancel", (event) => this.pointers.delete(event.pointerId));
    on("pointerleave", () => this.over(null));
    on("wheel", (event) => this.wheel(event), { passive: false });
    view.onResize(this.node, () => this.svg && this.applyView());
  }

  /** Show a picture, and a bubble `{text, bad}` beside the cell that it is about, if there is one. */
  show(svg, bubble = null) {
    if (svg !== this.picture.shown) {
      this.svg = showSvg(this.picture, svg);
      const { x, y, width, height } = this.svg.viewBox.baseVal;
      this.whole = { x, y, w: width, h: height };
    }
    this.node.setAttribute("aria-label", this.svg.getAttribute("aria-label"));
    this.said = bubble;
    this.applyView();
  }

  showBubble() {
    this.bubble.hidden = !this.said;
    if (!this.said) return;
    this.bubble.textContent = this.said.text;
    this.bubble.classList.toggle("bad", Boolean(this.said.bad));
    const target = this.svg.querySelector(".focus, .illegal, .ghost");
    if (!target) return;
    const [cell, stage, own] = [target, this.node, this.bubble].map((part) => part.getBoundingClientRect());
    const spot = besideCell(
      { x: cell.left - stage.left, y: cell.top - stage.top, w: cell.width, h: cell.height },
      { w: own.width, h: own.height }, { w: stage.width, h: stage.height });
    this.bubble.style.left = `${spot.x}px`;
    this.bubble.style.top = `${spot.y}px`;
  }

  /** The cell at a point of the window, or null. */
  cellAt(x, y) {
    const hit = this.node.getRootNode().elementFromPoint(x, y);
    return this.node.contains(hit) ? hit.closest("[data-cell]")?.dataset.cell ?? null : null;
  }

  // --- pointers ------------------------------------------------------------------------------

  down(event) {
    if (event.button > 0) return;
    this.node.focus({ preventScroll: true });
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY, from: [event.clientX, event.clientY], moved: false });
    this.node.setPointerCapture(event.pointerId);
  }

  move(event) {
    const pointer = this.pointers.get(event.pointerId);
    if (!pointer) return event.pointerType === "mouse" && this.over(this.cellAt(event.clientX, event.clientY));
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
    if (pointer && !pointer.moved) this.asks.tap?.(this.cellAt(event.clientX, event.clientY), event);
  }

  over(cell) {
    if (!this.asks.hover || cell === this.hovered) return;
    this.hovered = cell;
    this.asks.hover(cell);
  }

  wheel(event) {
    if (!event.ctrlKey) return this.asks.wheel?.(event);
    event.preventDefault();
    this.zoomBy(event.deltaY < 0 ? 1.15 : 1 / 1.15, event.clientX, event.clientY);
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
  }

  pan(dx, dy) {
    const scale = this.svg.getScreenCTM().a;
    this.view = kept({ ...this.view, x: this.view.x - dx / scale, y: this.view.y - dy / scale }, this.whole);
    this.applyView();
  }

  toPicture(clientX, clientY) {
    const point = new DOMPoint(clientX, clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    return [point.x, point.y];
  }

  applyView() {
    if (this.view) this.view = kept(this.view, this.whole);
    const { x, y, w, h } = this.view ?? roomy(this.whole, this.node.clientWidth, this.node.clientHeight);
    this.svg.setAttribute("viewBox", `${x} ${y} ${w} ${h}`);
    this.node.classList.toggle("zoomed", Boolean(this.view));
    this.showBubble();
  }
}
