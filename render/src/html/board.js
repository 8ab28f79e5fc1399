// The large board of a page: a position, sets of squares below its men, arrows above them.
const { view, flipped: turned } = document.currentScript.dataset;
const data = JSON.parse(by("data").textContent);
const SETS = ["#1667b0", "#c8402f", "#1b8a4b", "#8a3ab9", "#d07a00", "#00808a", "#b8256f", "#6a5a2a"];
const SIDES = { White: ["#c77700", "#8a4f00"], Black: ["#1c4fa0", "#163f80"] };
const board = by("board");
let flipped = turned !== undefined;

const layer = (name) => board.querySelector(`.${name}`);
const corner = ([file, rank]) => [FILES.indexOf(file), 8 - rank].map((at) => (flipped ? 7 - at : at) * 100);
const middle = (square) => corner(square).map((at) => at + 50);
const tint = (square) => `M${corner(square).join(" ")}h100v100h-100z`;
// The squares of a move; none of a pass.
const ends = (uci) => (/^([a-h][1-8]){2}/.test(uci) ? endsOf(uci) : []);
const isBlack = (fen) => turnOf(fen) === "black";
const sideOf = (fen) => (isBlack(fen) ? "Black" : "White");

// `1. Ra3`, `1... Kc4`: a move with its number, by the position before it.
const numbered = (fen, san) => `${fen.split(" ")[5]}${isBlack(fen) ? "..." : "."} ${san}`;

// The position after a move, without a square for en passant.
function after(fen, uci) {
  const [, , castling, , clock, number] = fen.split(" "), black = isBlack(fen), men = menOf(fen), [from, to] = ends(uci);
  const man = men.get(from), takes = men.has(to), isPawn = man?.[1] === "P";
  if (from) {
    men.delete(from);
    if (isPawn && !takes) men.delete(to[0] + from[1]);
    men.set(to, uci[4] ? man[0] + uci[4].toUpperCase() : man);
    const rook = man[1] === "K" && { eg: "hf", ec: "ad" }[from[0] + to[0]];
    if (rook) {
      men.set(rook[1] + to[1], men.get(rook[0] + to[1]));
      men.delete(rook[0] + to[1]);
    }
  }
  const letter = (man) => (!man ? "1" : man[0] === "w" ? man[1] : man[1].toLowerCase());
  const row = (_, top) => [...FILES].map((file) => letter(men.get(`${file}${8 - top}`))).join("");
  const lost = { a1: "Q", e1: "KQ", h1: "K", a8: "q", e8: "kq", h8: "k" };
  const rights = [...castling].filter((right) => ![from, to].some((one) => lost[one]?.includes(right))).join("");
  return [Array.from({ length: 8 }, row).join("/").replace(/1+/g, (empty) => empty.length), black ? "w" : "b", rights || "-", "-",
    isPawn || takes ? 0 : Number(clock) + 1, Number(number) + Number(black)].join(" ");
}

// Draws a position: the names of files and ranks, the side to move, the squares of the last move, the men. `slide`: the man on its first square comes
// from its second, and is seen to.
function drawPosition(fen, uci, slide, name) {
  const text = (x, y, word) => drawn("text", { x, y }, word);
  const names = (_, at) => [text(at * 100 + 50, 832, FILES[flipped ? 7 - at : at]), text(-22, at * 100 + 58, flipped ? at + 1 : 8 - at)];
  layer("names").replaceChildren(...Array.from({ length: 8 }, names).flat());
  const black = isBlack(fen), turn = layer("turn");
  turn.setAttribute("cy", black !== flipped ? 50 : 750);
  turn.setAttribute("fill", black ? "#35302a" : "#fffdf8");
  layer("last").replaceChildren(...ends(uci).map((square) => drawn("path", { class: "sq-last", d: tint(square) })));
  layer("men").replaceChildren();
  for (const [square, kind] of menOf(fen)) {
    const man = drawn("use", { class: "man", href: `#adv-${kind}` });
    const stand = (where) => (man.style.transform = `translate(${corner(where).map((at) => `${at}px`)})`);
    layer("men").append(man);
    if (slide?.[0] === square) {
      stand(slide[1]);
      man.getBoundingClientRect();
    }
    stand(square);
  }
  board.setAttribute("aria-label", `${name}: ${fen}`);
}

// ---- squares ----
// The line around a set of squares, a little inside of it; see contour.rs.
function contour(set, inset) {
  const corners = set.map((square) => corner(square)), has = ([x, y]) => corners.some(([left, top]) => left === x && top === y);
  return corners.flatMap(([left, top]) => [[0, -1], [1, 0], [0, 1], [-1, 0]].map(([dx, dy]) => {
    if (has([left + dx * 100, top + dy * 100])) return "";
    const end = (sign) => {
      const [sx, sy] = [-dy * sign, dx * sign], depth = 50 - inset;
      const beside = [left + sx * 100, top + sy * 100];
      const reach = !has(beside) ? depth : has([beside[0] + dx * 100, beside[1] + dy * 100]) ? 50 + inset : 50;
      return `${left + 50 + sx * reach + dx * depth} ${top + 50 + sy * reach + dy * depth}`;
    };
    return `M${end(-1)}L${end(1)}`;
  })).join("");
}

