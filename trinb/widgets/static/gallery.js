// The front of TileGallery: a wall of tiles, the chosen one and its mirror, counts and formulas. Comes after common.js.

/**
 * The index of the tile that a key leads to from another one, given the middle of each. Left and right go on in the
 * order of the wall; up and down go to the nearest one in the next row. Pure.
 */
export function neighbour(middles, index, key) {
  const last = middles.length - 1;
  switch (key) {
    case "ArrowLeft": return Math.max(0, index - 1);
    case "ArrowRight": return Math.min(last, index + 1);
    case "Home": return 0;
    case "End": return last;
    case "ArrowUp": case "ArrowDown": break;
    default: return null;
  }
  const way = key === "ArrowDown" ? 1 : -1, here = middles[index];
  const beyond = middles.map(({ x, y }, at) => ({ at, x, down: (y - here.y) * way })).filter(({ down }) => down > 4);
  const row = Math.min(...beyond.map(({ down }) => down)) + 4;
  const aside = ({ x }) => Math.abs(x - here.x);
  return beyond.filter(({ down }) => down <= row).reduce((best, one) => (!best || aside(one) < aside(best) ? one : best), null)?.at ?? index;
}

const LARGEST_PICTURE = 12e6; // pixels: more than this some browsers cannot paint

class GalleryView extends View {
  get kind() { return "trinb-gallery"; }

  close() {
    clearTimeout(this.sliding);
    super.close();
  }

  // --- the parts -----------------------------------------------------------------------------

  build(root) {
    this.token = `${Math.random()}`.slice(2, 12);
    this.choices = element("div", { class: "selects" });
    this.status = element("p", { class: "status", role: "status", "aria-live": "polite" });
    this.wallTitle = element("h3", { class: "title" });
    this.counted = element("ul", { class: "counted", "aria-label": this.t("Counted one by one") });
    this.parts = element("div", { class: "buttons parts", role: "group", "aria-label": this.t("Show only") });
    this.missing = element("div", { class: "missing" });
    this.wall = element("div", { class: "wall", role: "group", "aria-label": this.t("Tiles") });
    this.on(this.wall, "click", (event) => this.choose(event.target.closest(".brick")));
    this.on(this.wall, "focusin", (event) => this.rove(event.target.closest(".brick")));
    this.legend = element("ul", { class: "legend", "aria-label": this.t("What the marks mean") });
    this.detail = element("section", { class: "card detail", "aria-label": this.t("The chosen tile") });
    const save = element("div", { class: "buttons" },
      this.button(this.t("Save as SVG"), () => this.save("svg")), this.button(this.t("Save as PNG"), () => this.save("png")));
    const help = element("details", { class: "help" }, element("summary", { ...KEYS }, this.t("Keys")),
      element("p", {}, this.t("Arrows go from tile to tile, Home to the first and End to the last one. Enter or the space bar chooses a tile.")));
    root.append(
      element("div", { class: "table" }, this.choices, this.buildSearch(), this.status,
        element("div", { class: "over" }, this.wallTitle, save), this.counted, this.parts, this.missing, this.wall, this.legend),
      element("div", { class: "side" }, this.detail, this.buildFormulas()),
      element("div", { class: "foot" }, help, this.languages()));
  }

  buildSearch() {
    this.field = element("input", { type: "search", placeholder: "0-2-1", size: "8", autocomplete: "off", enterkeyhint: "search",
      maxlength: "60", ...KEYS });
    const form = element("form", { class: "search" },
      element("label", { class: "choice" }, element("span", {}, this.t("Find a tile")), this.field),
      element("button", { type: "submit", class: "primary", ...KEYS }, this.t("Find")));
    this.on(form, "submit", (event) => {
      event.preventDefault();
      this.send({ do: "find", text: this.field.value });
    });
    return form;
  }

  buildFormulas() {
    this.slider = element("input", { type: "range", min: "1", max: "12", step: "1", "aria-label": this.t("Number of digits n"), ...KEYS });
    this.on(this.slider, "input", () => this.slide());
    this.n = element("span", { class: "where" });
    this.formulas = element("div", { class: "formulas" });
    this.agreement = element("p", { class: "agreement" });
    return element("section", { class: "card", "aria-label": this.t("How many tiles are there?") },
      element("h4", {}, this.t("How many tiles are there?")),
      element("div", { class: "scrub" }, this.slider, this.n), this.formulas, this.agreement);
  }

