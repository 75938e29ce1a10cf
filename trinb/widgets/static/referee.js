// The front of Referee: a form to set a match up, then a board to tap and a panel beside it. Comes after stage.js.

/** The intention that a key stands for, or null; `act` names a button that may be there. Pure. */
export function intentionOfKey(key) {
  const arrows = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
  if (arrows[key]) return { do: "move", x: arrows[key][0], y: arrows[key][1] };
  if (/^[0-9]$/.test(key)) return { do: "type", value: key };
  return {
    Backspace: { do: "type", value: "back" }, Enter: { do: "primary" }, Escape: { do: "release" },
    r: { do: "turn", by: 1 }, R: { do: "turn", by: -1 }, u: { do: "undo" }, U: { do: "redo" }, y: { do: "redo" },
    d: { act: "draw" }, n: { act: "in-vain" }, p: { act: "pass" }, e: { act: "end" },
    "+": { view: 1.3 }, "-": { view: 1 / 1.3 }, f: { view: 0 },
  }[key] ?? null;
}

/** A field to type in. */
function field(attributes = {}) {
  return element("input", { type: "text", autocomplete: "off", spellcheck: "false", ...KEYS, ...attributes });
}

class RefereeView extends View {
  get kind() { return "trinb-referee"; }

  close() {
    super.close();
    this.forgetPage();
  }

  build(root) {
    this.status = element("p", { class: "status", role: "status", "aria-live": "polite" });
    this.tongue = this.languages();
    this.setup = this.buildSetup();
    this.table = this.buildTable();
    root.append(this.status);
  }

  show(state) {
    const table = state.screen === "table";
    this.status.textContent = state.status;
    this.status.classList.toggle("warn", state.warn);
    const [screen, foot] = table ? [this.table, this.foot] : [this.setup, this.setupFoot];
    if (screen.parentElement !== this.root) {
      this.root.replaceChildren(this.status, screen);
      foot.append(this.tongue);
    }
    if (table) this.showTable(state.table);
    else this.showSetup(state.setup);
  }

  /** Put a value into a field, unless somebody is typing there. */
  fill(place, value) {
    if (this.root.getRootNode().activeElement !== place) place.value = value;
  }

  // --- setting up ----------------------------------------------------------------------------

  buildSetup() {
    this.heading = element("h3", { class: "title" });
    this.names = element("ol", { class: "names" });
    this.add = this.button("", { do: "add" });
    this.tooMany = element("p", { class: "fault", role: "alert" });
    this.rules = element("div", { class: "selects" });
    this.box = element("div", { class: "box" });
    this.boxWords = element("p", { class: "quiet" });
    this.fields = element("div", { class: "fields" });
    this.startButton = this.button("", { do: "start" }, { class: "primary" });
    this.books = element("section", { class: "books" });
    this.setupFoot = element("div", { class: "foot" });
    return element("div", { class: "setup" }, this.heading,
      element("div", { class: "half" }, this.names, this.add, this.tooMany, this.books),
      element("div", { class: "half" }, this.rules, this.box, this.boxWords, this.fields, this.startButton), this.setupFoot);
  }

  showSetup(setup) {
    this.heading.textContent = setup.title;
    this.showNames(setup.names);
    showButton(this.add, setup.add);
    this.tooMany.textContent = setup.too_many;
    this.tooMany.hidden = !setup.too_many;
    this.showChoices(this.rules, [setup.rules]);
    showSvg(this.box, setup.box.svg);
    this.boxWords.textContent = setup.box.words;
    this.showFields([...setup.fields, setup.file]);
    showButton(this.startButton, setup.start);
    this.showBooks(setup);
  }

