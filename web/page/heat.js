// Where on the board a claim fails, or takes long: a map for the squares of each king. Of several measures a choice of buttons shows one. Each square has
// its number, a colour, and a title for the mouse pointer; the colour is never the only sign.

import { drawn, el } from "./dom.js";
import { FILES, squares } from "./fen.js";

// `report.squares` has `ours` and `theirs`: square, positions, held, worst and summed plies.
export function heat(report) {
  const { ours, theirs } = report.squares;
  const us = report.us ?? "our";
  const measures = [
    ...(report.lengths ? [["worst", "worst case, in moves", worst, whole], ["mean", "mean, in moves", mean, (value) => value.toFixed(1)]] : []),
    ...(report.failures.length || ours.some(fails) ? [["failures", "positions that fail", fails, whole]] : []),
  ];
  if (!measures.length) return null;
  const kings = [
    [{ White: "Black’s", Black: "White’s", our: "their" }[us], theirs],
    [us === "our" ? us : `${us}’s`, ours],
  ];
  return el("div.heat", {},
    ...measures.map(([key, words], at) => [
      el("input", { type: "radio", name: "heat", id: `heat-${key}`, checked: at === 0 }),
      el("label", { for: `heat-${key}` }, words),
    ]),
    el("div.maps", {}, ...kings.map(([whose, rows]) =>
      el("figure", {}, el("figcaption", {}, `${whose} king’s square`), ...measures.map((measure) => map(whose, rows, measure, us === "Black"))))));
}

const worst = (row) => (row.held ? Math.ceil(row.worst_plies / 2) : null);
const mean = (row) => (row.held ? (row.sum_plies + row.held) / 2 / row.held : null);
const fails = (row) => row.positions - row.held;
const grouped = (number) => number.toLocaleString("en");
const whole = (value) => (value < 100000 ? grouped(value) : `${Math.floor(value / 1000)}k`);
const share = (part) => (part < 0.0005 ? "< 0.1 %" : `${(100 * part).toFixed(1)} %`);

const title = (row) =>
  [
    `${row.square}: ${grouped(row.positions)} positions`,
    row.held && row.worst_plies ? `worst ${worst(row)} moves, mean ${mean(row).toFixed(3)}` : null,
    fails(row) ? `${grouped(fails(row))} fail (${share(fails(row) / row.positions)})` : null,
  ].filter(Boolean).join(", ");

function map(whose, rows, [key, words, valueOf, say], turned) {
  const known = new Map(rows.filter((row) => row.positions && valueOf(row) !== null).map((row) => [row.square, row]));
  const all = [...known.values()].map(valueOf);
  const [least, most] = [Math.min(...all, Infinity), Math.max(...all, 0)];
  // From a breath of colour to all of it; nothing at all where nothing fails.
  const between = (value) => (most === least ? 0.5 : 0.06 + (0.94 * (value - least)) / (most - least));
  const shade = (value) => (key === "failures" ? value && 0.15 + (0.85 * value) / most : between(value));
  const corner = (at) => (turned ? [7 - (at % 8), at >> 3] : [at % 8, 7 - (at >> 3)]).map((one) => one * 100);
  const cell = (square, at) => {
    const [x, y] = corner(at);
    const place = { x, y, width: 100, height: 100 };
    const row = known.get(square);
    if (!row) return drawn("rect", { class: "none", ...place });
    const text = say(valueOf(row));
    const size = text.length < 5 ? 33 : text.length < 6 ? 29 : 23;
    return drawn("g", {}, drawn("title", {}, title(row)), drawn("rect", { class: "cell", ...place }),
      drawn("rect", { class: "hot", ...place, "fill-opacity": shade(valueOf(row)).toFixed(3) }),
      drawn("text", { x: x + 50, y: y + 61, "font-size": size }, text));
  };
  const names = [...FILES].flatMap((file, at) => {
    const [x, y] = corner(at * 9);
    return [drawn("text", { class: "name", x: x + 50, y: 836 }, file), drawn("text", { class: "name", x: -22, y: y + 60 }, String(at + 1))];
  });
  const label = `${whose} king’s square, ${words}: ${say(least)} to ${say(most)}`;
  return drawn("svg", { class: `map ${key}`, viewBox: "-46 -4 850 854", role: "img", "aria-label": label }, ...squares.map(cell), ...names);
}
