// What every front shares. It stands before the widget's own module, since that has to be one file.

function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

// JupyterLab takes keys away from a focused element unless the element itself carries this.
const KEYS = { "data-lm-suppress-shortcuts": "true" };

/** Score lines as list items: points, words, clause; the clause's text as a hint. */
function scoreLines(lines) {
  return lines.map(({ points, words, clause, text }) =>
    element("li", { title: text }, element("b", {}, (points > 0 ? "+" : "") + points), ` ${words} `,
      element("span", { class: "clause" }, clause)));
}

/** A row for everybody: name, points, tiles. */
function standingRows(standings) {
  return standings.map(({ name, points, tiles, to_move }) => {
    const row = element("div", { class: to_move ? "standing to-move" : "standing" },
      element("span", { class: "name" }, name), element("span", { class: "points" }, String(points)));
    if (tiles !== null) row.append(element("span", { class: "tiles" }, `${tiles} ${tiles === 1 ? "tile" : "tiles"}`));
    return row;
  });
}

