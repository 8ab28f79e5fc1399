// The board: chessground with this project's men. It shows a position, lights squares up, draws arrows, and says what a person did with it, by mouse,
// finger or keys. What a move means is not its business.

import { Chessground } from "./vendor/chessground.js";
import { by, drawn, el } from "./dom.js";
import { FILES, menOf, turnOf } from "./fen.js";

const NAMES = { k: "king", q: "queen", r: "rook", b: "bishop", n: "knight", p: "pawn" };

// A move as an arrow.
export const arrowOf = (uci, kind = "") => ({ from: uci.slice(0, 2), to: uci.slice(2, 4), kind });

export const manName = (man) => `${man[0] === "w" ? "white" : "black"} ${NAMES[man[1].toLowerCase()]}`;

// The position in words, for those who hear the page.
export function inWords(fen) {
  const side = (letter) =>
    [...menOf(fen)]
      .filter(([, man]) => man[0] === letter)
      .sort(([, a], [, b]) => "KQRBNP".indexOf(a[1]) - "KQRBNP".indexOf(b[1]))
      .map(([square, man]) => `${NAMES[man[1].toLowerCase()]} ${square}`)
      .join(", ") || "nothing";
  return `White: ${side("w")}. Black: ${side("b")}. ${turnOf(fen) === "white" ? "White" : "Black"} to move.`;
}

let ground = null;
let host = null;
// Tells that a hand has moved or taken away a man.
let byHand = null;
let arrows = null;
let shown = { fen: "8/8/8/8/8/8/8/8 w - - 0 1" };
// The men as they were drawn last. A hand may have moved one since: the board tells that with a delay.
let drawnMen = "";
let lit = new Map();
// The square under the keys' cursor, and the one whose man is taken up.
let at = "e4";
let taken = null;

// `acts`: `move(from, to)`, and `square(key)`, which is true where it took the square for itself (setting up, picking a set).
export function makeBoard(place, acts) {
  host = place;
  const wrap = el("div.cg");
  arrows = drawn("svg", { class: "arrows", viewBox: "0 0 800 800", "aria-hidden": "true" });
  host.append(wrap, arrows);
  ground = Chessground(wrap, {
    fen: shown.fen,
    coordinates: true,
    ranksPosition: "left",
    drawable: { enabled: false, visible: false },
    premovable: { enabled: false },
    animation: { enabled: !matchMedia("(prefers-reduced-motion: reduce)").matches, duration: 160 },
    draggable: { deleteOnDropOff: true },
    movable: { free: false, color: "both", events: { after: (from, to) => acts.move(from, to) } },
    events: { change: () => byHand() },
  });
  byHand = () => {
    drawnMen = ground.getFen();
    acts.changed();
  };
  // A square that something else asks for (a man to be put, a set to be picked) is taken before the board sees it.
  wrap.addEventListener(
    "pointerdown",
    (event) => {
      const key = ground.getKeyAtDomPos([event.clientX, event.clientY]);
      if (key && acts.square(key)) block(event);
      else if (key) at = key;
    },
    true,
  );
  for (const kind of ["mousedown", "touchstart"]) {
    wrap.addEventListener(kind, (event) => acts.busy() && block(event), { capture: true, passive: false });
  }
  host.addEventListener("keydown", (event) => key(event, acts));
  host.addEventListener("focus", () => paint());
  host.addEventListener("blur", () => {
    taken = null;
    paint();
  });
  // It keeps where it is, and sees only a change of its size: what is above it comes and goes, so it looks again before each press, move and drop.
  for (const kind of ["pointerdown", "pointermove", "pointerup"]) document.addEventListener(kind, () => ground.state.dom.bounds.clear(), true);
}

function block(event) {
  event.preventDefault();
  event.stopPropagation();
}

