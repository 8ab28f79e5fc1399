"use strict";
// What the scripts of all pages share: elements, and the large board. Everything that stands in the data reaches the page as text, never
// as markup.
const data = JSON.parse(document.getElementById("data").textContent);
const SVG = "http://www.w3.org/2000/svg";
const CELL = 100;
const byId = (id) => document.getElementById(id);
const svg = byId("board");
let flipped = false;

function make(tag, attributes, ...content) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (name === "onclick") element.addEventListener("click", value);
    else if (value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...content.filter((part) => part !== null && part !== undefined));
  return element;
}
function draw(tag, attributes) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}


// The page in the other colours.
function theme() {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const now = document.documentElement.dataset.theme || (dark ? "dark" : "light");
  document.documentElement.dataset.theme = now === "dark" ? "light" : "dark";
}
// Walks by keys: what each does, and what else a page makes of one, which says whether it has made something of it.
function listen(keys, otherwise) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (otherwise && otherwise(event.key)) { event.preventDefault(); return; }
    const action = keys[event.key];
    if (action) { action(); event.preventDefault(); }
  });
}

const layer = (name) => svg.querySelector("." + name);
const place = (square) => {
  const file = square & 7, rank = square >> 3;
  return flipped ? [(7 - file) * CELL, rank * CELL] : [file * CELL, (7 - rank) * CELL];
};
const square = (name) => name.charCodeAt(0) - 97 + 8 * (name.charCodeAt(1) - 49);
const tint = (one) => { const [x, y] = place(one); return `M${x} ${y}h${CELL}v${CELL}h-${CELL}z`; };

function men(fen) {
  const found = new Map();
  fen.split(" ")[0].split("/").forEach((row, fromTop) => {
    let file = 0;
    for (const letter of row) {
      if (letter >= "1" && letter <= "8") { file += Number(letter); continue; }
      found.set((7 - fromTop) * 8 + file, letter);
      file += 1;
    }
  });
  return found;
}

// Draws the names of files and ranks, the side to move, the squares of the last move if there is one, and the men. `slide`, two
// names of squares: the man on the first comes from the second, and is seen to.
function drawPosition(fen, lastUci, slide) {
  const names = layer("names");
  names.replaceChildren();
  for (let i = 0; i < 8; i++) {
    const file = draw("text", { x: i * CELL + 50, y: 832 });
    file.textContent = "abcdefgh"[flipped ? 7 - i : i];
    const rank = draw("text", { x: -22, y: i * CELL + 58 });
    rank.textContent = flipped ? i + 1 : 8 - i;
    names.append(file, rank);
  }
  const black = fen.split(" ")[1] === "b";
  const turn = layer("turn");
  turn.setAttribute("cy", black !== flipped ? 50 : 750);
  turn.setAttribute("fill", black ? "#35302a" : "#fffdf8");

  const last = layer("last");
  last.replaceChildren();
  if (lastUci) {
    for (const name of [lastUci.slice(0, 2), lastUci.slice(2, 4)]) last.append(draw("path", { class: "sq-last", d: tint(square(name)) }));
  }
  const standing = layer("men");
  standing.replaceChildren();
  for (const [one, letter] of men(fen)) {
    const side = letter === letter.toUpperCase() ? "w" : "b";
    const man = draw("use", { class: "man", href: `#adv-${side}${letter.toUpperCase()}` });
    const at = (where) => { const [left, top] = place(where); man.style.transform = `translate(${left}px, ${top}px)`; };
    if (slide && square(slide[0]) === one) {
      at(square(slide[1]));
      standing.append(man);
      man.getBoundingClientRect();
    } else standing.append(man);
    at(one);
  }
  return black;
}

// ---- zones ----
// The ways of zones: those of an attack bold, of who stops or supports it full, then dashed, then dotted; beside a stop the number of the
// move that comes there, and a ring where an enemy is in time with his moves and those he may take. What a reader has put away stays so.
const hiddenZones = new Set();
const middle = (one) => place(one).map((left) => left + CELL / 2);

function way(group, from, to, colour, level) {
  const [fromX, fromY] = middle(from), [toX, toY] = middle(to);
  const length = Math.hypot(toX - fromX, toY - fromY);
  const [ux, uy] = [(toX - fromX) / length, (toY - fromY) / length];
  const aside = 6 * Math.min(level, 4);
  const at = (along, beside) => `${(fromX + ux * along - uy * (beside + aside)).toFixed(1)} ${(fromY + uy * along + ux * (beside + aside)).toFixed(1)}`;
  const head = level === 0 ? 23 : 18, tip = length - 14;
  group.append(draw("path", {
    d: `M${at(14, 0)}L${at(tip - head, 0)}`, fill: "none", stroke: colour, "stroke-width": level === 0 ? 11 : 6, "stroke-linecap": "round",
    "stroke-opacity": ".85", "stroke-dasharray": level < 2 ? "none" : level === 2 ? "15 10" : "2 12",
  }));
  group.append(draw("path", { d: `M${at(tip, 0)}L${at(tip - head, -head * 0.55)}L${at(tip - head, head * 0.55)}z`, fill: colour }));
}

function drawZones(all) {
  let group = layer("ways");
  if (!group) {
    group = draw("g", { class: "ways", "pointer-events": "none" });
    layer("men").after(group);
  }
  group.replaceChildren();
  const zones = all.filter((zone) => !hiddenZones.has(zone.text));
  const drawn = new Set();
  for (const [from, to, side, level] of zones.flatMap((zone) => zone.arrows).sort((a, b) => a[3] - b[3])) {
    const key = [from, to, side, level].join(" ");
    if (!drawn.has(key)) way(group, from, to, ["#c77700", "#1c4fa0"][side], level);
    drawn.add(key);
  }
  for (const [stop, closed, ...labels] of zones.flatMap((zone) => zone.stops)) {
    const [x, y] = middle(stop);
    if (closed && !drawn.has(`${stop}/ring`)) group.append(draw("circle", { cx: x, cy: y, r: 42, fill: "none", stroke: "#c22a1e", "stroke-width": 6 }));
    if (closed) drawn.add(`${stop}/ring`);
    for (const [corner, label] of labels.entries()) {
      if (!label || drawn.has(`${stop}/${corner}`)) continue;
      drawn.add(`${stop}/${corner}`);
      const beside = draw("text", {
        x: corner ? x + 20 : x - 36, y: corner ? y - 28 : y + 44, "font-size": 28, "font-weight": "bold", "text-anchor": "middle",
        fill: ["#8a4f00", "#163f80"][label[0]], stroke: "#fffdf8", "stroke-width": 6, "paint-order": "stroke",
      });
      beside.textContent = label[1];
      group.append(beside);
    }
  }
}

// A line for each zone of the shown position, with a button that puts its ways away.
function zoneList(zonesHere) {
  const line = (zone) => {
    const button = make("button", {
      class: "zone", type: "button", "aria-pressed": !hiddenZones.has(zone.text),
      onclick: () => {
        const hide = !hiddenZones.has(zone.text);
        if (hide) hiddenZones.add(zone.text); else hiddenZones.delete(zone.text);
        button.setAttribute("aria-pressed", !hide);
        drawZones(zonesHere());
      },
    }, make("code", {}, zone.text));
    return make("li", {}, button, " ", zone.told);
  };
  return make("ul", { class: "zones" }, ...zonesHere().map(line));
}
