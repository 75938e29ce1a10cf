// The front of Play: a table, a curtain between people, hints, the end of a round, and the form for a new game.
// Comes after common.js, stage.js and table.js.

/** Words in which no tile and no cell, such as 0-2-1 or ^0,-1, is broken between two lines. */
function unbroken(words) {
  const parts = words.split(/([0-9]+-[0-9]+-[0-9]+|[\^v]-?[0-9]+,-?[0-9]+)/);
  return parts.map((part, index) => (index % 2 ? element("span", { class: "unbroken" }, part) : part));
}

class PlayView extends TableView {
  get kind() { return "trinb-board trinb-play"; }

  build(root) {
    super.build(root);
    this.rules = element("p", { class: "title" });
    this.what = element("p", { class: "what" });
    this.menu = element("div", { class: "buttons menu" });
    this.curtain = element("div", { class: "curtain" }, element("div", { class: "backs" }), element("div", { class: "buttons" }));
    this.hints = element("div", { class: "buttons hints", role: "group", "aria-label": this.t("Hints") });
    this.advice = element("section", { class: "advice", "aria-label": this.t("What may be good, and why"), "aria-live": "polite" });
    this.end = element("section", { class: "end", "aria-label": this.t("How the round went") });
    this.kept = element("p", { class: "kept" });
    root.prepend(element("div", { class: "head" }, element("div", { class: "game" }, this.rules, this.what), this.menu, this.language));
    this.hand.after(this.curtain);
    this.controls.after(this.hints, this.advice, this.end);
    this.foot.after(this.kept);
    this.buildForm();
    root.append(this.form);
  }

  keysHelp() {
    return this.t("Arrows move over the open cells. 1–9 take a tile, R turns it (Shift+R back), Enter places or does what the coloured button says, U undoes, Shift+U redoes, Esc lets go. F shows what fits, H gives a hint. + and − zoom, 0 shows all.");
  }

  show(state) {
    const wasOpen = this.form.hidden === false;
    this.table.hidden = this.side.hidden = Boolean(state.setup);
    super.show(state);
    this.rules.textContent = state.rules;
    this.what.textContent = state.what;
    this.showButtons(this.menu, state.setup ? [] : state.menu);
    this.showCurtain(state.curtain);
    this.showButtons(this.hints, state.hints);
    this.hints.hidden = !state.hints.length;
    this.showAdvice(state.advice);
    this.showEnd(state.end);
    this.kept.textContent = state.kept ?? "";
    this.showForm(state.setup, state.warn);
    if (this.ready && Boolean(state.setup) !== wasOpen) this.moveFocus(!wasOpen);
    this.ready = true;
    if (state.download && this.wanted) this.save(state.download);
  }

  /** After the form has opened or closed, keep the focus where a reader expects to go on. */
  moveFocus(open) {
    (open ? this.form.querySelector("select") : this.menu.firstElementChild).focus();
  }

  showCurtain(curtain) {
    this.curtain.hidden = !curtain;
    this.hand.hidden = Boolean(curtain) || !this.state.hand.length;
    this.primary.classList.toggle("gone", Boolean(curtain)); // keeps its place, so that no other button gets there
    const [backs, buttons] = this.curtain.children;
    if (curtain) showSvg(backs, curtain.svg);
    this.showButtons(buttons, curtain ? [curtain.button] : []);
  }

  showAdvice(advice) {
    this.advice.hidden = !advice;
    const shape = JSON.stringify(advice);
    if (shape === this.adviceShape) return;
    this.adviceShape = shape;
    if (!advice) return this.advice.replaceChildren();
    this.advice.replaceChildren(element("p", {}, advice.words),
      element("ol", { class: "tips" }, ...advice.places.map((tip, index) => this.tip(tip, index === 0))));
  }

  /** A move that is told, with its points, and the reasons for it to be folded out. */
  tip({ button, lines, why, more }, open) {
    const look = () => this.lookAt(button.do);
    const move = button.enabled ? this.button(button.words, look) : element("b", {}, button.words);
    return element("li", {},
      element("div", { class: "move" }, move, element("ul", { class: "lines" }, ...scoreLines(lines))),
      element("details", open ? { open: "" } : {}, element("summary", { ...KEYS }, this.t("Why?")),
        element("ul", { class: "why" }, ...why.map((words) => element("li", {}, ...unbroken(words))))),
      ...(more ? [element("p", { class: "more" }, more)] : []));
  }

  /** Hold a tile over the board; on a phone the board may be out of sight then. */
  lookAt(intention) {
    this.send(intention);
    const { node } = this.stage;
    if (node.getBoundingClientRect().bottom < node.clientHeight / 2) node.scrollIntoView({ block: "nearest" });
  }

  // --- the end of a round --------------------------------------------------------------------

  showEnd(end) {
    this.end.hidden = !end;
    const shape = JSON.stringify(end);
    if (shape === this.endShape) return;
    this.endShape = shape;
    this.end.replaceChildren(...(end ? [element("div", { class: "cards" }, ...end.players.map((one) => this.card(one)))] : []));
    if (end?.rounds) this.end.append(this.roundTable(end.rounds));
  }

