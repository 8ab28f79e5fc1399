// The page begins here: each part is made, then what the engine is, then the first program.

import { by, el, marked, say } from "./dom.js";
import { ask } from "./engine.js";
import { check, format, goTo, insert, makeEditor, mend } from "./editor.js";
import { makeAssess } from "./assess.js";
import { add, first, makeFiles, save } from "./files.js";
import { makeGames, readFiles } from "./games.js";
import { help } from "./help.js";
import { makeLights } from "./lights.js";
import { makeOutside } from "./outside.js";
import { makePlay } from "./play.js";
import { makePosition } from "./position.js";
import { makeProve } from "./prove.js";
import { makeRun, run, runIfNew } from "./run.js";
import { makeSolve } from "./solve.js";
import { makeTabs, open } from "./panel.js";
import { makeSteps, showSteps } from "./steps.js";
import { makeTests } from "./tests.js";
import { markdown } from "./markdown.js";
import { on, openFile, store } from "./store.js";

function mistakes(found) {
  const errors = found.diagnostics.filter((one) => one.severity === 1).length;
  by("verdict").textContent = errors ? `${errors} ${errors === 1 ? "mistake" : "mistakes"}` : "no mistakes";
  by("verdict").className = errors ? "bad" : "good";
  by("mistakes").replaceChildren(
    ...found.diagnostics.slice(0, 50).map((one) =>
      el("li", { class: ["", "error", "warning", "remark"][one.severity] },
        el("button.link", { onclick: () => goTo(0, one.range) }, `line ${one.range.start.line + 1}`),
        " ", ...marked(one.message), " ", el("button.code", { title: "what this means", onclick: () => explain(one.code) }, one.code),
        ...(one.repairs ?? []).map((repair) => el("button.tool.small", { onclick: () => mend(repair, found.of) }, ...marked(repair.title))))),
  );
}

async function explain(word) {
  const { text } = await ask("explain", { word });
  by("help-title").textContent = word;
  by("help-text").replaceChildren(markdown(text));
  openHelp();
}

// From its beginning: a browser goes to the first button, which is at the end.
function openHelp() {
  by("help-dialog").showModal();
  by("help-dialog").scrollTop = 0;
  by("help-title").focus({ preventScroll: true });
}

function theme(next) {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const now = document.documentElement.dataset.theme ?? (dark ? "dark" : "light");
  const chosen = next ?? (now === "dark" ? "light" : "dark");
  document.documentElement.dataset.theme = chosen;
  remember("adv-theme", chosen);
}

function remember(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // A browser that keeps nothing has the page as it is at first.
  }
}

function remembered(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

// On a narrow page the text and the board with its answers take turns.
function view(name) {
  by("main").dataset.view = name;
  for (const one of ["text", "board"]) by(`view-${one}`).setAttribute("aria-pressed", String(one === name));
}

// The signs that programs need most come first.
const USUAL = "∧∨¬∩∪∅∈⊆≤≥≠⇒∀∃";
function inOrder(signs) {
  const rank = ({ sign }) => (USUAL.includes(sign) ? USUAL.indexOf(sign) : USUAL.length);
  return signs.toSorted((a, b) => rank(a) - rank(b));
}

function makeSigns() {
  by("signs").append(
    ...inOrder(store.hello.signs).map(({ sign, meaning }) =>
      el("button.sign", { title: meaning, "aria-label": `${sign}, ${meaning}`, onclick: () => insert(sign) }, sign)),
    // A set of squares is clicked together on the board.
    el("button.tool.small", { id: "pick", "aria-pressed": "false", title: "click squares together on the board" }, "{ } from the board"),
  );
  // Tab comes to one of them, and arrows go along.
  const all = [...by("signs").children];
  all.forEach((one, index) => (one.tabIndex = index ? -1 : 0));
  by("signs").onkeydown = (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const at = all.indexOf(event.target);
    if (!step || at < 0) return;
    event.preventDefault();
    const next = all[(at + step + all.length) % all.length];
    all.forEach((one) => (one.tabIndex = one === next ? 0 : -1));
    next.focus();
  };
}

function keys(event) {
  const mod = event.ctrlKey || event.metaKey;
  if (mod && event.key === "s") save();
  else if (mod && event.key === "Enter") (open("run"), run());
  else if (event.altKey && !mod && /^[1-6]$/.test(event.key)) open(["run", "play", "prove", "assess", "solve", "tests"][event.key - 1], true);
  else return;
  event.preventDefault();
}

async function begin() {
  const kept = remembered("adv-theme");
  if (kept === "dark" || kept === "light") theme(kept);
  say("the engine starts…");
  store.hello = await ask("hello");
  say("");
  makeSigns();
  makeTabs();
  makePosition();
  makeRun();
  makePlay();
  makeProve();
  makeAssess();
  makeSolve();
  makeTests();
  makeLights();
  makeFiles();
  makeOutside();
  makeGames(add);
  makeSteps(view);
  on("checked", mistakes);
  on("opened", () => {
    by("verdict").textContent = "reading…";
    by("verdict").className = "";
    by("mistakes").replaceChildren();
  });
  // What was said of a text or a position is not said of the next one.
  for (const event of ["opened", "text", "board"]) on(event, () => say(""));
  on("fault", (text) => {
    by("verdict").textContent = "not read since the last change";
    by("verdict").className = "";
    say(text, "bad");
  });
  // A new program is seen to move first.
  on("begun", () => open("run"));
  on("go", ({ name, line }) => {
    openFile(name);
    goTo(line);
  });
  by("format").onclick = async () => (await format()) || say("the text has mistakes that keep it from being formatted", "bad");
  by("theme").onclick = () => theme();
  by("help").onclick = () => {
    by("help-title").textContent = "What is here";
    by("help-text").replaceChildren(...help(() => (by("help-dialog").close(), showSteps())));
    openHelp();
  };
  by("view-text").onclick = () => view("text");
  by("view-board").onclick = () => view("board");
  by("file-input").onchange = async () => {
    await readFiles([...by("file-input").files], add);
    by("file-input").value = "";
  };
  for (const button of document.querySelectorAll("[data-close]")) button.onclick = () => button.closest("dialog").close();
  document.addEventListener("keydown", keys);
  makeEditor(by("editor"));
  await first();
  await check();
  // The first move is not waited for as one waits for a person who types.
  runIfNew();
  document.documentElement.dataset.engine = store.hello.engine;
}

// What an engine refuses is said; anything else is a fault of the page.
addEventListener("unhandledrejection", (event) => {
  if (!event.reason?.code) return;
  event.preventDefault();
  say(event.reason.message, "bad");
});

begin().catch((error) => say(`the page cannot begin: ${error.message}`, "bad"));
