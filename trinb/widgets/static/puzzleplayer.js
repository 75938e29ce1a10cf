// The front of PuzzlePlayer: a table with a question, a list, a workshop, and a form for sheets.
// Comes after common.js, stage.js and table.js.

const POLL = 300; // ms between two looks at work that takes longer

class PuzzleView extends TableView {
  get kind() { return "trinb-board trinb-puzzles"; }

  close() {
    this.rest();
    this.forgetPage();
    super.close();
  }

  // --- the parts -----------------------------------------------------------------------------

  build(root) {
    super.build(root);
    this.tabs = element("div", { class: "buttons tabs", role: "group", "aria-label": this.t("What do you want to do?") });
    root.prepend(element("div", { class: "head" }, this.tabs, this.language));
    this.buildQuestion();
    this.buildAnswer();
    this.buildLibrary();
    this.buildMaker();
    this.buildSheet();
    root.append(this.sheet);
  }

  keysHelp() {
    return this.t("Arrows move over the places. 1–9 take a tile, R turns it (Shift+R back), Enter lays it or does what the coloured button says, U undoes, Shift+U redoes, Esc lets go, H takes a hint. + and − zoom, 0 shows all.");
  }

  buildQuestion() {
    this.name = element("h3", { class: "title" });
    this.note = element("p", { class: "note" });
    this.words = element("p", { class: "question" });
    this.pointsList = element("ul", {});
    this.points = element("details", { class: "points" },
      element("summary", { ...KEYS }, this.t("What the rules say")), this.pointsList);
    this.asked = element("section", { class: "asked", "aria-label": this.t("The question") },
      element("div", { class: "caption" }, this.name, this.note), this.words, this.points);
    this.makerHead = element("div", { class: "maker" });
    this.table.prepend(this.asked, this.makerHead);
  }

  buildAnswer() {
    this.hands = element("div", { class: "hands" });
    this.label = element("p", { class: "label" });
    this.fieldButtons = element("div", { class: "buttons" });
    this.number = element("input", { type: "text", inputmode: "numeric", autocomplete: "off", maxlength: "4", name: "answer", ...KEYS });
    // Told while it is typed, so that the button for checking is ready when one reaches for it.
    this.on(this.number, "input", () => this.send({ do: "type", value: this.number.value }));
    this.on(this.number, "keydown", (event) => this.typed(event));
    this.stepper = element("div", { class: "stepper" },
      this.button("−", { do: "step", by: -1 }, { "aria-label": this.t("One less") }), this.number,
      this.button("+", { do: "step", by: 1 }, { "aria-label": this.t("One more") }));
    this.field = element("div", { class: "field" }, this.fieldButtons, this.stepper);
    this.work = element("div", { class: "work", role: "status", "aria-live": "polite" });
    this.workWords = element("span", {});
    this.stop = this.button("", { do: "stop" });
    this.work.append(this.workWords, this.stop);
    this.hints = element("ol", { class: "hints", "aria-live": "polite", "aria-label": this.t("Hints") });
    this.aids = element("div", { class: "buttons aids" });
    this.end = element("section", { class: "ending", "aria-live": "polite", "aria-label": this.t("The answer") });
    this.result = element("section", { class: "ending", "aria-live": "polite", "aria-label": this.t("What came of it") });
    this.tiles = element("div", { class: "tiles" });
    this.hand.before(this.hands, this.label, this.tiles);
    this.tiles.append(this.hand, this.buttons);
    this.tiles.after(this.field);
    this.controls.append(this.aids);
    this.controls.after(this.work, this.hints, this.end, this.result);
    this.standings.hidden = true;
  }

  /** Enter in the field for the number checks it. */
  typed(event) {
    if (event.key === "Enter" && !this.primary.disabled) this.press(event);
    if (event.key === "ArrowUp" || event.key === "ArrowDown") {
      event.preventDefault();
      this.send({ do: "step", by: event.key === "ArrowUp" ? 1 : -1 });
    }
  }

  buildLibrary() {
    this.levels = element("div", { class: "levels", role: "group", "aria-label": this.t("Level") });
    this.filters = element("div", { class: "selects" });
    this.count = element("p", { class: "count" });
    this.entries = element("div", { class: "entries", role: "group", "aria-label": this.t("Puzzles of this level") });
    this.pages = element("div", { class: "buttons" });
    this.legend = element("p", { class: "quiet" });
    this.kept = element("p", { class: "quiet", role: "status" });
    this.keptButtons = element("div", { class: "buttons small" });
    this.list = element("section", { class: "list", "aria-label": this.t("All puzzles") },
      this.levels, this.filters, this.count, this.entries, this.pages, this.legend, this.kept, this.keptButtons);
    this.mine = this.codeField();
    this.share = element("details", { class: "share" });
    this.shareTitle = element("summary", { ...KEYS });
    this.pasted = element("input", { type: "text", autocomplete: "off", spellcheck: "false", name: "code", placeholder: "TP1-…", ...KEYS });
    this.pastedLabel = element("span", {});
    this.openCode = this.button("", () => this.paste());
    this.on(this.pasted, "keydown", (event) => event.key === "Enter" && this.paste());
    this.codeNote = element("p", { class: "quiet bad" }); // the status tells it, too, but may be out of sight
    this.share.append(this.shareTitle, this.mine.node,
      element("div", { class: "code" }, element("label", {}, this.pastedLabel, this.pasted), this.openCode), this.codeNote);
    this.side.append(this.list, this.share);
  }

