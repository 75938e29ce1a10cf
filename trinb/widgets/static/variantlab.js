// The front of VariantLab: rows of rules, a form to edit some, and results that grow. Comes after editorform.js.

/** The form of house rules inside of the lab, which passes on what it sends and has the selector of the language. */
class InnerForm extends EditorView {
  constructor(lab, el) {
    const model = {
      get: (name) => (name === "state" ? lab.model.get("state").form?.state : lab.model.get(name)),
      on() {},
      off() {},
      send: (message) => lab.send({ do: "form", message }),
    };
    super({ model, el });
    this.root.classList.remove("trinb-widget");
  }

  languages() { return element("span", { hidden: "" }); }
}

class LabView extends View {
  get kind() { return "trinb-lab"; }

  // --- the parts -----------------------------------------------------------------------------

  build(root) {
    this.rows = element("div", { class: "rows" });
    this.add = this.button("", () => this.send(this.state.add.do));
    this.upload = element("input", { type: "file", accept: ".toml", hidden: "", "aria-label": this.t("Add a rule file"), ...KEYS });
    this.on(this.upload, "change", () => this.take(this.upload.files[0]));
    this.addFile = this.button(this.t("Add a rule file"), () => this.upload.click());
    this.formTitle = element("h3", { tabindex: "-1", "data-name": "", ...KEYS });
    this.formPlace = element("div", { class: "form-place" });
    this.formPanel = element("section", { class: "panel", hidden: "" },
      element("div", { class: "panel-head" }, this.formTitle, this.button(this.t("Close the form"), () => this.closeForm())),
      this.formPlace);
    root.append(
      element("div", { class: "head" }, element("h3", { class: "title" }, this.t("Variants")), this.languages()),
      this.rows, element("div", { class: "buttons" }, this.add, this.addFile, this.upload),
      this.formPanel, this.plan(), this.bar(), this.results());
    this.live = () => this.showLive(this.model.get("live"));
    this.model.on("change:live", this.live);
  }

  close() {
    this.inner?.close();
    this.model.off("change:live", this.live);
    super.close();
  }

  plan() {
    this.measuresWords = element("span");
    this.measures = element("div", { class: "measures" });
    this.choices = element("div", { class: "selects" });
    this.amountWords = element("span");
    this.amount = this.typed("amount", (text) => ({ do: "amount", text }));
    this.seed = this.typed("seed", (text) => ({ do: "seed", text }));
    this.amountLabel = element("label", { class: "choice" }, this.amountWords, this.amount);
    const seed = element("label", { class: "choice" }, element("span", {}, this.t("Seed")), this.seed);
    return element("section", { class: "plan" },
      element("details", { class: "fold" }, element("summary", { ...KEYS }, this.measuresWords), this.measures),
      element("div", { class: "line" }, this.choices, this.amountLabel, seed));
  }

  typed(name, intention) {
    const input = element("input", { type: "text", name, inputmode: "decimal", autocomplete: "off", ...KEYS });
    this.on(input, "input", () => { input.dirty = true; });
    this.on(input, "change", () => { input.dirty = false; this.send(intention(input.value)); });
    return input;
  }

  bar() {
    this.primary = this.button("", () => this.send(this.model.get("live").primary.do), { class: "primary" });
    this.progress = element("progress", { "aria-label": this.t("Played") });
    this.progressWords = element("p", { class: "quiet" });
    this.status = element("p", { class: "status", role: "status", "aria-live": "polite" });
    return element("div", { class: "bar" }, this.primary,
      element("div", { class: "how-far" }, this.status, this.progress, this.progressWords));
  }

  results() {
    this.old = element("p", { class: "old" });
    this.heads = element("p", { class: "quiet", "data-name": "" });
    this.charts = element("div", { class: "charts" });
    this.differences = element("div", { class: "scrolls differences" });
    this.notes = element("div", { class: "notes" });
    this.meansTitle = element("summary", { ...KEYS });
    this.means = element("div", { class: "scrolls" });
    this.meansFold = element("details", { class: "fold" }, this.meansTitle, this.means);
    this.exports = element("section", { class: "exports", hidden: "" });
    this.section = element("section", { class: "results" }, this.old, this.charts, this.heads, this.differences,
      this.notes, this.meansFold);
    return element("div", {}, this.section, this.exports);
  }

  // --- the settings --------------------------------------------------------------------------

