// What happens outside this page: files of the folder are changed, the same project is written in another tab, the server ends and is begun again.
//
//   folder, or what the browser keeps ──▶ takeIn ──▶ nothing was typed here: taken over
//                                                └─▶ both were changed: offered side by side; neither is written over before that
//   another tab ──▶ channel ──▶ look
//   the engine  ──▶ "gone"  ──▶ one sentence; a page that is opened by the server begun again sends its token here

import { by, el, notice, say } from "./dom.js";
import { check } from "./editor.js";
import { ask, goOn, token } from "./engine.js";
import { kept, versions } from "./keep.js";
import { isUnsaved, on, store, tell } from "./store.js";

const GONE = "adv studio has ended. What you write stays in this page, and the answers on it are old: begin adv studio again, and the page goes on.";
// How often the folder is looked at, in milliseconds.
const OFTEN = 3000;

// The texts from outside that have to be chosen about, by the names of their files.
let others = new Map();
export const channel = new BroadcastChannel("adv-studio");

export const isDisputed = (name = null) => (name ? others.has(name) : others.size > 0);

const where = () => (store.hello.disk ? "on disk" : "in another tab");

// Reads what is outside, and takes it in. What the page itself has written meanwhile is newer than the answer.
export async function look() {
  const { base } = store;
  const found = store.hello.disk ? await ask("files").catch(() => null) : await kept(store.name).catch(() => null);
  if (found && base === store.base) takeIn(found);
}

// Takes in the texts that are outside now; a project in the browser has the time when it was kept.
export function takeIn({ files: theirs, changed }) {
  const { disk } = store.hello;
  const files = { ...store.files };
  const base = { ...theirs };
  const taken = [];
  let isNew = false;
  others = new Map();
  for (const name of new Set([...Object.keys(theirs), ...Object.keys(store.base)])) {
    const [mine, was, other] = [files[name], store.base[name], theirs[name]];
    if (other === was) continue;
    isNew = true;
    const isWritten = mine !== undefined && mine !== was;
    // What was written here and is gone outside stays; so does every file that is gone on disk, and what was removed from the project stays out of it.
    if (mine === other || (other === undefined && (isWritten || disk || Object.keys(files).length < 2)) || (disk && mine === undefined && was !== undefined)) continue;
    if (isWritten) {
      others.set(name, other);
      if (was === undefined) delete base[name];
      else base[name] = was;
      continue;
    }
    taken.push(name);
    if (other === undefined) delete files[name];
    else files[name] = other;
  }
  told();
  if (changed !== undefined) versions.set(store.name, changed);
  if (!isNew) return;
  store.base = base;
  store.files = files;
  if (taken.length) say(`${taken.join(", ")}: changed ${where()}, and taken over`);
  renew();
}

// Shows files anew; the board and what is asked stay.
function renew() {
  if (store.files[store.open] !== undefined) return tell("taken");
  store.open = Object.keys(store.files)[0];
  tell("opened", "file");
}

let asked = null;

// Says once which text has to be chosen about.
function told() {
  const [name = null] = others.keys();
  if (name === asked) return;
  asked = name;
  notice("outside", name && `${name} was changed ${where()} while you were writing it. Neither text is lost.`, el("button.tool.small", { onclick: () => compare(name) }, "Compare and choose"));
}

// The lines of a text in which it differs from another: all but those that both begin and end with.
function marked(text = "", other = "") {
  const [lines, those] = [text.split("\n"), other.split("\n")];
  const shorter = Math.min(lines.length, those.length);
  let first = 0;
  while (first < shorter && lines[first] === those[first]) first++;
  let last = 0;
  while (last < shorter - first && lines.at(-1 - last) === those.at(-1 - last)) last++;
  const part = (from, to) => lines.slice(from, to).map((line) => `${line}\n`).join("");
  return [part(Math.max(0, first - 3), first), el("mark", {}, part(first, lines.length - last)), part(lines.length - last, lines.length - last + 3)];
}

// Both texts side by side; true where one of them was chosen.
export function compare(name) {
  const dialog = by("compare");
  const [mine, other] = [store.files[name], others.get(name)];
  by("compare-title").textContent = `${name}, written twice`;
  const side = (title, act, text, against) =>
    el("section", {}, el("h3", {}, title), el("pre", { tabindex: "0", "aria-label": title }, ...marked(text, against)), el("button.tool.strong", { onclick: act }, "Take this one"));
  return new Promise((done) => {
    let chosen = false;
    const take = (text) => {
      chosen = true;
      others.delete(name);
      store.base = { ...store.base, [name]: other };
      store.files = { ...store.files, [name]: text };
      dialog.close();
      told();
      renew();
      tell("text");
    };
    by("compare-sides").replaceChildren(side("Here", () => take(mine), mine, other), side(`${where()[0].toUpperCase()}${where().slice(1)}`, () => take(other), other, mine));
    dialog.onclose = () => done(chosen);
    dialog.showModal();
  });
}

export function makeOutside() {
  channel.onmessage = ({ data }) => {
    if (data.token) goOn(data.token);
    else if (data.wrote === store.name) look();
    else if (data.opened === store.name || data.too === store.name) {
      if (data.opened) channel.postMessage({ too: store.name });
      say("this project is open in another tab too: what is written in one of them comes to the other");
    }
  };
  if (token) channel.postMessage({ token });
  on("opened", (kind) => {
    if (kind !== "project") return;
    others = new Map();
    versions.set(store.name, store.changed);
    told();
    channel.postMessage({ opened: store.name });
  });
  on("gone", (isGone) => {
    document.body.classList.toggle("gone", isGone);
    notice("gone", isGone ? GONE : null);
    if (!isGone) (look(), check());
  });
  const seen = () => !document.hidden && look();
  addEventListener("focus", seen);
  document.addEventListener("visibilitychange", seen);
  if (store.hello.disk) setInterval(seen, OFTEN);
  addEventListener("beforeunload", (event) => (others.size || (store.hello.disk && Object.keys(store.files).some(isUnsaved))) && event.preventDefault());
}