  /** A field with a code that can be copied. */
  codeField() {
    const label = element("span", {}), said = element("span", { class: "quiet", role: "status" });
    const input = element("input", { type: "text", readonly: "", name: "own-code", ...KEYS });
    const copy = this.button("", async () => {
      input.select();
      try {
        await navigator.clipboard.writeText(input.value);
      } catch {
        document.execCommand("copy"); // where a page may not write to the clipboard by itself
      }
      said.textContent = said.words;
    });
    const node = element("div", { class: "code" }, element("label", {}, label, input), copy, said);
    const show = ({ mine, code, copy: words, copied }) => {
      label.textContent = mine;
      copy.textContent = words;
      said.words = copied;
      if (input.value !== code) said.textContent = "";
      input.value = code;
    };
    return { node, show };
  }

  paste() {
    if (this.pasted.value.trim()) this.send({ do: "code", value: this.pasted.value });
  }

  send(intention) {
    if (!["poll", "stop"].includes(intention.do)) this.pasting = intention.do === "code";
    super.send(intention);
  }

  buildMaker() {
    this.makerChoices = element("div", { class: "selects" });
    this.makerLabel = element("p", { class: "label" });
    this.modes = element("div", { class: "buttons modes", role: "group" });
    this.groups = element("div", { class: "hands" });
    this.more = element("div", { class: "buttons small" });
    this.makerHead.append(this.makerChoices, this.makerLabel, this.modes);
    this.tiles.before(this.groups);
    this.controls.append(this.more);
  }

  buildSheet() {
    this.sheetTitle = element("h3", { class: "title" });
    this.sheetChoices = element("div", { class: "selects" });
    this.sheetFields = element("div", { class: "selects" });
    this.sheetWords = element("p", { class: "count" });
    this.sheetList = element("ul", { class: "chosen" });
    this.sheetNote = element("p", { class: "status", role: "status", "aria-live": "polite" });
    this.sheetPrimary = this.button("", () => this.send(this.state.sheet.primary.do), { class: "primary" });
    this.sheetDone = element("div", { class: "buttons" });
    this.sheetWork = element("div", { class: "work", role: "status", "aria-live": "polite" });
    this.sheet = element("section", { class: "sheet", hidden: "" }, this.sheetTitle, this.sheetChoices, this.sheetFields,
      this.sheetWords, this.sheetList, element("div", { class: "controls" }, this.sheetPrimary, this.sheetDone),
      this.sheetWork, this.sheetNote);
  }

  // --- what is shown -------------------------------------------------------------------------

  show(state) {
    const turned = this.screen !== undefined && this.screen !== state.screen;
    this.screen = state.screen;
    super.show(state);
    this.showButtons(this.tabs, state.tabs);
    this.table.hidden = Boolean(state.sheet);
    this.side.hidden = !state.library;
    this.status.classList.toggle("good", state.good);
    this.showQuestion(state.question);
    this.showField(state.field);
    this.showWork(state.work);
    this.showAids(state.aids);
    this.showEnd(state.ending);
    this.showLibrary(state);
    this.showMaker(state.make);
    this.showSheet(state);
    this.hand.classList.toggle("many", state.hand.length > 14);
    state.hand.forEach(({ pressed }, index) => {
      if (pressed !== undefined) this.hand.children[index].setAttribute("aria-pressed", String(pressed));
    });
    this.hand.hidden = !state.hand.length;
    if (turned) this.tabs.querySelector("[aria-pressed=true]")?.focus({ preventScroll: true });
    else this.keepFocus();
  }

  /** When what had the focus is gone or off, the coloured button has it, else the board, so that the keys go on working. */
  keepFocus() {
    const had = this.focused, now = document.activeElement;
    const lost = had && (now === document.body || now === had) && (!had.isConnected || had.disabled || had.offsetParent === null);
    if (lost) {
      const next = this.primary.disabled || this.primary.offsetParent === null ? this.stage.node : this.primary;
      next.focus({ preventScroll: true });
    }
    this.focused = this.root.contains(document.activeElement) ? document.activeElement : null;
  }