// The board by keys: arrows move a cursor, Enter takes a man and puts it down, letters set men up.
function key(event, acts) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const way = ground.state.orientation === "white" ? 1 : -1;
  const steps = { ArrowLeft: [-way, 0], ArrowRight: [way, 0], ArrowUp: [0, way], ArrowDown: [0, -way] };
  const step = steps[event.key];
  if (step) {
    const file = Math.min(7, Math.max(0, FILES.indexOf(at[0]) + step[0]));
    const rank = Math.min(8, Math.max(1, Number(at[1]) + step[1]));
    at = `${FILES[file]}${rank}`;
    speak(spoken(at));
  } else if (event.key === "Enter" || event.key === " ") {
    if (acts.square(at)) speak(spoken(at));
    else if (taken && taken !== at) {
      const from = taken;
      taken = null;
      if (reaches(from, at)) acts.move(from, at);
      else speak(`no move from ${from} to ${at}`);
    } else if (menOf(shown.fen).has(at) && taken !== at) {
      taken = at;
      const ends = shown.dests?.get(at) ?? [];
      speak(`${spoken(at)} taken${shown.free ? "" : `; it goes to ${ends.join(", ") || "no square"}`}`);
    } else {
      taken = null;
      speak(spoken(at));
    }
  } else if (event.key === "Escape" && taken) {
    taken = null;
    speak("put back");
  } else if (acts.letter?.(event.key, at)) speak(spoken(at));
  else return;
  event.preventDefault();
  paint();
}

const reaches = (from, to) => shown.free || (shown.dests?.get(from) ?? []).includes(to);

function spoken(square) {
  const man = menOf(shown.fen).get(square);
  const light = lit.get(square) ? ", lit" : "";
  return `${square}, ${man ? manName(man) : "empty"}${light}`;
}

const speak = (text) => (by("spoken").textContent = text);

// Shows a position: `fen`, `last` (two squares), `check`, `dests` (square → squares), `free` (men may be put anywhere), `arrows`.
export function show(scene) {
  // What a hand has set up is not undone by an answer that comes before it is told.
  if (shown.free && scene.free && ground.getFen() !== drawnMen) return byHand();
  shown = scene;
  const color = scene.free ? "both" : scene.dests ? turnOf(scene.fen) : undefined;
  ground.set({
    fen: scene.fen.split(" ")[0],
    turnColor: turnOf(scene.fen),
    check: scene.check ?? false,
    lastMove: scene.last ?? undefined,
    movable: { free: Boolean(scene.free), color, dests: scene.dests ?? new Map() },
    selected: undefined,
  });
  drawnMen = ground.getFen();
  host.setAttribute("aria-label", `Board. ${inWords(scene.fen)} Arrow keys go from square to square, Enter takes a man and puts it down.`);
  drawArrows(scene.arrows ?? []);
  paint();
}

// Lights squares up: square → class.
export function light(map) {
  lit = map;
  paint();
}

function paint() {
  const custom = new Map(lit);
  const add = (square, name) => custom.set(square, `${custom.get(square) ?? ""} ${name}`.trim());
  if (taken) add(taken, "taken");
  if (document.activeElement === host) add(at, "cursor");
  ground.set({ highlight: { custom } });
}

export const flip = () => {
  ground.toggleOrientation();
  drawArrows(shown.arrows ?? []);
};

export function orient(color) {
  if (ground.state.orientation !== color) flip();
}

export const placement = () => ground.getFen();

function drawArrows(list) {
  arrows.replaceChildren();
  if (!list.length) return;
  const parts = drawn("defs", {});
  for (const kind of new Set(list.map((one) => one.kind ?? ""))) {
    const head = drawn("marker", { id: `head${kind}`, orient: "auto", markerWidth: 3.2, markerHeight: 3.2, viewBox: "0 0 4 4", refX: 2.2, refY: 2 });
    head.append(drawn("path", { d: "M0,0V4L3.4,2Z", class: `head ${kind}` }));
    parts.append(head);
  }
  arrows.append(parts);
  for (const { from, to, kind = "" } of list) {
    const [x1, y1] = middle(from);
    const [x2, y2] = middle(to);
    const long = Math.hypot(x2 - x1, y2 - y1) || 1;
    const cut = 26 / long;
    arrows.append(
      drawn("line", { x1, y1, x2: x2 - (x2 - x1) * cut, y2: y2 - (y2 - y1) * cut, class: `arrow ${kind}`, "marker-end": `url(#head${kind})` }),
    );
  }
}

function middle(square) {
  const file = FILES.indexOf(square[0]);
  const rank = Number(square[1]) - 1;
  const white = ground.state.orientation === "white";
  return [(white ? file : 7 - file) * 100 + 50, (white ? 7 - rank : rank) * 100 + 50];
}
