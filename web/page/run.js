// Run: what the program does in the position on the board. Rule, piece-of-advice, move, reason, the tree to walk through, and why others failed.

import { by, counted, el, later } from "./dom.js";
import { markLines } from "./editor.js";
import { Work, details, lineLink, option, panel } from "./panel.js";
import { cover, sceneFen } from "./position.js";
import { on, program, projectAt, store } from "./store.js";
import { sceneOf, tree } from "./walk.js";

let work = null;
let last = "";
// The answer that is shown.
let shown = null;

// What can be asked: all that a program has, by its kind.
export function subjects() {
  const found = program();
  if (!found) return [];
  return [["strategy", found.strategies], ["table", found.tables], ["advice", found.advice]].flatMap(([kind, names]) =>
    names.map((name) => ({ kind, name })),
  );
}

export function fillSubjects(select) {
  const list = subjects();
  const before = select.value;
  select.replaceChildren(option("", list.length ? `${list[0].kind} ${list[0].name}` : "nothing"), ...list.slice(1).map(({ kind, name }) => option(name, `${kind} ${name}`)));
  if (list.some(({ name }) => name === before)) select.value = before;
}

export const subjectOf = (select) => (select.value ? { subject: select.value } : {});

async function run() {
  if (!program()) {
    by("run-told").replaceChildren(el("p.soft", {}, store.checked ? "Mend the mistakes in the text first: they stand under it, with their repairs." : "The text is being read."));
    return;
  }
  if (!subjects().length) {
    by("run-told").replaceChildren(el("p.soft", {}, "This program has no table, strategy or advice that could be asked for a move."));
    return;
  }
  const told = await work.ask("run", { ...projectAt(), ...subjectOf(by("run-subject")) }, "looking for a move");
  if (told) show(told);
  else markLines([]);
}

// A question is asked anew where the text or the position has changed, and the panel is open.
export function runIfNew() {
  if (panel() !== "run") return;
  const now = JSON.stringify([projectAt(), by("run-subject").value, Boolean(program())]);
  if (now === last) return;
  last = now;
  run();
}

const soon = later(120, runIfNew);

function show(told) {
  shown = told;
  const { answer } = told;
  const { move } = answer;
  const place = by("run-told");
  const rule = told.line ? lineLink(told.line, answer.file ?? null, answer.rule ? `rule ${answer.rule} of ${answer.table}, line ${told.line}` : `line ${told.line}`) : null;
  const head = move
    ? [
        el("h3.move-told", {}, move.san, el("span.by", {}, `by ${answer.action ?? answer.advice ?? ""}`)),
        answer.because ? el("p.because", {}, answer.because) : null,
        el("p.soft", {}, ...[answer.strategy ? `strategy ${answer.strategy}, ` : null, rule, `${rule ? ", " : ""}${counted(answer.positions, "position")} tested`].filter(Boolean)),
        answer.conditional ? el("p.warn", {}, "The tree leaves legal replies out: it forces nothing against these.") : null,
      ]
    : [el("h3", {}, "No move"), el("p", {}, told.ended ?? answer.ended ?? "No rule applies whose advice has a forcing-tree here.")];
  const why = (answer.why ?? []).filter((one) => one.failures?.length || one.ended);
  place.replaceChildren(
    ...head.filter(Boolean),
    move ? el("button.tool", { onclick: () => arrow(told) }, `Show ${move.san} on the board`) : "",
    answer.nodes?.length ? el("h4", {}, "Forcing-tree: its moves, every reply") : "",
    answer.nodes?.length ? tree({ fen: answer.fen, nodes: answer.nodes, name: `tree of ${answer.advice ?? answer.action ?? told.subject}`, at: () => mark(told) }) : "",
    why.length ? el("h4", {}, "Tried before it, without success") : "",
    ...why.map(vain),
    details(told.text),
  );
  if (!sceneIsOther(told)) arrow(told);
}

const sceneIsOther = (told) => sceneFen() !== told.answer.fen;

// The move as an arrow over the position itself, which stays.
function arrow(told) {
  const { move, fen } = told.answer;
  if (!move) return cover(null);
  const next = { uci: move.uci };
  cover({ ...sceneOf(fen, null, next, ""), own: true, drawn: true });
  mark(told);
}

// The text stays where it is read: the program is asked at every change of it.
const mark = (told) => markLines(told.line && !told.answer.file ? [told.line] : [], false);

function vain(one) {
  const rows = (one.failures ?? []).map((failure) => {
    const nearest = failure.nearest;
    const miss = nearest
      ? el("button.link", { onclick: () => cover({ fen: nearest.fen, root: null, said: `${one.advice}: where it came nearest` }) },
          `nearest: ${value(nearest.left)} against ${value(nearest.right)}`)
      : null;
    return el("li", {}, el("code", {}, failure.text ?? failure.goal ?? ""), ` false in ${counted(failure.failed, "position")} `,
      failure.line ? lineLink(failure.line, failure.file ?? null) : null, " ", miss);
  });
  return el("details.vain", {}, el("summary", {}, one.advice), el("ul", {}, ...rows), one.ended ? el("p.soft", {}, String(one.ended)) : null);
}

const value = (side) => (side?.values ? (side.values.length === 1 ? String(side.values[0]) : `(${side.values.join(", ")})`) : "?");

export function makeRun() {
  work = new Work("run-told");
  by("run-now").onclick = run;
  by("run-subject").onchange = soon;
  on("checked", () => {
    fillSubjects(by("run-subject"));
    soon();
  });
  on("board", soon);
  on("panel", (name) => {
    soon();
    // Another panel has taken its arrow from the board, and leaves the board only now.
    if (name === "run") queueMicrotask(() => shown && program() && !sceneIsOther(shown) && arrow(shown));
  });
  on("opened", () => {
    last = "";
    shown = null;
  });
}

export { run };