  card({ name, points, best, lines, none, tiles, left }) {
    const card = element("div", { class: best ? "card best" : "card" },
      element("h3", {}, element("span", { class: "name", "data-name": "" }, name)),
      element("p", { class: "sum" }, points),
      element("ul", { class: "lines" }, ...(lines.length ? scoreLines(lines) : [element("li", {}, none)])));
    const rest = tiles.map((tile) => {
      const place = element("div", { class: "one" });
      showSvg(place, tile);
      return place;
    });
    card.append(element("p", { class: "left" }, left), element("div", { class: "rest" }, ...rest));
    return card;
  }

  roundTable({ title, rounds, together, rows }) {
    const heads = [...rounds, together].map((head) => element("th", { scope: "col" }, head));
    const lines = rows.map(({ name, points, total }) => element("tr", {},
      element("th", { scope: "row", "data-name": "" }, element("span", { class: "name" }, name)),
      ...points.map((one) => element("td", {}, String(one))), element("td", { class: "total" }, String(total))));
    const table = element("table", {}, element("caption", {}, title),
      element("thead", {}, element("tr", {}, element("td", {}), ...heads)), element("tbody", {}, ...lines));
    return element("div", { class: "rounds", tabindex: "0", role: "region", "aria-label": title, ...KEYS }, table);
  }

  // --- a new game ------------------------------------------------------------------------------

  buildForm() {
    this.form = element("section", { class: "setup", hidden: "" });
    this.formTitle = element("h3", {});
    this.formRules = element("div", { class: "selects" });
    this.formChoices = element("div", { class: "selects" });
    this.formWho = element("h3", {});
    this.formSeats = element("div", { class: "seats" });
    this.seed = this.field();
    this.seedHint = element("p", { class: "hint" });
    this.formNote = element("p", { class: "note", role: "status", "aria-live": "polite" });
    this.start = this.button("", () => this.send(this.state.setup.start.do), { class: "primary" });
    this.back = this.button("", () => this.send(this.state.setup.back.do));
    this.form.append(this.formTitle, this.formRules, this.formChoices, this.formWho, this.formSeats,
      this.seed, this.seedHint, this.formNote, element("div", { class: "buttons" }, this.start, this.back));
  }

  /** A labelled field that tells what was typed into it when it is left, or at Enter. */
  field() {
    const input = element("input", { type: "text", autocomplete: "off", ...KEYS });
    this.on(input, "change", () => this.send({ do: "select", name: input.name, value: input.value }));
    return element("label", { class: "choice" }, element("span", {}), input);
  }

  showField(label, { name, label: said, words, value, hint, most }) {
    const [shown, input] = label.children;
    shown.textContent = said;
    input.name = name;
    if (words) input.setAttribute("aria-label", words);
    if (most) {
      input.placeholder = hint;
      input.maxLength = most;
    }
    if (input.shown !== value || input !== document.activeElement) input.value = value;
    input.shown = value;
  }

  showForm(setup, warn) {
    this.form.hidden = !setup;
    if (!setup) return;
    this.formTitle.textContent = setup.title;
    this.formWho.textContent = setup.who;
    this.showChoices(this.formRules, [setup.rules]);
    this.showChoices(this.formChoices, setup.choices);
    while (this.formSeats.children.length > setup.seats.length) this.formSeats.lastElementChild.remove();
    setup.seats.forEach(({ kind, name }, index) => {
      let row = this.formSeats.children[index];
      if (!row) {
        row = element("div", { class: "seat" }, element("div", { class: "selects" }), this.field());
        this.formSeats.append(row);
      }
      this.showChoices(row.children[0], [kind]);
      this.showField(row.children[1], name);
    });
    this.showField(this.seed, setup.seed);
    this.seedHint.textContent = setup.seed.hint;
    this.formNote.textContent = setup.note;
    this.formNote.classList.toggle("warn", warn);
    showButton(this.start, setup.start);
    showButton(this.back, setup.back);
  }

  // --- buttons, keys, and the record --------------------------------------------------------------------

  /** The second half of a double click is no move of its own: the button says something else by then. */
  press(event) {
    const quick = event.detail > 1 && event.timeStamp - this.pressedAt < 300;
    this.pressedAt = event.timeStamp;
    if (!quick || this.state.phase === "watch") super.press();
  }

  key(event) {
    if (this.state.setup) return event.key === "Escape" && this.send({ do: "setup" });
    // Nobody's tiles are to be shown by a key that was meant for the move before.
    if (this.state.curtain && ["Enter", " "].includes(event.key)) return event.preventDefault();
    const hint = { f: 0, h: 1 }[event.key.toLowerCase()];
    if (hint !== undefined && this.state.hints[hint]) return this.send(this.state.hints[hint].do);
    super.key(event);
  }

  send(intention) {
    if (intention.do === "record") this.wanted = true;
    super.send(intention);
  }

  save({ name, text }) {
    this.wanted = false;
    const address = URL.createObjectURL(new Blob([text], { type: "application/x-ndjson" }));
    const link = element("a", { href: address, download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  }
}

export default mounted(PlayView);