  show(state) {
    this.showRows(state.rows);
    showButton(this.add, state.add);
    this.addFile.disabled = !state.add.enabled;
    this.showForm(state.form);
    this.isBuilt = true;
    this.showMeasures(state.measures);
    this.showChoices(this.choices, state.choices);
    this.amountLabel.hidden = !state.amount;
    if (state.amount) {
      this.amountWords.textContent = state.amount.words;
      fill(this.amount, state.amount.value);
    }
    fill(this.seed, state.seed);
    if (state.file && state.file.key === this.asked) this.download(state.file);
    this.live();
  }

  showRows(rows) {
    const focused = this.rows.contains(document.activeElement);
    while (this.rows.children.length > rows.length) this.rows.lastElementChild.remove();
    while (this.rows.children.length < rows.length) this.rows.append(this.row());
    rows.forEach((row, index) => this.showRow(this.rows.children[index], row));
    if (focused && !this.rows.contains(document.activeElement)) this.add.focus();
  }

  row() {
    const mark = element("span", { class: "mark" }), letter = element("b"), note = element("p", { class: "quiet", "data-name": "" });
    const selects = element("div", { class: "selects" }), buttons = element("div", { class: "buttons" });
    const title = element("summary", { ...KEYS }), list = element("div", { class: "readings" });
    const readings = element("details", { class: "fold" }, title, list);
    const node = element("div", { class: "variant", role: "group" },
      element("span", { class: "who" }, mark, letter), selects, buttons, note, readings);
    node.parts = { mark, letter, note, selects, buttons, title, list, readings };
    return node;
  }

  showRow(node, { letter, mark, words, selects, readings, note, buttons }) {
    const parts = node.parts;
    node.setAttribute("aria-label", words);
    parts.letter.textContent = letter;
    showSvg(parts.mark, mark);
    this.showChoices(parts.selects, selects);
    this.showButtons(parts.buttons, buttons);
    parts.note.textContent = note;
    parts.note.hidden = !note;
    parts.readings.hidden = !readings;
    if (!readings) return;
    parts.title.textContent = readings.title;
    const shape = JSON.stringify([letter, readings.list.map(({ name, text }) => [name, text])]);
    if (parts.list.shape !== shape) {
      parts.list.shape = shape;
      const number = [...this.rows.children].indexOf(node);
      parts.list.replaceChildren(...readings.list.map(({ name, clause, text }) => this.box(
        (on) => ({ do: "reading", number, name, value: on }),
        element("b", { "data-name": "" }, clause), " ", element("span", { dir: "auto" }, text))));
    }
    readings.list.forEach(({ on }, index) => { parts.list.children[index].firstElementChild.checked = on; });
  }

  /** A box to tick, with words beside it. */
  box(intention, ...words) {
    const box = element("input", { type: "checkbox", ...KEYS });
    this.on(box, "change", () => this.send(intention(box.checked)));
    return element("label", { class: "tick" }, box, element("span", {}, ...words));
  }

  showForm(form) {
    this.formPanel.hidden = !form;
    if (!form || form.number !== this.formNumber) {
      this.inner?.close();
      this.inner = null;
    }
    const opens = form && this.formNumber !== form.number;
    this.formNumber = form?.number;
    if (!form) return;
    this.formTitle.textContent = form.title;
    if (this.inner) this.inner.refresh();
    else this.inner = new InnerForm(this, this.formPlace);
    if (opens && this.isBuilt) { // not if it was open before, in another place or language
      this.formTitle.focus({ preventScroll: true });
      this.formPanel.scrollIntoView({ block: "nearest" });
    }
  }

  closeForm() {
    const { number } = this.state.form;
    this.send({ do: "close" });
    this.rows.children[number]?.querySelector(".buttons button")?.focus();
  }

  showMeasures({ title, groups }) {
    this.measuresWords.textContent = title;
    this.measures.parentElement.hidden = !groups.length;
    const shape = JSON.stringify(groups.map((group) => [group.title, group.list.map(({ name, words }) => [name, words])]));
    if (this.measures.shape !== shape) {
      this.measures.shape = shape;
      this.measures.replaceChildren(...groups.map((group) => element("fieldset", {}, element("legend", {}, group.title),
        ...group.list.map(({ name, words }) => this.box((on) => ({ do: "measure", name, value: on }), words)))));
    }
    const boxes = this.measures.querySelectorAll("input");
    groups.flatMap((group) => group.list).forEach(({ on }, index) => { boxes[index].checked = on; });
  }

  // --- what comes out ------------------------------------------------------------------------

