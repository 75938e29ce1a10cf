// The front of the card game: a table, a countdown, a clock for the race, statements, the reveal, and odds.
// Comes after common.js.

const COUNT = [3, 2, 1, 0], TICK = 700, ASK = 100; // ms: between two numbers; between two questions whether a bot has reached
const RACES = new WeakMap(); // when the cards of a round were shown, for each model: it outlives a change of the language

class CardTableView extends View {
  get kind() { return "trinb-cards"; }

  build(root) {
    this.title = element("p", { class: "title" });
    this.what = element("p", { class: "what" });
    this.menu = element("div", { class: "buttons menu" });
    this.picture = element("div", { class: "picture" });
    this.count = element("div", { class: "count", "aria-hidden": "true", hidden: "" });
    this.stage = element("div", { class: "felt", tabindex: "0", role: "group", "aria-label": this.t("Table"), ...KEYS }, this.picture, this.count);
    this.status = element("p", { class: "status", "aria-live": "polite" });
    this.primary = this.button("", (event) => this.press(event), { class: "primary" });
    this.more = element("div", { class: "buttons" });
    this.statements = element("div", { class: "statements", role: "group", "aria-label": this.t("Statements"), hidden: "" });
    this.reveal = element("section", { class: "score reveal", "aria-label": this.t("How the round went"), hidden: "" });
    this.oddsButtons = element("div", { class: "buttons odds-buttons" });
    this.odds = element("section", { class: "odds", "aria-label": this.t("Odds"), hidden: "" });
    this.standings = element("section", { class: "bars", "aria-label": this.t("Points") });
    this.choices = element("div", { class: "selects" });
    this.kept = element("p", { class: "kept" });
    this.ruleList = element("ul", {});
    this.table = element("div", { class: "main" }, this.stage, this.status,
      element("div", { class: "controls" }, this.primary, this.more), this.statements);
    this.side = element("div", { class: "side" }, this.reveal, this.standings, this.oddsButtons, this.odds, this.choices,
      this.details(this.t("The rules"), this.ruleList), this.details(this.t("Keys"), this.help()), this.kept);
    root.append(element("div", { class: "head" }, element("div", { class: "game" }, this.title, this.what), this.menu, this.languages()),
      this.table, this.side);
    this.buildForm();
    root.append(this.form);
    this.on(this.more, "click", () => this.stopCount());
  }

  details(words, ...inside) {
    return element("details", { class: "help" }, element("summary", { ...KEYS }, words), ...inside);
  }

  help() {
    return element("div", {},
      element("p", {}, this.t("Space or Enter does what the coloured button says: count down, speak, next round. N stays silent, H shows the odds.")),
      element("p", {}, this.t("Each statement shows its own key: A and 2–6 for an exact card, letters or = for the others.")),
      element("p", {}, this.t("Nothing can be taken back: cards that were seen cannot be unseen.")));
  }

  close() {
    this.stopCount();
    this.stopClock();
    super.close();
  }

  // --- showing ---------------------------------------------------------------------------------

  show(state) {
    const wasHere = this.root.contains(document.activeElement);
    const wasOpen = this.form.hidden === false;
    this.table.hidden = this.side.hidden = Boolean(state.setup);
    this.title.textContent = state.title;
    this.what.textContent = state.what;
    this.showButtons(this.menu, state.setup ? [] : state.menu);
    showSvg(this.picture, state.svg);
    if (state.phase !== "ready") this.stopCount();
    if (this.counting === undefined && this.status.textContent !== state.status) this.status.textContent = state.status;
    this.status.classList.toggle("warn", state.warn);
    this.showControls(state);
    this.showStatements(state.statements);
    this.showReveal(state.reveal);
    this.showStandings(state.standings);
    this.showButtons(this.oddsButtons, state.odds_buttons);
    this.showOdds(state.odds);
    this.showChoices(this.choices, state.choices);
    for (const list of this.choices.querySelectorAll("select")) list.disabled = !state.choosing;
    this.showRules(state.rules);
    this.kept.textContent = state.kept ?? "";
    this.showForm(state.setup, state);
    this.clock(state.race);
    if (this.ready && Boolean(state.setup) !== wasOpen) (state.setup ? this.form.querySelector("select") : this.menu.firstElementChild).focus();
    else if (this.ready && wasHere) this.keepFocus(state.phase === "curtain" && this.phase !== "curtain");
    this.phase = state.phase;
    this.ready = true;
    if (state.download && this.wanted) this.save(state.download);
  }

