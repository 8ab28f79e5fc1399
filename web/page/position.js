// The position on the board: set up by hand, by FEN or from the program; played on by legal moves; covered for a while by a line that is walked.
//
//   store.fen ──▶ "position" asked ──▶ board, legal moves          scene  what a panel shows over it (a node of a tree, the end of a line);
//                                                                         the position itself stays where it was

import * as board from "./board.js";
import { by, counted, el, onSubmit, say } from "./dom.js";
import { ask } from "./engine.js";
import { insert } from "./editor.js";
import { endsOf, menOf, squares, turnOf } from "./fen.js";
import { changes, on, setPosition, shownFen, store, tell } from "./store.js";

// What covers the position: { fen, root, last, arrows, said, next, move } or null. With `drawn` it is the position itself, with arrows on it, and is played on;
// `own` says that a panel keeps it there; `move` takes the moves that are made on it.
let scene = null;
let setting = false;
let tool = null;
let picked = null;
let known = null;
let past = [];
// What the page has put into the field of the FEN.
let written = "";

export const sceneFen = () => scene?.fen ?? shownFen();
// The position in which a search began, where the one that is shown lies behind it, and the move that is considered in it.
export const frames = () => ({
  ...(scene?.root ? { root: scene.root } : {}),
  ...(scene?.next ? { new: scene.next } : {}),
});

export function cover(next) {
  scene = next;
  by("covered").hidden = !next || Boolean(next.own);
  by("covered-said").textContent = next?.said ?? "";
  refresh();
}

export const uncover = () => scene && cover(null);

function showFen(fen) {
  by("fen").value = written = fen;
  by("fen").ariaInvalid = null;
}

let asked = 0;
async function refresh() {
  const fen = sceneFen();
  const mine = ++asked;
  if (!setting && known?.of !== fen) {
    // What failed is asked again.
    const found = await ask("position", { fen }).then((told) => ({ ...told, of: fen }), (error) => ({ fault: error.message }));
    if (mine !== asked) return;
    known = found;
  }
  draw(fen);
}

function draw(fen) {
  // What is being written stays.
  if (document.activeElement !== by("fen") || [written, ""].includes(by("fen").value)) showFen(fen);
  const bad = !setting && known?.fault;
  const dests = new Map();
  const mayMove = !setting && !bad && (!scene || scene.drawn || Boolean(scene.move));
  for (const move of mayMove ? (known?.moves ?? []) : []) {
    const [from, to] = endsOf(move.uci);
    dests.set(from, [...(dests.get(from) ?? []), to]);
  }
  board.show({
    fen,
    free: setting,
    dests: mayMove ? dests : null,
    last: scene?.last ?? null,
    arrows: scene?.arrows ?? [],
    check: known?.check && !setting ? turnOf(fen) : false,
  });
  by("turn").textContent = bad ? known.fault : (known?.said ?? `${turnOf(fen) === "white" ? "White" : "Black"} to move`);
  by("turn").classList.toggle("bad", Boolean(bad));
  by("moves").replaceChildren(...(mayMove ? (known?.moves ?? []) : []).map((move) => el("option", { value: move.san })));
  by("move").disabled = !mayMove;
  by("take-back").disabled = !past.length;
  tell("shown", fen);
}

// A move by the board: where several promote, the man is asked for.
async function moved(from, to) {
  if (setting) return placed();
  const found = (known?.moves ?? []).filter((move) => move.uci.startsWith(from + to));
  if (!found.length) return refresh();
  const move = found.length === 1 ? found[0] : await promoted(found);
  if (!move) return draw(sceneFen());
  by("spoken").textContent = move.san;
  play(move);
}

function play(move) {
  say("");
  if (scene?.move) return scene.move(move);
  past.push(store.fen);
  setPosition(move.fen);
}

function promoted(found) {
  const dialog = by("promote");
  return new Promise((done) => {
    const chosen = { value: null };
    by("promote-to").replaceChildren(
      ...found.map((move) =>
        el("button.tool", { onclick: () => ((chosen.value = move), dialog.close()) }, move.san),
      ),
    );
    dialog.onclose = () => done(chosen.value);
    dialog.showModal();
  });
}

// The FEN of what was set up: the men of the board, the side to move; no castling, which a FEN by hand can say.
function placed() {
  setPosition(`${board.placement()} ${by("black-moves").checked ? "b" : "w"} - - 0 1`, "setup");
}

function put(square, man) {
  const men = menOf(sceneFen());
  if (man === "erase" || men.get(square) === man) men.delete(square);
  else {
    // Each side has one king: another one moves there.
    if (man[1] === "K") for (const [at, other] of men) if (other === man) men.delete(at);
    men.set(square, man);
  }
  setPosition(`${placementOf(men)} ${sceneFen().split(" ").slice(1).join(" ") || "w - - 0 1"}`, "setup");
}

function placementOf(men) {
  const rows = [];
  for (let rank = 8; rank >= 1; rank--) {
    let row = "";
    let empty = 0;
    for (const file of "abcdefgh") {
      const man = men.get(`${file}${rank}`);
      if (!man) empty++;
      else {
        row += (empty || "") + (man[0] === "w" ? man[1] : man[1].toLowerCase());
        empty = 0;
      }
    }
    rows.push(row + (empty || ""));
  }
  return rows.join("/");
}