  showLive(live) {
    if (!live || !Object.keys(live).length) return;
    showButton(this.primary, live.primary);
    this.primary.classList.toggle("stops", live.running);
    if (this.status.textContent !== live.status) this.status.textContent = live.status;
    this.status.classList.toggle("warn", live.warn);
    const { progress } = live;
    this.progress.hidden = this.progressWords.hidden = !progress;
    if (progress) {
      this.progress.max = progress.most;
      this.progress.value = progress.value;
      this.progressWords.textContent = progress.words;
    }
    this.showResult(live.result);
    this.showExports(live.exports);
  }

  showResult({ charts, old, heads, differences, means, notes }) {
    this.section.classList.toggle("is-old", Boolean(old));
    this.old.textContent = old;
    this.old.hidden = !old;
    this.heads.textContent = heads;
    this.heads.hidden = !heads;
    while (this.charts.children.length > charts.length) this.charts.lastElementChild.remove();
    while (this.charts.children.length < charts.length) this.charts.append(element("div", { class: "chart" }));
    charts.forEach((chart, index) => showSvg(this.charts.children[index], chart));
    this.showDifferences(differences);
    this.notes.replaceChildren(...notes.map((words) => element("p", {}, words)));
    this.meansFold.hidden = !means;
    if (means) this.showMeans(means);
  }

  showDifferences(found) {
    const place = this.differences, key = JSON.stringify(found);
    place.hidden = !found?.groups.length;
    if (place.shown === key) return;
    place.shown = key;
    if (place.hidden) return place.replaceChildren();
    const bodies = found.groups.map(({ title, rows }) => element("tbody", {},
      element("tr", {}, element("th", { scope: "rowgroup", colspan: "4", class: "group-title" }, title)),
      ...rows.map(({ pair, names, value, interval, verdict, settled }) => element("tr", { class: settled ? "settled" : "" },
        element("th", { scope: "row", title: names, "data-name": "" }, pair), element("td", {}, value),
        element("td", {}, interval), element("td", { class: "verdict" }, verdict)))));
    place.replaceChildren(element("table", {}, element("caption", {}, found.title), this.heading(found.head), ...bodies));
  }

  showMeans({ title, head, rows }) {
    const place = this.means, key = JSON.stringify([head, rows]);
    this.meansTitle.textContent = title;
    if (place.shown === key) return;
    place.shown = key;
    const body = element("tbody", {}, ...rows.map(({ name, cells }) => element("tr", {},
      element("th", { scope: "row", "data-name": "" }, name), ...cells.map((cell) => element("td", {}, cell)))));
    place.replaceChildren(element("table", {}, this.heading(head), body));
  }

  heading(words) {
    return element("thead", {}, element("tr", {}, ...words.map((one) =>
      (one ? element("th", { scope: "col" }, one) : element("td")))));
  }

  showExports(found) {
    const key = JSON.stringify(found);
    this.exports.hidden = !found;
    if (this.exports.shown === key) return;
    this.exports.shown = key;
    if (!found) return this.exports.replaceChildren();
    const files = found.files.map(({ name, words }) => this.button(words, () => this.ask(name), { class: "file" }));
    const save = this.button(found.save.words, found.save.do);
    const parts = [element("h3", {}, found.title), element("div", { class: "buttons" }, ...files, save)];
    if (found.command) {
      this.copied = element("span", { class: "quiet", role: "status" });
      parts.push(element("p", { class: "quiet" }, found.words),
        element("div", { class: "command" },
          element("pre", { "data-name": "", tabindex: "0", "aria-label": this.t("Command"), ...KEYS }, found.command),
          this.button(this.t("Copy"), () => this.copy(found.command)), this.copied));
    }
    if (found.more) parts.push(element("p", { class: "quiet" }, found.more));
    this.exports.replaceChildren(...parts);
  }

  async copy(words) {
    const done = await navigator.clipboard?.writeText(words).then(() => true, () => false);
    if (!done) getSelection()?.selectAllChildren(this.exports.querySelector("pre")); // to be copied by hand
    this.copied.textContent = done ? this.t("Copied.") : this.t("It is selected: copy it by hand.");
  }

  // --- files ---------------------------------------------------------------------------------

  ask(name) {
    this.asked = `${Date.now()}-${Math.random()}`;
    this.send({ do: "export", name, key: this.asked });
  }

  download({ name, text }) {
    this.asked = null;
    const address = URL.createObjectURL(new Blob([text], { type: "application/octet-stream" }));
    element("a", { href: address, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(address), 60000); // some browsers fetch it late
  }

  async take(file) {
    if (!file) return;
    const { limit } = this.state;
    const text = file.size <= limit ? await file.text() : "";
    this.upload.value = "";
    this.send({ do: "upload", name: file.name, size: Math.min(file.size, limit + 1), text });
  }
}

export default mounted(LabView);
