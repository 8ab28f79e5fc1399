// What is on the page, for one who sees it for the first time.

import { el } from "./dom.js";

const PARTS = [
  ["Text", "The program. Mistakes stand under it, with buttons that mend them. A word explains itself under the mouse; Ctrl-Space proposes what can be written."],
  ["Board", "The position that is asked about: the program's example until another one is set. Play a move, set one up, paste a FEN or a game, or drop a file on the page."],
  ["Under the cursor", "Go through the text: the squares of the word under the cursor light up, numbers and truths stand beside the board."],
  ["Run", "What the program does here, by which rule and why, with the tree that forces it. Click moves to see them."],
  ["Play", "A game against the program. Take moves back, ask for a hint."],
  ["Prove", "Each claim (a line that begins with prove) is played against every reply from every position: it holds, or you see the line that breaks it, move by move."],
  ["Assess", "Who stands better and why, by patterns."],
  ["Solve", "Mate problems."],
  ["Tests", "The tests of the program, run as you write."],
];

const KEYS = [
  ["Ctrl-Enter", "run"], ["Ctrl-S", "save"], ["Alt-1 to Alt-6", "the panels"], ["F8, Shift-F8", "the next and the previous mistake"], ["Ctrl-Space", "proposals"],
  ["Shift-Alt-F", "format"], ["F12", "where a word is defined"], ["Ctrl-F", "search"], ["Tab", "leaves the text"], ["arrows, Enter", "on the board: go, take a man, put it down"],
];

// `steps` shows the first steps.
export function help(steps) {
  const rows = (list) => el("dl", {}, ...list.flatMap(([name, said]) => [el("dt", {}, name), el("dd", {}, said)]));
  return [
    el("p", {}, "New here? ", el("button.tool", { onclick: steps }, "Show the first steps"), " They stand over the page: play against a strategy, prove it, break it, write your own."),
    rows(PARTS),
    el("h3", {}, "Keys"),
    rows(KEYS),
  ];
}