  showQuestion(question) {
    this.asked.hidden = !question;
    this.label.hidden = !question?.label || !this.state.hand.length;
    this.hands.hidden = !question?.hands.length;
    if (!question) return;
    this.name.textContent = question.name;
    this.note.textContent = question.note;
    if (this.words.textContent !== question.words) this.words.textContent = question.words;
    this.label.textContent = question.label;
    this.points.hidden = !question.points.length;
    this.pointsList.replaceChildren(...question.points.map((text) => element("li", {}, text)));
    this.showHands(this.hands, question.hands);
  }

  /** Tiles with what they are called, to be looked at. */
  showHands(place, hands) {
    while (place.children.length > hands.length) place.lastElementChild.remove();
    hands.forEach(({ words, svg }, index) => {
      let group = place.children[index];
      if (!group) place.append(group = element("figure", {}, element("figcaption", {}), element("div", {})));
      group.children[0].textContent = words;
      showSvg(group.children[1], svg);
    });
  }

  showField(field) {
    this.field.hidden = !field || (!field.buttons.length && !field.number);
    this.showButtons(this.fieldButtons, field?.buttons ?? []);
    const number = field?.number;
    this.stepper.hidden = !number;
    if (!number) return;
    this.number.setAttribute("aria-label", number.label);
    if (this.number !== document.activeElement || /^\d*$/.test(this.number.value)) this.number.value = number.value;
    for (const part of this.stepper.children) part.disabled = !number.enabled;
  }

  showWork(work) {
    const place = this.state.sheet ? this.sheetWork : this.work; // whichever can be seen
    if (place !== this.workWords.parentElement) place.append(this.workWords, this.stop);
    this.work.hidden = this.sheetWork.hidden = !work;
    this.primary.classList.toggle("busy", Boolean(work));
    if (!work) return this.rest();
    if (this.workWords.textContent !== work.words) this.workWords.textContent = work.words;
    showButton(this.stop, work.stop);
    this.waiting ??= setTimeout(() => this.ask(), POLL);
  }

  /** Ask how far the work is, again and again, also when the answer is the same as before. */
  ask() {
    this.send({ do: "poll" });
    this.waiting = setTimeout(() => this.ask(), POLL);
  }

  rest() {
    clearTimeout(this.waiting);
    this.waiting = undefined;
  }

  showAids(aids) {
    this.showButtons(this.aids, aids?.buttons ?? []);
    this.aids.hidden = !aids?.buttons.length;
    const hints = aids?.hints ?? [];
    while (this.hints.children.length > hints.length) this.hints.lastElementChild.remove();
    hints.forEach((text, index) => {
      const item = this.hints.children[index] ?? this.hints.appendChild(element("li", {}));
      if (item.textContent !== text) item.textContent = text;
    });
    this.hints.hidden = !hints.length;
  }

  showEnd(end) {
    this.end.hidden = !end;
    const shape = JSON.stringify(end);
    if (shape === this.endShape) return;
    this.endShape = shape;
    if (!end) return this.end.replaceChildren();
    this.end.classList.toggle("right", end.good);
    const parts = [element("h4", {}, end.title)];
    if (end.lines.length) parts.push(element("ul", { class: "lines" }, ...scoreLines(end.lines)));
    if (end.lines.length > 1) parts.push(element("p", { class: "total" }, end.total));
    if (end.next) parts.push(element("p", {}, end.words), element("p", { class: "next" }, end.next));
    else parts.push(element("p", {}, end.words));
    this.end.replaceChildren(...parts);
  }

  showLibrary({ library, kept, codes }) {
    this.list.hidden = this.share.hidden = !library;
    if (!library) return;
    this.showButtons(this.levels, library.levels);
    library.levels.forEach(({ name }, index) => {
      const button = this.levels.children[index];
      button.setAttribute("aria-label", name);
      button.title = name;
    });
    this.showChoices(this.filters, library.choices);
    this.count.textContent = library.words;
    this.showEntries(library.puzzles);
    this.showButtons(this.pages, library.pages);
    this.legend.textContent = library.legend;
    this.kept.textContent = kept.words;
    this.kept.classList.toggle("bad", kept.bad);
    this.showButtons(this.keptButtons, kept.buttons);
    this.shareTitle.textContent = codes.title;
    this.mine.show(codes);
    this.mine.node.hidden = !codes.code;
    this.pastedLabel.textContent = codes.paste;
    this.openCode.textContent = codes.open;
    this.codeNote.textContent = this.pasting && this.state.warn ? this.state.status : "";
    if (this.code !== undefined && this.code !== codes.code) this.another();
    this.code = codes.code;
  }

