// Solve: a problem (mate in so many moves) by the library's table, with its solution to walk through, keys, tries and duals.

import { by, counted, el, onSubmit } from "./dom.js";
import { ask } from "./engine.js";
import { Work } from "./panel.js";
import { sceneFen } from "./position.js";
import { line } from "./walk.js";

let work = null;

async function solve() {
  const fen = sceneFen();
  const mate = Number(by("solve-mate").value);
  const fields = { fen, duals: by("solve-duals").checked, nodes: Number(by("solve-nodes").value) || 1000000, ...(mate ? { mate } : {}) };
  const found = await work.ask("solve", fields, "solving");
  if (found) await show(found.row, fen);
}

async function show(row, fen) {
  const parts = [];
  const found = row.result === "found";
  const head = found ? (row.mate_in ? `mate in ${row.mate_in}` : (row.because ?? "solved")) : row.ended ? `not found: ${row.ended}` : "there is no solution of this length";
  parts.push(el(`p.verdict.${found ? "good" : ""}`.replace(/\.$/, ""), { role: "status" }, head));
  parts.push(el("p.soft", {}, `${counted(row.tested, "position")} tested${row.by ? `, by ${row.by}` : ""}.`));
  if (row.moves.length) {
    const game = await ask("position", { fen, moves: row.moves }).catch(() => null);
    if (game?.game?.length) parts.push(line({ fen, moves: game.game, name: "the solution" }).element);
    else parts.push(el("p", {}, row.moves.join(" ")));
  }
  if (row.duals) parts.push(duals(row.duals));
  by("solve-told").replaceChildren(...parts);
}

function duals(found) {
  const rows = [];
  const add = (name, list) => list.length && rows.push(el("tr", {}, el("th", { scope: "row" }, name), el("td", {}, list.join("; "))));
  add(found.keys.length === 1 ? "Key" : "Keys", found.keys);
  add("Tries", found.tries.map((one) => `${one.move}? ${one.refutation}!`));
  add("Set play", found.set_play.map((one) => `${one.after} ${one.moves.join(" or ")}`));
  add("Duals", found.choices.map((one) => `${one.after ?? ""} ${one.moves.join(" or ")}`));
  add("Soundness", [found.soundness]);
  return el("table.duals", {}, el("tbody", {}, ...rows));
}

export function makeSolve() {
  work = new Work("solve-told");
  onSubmit("solve-form", solve);
}
