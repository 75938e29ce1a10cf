// The form of house rules: a form that Python describes field by field. Comes after common.js.

/** What stands in a text field, unless somebody is typing in it. */
function fill(input, value) {
  if (input.dirty && input.matches(":focus")) return;
  input.value = value;
}

/** Mark the controls of a field that cannot be as they are. */
function mark(node, wrong) {
  for (const one of node.querySelectorAll("input, select")) {
    if (wrong) one.setAttribute("aria-invalid", "true");
    else one.removeAttribute("aria-invalid");
  }
}

class EditorView extends View {
  get kind() { return "trinb-editor"; }

  // --- the parts -----------------------------------------------------------------------------

  build(root) {
    this.fields = new Map(); // by key: the parts of a field, made when it is first shown
    this.names = element("div", { class: "names" });
    this.ownWords = element("span");
    this.ownButton = this.button("", () => this.send(this.state.own.button.do));
    this.own = element("p", { class: "own", hidden: "" }, this.ownWords, this.ownButton);
    this.selects = element("div", { class: "selects" });
    this.undo = this.button("", { do: "undo" });
    this.redo = this.button("", { do: "redo" });
    this.status = element("p", { class: "status", role: "status", "aria-live": "polite" });
    this.groups = element("div", { class: "groups" });
    this.readings = element("div", { class: "fields" });
    this.readingsGroup = this.group(this.t("Other ways to read the sheet"), this.readings);
    this.effect = element("div", { class: "effect", tabindex: "-1", ...KEYS }, this.differences(), this.cases());
    this.saidWords = element("span");
    this.said = element("div", { class: "said" }, this.saidWords,
      this.button(this.t("See the effect"), () => this.effect.focus()));
    root.append(
      element("div", { class: "head" }, this.names, element("div", { class: "row" }, this.selects, this.languages()), this.own),
      element("div", { class: "bar" }, this.status, element("div", { class: "buttons" }, this.undo, this.redo)),
      element("div", { class: "form" }, this.groups, this.readingsGroup), this.effect, this.file());
  }

  group(words, ...inside) {
    return element("details", { class: "group" },
      element("summary", { ...KEYS }, element("span", { class: "group-name" }, words), element("span", { class: "count" })),
      ...inside);
  }

  differences() {
    this.differTitle = element("h3");
    this.differList = element("ul", { class: "differ" });
    this.told = element("ul", { class: "differ told" });
    return element("section", {}, this.differTitle, this.differList, this.told);
  }

  cases() {
    this.none = element("p", { class: "quiet" });
    this.changed = element("table");
    this.same = element("table");
    this.sameWords = element("summary", { ...KEYS });
    this.picture = element("div", { class: "case-picture" });
    this.caseName = element("h4");
    this.caseText = element("p", { class: "quiet" });
    this.caseScores = element("div", { class: "case-scores" });
    this.shownCase = element("div", { class: "case" }, this.picture,
      element("div", { class: "case-words" }, this.caseName, this.caseScores, this.caseText));
    return element("section", {}, element("h3", {}, this.t("Effect on the scoring cases")), this.none,
      this.changed, this.shownCase, element("details", { class: "same" }, this.sameWords, this.same));
  }

  file() {
    this.path = element("input", { type: "text", spellcheck: "false", autocomplete: "off", ...KEYS });
    this.typed(this.path, () => this.send({ do: "file", text: this.path.value }));
    this.save = this.button(this.t("Save"), { do: "save" }, { class: "primary" });
    this.upload = element("input", { type: "file", accept: ".toml", hidden: "", "aria-label": this.t("Open from this device"), ...KEYS });
    this.on(this.upload, "change", () => this.take(this.upload.files[0]));
    this.questionWords = element("span");
    this.questionButtons = element("div", { class: "buttons" });
    this.question = element("div", { class: "question", role: "alert", hidden: "" }, this.questionWords, this.questionButtons);
    this.content = element("pre", { class: "content", "data-name": "", tabindex: "0", "aria-label": this.t("What the file says"), ...KEYS });
    return element("section", { class: "files" }, element("h3", {}, this.t("Save and load")),
      element("label", { class: "choice path" }, element("span", {}, this.t("File")), this.path),
      element("div", { class: "buttons" }, this.save, this.button(this.t("Load"), { do: "load" }),
        this.button(this.t("Download"), () => this.download()),
        this.button(this.t("Open from this device"), () => this.upload.click()), this.upload),
      this.question,
      element("details", { class: "same" }, element("summary", { ...KEYS }, this.t("What the file says")), this.content));
  }

