// What every front shares. It stands before the widget's own module, since that has to be one file.

const LARGEST = 1.5; // a board is shown at most so much larger than it is drawn

/** A view box made larger, if need be, so that a small board is not blown up to fill the stage. Pure. */
export function roomy(whole, width, height) {
  const w = Math.max(whole.w, width / LARGEST), h = Math.max(whole.h, height / LARGEST);
  return { x: whole.x - (w - whole.w) / 2, y: whole.y - (h - whole.h) / 2, w, h };
}

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