// Sets of squares with their colours, each in a line of its own.
function drawSets(sets) {
  layer("overlays").replaceChildren(...sets.flatMap(({ set, colour, name }, at) => [
    drawn("path", { d: set.map(tint).join(""), fill: colour, "fill-opacity": ".22" }),
    drawn("path", { d: contour(set, 5 + 7 * (at % 5)), fill: "none", stroke: colour, "stroke-width": 5.5, "stroke-linecap": "round", "data-overlay": name }),
  ]));
}

// Single squares, each framed.
function drawSquares(framed) {
  layer("overlays").replaceChildren(...framed.flatMap(([square, colour]) => {
    const [x, y] = corner(square);
    return [drawn("path", { d: tint(square), fill: colour, "fill-opacity": ".3" }),
      drawn("rect", { x: x + 5, y: y + 5, width: 90, height: 90, fill: "none", stroke: colour, "stroke-width": 6 })];
  }));
}

// ---- arrows ----
// An arrow from square to square: bold at level 0, thin at 1, dashed at 2, dotted at 3.
function arrow([from, to], colour, level) {
  const [x, y] = middle(from), [toX, toY] = middle(to), length = Math.hypot(toX - x, toY - y);
  const [ux, uy] = [(toX - x) / length, (toY - y) / length], aside = 6 * Math.min(level, 4);
  const at = (along, beside) => `${(x + ux * along - uy * (beside + aside)).toFixed(1)} ${(y + uy * along + ux * (beside + aside)).toFixed(1)}`;
  const head = level === 0 ? 23 : 18, tip = length - 14;
  layer("ways").append(
    drawn("path", {
      d: `M${at(14, 0)}L${at(tip - head, 0)}`, fill: "none", stroke: colour, "stroke-width": level === 0 ? 11 : 6, "stroke-linecap": "round",
      "stroke-opacity": ".85", "stroke-dasharray": level < 2 ? "none" : level === 2 ? "15 10" : "2 12",
    }),
    drawn("path", { d: `M${at(tip, 0)}L${at(tip - head, -head * 0.55)}L${at(tip - head, head * 0.55)}z`, fill: colour }),
  );
}

// A word in a corner of a square, such as the number of the move that comes there.
function mark(square, [dx, dy], colour, word) {
  const [x, y] = middle(square);
  layer("ways").append(drawn("text", {
    x: x + dx, y: y + dy, "font-size": 28, "font-weight": "bold", "text-anchor": "middle",
    fill: colour, stroke: "#fffdf8", "stroke-width": 6, "paint-order": "stroke",
  }, word));
}

// The ways of zones: those of an attack bold, of those that stop or support it full, then dashed, then dotted; beside a stop the number of the move that
// comes there, and a ring where an enemy is in time with his moves and those he may take. What a reader has put away stays so.
const hiddenZones = new Set();

function drawZones(all = []) {
  layer("ways").replaceChildren();
  const zones = all.filter((zone) => !hiddenZones.has(zone.text)), done = new Set();
  const once = (key, draw) => done.has(key) || (done.add(key), draw());
  const [white, black] = Object.values(SIDES);
  for (const [from, to, side, level] of zones.flatMap((zone) => zone.arrows).sort((a, b) => a[3] - b[3])) {
    once(`${from} ${to} ${side} ${level}`, () => arrow([squares[from], squares[to]], [white, black][side][0], level));
  }
  for (const [stop, closed, ...labels] of zones.flatMap((zone) => zone.stops)) {
    const square = squares[stop], [cx, cy] = middle(square);
    if (closed) once(`${stop}/ring`, () => layer("ways").append(drawn("circle", { cx, cy, r: 42, fill: "none", stroke: "#c22a1e", "stroke-width": 6 })));
    labels.forEach((label, at) => label && once(`${stop}/${at}`, () => mark(square, [[-36, 44], [20, -28]][at], [white, black][label[0]][1], label[1])));
  }
}

// A line for each zone of a position, with a button that puts its ways away.
function zoneList(zones = []) {
  const line = (zone) => {
    const toggle = () => {
      const hide = !hiddenZones.has(zone.text);
      hiddenZones[hide ? "add" : "delete"](zone.text);
      button.setAttribute("aria-pressed", !hide);
      drawZones(zones);
    };
    const button = el("button.zone", { type: "button", "aria-pressed": String(!hiddenZones.has(zone.text)), onclick: toggle }, el("code", {}, zone.text));
    return el("li", {}, button, " ", zone.told);
  };
  return zones.length ? [el("h3", {}, "Zones"), el("ul.zones", {}, ...zones.map(line))] : [];
}