  /** A text field that tells when something else was typed. */
  typed(input, tell) {
    this.on(input, "input", () => { input.dirty = true; });
    this.on(input, "change", () => { input.dirty = false; tell(); });
    return input;
  }

  // --- fields --------------------------------------------------------------------------------

  /** The parts of a field: its element, and how to fill them from a state. */
  field(state) {
    const { key, kind } = state;
    const enter = (value) => this.send({ do: "enter", key, value });
    const control = {
      points: () => this.points(state, enter), limit: () => this.limit(state, enter),
      numbers: () => this.numbers(state, enter), sizes: () => this.sizes(state, enter),
      choice: () => this.choices(state, enter), "yes-no": () => this.yesNo(state, enter),
    }[kind]?.() ?? this.line(state, enter);
    const fault = element("p", { class: "fault" });
    const back = this.button("", () => this.send({ do: "back", key }), { class: "back" });
    const look = element("div", { class: "sources" });
    const foot = element("div", { class: "field-foot" }, back);
    const details = kind === "text" ? null : this.sources(key, state.help, look);
    if (details) foot.prepend(details);
    const node = element("div", { class: `field kind-${kind}`, "data-key": key }, control.node, fault, foot);
    return { node, control, fault, back, details, look };
  }

  /** What a field means, with what the sources say folded in it. */
  sources(key, help, look) {
    const summary = element("summary", { ...KEYS }, help && element("span", {}, `${help} `),
      element("span", { class: "more" }, this.t("Sources")));
    this.on(summary, "click", (event) => {
      event.preventDefault(); // Python unfolds it
      this.send({ do: "look", key });
    });
    return element("details", { class: "look" }, summary, look);
  }

  showField(place, state) {
    let parts = this.fields.get(state.key);
    if (!parts) {
      parts = this.field(state);
      this.fields.set(state.key, parts);
      place.append(parts.node);
    }
    parts.control.fill(state);
    mark(parts.node, state.fault);
    parts.node.classList.toggle("changed", state.changed);
    parts.fault.textContent = state.fault;
    parts.fault.hidden = !state.fault;
    parts.back.hidden = !state.back;
    if (state.back) showButton(parts.back, state.back);
    if (parts.details) parts.details.open = Boolean(state.look);
    if (state.look) this.showSources(parts.look, state.look);
  }

  textInput(label, attributes = {}) {
    return element("input", { type: "text", autocomplete: "off", "aria-label": label, ...attributes, ...KEYS });
  }

  list(label, options) {
    return element("select", { "aria-label": label, ...KEYS },
      ...options.map(({ value, words }) => element("option", { value }, words)));
  }

  row(words, ...controls) {
    return element("div", { class: "line" }, element("span", { class: "label" }, words),
      element("span", { class: "controls" }, ...controls));
  }

  line({ kind, words }, enter) {
    const number = kind === "number" || kind === "cost";
    const input = this.textInput(words, number ? { inputmode: kind === "cost" ? "numeric" : "text", class: "number" } : { class: "words", dir: "auto" });
    this.typed(input, () => enter(input.value));
    const sign = kind === "cost" ? [element("span", { class: "unit", "aria-hidden": "true" }, "−")] : [];
    return { node: this.row(words, ...sign, input), fill: ({ entry }) => fill(input, entry) };
  }

  points({ words, parts, options }, enter) {
    const input = this.textInput(parts[0], { class: "number" }), list = this.list(parts[1], options);
    const tell = () => enter({ points: input.value, sums: list.value });
    this.typed(input, tell);
    this.on(list, "change", tell);
    const plus = element("span", { class: "unit", "aria-hidden": "true" }, "+");
    return {
      node: this.row(words, input, plus, list),
      fill: ({ entry, options: now }) => {
        if (now.length !== list.options.length) {
          list.replaceChildren(...now.map(({ value, words: said }) => element("option", { value }, said)));
        }
        fill(input, entry.points);
        list.value = entry.sums;
      },
    };
  }