  showNames(names) {
    while (this.names.children.length > names.length) this.names.lastElementChild.remove();
    while (this.names.children.length < names.length) this.names.append(this.nameRow(this.names.children.length));
    names.forEach(({ label, value, up, remove }, index) => {
      const [name, ...buttons] = this.names.children[index].parts;
      name.setAttribute("aria-label", label);
      name.placeholder = label;
      if (name.kept !== value) name.value = name.kept = value;
      [up, remove].forEach(({ words, enabled }, number) => {
        buttons[number].disabled = !enabled;
        buttons[number].setAttribute("aria-label", words);
        buttons[number].title = words;
      });
    });
  }

  nameRow(number) {
    const name = field({ maxlength: "40" });
    this.on(name, "change", () => this.send({ do: "name", number, value: name.value }));
    this.on(name, "keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      (this.names.children[number + 1]?.parts[0] ?? this.add).focus();
    });
    const up = this.button("↑", { do: "up", number }, { class: "small" });
    const remove = this.button("×", { do: "remove", number }, { class: "small" });
    const row = element("li", {}, name, up, remove);
    row.parts = [name, up, remove];
    return row;
  }

  showFields(fields) {
    if (!this.fields.children.length) {
      this.fields.append(...fields.map(({ name }) => {
        const typed = field(name === "file" ? {} : { inputmode: "numeric" });
        this.on(typed, "change", () => this.send({ do: "select", name, value: typed.value }));
        return element("label", { class: "field" }, element("span"), typed);
      }));
    }
    fields.forEach(({ label, value }, index) => {
      const [words, typed] = this.fields.children[index].children;
      words.textContent = label;
      this.fill(typed, value);
    });
  }

  showBooks({ books, books_title }) {
    this.books.hidden = !books.length;
    if (!this.books.children.length) this.books.append(element("h4"), element("div", { class: "buttons" }));
    const [title, buttons] = this.books.children;
    title.textContent = books_title;
    this.showButtons(buttons, books);
  }

  // --- the table: its parts ------------------------------------------------------------------

  buildTable() {
    this.stage = new Stage(this, {
      tap: (cell) => this.send(cell ? { do: "target", cell } : { do: "release" }),
      attributes: { "aria-roledescription": this.t("board"), "aria-keyshortcuts": "ArrowUp ArrowDown ArrowLeft ArrowRight Enter U" },
    });
    this.turn = element("h3", { class: "turn" });
    this.more = element("p", { class: "more" });
    this.actions = element("div", { class: "buttons actions" });
    this.buttons = element("div", { class: "buttons" });
    this.saved = element("div", { class: "saved" });
    this.foot = element("div", { class: "foot" }, this.buildHelp(), this.stage.zoom);
    this.last = element("section", { class: "last", "aria-live": "polite", "aria-label": this.t("Last entry") });
    this.standings = element("div", { class: "points-table standings-table" });
    this.rounds = element("div", { class: "points-table rounds", tabindex: "0", role: "group", "aria-label": this.t("Rounds"), ...KEYS });
    return element("div", { class: "refereed" },
      element("div", { class: "head", "aria-live": "polite" }, this.turn, this.more),
      element("div", { class: "board" }, this.stage.node),
      element("div", { class: "right" }, this.buildPanel(), this.last, this.rounds),
      element("div", { class: "moves" }, this.actions, this.buttons, this.saved, this.foot),
      this.standings);
  }

  buildHelp() {
    return element("details", { class: "help" }, element("summary", { ...KEYS }, this.t("Help")),
      element("p", {}, this.t("Tap the place, choose the tile, enter it. A player is out when the pad has counted all tiles of the hand. If it counts others than there are, a draw or a tile has been forgotten: undo as far as that.")),
      element("p", {}, this.t("Keys: digits find a tile, arrows move over the open cells, Enter does what the coloured button says, Esc lets go, U undoes, Shift+U redoes. D draws, N says that nothing fits, P passes, E ends the turn, R turns the first tile. + and − zoom, F shows all.")));
  }

  buildPanel() {
    this.question = element("p", { class: "question", "aria-live": "polite" });
    this.leaders = element("div", { class: "buttons", role: "group", "aria-label": this.t("Who leads") });
    this.offers = element("div", { class: "offers", role: "group", "aria-label": this.t("Tiles that fit here") });
    this.turned = this.button("", () => this.send(this.state.table.entry.turned.do), { class: "turned" });
    this.second = this.button("", { do: "second" });
    this.claim = this.buildClaim();
    this.over = element("div", { class: "over" });
    this.primary = this.button("", () => this.send(this.state.table.primary.do), { class: "primary" });
    this.counting = this.buildCounting();
    this.search = field({ type: "search", inputmode: "numeric", maxlength: "3", "aria-label": this.t("Digits of the tile"),
      placeholder: this.t("Digits, such as 021") });
    this.on(this.search, "input", () => this.send({ do: "search", value: this.search.value }));
    this.on(this.search, "keydown", (event) => event.key === "Enter" && this.act({ do: "primary" }));
    this.groups = element("div", { class: "groups" });
    this.summary = element("summary", { ...KEYS });
    this.tiles = element("details", { class: "tiles" }, this.summary, this.groups);
    this.find = element("div", { class: "find" }, this.search, this.tiles);
    return element("div", { class: "panel" }, this.question, this.leaders, this.offers, this.turned, this.second,
      this.counting.node, this.claim.node, this.over, this.primary, this.find);
  }

  buildClaim() {
    const title = element("legend"), label = element("span"), kinds = element("div", { class: "buttons" });
    const points = field({ inputmode: "numeric", maxlength: "5" });
    this.on(points, "input", () => this.send({ do: "points", value: points.value }));
    this.on(points, "keydown", (event) => event.key === "Enter" && this.act({ do: "primary" }));
    const node = element("fieldset", { class: "claim" }, title, element("label", { class: "choice" }, label, points), kinds);
    return { node, title, label, points, kinds };
  }

  buildCounting() {
    const title = element("h4"), help = element("p", { class: "quiet" }), rows = element("div", { class: "rows" });
    const groups = element("div", { class: "groups" });
    const back = this.button("", () => this.send(this.state.table.counting.back.do));
    return { node: element("div", { class: "counting" }, title, help, rows, groups, back), title, help, rows, groups, back };
  }

  // --- the table: what it shows --------------------------------------------------------------

  showTable(table) {
    this.turn.textContent = table.turn.words;
    this.more.textContent = table.turn.more;
    this.stage.show(table.svg, table.bubble);
    this.showEntry(table.entry);
    this.showCounting(table.counting);
    this.showClaim(table.claim);
    showButton(this.primary, table.primary);
    this.showButtons(this.actions, table.actions);
    this.showButtons(this.buttons, table.buttons);
    this.showSaved(table.saved);
    this.showLast(table.last);
    this.showStandings(table.standings);
    this.showRounds(table.rounds);
    this.showOver(table.over);
  }

  showEntry(entry) {
    this.question.hidden = this.find.hidden = !entry;
    this.leaders.hidden = !entry?.leaders.length;
    this.offers.hidden = !entry?.offers.length;
    this.turned.hidden = !entry?.turned;
    this.second.hidden = !entry?.second;
    if (!entry) return;
    this.question.textContent = entry.question;
    this.showButtons(this.leaders, entry.leaders);
    this.showOffers(entry.offers);
    if (entry.turned) {
      showSvg(this.turned, entry.turned.svg);
      this.turned.setAttribute("aria-label", entry.turned.words);
      this.turned.title = entry.turned.words;
    }
    if (entry.second) this.showPressed(this.second, entry.second);
    // What is being typed is ahead of what Python has heard; a whole tile has been understood.
    const typing = this.root.getRootNode().activeElement === this.search;
    if (!typing || (!entry.search && this.search.value.length >= 3)) this.search.value = entry.search;
    this.summary.textContent = entry.box.title;
    if (this.opened !== entry.open) this.tiles.open = this.opened = entry.open;
    this.showGroups(this.groups, entry.box.groups);
  }

  showPressed(button, wanted) {
    showButton(button, wanted);
    button.setAttribute("aria-pressed", String(wanted.pressed));
  }

  /** The tiles that fit where one looks, as they would lie. */
  showOffers(offers) {
    const place = this.offers;
    while (place.children.length > offers.length) place.lastElementChild.remove();
    offers.forEach(({ svg, words, pressed }, index) => {
      let button = place.children[index];
      if (!button) {
        button = this.button("", () => this.send(place.wanted[index].do), { class: "offer" });
        place.append(button);
      }
      showSvg(button, svg);
      button.setAttribute("aria-label", words);
      button.setAttribute("aria-pressed", String(pressed));
    });
    place.wanted = offers;
  }

  /** Small buttons for many tiles, a group for each first digit. */
  showGroups(place, groups) {
    while (place.children.length > groups.length) place.lastElementChild.remove();
    groups.forEach(({ title, tiles }, index) => {
      if (!place.children[index]) place.append(element("div", { class: "buttons", role: "group" }));
      const group = place.children[index];
      group.setAttribute("aria-label", title);
      this.showButtons(group, tiles);
      tiles.forEach(({ fits }, number) => group.children[number].classList.toggle("fits", Boolean(fits)));
    });
  }

  showClaim(claim) {
    const { node, title, label, points, kinds } = this.claim;
    node.hidden = !claim;
    if (!claim) return;
    title.textContent = claim.title;
    label.textContent = claim.label;
    this.fill(points, claim.value);
    this.showButtons(kinds, claim.kinds);
    kinds.hidden = !claim.kinds.length;
  }

  showCounting(counting) {
    const { node, title, help, rows, groups, back } = this.counting;
    node.hidden = !counting;
    if (!counting) return rows.replaceChildren();
    title.textContent = counting.title;
    help.textContent = counting.help;
    help.hidden = !counting.help;
    back.hidden = !counting.back;
    if (counting.back) showButton(back, counting.back);
    while (rows.children.length > counting.rows.length) rows.lastElementChild.remove();
    while (rows.children.length < counting.rows.length) rows.append(this.toldRow(rows.children.length));
    counting.rows.forEach((row, index) => this.showTold(rows.children[index], row));
    this.showGroups(groups, counting.groups);
  }

  toldRow(index) {
    const row = element("div", { class: "row" }), typed = field(), said = element("span", { class: "quiet", "aria-live": "polite" });
    const name = this.button("", () => this.send({ do: "row", number: row.number }), { class: "who" });
    this.on(typed, "input", () => this.send({ do: "told", number: row.number, value: typed.value }));
    this.on(typed, "keydown", (event) => {
      if (event.key !== "Enter") return;
      const next = this.counting.rows.children[index + 1]?.parts[1];
      if (next) next.focus();
      else this.act({ do: "primary" });
    });
    row.parts = [name, typed, said];
    row.append(name, typed, said);
    return row;
  }

  showTold(row, { number, name, said, value, wrong, active, tap }) {
    const [button, typed, words] = row.parts;
    row.number = number;
    button.textContent = name;
    button.title = tap;
    button.setAttribute("aria-pressed", String(active));
    typed.setAttribute("aria-label", name);
    typed.setAttribute("aria-invalid", String(wrong));
    this.fill(typed, value);
    words.textContent = said;
    row.classList.toggle("wrong", wrong);
  }

  showSaved({ words, bad, buttons }) {
    if (!this.saved.children.length) this.saved.append(element("p", { role: "status" }), element("div", { class: "buttons" }));
    const [said, ways] = this.saved.children;
    if (said.textContent !== words) said.textContent = words;
    said.classList.toggle("bad", bad);
    this.showButtons(ways, buttons);
    ways.hidden = !buttons.length;
  }

  showLast(last) {
    const key = JSON.stringify(last);
    this.last.hidden = !last;
    if (this.last.shown === key) return;
    this.last.shown = key;
    if (!last) return this.last.replaceChildren();
    const parts = [element("h4", {}, last.title)];
    if (last.verdict) parts.push(element("p", { class: last.verdict.right ? "verdict" : "verdict wrong" }, last.verdict.words));
    for (const { words, lines, total } of last.events) {
      parts.push(element("p", {}, words), element("ul", {}, ...scoreLines(lines)));
      if (total) parts.push(element("p", { class: "total" }, total));
    }
    if (last.rules.clauses.length) {
      parts.push(element("details", last.open ? { open: "" } : {}, element("summary", { ...KEYS }, last.rules.title),
        ...last.rules.clauses.map(({ id, text }) => element("p", { class: "text" }, element("b", {}, id), ` ${text}`))));
    }
    this.last.replaceChildren(...parts);
  }

  showStandings({ title, head, rows }) {
    const cells = rows.map(({ name, tiles, round, total, to_move, best }) => element("tr",
      { class: `${to_move ? "to-move" : ""} ${best ? "best" : ""}`, ...(to_move ? { "aria-current": "true" } : {}) },
      this.nameCell(name, "row"), element("td", {}, tiles), element("td", {}, round), element("td", { class: "sum" }, total)));
    this.standings.replaceChildren(this.grid(title, head.map((one) => element("th", { scope: "col" }, one)), cells));
  }

  showRounds(rounds) {
    this.rounds.hidden = !rounds;
    if (!rounds) return this.rounds.replaceChildren();
    const row = ({ head, points, how }, kind = "") => element("tr", { class: kind }, element("th", { scope: "row" }, head),
      ...points.map((one) => element("td", {}, one)), element("td", { class: "how" }, how));
    const head = [element("th", { scope: "col" }, rounds.head[0]), ...rounds.names.map((name) => this.nameCell(name, "col")),
      element("th", { scope: "col" }, rounds.head[1])];
    this.rounds.replaceChildren(this.grid(rounds.title, head, [...rounds.rows.map((one) => row(one)), row(rounds.total, "together")]));
  }

  nameCell(name, scope) {
    return element("th", { scope, class: "name", title: name }, element("bdi", {}, name));
  }

  grid(title, head, rows) {
    return element("table", {}, element("caption", {}, title), element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...rows));
  }

  showOver(over) {
    this.over.hidden = !over;
    if (this.page === over?.page) return;
    this.forgetPage();
    if (!over) return this.over.replaceChildren();
    this.page = over.page;
    this.address = URL.createObjectURL(new Blob([over.page], { type: "text/html;charset=utf-8" }));
    this.over.replaceChildren(element("a", { class: "page", href: this.address, target: "_blank", rel: "noopener", ...KEYS }, over.words),
      ...(over.file ? [element("p", { class: "quiet" }, over.file)] : []));
  }

  forgetPage() {
    if (this.address) URL.revokeObjectURL(this.address);
    this.address = this.page = undefined;
  }

  // --- keys ----------------------------------------------------------------------------------

  key(event) {
    if (this.state.screen !== "table" || (event.target.closest(".rounds") && event.key.startsWith("Arrow"))) return;
    const intention = intentionOfKey(event.key);
    if (!intention) return;
    event.preventDefault();
    this.act(intention);
  }

  act(intention) {
    if (intention.view !== undefined) return this.stage.zoomBy(intention.view);
    if (intention.act) {
      const found = this.state.table.actions.find(({ do: { name } }) => name === intention.act);
      return found?.enabled && this.send(found.do);
    }
    if (intention.do !== "primary") return this.send(intention);
    if (!this.primary.disabled) this.send(this.state.table.primary.do);
  }
}

export default mounted(RefereeView);