  // --- what is shown -----------------------------------------------------------------------------

  show(state) {
    this.showChoices(this.choices, state.choices);
    this.wallTitle.textContent = state.title;
    this.counted.replaceChildren(...state.counted.map((words) => element("li", {}, words)));
    this.status.textContent = whole(state.status);
    this.status.classList.toggle("warn", state.warn);
    this.showWall(state);
    this.showChosen(state.chosen);
    this.showDetail(state.detail);
    this.showComparison(state.comparison);
    this.showFormulas(state);
    if (state.file && state.file.key === this.asked) this.download(state.file);
  }

  showWall({ groups, looks, size, flows, keyed }) {
    const shape = JSON.stringify([groups, looks, flows, size]);
    if (shape === this.shape) return;
    this.shape = shape;
    const focused = this.wall.contains(document.activeElement) && document.activeElement.dataset.tile;
    const samples = Object.fromEntries(Object.entries(looks).map(([mark, look]) => [mark, this.sample(look)]));
    this.wall.className = `wall ${size}${flows ? " flows" : ""}${keyed ? " keyed" : ""}`;
    this.wall.replaceChildren(...groups.map((group) => this.group(group, samples)));
    this.bricks = [...this.wall.querySelectorAll(".brick")];
    this.wall.scrollTop = 0;
    this.rover = this.pressed = null;
    this.rove(this.bricks[0]);
    if (typeof focused === "string") (this.brick(focused) ?? this.bricks[0])?.focus();
    this.legend.hidden = !keyed;
    this.legend.replaceChildren(...Object.entries(looks).map(([mark, { words }]) =>
      element("li", {}, blank(samples[mark]), element("span", {}, words))));
  }

  /** A tile to make others of: only the three digits and the name differ. */
  sample({ svg, words }) {
    const face = element("span", { class: "face" });
    showSvg(face, svg);
    const brick = element("button", { type: "button", class: "brick", tabindex: "-1", "aria-pressed": "false", ...KEYS },
      face, element("span", { class: "name" }));
    if (this.model.get("state").keyed) brick.append(element("span", { class: "unseen" }, `(${words})`));
    return brick;
  }

  group({ heading, count, tiles }, samples) {
    const row = element("div", { class: "row" }, ...tiles.map(([tile, mark]) => {
      const brick = samples[mark].cloneNode(true);
      brick.dataset.tile = tile;
      brick.querySelector(".name").textContent = tile;
      const digits = tile.split("-");
      brick.querySelectorAll("text.digit").forEach((text, index) => {
        text.textContent = digits[index];
        text.classList.toggle("wide", digits[index].length > 1);
      });
      return brick;
    }));
    const made = element("div", { class: "group" });
    if (heading) made.append(element("h4", {}, heading, ...(count ? [element("span", { class: "count" }, count)] : [])));
    made.append(row);
    return made;
  }

  brick(tile) {
    return this.bricks.find((one) => one.dataset.tile === tile);
  }

  showChosen(tile) {
    const brick = this.brick(tile), news = this.chosen !== undefined && tile !== this.chosen;
    this.chosen = tile;
    if (brick !== this.pressed) {
      this.pressed?.setAttribute("aria-pressed", "false");
      brick?.setAttribute("aria-pressed", "true");
      this.pressed = brick;
      this.rove(brick);
    }
    if (!brick || !news) return;
    const { offsetTop: top, offsetHeight: height } = brick; // the page itself stays where it is
    const { scrollTop, clientHeight } = this.wall;
    if (top < scrollTop || top + height > scrollTop + clientHeight) this.wall.scrollTop = top - (clientHeight - height) / 2;
  }

  /** Make a tile the one that Tab comes to. */
  rove(brick) {
    if (!brick || brick === this.rover) return;
    this.rover?.setAttribute("tabindex", "-1");
    this.rover = brick;
    brick.setAttribute("tabindex", "0");
  }