  /** Another puzzle is there: its question is to be seen, also by whoever chose it from the list below the board. */
  another() {
    if (this.pasting) this.pasted.value = "";
    if (this.asked.getBoundingClientRect().bottom < 0) this.asked.scrollIntoView({ block: "start" });
  }

  showEntries(entries) {
    while (this.entries.children.length > entries.length) this.entries.lastElementChild.remove();
    entries.forEach((entry, index) => {
      let button = this.entries.children[index];
      if (!button) {
        button = this.button("", () => this.send(this.state.library.puzzles[index].do));
        button.append(element("span", {}), element("span", { class: "mark" }));
        this.entries.append(button);
      }
      button.children[0].textContent = entry.words;
      button.children[1].textContent = entry.mark;
      button.setAttribute("aria-label", entry.name);
      button.title = entry.name;
      button.setAttribute("aria-pressed", String(entry.now));
      button.classList.toggle("solved", entry.mark === "✓");
    });
  }

  // --- making --------------------------------------------------------------------------------

  showMaker(make) {
    this.makerHead.hidden = this.groups.hidden = this.more.hidden = !make;
    this.result.hidden = !make?.result;
    if (!make) return;
    this.showChoices(this.makerChoices, make.choices);
    this.makerLabel.textContent = make.label;
    this.modes.setAttribute("aria-label", make.label);
    this.showButtons(this.modes, make.modes);
    this.showHands(this.groups, make.groups);
    this.showButtons(this.more, make.more);
    this.showResult(make.result);
  }

  showResult(result) {
    const shape = JSON.stringify(result);
    if (shape === this.resultShape) return;
    this.resultShape = shape;
    if (!result) return this.result.replaceChildren();
    this.result.classList.toggle("right", result.good);
    this.result.replaceChildren(element("h4", {}, result.words), element("p", {}, result.more));
    if (!result.code) return;
    const field = this.codeField();
    field.show(result.code);
    const play = this.button(result.play.words, () => this.send(this.state.make.result.play.do));
    this.result.append(field.node, element("div", { class: "buttons" }, play));
  }

  // --- the sheet -----------------------------------------------------------------------------

  showSheet({ sheet, status, warn, good }) {
    this.sheet.hidden = !sheet;
    if (!sheet) return this.forgetPage();
    this.sheetTitle.textContent = sheet.title;
    this.showChoices(this.sheetChoices, sheet.choices);
    this.showFields(sheet.fields);
    this.sheetWords.textContent = sheet.words;
    this.sheetList.replaceChildren(...sheet.chosen.map((text) => element("li", {}, text)));
    showButton(this.sheetPrimary, sheet.primary);
    this.sheetNote.textContent = status;
    this.sheetNote.classList.toggle("warn", warn);
    this.sheetNote.classList.toggle("good", good);
    this.showPage(sheet.page);
  }

  showFields(fields) {
    fields.forEach(({ name, label, value, hint, number }, index) => {
      let line = this.sheetFields.children[index];
      if (!line) {
        const input = element("input", { type: "text", name, autocomplete: "off", ...(number ? { inputmode: "numeric", size: "4" } : {}), ...KEYS });
        this.on(input, "change", () => this.send({ do: "select", name, value: input.value }));
        line = element("label", { class: "choice" }, element("span", {}), input);
        this.sheetFields.append(line);
      }
      const [words, input] = line.children;
      words.textContent = label;
      input.placeholder = hint ?? "";
      if (input.shown !== value || input !== document.activeElement) input.value = value;
      input.shown = value;
    });
  }

  showPage(page) {
    if (this.page === page?.page) return;
    this.forgetPage();
    if (!page) return;
    this.page = page.page;
    this.address = URL.createObjectURL(new Blob([page.page], { type: "text/html;charset=utf-8" }));
    const link = (words, more) => element("a", { class: "page", href: this.address, ...KEYS, ...more }, words);
    this.sheetDone.replaceChildren(link(page.open, { target: "_blank", rel: "noopener" }),
      link(page.download, { download: page.file }), this.button(page.save.words, page.save.do));
  }

  forgetPage() {
    if (this.address) URL.revokeObjectURL(this.address);
    this.address = this.page = undefined;
    this.sheetDone.replaceChildren();
  }

  // --- keys and pointers ---------------------------------------------------------------------

  key(event) {
    if (this.state.sheet) return;
    const { chosen, focus, lays, make, aids } = this.state;
    if (event.key.toLowerCase() === "h" && aids?.buttons[0]?.enabled) return this.send({ do: "hint" });
    if (["Enter", " "].includes(event.key) && focus && lays && (chosen || make)) {
      event.preventDefault();
      return this.send({ do: "tap", cell: focus });
    }
    super.key(event);
  }

  tapCell(cell) {
    this.send(cell ? { do: "tap", cell } : { do: "release" });
  }
}

export default mounted(PuzzleView);
