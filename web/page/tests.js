// Tests: those of the program, run as one types while that is quick, and by a button where it is not.

import { by, counted, el, later } from "./dom.js";
import { Work, lineLink, panel } from "./panel.js";
import { on, program, project, setPosition } from "./store.js";

// Tests that took longer than this, in milliseconds, are not run again at each change.
const QUICK = 1500;

let work = null;
let took = 0;
let of = null;

async function run() {
  const began = performance.now();
  const text = project();
  const found = await work.ask("test", text, "testing");
  took = performance.now() - began;
  if (!found) return;
  of = JSON.stringify(text);
  show(found.tests);
}

function show(tests) {
  const good = tests.filter((test) => test.good).length;
  const fens = new Map((program()?.tests ?? []).map((test) => [test.line, test.fen]));
  const rows = tests.map((test) => {
    const fen = fens.get(test.line);
    return el("li", {},
      el(`span.mark.${test.good ? "good" : "bad"}`, { "aria-label": test.good ? "passes" : "fails" }, test.good ? "✓" : "✗"),
      el("span", {}, el("b", {}, test.name), " ", lineLink(test.line), " ", fen ? el("button.link", { onclick: () => setPosition(fen) }, "its position") : ""),
      el("span.headline", {}, test.headline),
      test.good ? null : el("pre", { tabindex: "0" }, test.text),
    );
  });
  by("tests-told").replaceChildren(
    el(`p.verdict.${good === tests.length ? "good" : "bad"}`, { role: "status" }, tests.length ? `${good} of ${counted(tests.length, "test")} pass` : "The program has no tests."),
    el("ul.tests", {}, ...rows),
  );
  by("tab-tests").dataset.bad = good === tests.length ? "" : String(tests.length - good);
}

const soon = later(500, () => {
  if (!program()) return;
  if (!program().tests.length) return show([]);
  const quick = took < QUICK || panel() === "tests";
  if (quick && by("tests-live").checked && of !== JSON.stringify(project())) run();
});

export function makeTests() {
  work = new Work("tests-told");
  by("tests-now").onclick = () => program() && run();
  on("checked", soon);
  on("panel", soon);
  on("opened", () => {
    took = 0;
    of = null;
    by("tests-told").replaceChildren();
    by("tab-tests").dataset.bad = "";
  });
}