  limit({ words, none }, enter) {
    const input = this.textInput(words, { class: "number", inputmode: "numeric" });
    const box = element("input", { type: "checkbox", ...KEYS });
    this.typed(input, () => enter(input.value));
    this.on(box, "change", () => enter(box.checked ? "unlimited" : this.fields.get(box.key).usual));
    return {
      node: this.row(words, input, element("label", { class: "tick" }, box, element("span", {}, none))),
      fill: ({ key, entry, usual }) => {
        box.key = key;
        this.fields.get(key).usual = usual;
        box.checked = entry === "unlimited";
        input.disabled = box.checked;
        fill(input, box.checked ? "" : entry);
      },
    };
  }

  numbers({ words, parts }, enter) {
    const inputs = parts.map((part) => this.textInput(`${words}, ${part}`, { class: "number" }));
    for (const input of inputs) this.typed(input, () => enter(inputs.map((one) => one.value)));
    const cells = inputs.map((input, index) =>
      element("span", { class: "part" }, element("span", { class: "unit", "aria-hidden": "true" }, parts[index]), input));
    return { node: this.row(words, ...cells), fill: ({ entry }) => inputs.forEach((input, i) => fill(input, entry[i])) };
  }

  sizes({ words }, enter) {
    const inputs = new Map(), cells = element("span", { class: "controls sizes" });
    const tell = () => enter(Object.fromEntries([...inputs].map(([players, input]) => [players, input.value])));
    return {
      node: element("div", { class: "line" }, element("span", { class: "label" }, words), cells),
      fill: ({ rows, entry, usual }) => {
        if (rows.map((row) => row.key).join() !== [...inputs.keys()].join()) {
          inputs.clear();
          cells.replaceChildren(...rows.map(({ key, words: said }) => {
            const input = this.textInput(`${words}, ${said}`, { class: "number", inputmode: "numeric" });
            inputs.set(key, this.typed(input, tell));
            return element("span", { class: "part" }, element("span", { class: "unit", "aria-hidden": "true" }, said), input);
          }));
        }
        for (const [players, input] of inputs) {
          fill(input, entry[players] ?? "");
          input.placeholder = usual;
        }
      },
    };
  }

  choices({ words, options }, enter) {
    const list = this.list(words, options);
    this.on(list, "change", () => enter(list.value));
    return { node: this.row(words, list), fill: ({ entry }) => { list.value = entry; } };
  }

  yesNo({ words }, enter) {
    const box = element("input", { type: "checkbox", ...KEYS });
    this.on(box, "change", () => enter(box.checked));
    return {
      node: element("label", { class: "tick" }, box, element("span", { class: "label" }, words)),
      fill: ({ entry }) => { box.checked = entry; },
    };
  }

  // --- what is shown -------------------------------------------------------------------------

  show(state) {
    for (const name of state.names) this.showField(this.names, name);
    this.own.hidden = !state.own;
    if (state.own) {
      this.ownWords.textContent = state.own.words;
      showButton(this.ownButton, state.own.button);
    }
    this.showChoices(this.selects, state.selects);
    showButton(this.undo, state.undo);
    showButton(this.redo, state.redo);
    this.status.textContent = state.status;
    this.status.classList.toggle("warn", state.warn);
    this.showGroups(state.groups);
    this.showSaid(state);
    this.showReadings(state.readings);
    this.showDifferences(state.differences);
    this.showCases(state.cases);
    this.showFile(state.file);
  }

  showGroups(groups) {
    groups.forEach(({ name, words, count, fields }, index) => {
      let group = this.groups.children[index];
      if (!group) {
        group = this.group(words, element("div", { class: "fields" }));
        group.open = name === "score" || Boolean(count);
        this.groups.append(group);
      }
      group.querySelector(".count").textContent = count;
      for (const field of fields) this.showField(group.lastElementChild, field);
    });
  }

  /** What the last change does, beside it; the line for those who listen is the status. */
  showSaid({ at, status, warn }) {
    const field = at && !warn && this.fields.get(at);
    if (!field) return this.said.remove();
    this.saidWords.textContent = status;
    field.node.append(this.said);
  }