  /**
   * When what had the focus is gone, the table has it, so that the keys go on working. So it has when a curtain falls:
   * the button that hid the cards is the one that shows those of the next person.
   */
  keepFocus(curtain = false) {
    const now = document.activeElement;
    if (!curtain && this.root.contains(now) && now.offsetParent !== null && !now.disabled) return;
    this.stage.focus({ preventScroll: true });
  }

  showControls({ primary, buttons }) {
    this.primary.hidden = !primary;
    if (primary) showButton(this.primary, { ...primary, enabled: primary.enabled && this.counting === undefined });
    this.showButtons(this.more, buttons);
  }

  showStatements(statements) {
    this.statements.hidden = !statements.length;
    const shape = JSON.stringify(statements);
    if (shape === this.statementShape) return;
    this.statementShape = shape;
    this.statements.replaceChildren(...statements.map(({ words, points, key, name, sort }) => {
      const made = this.button("", (event) => this.once(event) && this.send({ do: "say", statement: name }), { class: sort });
      made.append(element("span", { class: "words" }, words), element("b", {}, points), element("kbd", { "aria-hidden": "true" }, key));
      return made;
    }));
  }

  showReveal(reveal) {
    this.reveal.hidden = !reveal;
    const shape = JSON.stringify(reveal);
    if (shape === this.revealShape) return;
    this.revealShape = shape;
    if (!reveal) return this.reveal.replaceChildren();
    const why = element("p", { class: reveal.void ? "why" : reveal.right ? "why right" : "why wrong" }, reveal.why);
    const lines = reveal.lines.map(({ name, points, words, text }) => element("li", { title: text },
      element("b", {}, signed(points)), " ", element("span", { class: "name", "data-name": "" }, name), " ", element("span", { class: "clause" }, words)));
    const clauses = element("ul", {}, ...reveal.clauses.map((text) => element("li", {}, text)));
    this.reveal.replaceChildren(why, element("ul", { class: "lines" }, ...lines));
    for (const [kind, words] of [["race", reveal.race], ["best", reveal.best]]) if (words) this.reveal.append(element("p", { class: kind }, words));
    this.reveal.append(this.details(this.t("What the rules say"), clauses));
  }

  showStandings(standings) {
    this.standings.replaceChildren(...standings.map(({ name, share, words, won }) => {
      const bar = element("div", { class: "bar", "aria-hidden": "true" }, element("div", {}));
      bar.firstElementChild.style.width = `${100 * share}%`;
      return element("div", { class: won ? "row won" : "row" }, element("span", { class: "name", "data-name": "" }, name),
        element("span", { class: "points" }, words), bar);
    }));
  }

