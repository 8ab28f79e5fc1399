// Play: a game against the program from the position on the board. Any move can be taken back; a hint is what the program would play.

import { by, counted, el, say } from "./dom.js";
import { check, markLines } from "./editor.js";
import { endsOf, turnOf } from "./fen.js";
import { Work, details, lineLink, open, panel } from "./panel.js";
import { cover } from "./position.js";
import { arrowOf, orient } from "./board.js";
import { fillSubjects, subjectOf } from "./run.js";
import { on, program, project, setPosition, shownFen, store } from "./store.js";
import { numbered } from "./walk.js";

const EMPTY = "A game against the program, from the position on the board. You move on the board, or by the name of the move in the field under it.";

let work = null;
// { start, moves: [{uci, san, fen, by, why}], person: "White" | "Black", over, both }; `both` is why the person moves for both sides.
let game = null;

const other = (side) => (side === "White" ? "Black" : "White");
const turn = (fen) => (turnOf(fen) === "white" ? "White" : "Black");
const fenNow = () => game.moves.at(-1)?.fen ?? game.start;

async function begin() {
  if (!store.checked) await check();
  if (!program()) return say("mend the mistakes in the text first", "bad");
  const start = shownFen();
  const wanted = by("play-side").value;
  // Where nothing is chosen the program plays the side that it is for: the one to move in its example.
  const person = wanted || other(turn(program().example ?? start));
  game = { start, moves: [], person, over: null };
  orient(person === "White" ? "white" : "black");
  markLines([]);
  await go();
}

// The program's moves until the person is to move or the game is over.
async function go() {
  const mine = game;
  const side = turn(fenNow()) === mine.person || mine.both ? "none" : "program";
  const found = await work.ask(
    "play",
    { ...project(), fen: mine.start, moves: mine.moves.map((move) => move.uci), side, ...subjectOf(by("play-subject")) },
    side === "program" ? "the program looks for its move" : "reading the game",
    // Most programs play one side only; then the other one is the person's too.
    ({ code, message }) => side === "program" && code === "refused" && mine === game && Boolean((mine.both = message)),
  );
  if (mine.both && side === "program") return go();
  if (!found || mine !== game) return;
  mine.over = found.over ? (found.said ?? found.over) : null;
  mine.ended = found.ended ?? null;
  mine.serves = found.serves;
  if (found.move) {
    mine.moves.push({ ...found.move, by: "program", why: found.answer });
    const rule = found.answer?.line;
    if (rule && !found.answer.answer.file) markLines([rule]);
    return go();
  }
  show();
}

function show() {
  const fen = fenNow();
  const last = game.moves.at(-1);
  const mine = (turn(fen) === game.person || game.both) && !game.over;
  cover({
    fen,
    own: true,
    last: last ? endsOf(last.uci) : null,
    move: mine ? person : null,
    said: "",
  });
  const told = [];
  if (game.over) told.push(el("p.verdict", { class: `verdict ${/mate/i.test(game.over) ? "good" : ""}`, role: "status" }, game.over));
  else if (game.both) told.push(el("p", { role: "status" }, `${game.both[0].toUpperCase()}${game.both.slice(1)}: you move for both sides, and Hint tells its move for its own.`));
  else if (game.ended) told.push(el("p.verdict.bad", { role: "status" }, game.ended));
  else told.push(el("p", { role: "status" }, last?.by === "program" ? `It played ${last.san}. ` : "", mine ? `You play ${game.person}: your move, on the board or by its name.` : ""));
  by("play-told").replaceChildren(...told, moves(), ...reason());
  by("play-back").disabled = !game.moves.some((move) => move.by === "person");
  by("play-hint").disabled = !mine || !game.serves;
  by("play-hint").title = game.serves === false ? "the program does not play this side" : "";
}

// The moves of the game; each shows its position, and the last one goes on with the game.
function moves() {
  const list = game.moves.map((move, index) => {
    const before = index ? game.moves[index - 1].fen : game.start;
    const label = numbered(before, index === 0, move);
    return el("button.move", { class: `move ${move.by === "program" ? "" : "them"}`, onclick: () => look(index) }, label);
  });
  return el("div.moves", { role: "group", "aria-label": "Moves of the game" }, ...list);
}

function look(index) {
  if (index === game.moves.length - 1) return show();
  const move = game.moves[index];
  cover({ fen: move.fen, last: endsOf(move.uci), said: `the game after ${move.san}; its last move goes on` });
  by("play-why").replaceChildren(...why(move));
}

function reason() {
  const last = game.moves.findLast((move) => move.by === "program");
  return [el("div", { id: "play-why" }, ...(last ? why(last) : []))];
}

function why(move) {
  if (!move?.why) return [];
  const { answer, line, text } = move.why;
  return [
    el("h4", {}, `Why ${move.san}`),
    answer.because ? el("p.because", {}, answer.because) : "",
    el("p.soft", {}, answer.action ?? answer.advice ?? "", line ? ", " : "", line ? lineLink(line, answer.file ?? null, answer.rule ? `rule ${answer.rule}, line ${line}` : null) : ""),
    details(text),
  ];
}

async function person(move) {
  game.moves.push({ ...move, by: "person" });
  await go();
}

async function hint() {
  const found = await work.ask("play", { ...project(), fen: game.start, moves: game.moves.map((move) => move.uci), side: "person", ...subjectOf(by("play-subject")) }, "looking for a hint");
  if (!found) return;
  const { hint: move } = found;
  show();
  if (!move) return say("the program has no move here");
  say(`a hint: ${move.san}`);
  const last = game.moves.at(-1);
  cover({ fen: fenNow(), own: true, last: last ? endsOf(last.uci) : null, move: person,
    arrows: [arrowOf(move.uci, "hint")] });
}

function back() {
  // The person's last move, and what the program said to it.
  const at = game.moves.findLastIndex((move) => move.by === "person");
  if (at < 0) return;
  game.moves.length = at;
  game.over = null;
  game.ended = null;
  say(`${counted(game.moves.length, "move")} played`);
  go();
}

export function makePlay() {
  work = new Work("play-told");
  leave();
  by("play-begin").onclick = begin;
  by("play-back").onclick = () => game && back();
  by("play-hint").onclick = () => game && hint();
  by("play-keep").onclick = () => {
    if (!game) return;
    const fen = fenNow();
    leave();
    setPosition(fen);
    open("run");
  };
  on("checked", () => fillSubjects(by("play-subject")));
  on("opened", leave);
  // A game that is left for another panel is there when one comes back.
  on("panel", (name) => {
    if (name === "play" && game) {
      orient(game.person === "White" ? "white" : "black");
      show();
    } else if (name !== "play" && game) {
      // A board seen from Black's side belongs to the game.
      orient("white");
      cover(null);
    }
  });
  on("board", () => panel() === "play" && leave());
}

function leave() {
  if (game) orient("white");
  game = null;
  by("play-told").replaceChildren(el("p.soft", {}, EMPTY));
  by("play-back").disabled = true;
  by("play-hint").disabled = true;
}
