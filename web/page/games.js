// Positions and games that are pasted or dropped: a FEN, a list of men, a game record (PGN), a program's file.

import { by, el, say } from "./dom.js";
import { ask } from "./engine.js";
import { readFen } from "./position.js";
import { changes } from "./store.js";
import { line } from "./walk.js";

const MOST_BYTES = 1 << 20;
const MOST_GAMES = 200;

// The games of a record: their tags, and the moves of the main line. Comments and variations are passed over.
export function games(record) {
  const found = [];
  let tags = {};
  let moves = [];
  let depth = 0;
  const end = () => {
    if (moves.length || Object.keys(tags).length) found.push({ tags, moves });
    tags = {};
    moves = [];
    depth = 0;
  };
  const parts = /\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]|\{[^}]*\}|;[^\n]*|([()])|\$\d+|(1-0|0-1|1\/2-1\/2|\*)|(\d+\.(?:\.\.)?|\.\.\.)|([^\s(){};]+)/g;
  for (const [, tag, value, bracket, result, , word] of record.matchAll(parts)) {
    if (tag) {
      if (moves.length) end();
      tags[tag] = value.replace(/\\(.)/g, "$1");
    } else if (bracket) depth = Math.max(0, depth + (bracket === "(" ? 1 : -1));
    else if (result && depth === 0) end();
    else if (word && depth === 0) moves.push(word.replace(/[!?]+$/, "").replace(/^\d+\.+/, "").replaceAll("0-0", "O-O").replace("O-O-0", "O-O-O"));
    if (found.length >= MOST_GAMES) return found;
  }
  end();
  return found.map((game) => ({ ...game, moves: game.moves.filter(Boolean).slice(0, 600) })).filter(({ moves: list, tags: named }) => list.length || named.FEN);
}

const nameOf = ({ tags }, index) => `${tags.White ?? "?"} – ${tags.Black ?? "?"}${tags.Event && tags.Event !== "?" ? `, ${tags.Event}` : ""} (${index + 1})`;

// Counts games that were chosen.
let chosen = 0;

// Walks a game. The line of the one before goes at once; an answer that comes after another game was chosen is dropped, and one that comes
// after something else was done leaves the board as it is.
async function walked(game) {
  const [mine, before] = [++chosen, changes];
  by("game-line").replaceChildren();
  const start = game.tags.FEN ?? "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
  const told = await ask("position", { fen: start, moves: game.moves }).catch((error) => ({ fault: error.message }));
  if (mine !== chosen) return;
  if (told.fault) return say(`the game cannot be read: ${told.fault}`, "bad");
  const made = line({ fen: start, moves: told.game ?? [], name: "the game" });
  by("game-line").replaceChildren(made.element);
  if (before === changes) made.go((told.game ?? []).length - 1);
}

function showGames(list) {
  const select = by("game-choice");
  select.replaceChildren(...list.map((game, index) => el("option", { value: String(index) }, nameOf(game, index))));
  select.onchange = () => walked(list[Number(select.value)]);
  by("games").hidden = false;
  walked(list[0]);
}

// A text that was pasted or dropped: a position or games.
export async function readText(text) {
  const isGame = /\[\s*\w+\s+"/.test(text) || /(^|\s)1\.\s*\S/.test(text);
  if (!isGame) return readFen(text.split("\n")[0]);
  const list = games(text);
  if (!list.length) return say("there is no game in this text", "bad");
  showGames(list);
  say(list.length === 1 ? "one game" : `${list.length} games`);
}

// Files that are dropped on the page or opened: programs go to `programs`, records and positions to the board.
export async function readFiles(files, programs) {
  const texts = {};
  const large = files.filter((file) => file.size > MOST_BYTES).map((file) => file.name);
  for (const file of files) {
    if (file.size > MOST_BYTES) continue;
    if (/\.adv$/i.test(file.name)) texts[file.name] = await file.text();
    else await readText(await file.text());
  }
  if (Object.keys(texts).length) programs(texts);
  if (large.length) say(`${large.join(", ")}: too large`, "bad");
}

export function makeGames(programs) {
  by("games-end").onclick = () => (by("games").hidden = true);
  by("fen").addEventListener("paste", (event) => {
    const text = event.clipboardData.getData("text");
    if (!text.includes("\n") && !/\[\w+ "/.test(text)) return;
    event.preventDefault();
    readText(text);
  });
  document.addEventListener("dragover", (event) => event.dataTransfer.types.includes("Files") && event.preventDefault());
  document.addEventListener("drop", (event) => {
    const { files } = event.dataTransfer;
    const text = event.dataTransfer.getData("text");
    const onEditor = event.composedPath().includes(by("editor"));
    if (files.length) {
      event.preventDefault();
      readFiles([...files], programs);
    } else if (text && !onEditor) {
      event.preventDefault();
      readText(text);
    }
  });
}