  showSources(place, { clauses, others }) {
    const shape = JSON.stringify([clauses, others]);
    if (place.shape === shape) return;
    place.shape = shape;
    const said = clauses.list.map(({ id, text }) =>
      element("li", {}, element("b", { "data-name": "" }, id), " ", element("span", { dir: "auto" }, text)));
    const values = others.map(({ value, ids }) =>
      element("li", {}, element("b", {}, value), ": ", element("span", { class: "ids" }, ids)));
    place.replaceChildren(element("p", {}, clauses.words), element("ul", {}, ...said),
      element("p", {}, this.t("What the rule sets have:")), element("ul", {}, ...values));
  }

  showReadings(readings) {
    this.readingsGroup.hidden = !readings.length;
    const names = readings.map(({ name, clause, text }) => [name, clause, text]);
    const shape = JSON.stringify(names);
    if (this.readings.shape !== shape) {
      this.readings.shape = shape;
      this.readings.replaceChildren(...readings.map((reading) => this.reading(reading)));
    }
    readings.forEach(({ on, fault }, index) => {
      const node = this.readings.children[index];
      node.querySelector("input").checked = on;
      node.querySelector(".fault").textContent = fault;
      node.querySelector(".fault").hidden = !fault;
    });
    const count = readings.filter(({ on }) => on).length;
    this.readingsGroup.querySelector(".count").textContent = count ? String(count) : "";
  }

  reading({ name, clause, text }) {
    const box = element("input", { type: "checkbox", ...KEYS });
    this.on(box, "change", () => this.send({ do: "reading", name, value: box.checked }));
    return element("div", { class: "field" },
      element("label", { class: "tick" }, box, element("span", {}, element("b", { "data-name": "" }, clause), " ",
        element("span", { dir: "auto" }, text))), element("p", { class: "fault" }));
  }

  showDifferences({ words, list, told }) {
    this.differTitle.textContent = words;
    this.differList.replaceChildren(...list.map((one) => element("li", {}, one)));
    this.told.replaceChildren(...told.map((one) => element("li", {}, one)));
  }

  showCases({ columns, none, changed, same, same_words: sameWords, shown }) {
    this.none.textContent = none;
    this.none.hidden = !none;
    this.showTable(this.changed, columns, changed, shown.id);
    this.showTable(this.same, columns, same, shown.id);
    this.sameWords.textContent = sameWords;
    showSvg(this.picture, shown.svg);
    this.caseName.textContent = shown.words;
    this.caseText.textContent = shown.text;
    this.caseScores.replaceChildren(...shown.scores.map(({ words, lines }) =>
      element("div", {}, element("p", { class: "total" }, words), element("ul", { class: "lines" }, ...scoreLines(lines)))));
  }

  /** The scores of cases, one a row; the rows that are there are filled anew, so that the focus stays. */
  showTable(table, columns, rows, shown) {
    table.hidden = !rows.length;
    if (!table.tHead) {
      table.append(element("thead", {}, element("tr", {}, ...columns.map((words) => element("th", { scope: "col" }, words)))),
        element("tbody"));
    }
    const body = table.tBodies[0];
    while (body.children.length > rows.length) body.lastElementChild.remove();
    rows.forEach((row, index) => {
      if (!body.children[index]) {
        const button = this.button("", () => this.send({ do: "case", name: button.name }));
        body.append(element("tr", {}, element("th", { scope: "row" }, button), element("td"), element("td")));
      }
      const [name, before, after] = body.children[index].children, button = name.firstElementChild;
      button.name = row.id;
      button.textContent = row.words;
      button.setAttribute("aria-pressed", String(row.id === shown));
      before.textContent = row.before;
      after.textContent = row.before === row.after ? row.after : `→ ${row.after}`;
    });
  }

  showFile({ text, content, question }) {
    fill(this.path, text);
    this.content.textContent = content;
    this.question.hidden = !question;
    if (question) {
      this.questionWords.textContent = question.words;
      this.showButtons(this.questionButtons, question.buttons);
    }
  }

  // --- files ---------------------------------------------------------------------------------

  download() {
    const { name, content } = this.state.file;
    const address = URL.createObjectURL(new Blob([content], { type: "application/toml" }));
    const link = element("a", { href: address, download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  }

  async take(file) {
    if (!file) return;
    const { limit } = this.state.file;
    const text = file.size <= limit ? await file.text() : "";
    this.upload.value = "";
    this.send({ do: "upload", name: file.name, size: Math.min(file.size, limit + 1), text });
  }
}