  showOdds(odds) {
    this.odds.hidden = !odds;
    const shape = JSON.stringify(odds);
    if (shape === this.oddsShape) return;
    this.oddsShape = shape;
    if (!odds) return this.odds.replaceChildren();
    const head = element("tr", {}, ...odds.head.map((words) => (words ? element("th", { scope: "col" }, words) : element("td", {}))));
    const rows = odds.rows.map(({ words, best, cells }) => element("tr", best ? { class: "best" } : {},
      element("th", { scope: "row" }, best ? `★ ${words}` : words), ...cells.map((one) => element("td", {}, one))));
    const table = element("table", {}, element("thead", {}, head), element("tbody", {}, ...rows));
    this.odds.replaceChildren(element("p", {}, odds.known), ...(odds.worth ? [element("p", {}, odds.worth)] : []),
      element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": this.t("Odds"), ...KEYS }, table), element("p", { class: "note" }, odds.note));
  }

  showRules(rules) {
    const shape = JSON.stringify(rules);
    if (shape === this.rulesShape) return;
    this.rulesShape = shape;
    this.ruleList.replaceChildren(...rules.map((text) => element("li", {}, text)));
  }

  // --- countdown and clock -----------------------------------------------------------------------

  startCount() {
    if (this.counting !== undefined) return;
    let at = 0;
    const tick = () => {
      if (at === COUNT.length) return this.stopCount() || this.send({ do: "show" });
      this.count.hidden = false;
      this.count.textContent = this.status.textContent = String(COUNT[at]);
      at += 1;
    };
    this.counting = setInterval(tick, TICK);
    tick();
    this.showControls(this.state);
    this.keepFocus();
  }

  stopCount() {
    if (this.counting !== undefined) clearInterval(this.counting);
    this.counting = undefined;
    this.count.hidden = true;
  }

  /** While a race goes on, ask again and again whether a bot has reached; nobody tells beforehand when one will. */
  clock(race) {
    if (!race) return this.stopClock();
    const { round } = this.state;
    if (RACES.get(this.model)?.round !== round) RACES.set(this.model, { round, start: performance.now() });
    if (this.asking !== undefined || this.asked === round) return;
    this.asking = setInterval(() => {
      const ms = this.elapsed();
      if (ms > race.until) {
        this.asked = round;
        this.stopClock();
      }
      this.send({ do: "wait", ms });
    }, ASK);
  }

  stopClock() {
    if (this.asking !== undefined) clearInterval(this.asking);
    this.asking = undefined;
    if (this.state && !this.state.race) {
      this.asked = undefined;
      RACES.delete(this.model);
    }
  }

  /** Milliseconds since the cards were shown. */
  elapsed() {
    const race = RACES.get(this.model);
    return race ? Math.min(99_999, Math.round(performance.now() - race.start)) : 0;
  }

  // --- pressing ----------------------------------------------------------------------------------

  /** The second half of a double click is no action of its own: something else is there by then. */
  once(event) {
    const quick = event.detail > 1 && event.timeStamp - this.pressedAt < 350;
    this.pressedAt = event.timeStamp;
    return !quick;
  }

  press(event) {
    if (this.once(event)) this.act();
  }

  act() {
    const { primary } = this.state;
    if (!primary || this.counting !== undefined) return;
    const { do: what } = primary.do;
    if (what === "show") this.startCount();
    else if (what === "speak") this.send({ do: "speak", ms: this.elapsed() });
    else this.send(primary.do);
  }

  keyed(event) {
    if (event.repeat && event.target.closest("button") && ["Enter", " "].includes(event.key)) event.preventDefault();
    super.keyed(event);
  }

  key(event) {
    const { setup, phase, statements, buttons, odds_buttons: odds } = this.state;
    if (event.repeat) return;
    if (setup) return event.key === "Escape" && this.send({ do: "setup" });
    const letter = /^Key[A-Z]$/.test(event.code) ? event.code[3] : event.key.toUpperCase();
    const said = statements.find(({ key }) => key === letter || (key === "A" && letter === "1"));
    if (said) {
      event.preventDefault();
      this.send({ do: "say", statement: said.name });
    } else if (["Enter", " "].includes(event.key)) {
      event.preventDefault();
      // Nobody's cards are to be shown by a key that was meant for something before.
      if (phase !== "curtain") this.act();
    } else if (letter === "N" && buttons.some((one) => one.do.do === "silent")) this.send({ do: "silent" });
    else if (letter === "H" && odds.length) this.send({ do: "odds" });
  }

  // --- a new match ---------------------------------------------------------------------------------

  buildForm() {
    this.form = element("section", { class: "setup", hidden: "" });
    this.formTitle = element("h3", {});
    this.formSeats = element("div", { class: "seats" });
    this.formChoices = element("div", { class: "selects" });
    this.formNote = element("p", { class: "note", role: "status", "aria-live": "polite" });
    this.start = this.button("", () => this.send(this.state.setup.start.do), { class: "primary" });
    this.back = this.button("", () => this.send(this.state.setup.back.do));
    this.form.append(this.formTitle, this.formSeats, this.formChoices, this.formNote, element("div", { class: "buttons" }, this.start, this.back));
  }

  field() {
    const input = element("input", { type: "text", autocomplete: "off", ...KEYS });
    this.on(input, "change", () => this.send({ do: "select", name: input.name, value: input.value }));
    return element("label", { class: "choice" }, element("span", {}), input);
  }

  showForm(setup, { warn, status }) {
    this.form.hidden = !setup;
    if (!setup) return;
    this.formTitle.textContent = setup.title;
    setup.seats.forEach(({ kind, name }, index) => {
      let row = this.formSeats.children[index];
      if (!row) {
        row = element("div", { class: "seat" }, element("div", { class: "selects" }), this.field());
        this.formSeats.append(row);
      }
      this.showChoices(row.children[0], [kind]);
      const [label, input] = row.children[1].children;
      label.textContent = name.label;
      input.name = name.name;
      input.placeholder = name.hint;
      input.maxLength = name.most;
      input.setAttribute("aria-label", name.words);
      if (input.shown !== name.value || input !== document.activeElement) input.value = name.value;
      input.shown = name.value;
    });
    this.showChoices(this.formChoices, setup.choices);
    this.formNote.textContent = warn ? status : setup.note;
    this.formNote.classList.toggle("warn", warn);
    showButton(this.start, setup.start);
    showButton(this.back, setup.back);
  }

  send(intention) {
    if (intention.do === "record") this.wanted = true;
    super.send(intention);
  }

  save({ name, text }) {
    this.wanted = false;
    const address = URL.createObjectURL(new Blob([text], { type: "application/x-ndjson" }));
    element("a", { href: address, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  }
}

export default mounted(CardTableView);