  showDetail(detail) {
    this.detail.hidden = !detail;
    if (!detail) return;
    const shape = JSON.stringify(detail);
    if (shape === this.detail.shape) return;
    this.detail.shape = shape;
    const picture = element("div", { class: "pair" });
    showSvg(picture, detail.svg);
    const rows = (list, kind) => element("dl", { class: kind }, ...list.flatMap(({ name, words, some }) =>
      [element("dt", {}, name), element("dd", some === false ? { class: "no" } : {}, whole(words))]));
    this.detail.replaceChildren(element("h4", {}, detail.tile), picture, rows(detail.facts, "facts"),
      element("h4", {}, this.t("In which sets?")), rows(detail.homes, "homes"));
  }

  showComparison(comparison) {
    this.parts.hidden = this.missing.hidden = !comparison;
    this.counted.hidden = Boolean(comparison);
    this.showButtons(this.parts, comparison?.buttons ?? []);
    this.missing.replaceChildren(...(comparison?.missing ?? []).map((words) => element("p", {}, words)));
  }

  showFormulas({ n, n_words, formulas, agreement }) {
    if (n === this.wanted) this.wanted = null;
    if (this.wanted == null) this.slider.value = n;
    this.slider.setAttribute("aria-valuetext", n_words);
    this.n.textContent = n_words;
    this.formulas.replaceChildren(...formulas.map(({ name, formula, numbers, counted, agrees }) => element("div", { class: "formula" },
      element("span", { class: "of" }, name), element("b", {}, formula), element("span", {}, `= ${numbers}`),
      element("span", { class: "check" }, `${agrees ? "✓" : "≠"} ${counted}`))));
    this.agreement.hidden = !agreement;
    this.agreement.textContent = agreement?.words ?? "";
    this.agreement.classList.toggle("agrees", Boolean(agreement?.agrees));
  }

  // --- what is done -----------------------------------------------------------------------------

  key(event) {
    const brick = event.target.closest(".brick");
    if (!brick) return;
    const boxes = this.bricks.map((one) => one.getBoundingClientRect());
    const middles = boxes.map(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 }));
    const to = neighbour(middles, this.bricks.indexOf(brick), event.key);
    if (to === null) return;
    event.preventDefault();
    this.bricks[to].focus();
  }

  choose(brick) {
    if (brick) this.send({ do: "choose", tile: brick.dataset.tile });
  }

  /** A slider moves faster than a wall is built: send where it stands after a moment, not every step. */
  slide() {
    this.wanted = Number(this.slider.value);
    clearTimeout(this.sliding);
    this.sliding = setTimeout(() => this.send({ do: "digits", value: this.wanted }), 60);
  }

  /** Ask for the picture; when it comes, only the view that has asked saves it. */
  save(format) {
    this.format = format;
    this.asked = `${this.token}-${Date.now()}`;
    this.send({ do: "save", key: this.asked });
  }

  async download({ name, svg }) {
    this.asked = null;
    const drawn = new Blob([svg], { type: "image/svg+xml" });
    const blob = this.format === "png" ? await painted(drawn).catch(() => null) : drawn;
    if (!blob) {
      this.status.textContent = this.t("This browser cannot make a PNG of it: save it as SVG.");
      return;
    }
    const url = URL.createObjectURL(blob);
    element("a", { href: url, download: `${name}.${this.format}` }).click();
    setTimeout(() => URL.revokeObjectURL(url), 60000); // some browsers fetch it late
  }
}

/** Words in which the name of a tile is not broken at the end of a line. */
function whole(words) {
  return words.replace(/(\d)-(?=\d)/g, "$1\u2011");
}

/** The picture of a tile without its digits. */
function blank(brick) {
  const svg = brick.querySelector("svg").cloneNode(true);
  svg.querySelectorAll("text.digit").forEach((digit) => digit.remove());
  return svg;
}

/** An SVG as a PNG, twice as large as it is drawn, or as large as can be. */
async function painted(blob) {
  const url = URL.createObjectURL(blob);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const { naturalWidth: width, naturalHeight: height } = image;
    const scale = Math.min(2, Math.sqrt(LARGEST_PICTURE / (width * height)));
    const canvas = element("canvas");
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve) => { canvas.toBlob(resolve, "image/png"); });
  } finally {
    URL.revokeObjectURL(url);
  }
}

export default mounted(GalleryView);