// A square that setting up or picking wants; true where it was taken.
function square(key) {
  if (picked) {
    if (picked.has(key)) picked.delete(key);
    else picked.add(key);
    showPicked();
    return true;
  }
  if (setting && tool) {
    put(key, tool);
    return true;
  }
  return false;
}

function letter(key, at) {
  if (!setting) return false;
  if (/^[kqrbnp]$/i.test(key)) put(at, (key === key.toUpperCase() ? "w" : "b") + key.toUpperCase());
  else if (key === "Delete" || key === "Backspace") put(at, "erase");
  else return false;
  return true;
}

function showPicked() {
  const list = squares.filter((one) => picked.has(one));
  board.light(new Map(list.map((one) => [one, "lit-pick"])));
  by("picked").textContent = list.length ? `{${list.join(", ")}}` : "click squares on the board";
  by("pick-write").disabled = !list.length;
}

export const isPicking = () => picked !== null;

function pick(begin) {
  picked = begin ? new Set() : null;
  by("picking").hidden = !begin;
  by("pick").setAttribute("aria-pressed", String(begin));
  if (begin) showPicked();
  else tell("relight");
}

function setUp(begin) {
  setting = begin;
  tool = null;
  if (begin) uncover();
  by("palette").hidden = !begin;
  by("set-up").setAttribute("aria-pressed", String(begin));
  by(turnOf(shownFen()) === "black" ? "black-moves" : "white-moves").checked = true;
  choose(null);
  known = null;
  refresh();
  if (!begin) tell("board");
}

function choose(man) {
  tool = man;
  for (const one of by("men").children) one.setAttribute("aria-pressed", String(one.dataset.man === man));
}

export function makePosition() {
  board.makeBoard(by("board"), { move: moved, square, letter, busy: () => Boolean(picked || (setting && tool)), changed: () => setting && placed() });
  for (const man of ["wK", "wQ", "wR", "wB", "wN", "wP", "bK", "bQ", "bR", "bB", "bN", "bP"]) {
    const name = board.manName(man);
    const [color, role] = name.split(" ");
    const shown = el(`piece.${color}.${role}`);
    by("men").append(el("button.man", { "data-man": man, "aria-label": name, title: name, "aria-pressed": "false", onclick: () => choose(tool === man ? null : man) }, shown));
  }
  by("men").append(el("button.man", { "data-man": "erase", "aria-pressed": "false", onclick: () => choose(tool === "erase" ? null : "erase") }, "take away"));
  for (const id of ["white-moves", "black-moves"]) {
    by(id).onchange = () => {
      const [men, , ...rest] = shownFen().split(" ");
      setPosition([men, id === "black-moves" ? "b" : "w", ...rest].join(" "), "setup");
    };
  }
  by("set-up").onclick = () => setUp(!setting);
  by("empty").onclick = () => setPosition("8/8/8/8/8/8/8/8 w - - 0 1", "setup");
  by("example").onclick = () => {
    past = [];
    setPosition(null);
  };
  by("flip").onclick = board.flip;
  by("take-back").onclick = () => past.length && setPosition(past.pop());
  by("uncover").onclick = uncover;
  by("pick").onclick = () => pick(!picked);
  by("pick-write").onclick = () => {
    insert(by("picked").textContent);
    pick(false);
  };
  by("pick-end").onclick = () => pick(false);
  onSubmit("fen-form", () => readFen(by("fen").value));
  onSubmit("move-form", () => {
    const wanted = by("move").value.trim().replace(/[+#]$/, "");
    const move = (known?.moves ?? []).find((one) => one.uci === wanted || one.san.replace(/[+#]$/, "") === wanted);
    if (!move) return say(wanted ? `${wanted} is no legal move here` : "write a move, as Ra3", "bad");
    by("move").value = "";
    play(move);
  });
  on("board", () => {
    if (scene) cover(null);
    else refresh();
  });
  on("checked", () => !store.fen && refresh());
  on("gone", (isGone) => isGone || refresh());
  on("opened", () => {
    past = [];
    scene = null;
    board.orient("white");
    if (setting) setUp(false);
    refresh();
  });
}

// Counts positions that were given.
let reads = 0;

// A position by a FEN or a list of men; what cannot be is told, and the board stays as it was, as it does where something else was done before the answer.
export async function readFen(given) {
  const board = /^[1-8kqrbnp]+(\/[1-8kqrbnp]+){7}$/i;
  // Where the board alone is given, the side to move stays.
  const fen = given.trim().replace(board, (men) => `${men} ${shownFen().split(" ")[1]} - -`);
  if (!fen) return setPosition(null);
  const [mine, before] = [++reads, changes];
  const found = await ask("position", { fen }).catch((error) => {
    say(error.message, "bad");
    by("fen").ariaInvalid = "true";
    return null;
  });
  if (!found || mine !== reads || before !== changes) return;
  past.push(store.fen);
  setPosition(found.fen);
  showFen(found.fen);
  say(`${counted(found.moves.length, "legal move")}`);
}
