// First steps, for a teacher who opens the page for the first time: five buttons over the page, each of which does one thing with the program for king and
// queen and says in a sentence what is to be seen. The strip can be closed, and is opened again by Help.

import { by, el, say } from "./dom.js";
import { check, goTo, rewrite } from "./editor.js";
import { fromGallery } from "./files.js";
import { open } from "./panel.js";
import { on, program, setPosition, store, text } from "./store.js";

const NAME = "examples/queen.adv";
const FILE = "queen.adv";
// The line that keeps the queen, without which she is given away.
const GUARD = /^ {2}holding {2}SQ\(Q\) ∩ MV\(B\.K\) = ∅.*\n/m;

let view = () => {};
let guard = null;

const steps = [
  ["See a word on the board", see],
  ["Play against it", play],
  ["Prove it", prove],
  ["Break it, and mend it", breakOrMend],
  ["Write your own", own],
];

function told(...parts) {
  by("steps-told").replaceChildren(...parts);
}

// The first claim is settled. On a phone its verdict is below the board.
function proveFirst() {
  view("board");
  open("prove");
  by("claims").querySelector(".tool")?.click();
}

const nameFourth = (name) => (by("steps-list").children[3].querySelector("button").textContent = `4 ${name}`);

function done(index) {
  by("steps-list").children[index].querySelector("button").dataset.done = "true";
}

// The program for king and queen, as it was, unless it is open already.
async function queen() {
  if (store.open !== FILE || !text().includes("advice squeeze")) {
    guard = null;
    await fromGallery(NAME);
  }
  if (guard) mendText();
  await check();
  if (!program()) throw new Error("the text has mistakes: mend them first, or take queen.adv from the Gallery");
  setPosition(null);
}

function mendText() {
  const whole = text().replace(/^ {2}us {7}K, Q by new\.work/m, (line) => guard + line);
  const changed = whole !== text();
  guard = null;
  nameFourth("Break it, and mend it");
  if (!changed) throw new Error("the text has changed too much for that: take queen.adv from the Gallery");
  rewrite(whole);
}

async function see() {
  await queen();
  view("text");
  const lines = text().split("\n");
  const line = lines.findIndex((one) => one.includes("MV(B.K) ="));
  const character = lines[line].indexOf("MV(B.K)");
  goTo(0, { start: { line, character: character + 1 }, end: { line, character: character + 1 } });
  told("The cursor is on ", el("code", {}, "MV(B.K)"), ": the squares to which Black's king can move. They are lit on the board. Click other words of the text, ",
    el("code", {}, "PEN(B)"), " or ", el("code", {}, "SQ(Q)"), ": what each means is lit or written beside the board.");
}

async function play() {
  await queen();
  view("board");
  open("play");
  by("play-begin").click();
  told("You have the lone king. Move him on the board: click him, then a square. Under the moves you read why the program played its own.");
}

async function prove() {
  await queen();
  proveFirst();
  told("The claim is the last line of the text: mate from every position, within 15 moves. The program is played against every reply that Black has. ",
    "Proved means that it always mates; the boards of numbers show where it takes long.");
}

async function breakOrMend() {
  if (guard) {
    await queen();
    proveFirst();
    return told("The line is back, and the claim is proved again. This is how a strategy is written: claim, look at the line that breaks it, mend the rule, prove again.");
  }
  await queen();
  const found = text().match(GUARD);
  if (!found) throw new Error("the line that guards the queen is not in the text: take queen.adv from the Gallery");
  [guard] = found;
  rewrite(text().replace(GUARD, ""));
  nameFourth("Mend it");
  await check();
  proveFirst();
  told("The line ", el("code", {}, guard.split("//")[0].trim()), " is taken out of the text: Black could never take the queen. Without it the claim is refuted. ",
    "Press “Show where it ends” to see how she is lost; the rule that played is marked in the text. Then press “Mend it”.");
}

async function own() {
  by("new-project").click();
  told("Name the men: adv writes a first program for them, which plays at once. Prove shows where it fails; then it is your turn to say it better. The Gallery has finished ones.");
}

function close(closed) {
  by("steps").hidden = closed;
  try {
    localStorage.setItem("adv-steps", closed ? "closed" : "open");
  } catch {
    // A browser that keeps nothing shows them each time.
  }
}

export const showSteps = () => close(false);

// `shown` changes between text and board on a narrow page.
export function makeSteps(shown) {
  view = shown;
  by("steps-list").append(
    ...steps.map(([name, act], index) =>
      el("li", {}, el("button.tool", { onclick: () => act().then(() => done(index)).catch((error) => say(error.message, "bad")) }, `${index + 1} ${name}`)),
    ),
  );
  by("steps-end").onclick = () => close(true);
  const first = by("steps-told").textContent;
  on("opened", (kind) => {
    if (kind !== "project") return;
    guard = null;
    nameFourth("Break it, and mend it");
    told(store.open === FILE ? first : "");
  });
  try {
    by("steps").hidden = localStorage.getItem("adv-steps") === "closed";
  } catch {
    by("steps").hidden = false;
  }
}
