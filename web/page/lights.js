// What the words under the cursor are worth on the board: the squares of a board light up, numbers and truths stand beside it.
// What speaks of the position itself is filled, `root.` framed, `new.` dotted.

import { isPicking, frames, sceneFen } from "./position.js";
import { light } from "./board.js";
import { by, counted, el, later } from "./dom.js";
import { cursor, markLit } from "./editor.js";
import { ask } from "./engine.js";
import { on, project } from "./store.js";

let told = [];
// The index of the expression that is lit; null: the smallest board.
let chosen = null;
let number = 0;

async function look() {
  const mine = ++number;
  const found = await ask("at", { ...project(), fen: sceneFen(), ...frames(), at: cursor() }).catch(() => null);
  if (mine !== number) return;
  const before = told[lit()]?.text;
  told = found?.expressions ?? [];
  // One that was chosen stays chosen while the board changes under it.
  chosen = told.findIndex((one) => one.text === before && chosen !== null);
  if (chosen < 0) chosen = null;
  show();
}

const lit = () => chosen ?? told.findIndex((one) => one.value?.squares);

function show() {
  const now = lit();
  const one = told[now];
  if (!isPicking()) light(new Map((one?.value?.squares ?? []).map((square) => [square, `lit-${one.frame}`])));
  markLit(one?.value?.squares ? one.range : null);
  const rows = told.filter((row) => row.value || row.reason).map((row) => {
    const index = told.indexOf(row);
    const squares = row.value?.squares;
    const label = [el("code", {}, row.text), el("span.worth", {}, worth(row))];
    const fields = { title: row.reason ?? "", "data-frame": row.frame };
    if (!squares) return el("li", {}, el("span.value", fields, ...label));
    const pressed = { "aria-pressed": String(index === now), onclick: () => ((chosen = index), show()) };
    return el("li", {}, el("button.value", { ...fields, ...pressed }, ...label));
  });
  by("values").replaceChildren(...rows);
  by("no-values").hidden = rows.length > 0;
}

function worth(row) {
  if (row.value === null) return row.reason ?? "";
  if (row.value.squares) {
    const list = row.value.squares;
    return list.length ? (list.length <= 6 ? list.join(" ") : counted(list.length, "square")) : "∅";
  }
  if (row.type === "truth") return row.value.value ? "true" : "false";
  const { value } = row.value;
  return value === undefined ? "" : Array.isArray(value) ? `(${value.join(", ")})` : String(value);
}

export function makeLights() {
  const soon = later(40, look);
  // Where the cursor goes, its own words come first again; what was chosen stays while the board changes.
  on("cursor", () => {
    chosen = null;
    soon();
  });
  on("checked", soon);
  on("shown", soon);
  on("relight", show);
  // The names of the frames, once.
  by("frames").append(
    ...[["node", "in this position"], ["root", "root. – where the search began"], ["new", "new. – after the move"]].map(([frame, name]) => el("span", {}, el(`i.swatch.lit-${frame}`), name)),
  );
}
