// What the panels share: tabs by mouse and keys, one long question at a time for each, its progress and its end.

import { by, counted, el, say } from "./dom.js";
import { ask } from "./engine.js";
import { goTo, markLines } from "./editor.js";
import { openFile, store, tell } from "./store.js";

// What a proof does, by the names of its phases.
const PHASES = { positions: "tables are made, and positions listed", consulting: "the program is asked", settling: "replies are tried", reporting: "the report is made" };
const tabs = ["run", "play", "prove", "assess", "solve", "tests"];
let shown = "run";

export const panel = () => shown;

export function open(name, focus = false) {
  shown = name;
  for (const one of tabs) {
    const tab = by(`tab-${one}`);
    tab.setAttribute("aria-selected", String(one === name));
    tab.tabIndex = one === name ? 0 : -1;
    by(`panel-${one}`).hidden = one !== name;
  }
  if (focus) by(`tab-${name}`).focus();
  tell("panel", name);
}

export function makeTabs() {
  tabs.forEach((name, index) => {
    const tab = by(`tab-${name}`);
    tab.onclick = () => open(name);
    tab.onkeydown = (event) => {
      const steps = { ArrowRight: 1, ArrowLeft: -1 };
      if (event.key in steps) open(tabs[(index + steps[event.key] + tabs.length) % tabs.length], true);
      else if (event.key === "Home") open(tabs[0], true);
      else if (event.key === "End") open(tabs.at(-1), true);
      else return;
      event.preventDefault();
    };
  });
  open("run");
}

// The long question of a panel: its progress in `place`, a button that gives it up. A new one gives the old one up.
export class Work {
  constructor(place) {
    this.place = by(place);
    this.running = null;
  }

  // The answer, or null where it was given up. A fault is shown in the panel and is no answer either, unless `knows` says that it is dealt with.
  async ask(kind, fields, name, knows = () => false) {
    this.running?.cancel();
    const began = ask(kind, fields, (progress) => this.running === began && this.told(progress));
    this.running = began;
    this.began = performance.now();
    const slow = setTimeout(() => this.running === began && this.show(`${name}…`), 400);
    try {
      const answer = await began;
      return this.running === began ? answer : null;
    } catch (error) {
      if (this.running === began && knows(error)) return null;
      if (this.running === began && error.code !== "cancelled") this.fault(error.message);
      else if (this.running === began) this.fault("given up");
      return null;
    } finally {
      clearTimeout(slow);
      if (this.running === began) {
        this.running = null;
        if (this.bar) this.end();
      }
    }
  }

  show(text) {
    this.said = el("span", {}, text);
    this.meter = el("progress", { "aria-label": text });
    this.bar = el("div.working", {}, this.meter, this.said, el("button.tool", { onclick: () => this.running?.cancel() }, "Stop"));
    this.place.replaceChildren(this.bar);
  }

  told({ running, phase, done, of }) {
    if (!running || !this.bar) return;
    const far = done ? `: ${counted(done, "position")}${of ? ` of ${of.toLocaleString("en")}` : ""}` : "";
    const seconds = Math.round((performance.now() - this.began) / 1000);
    if (phase) this.said.textContent = `${PHASES[phase] ?? phase}${far}, ${seconds} s`;
    if (of) {
      this.meter.max = of;
      this.meter.value = done;
    }
  }

  end() {
    this.bar?.remove();
    this.bar = null;
  }

  fault(text) {
    this.bar = null;
    this.place.replaceChildren(el("p.fault", { role: "alert" }, text));
  }
}

// A button that leads to a line of the text.
export const lineLink = (line, file = null, name = null) =>
  el("button.link", { onclick: () => goToLine(line, file) }, name ?? `line ${line}`);

export function goToLine(line, file = null) {
  if (file && store.files[file] === undefined) return say(`${file} is in the library: its text is not in this project`);
  if (file) openFile(file);
  by("main").dataset.view = "text";
  goTo(line);
  markLines([line]);
}

// Marks the rule and the piece-of-advice of a choice while a line is walked.
export function markChoice(choice) {
  const own = choice && (!choice.file || choice.file === store.open);
  markLines(own ? [choice.rule_line, choice.line].filter((line, index, all) => line && all.indexOf(line) === index) : []);
}

// A table of the program: names for a choice.
export const option = (value, name = value) => el("option", { value }, name);

// Text for people as the command prints it, to be opened.
export const details = (text) => el("details", {}, el("summary", {}, "The whole answer as text"), el("pre", { tabindex: "0" }, text));
