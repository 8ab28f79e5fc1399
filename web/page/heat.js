// Where on the board a claim fails, or takes long: a board of numbers for the square of each king.

import { el } from "./dom.js";

const FILES = "abcdefgh";

// `report.squares` has `ours` and `theirs`: square, positions, held, worst and summed plies.
export function heat(report) {
  const { ours = [], theirs = [] } = report.squares;
  const fails = report.failed > 0;
  const boards = [
    [`${report.us === "Black" ? "Black" : "White"} king`, ours],
    [`${report.us === "Black" ? "White" : "Black"} king`, theirs],
  ].filter(([, rows]) => rows.length);
  if (!boards.length) return null;
  const value = (row) => (fails ? 1 - row.held / row.positions : row.held ? row.sum_plies / row.held / 2 : 0);
  const unit = fails ? "share of positions that fail" : "mean length in moves";
  return el("details", { open: true }, el("summary", {}, `By the square of a king: ${unit}`),
    el("div.heats", {}, ...boards.map(([name, rows]) => board(name, rows, value, fails))));
}

function board(name, rows, value, fails) {
  const known = new Map(rows.map((row) => [row.square, row]));
  const values = rows.map(value);
  const top = Math.max(...values, 1e-9);
  const low = fails ? 0 : Math.min(...values);
  const shown = (number) => (fails ? (number === 0 ? "" : number < 0.005 ? "<1" : String(Math.round(100 * number))) : number.toFixed(0));
  const cells = [];
  for (let rank = 8; rank >= 1; rank--) {
    const row = [el("th", { scope: "row" }, String(rank))];
    for (const file of FILES) {
      const found = known.get(`${file}${rank}`);
      if (!found) row.push(el("td.none"));
      else {
        const number = value(found);
        const step = Math.round((8 * (number - low)) / (top - low || 1));
        const title = `${file}${rank}: ${found.held.toLocaleString("en")} of ${found.positions.toLocaleString("en")} hold${found.worst_plies ? `, at most ${Math.ceil(found.worst_plies / 2)} moves` : ""}`;
        row.push(el(`td.heat-${step}`, { title }, shown(number)));
      }
    }
    cells.push(el("tr", {}, ...row));
  }
  const head = el("tr", {}, el("td"), ...[...FILES].map((file) => el("th", { scope: "col" }, file)));
  return el("table.heat", {}, el("caption", {}, `${name}${fails ? ", in percent" : ", moves"}`), el("tbody", {}, ...cells, head));
}
