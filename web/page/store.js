// What the page works on: the texts of a project, which of them is open, the position on the board. Whoever shows a part of it listens.
//
//   files ──┐
//   open  ──┼─▶ project() ─▶ every question        "text"     a text was changed
//   fen   ──┘                                      "checked"  the engine has read it: `store.checked`
//                                                  "opened"   another file or project ("project", "file", "renamed"); "leaving" before it is another project
//                                                  "board"    another position
//                                                  "taken"    texts were changed outside; "gone" the engine has ended, or is there again

const listeners = new Map();

export const store = {
  name: "untitled",
  files: { "program.adv": "" },
  open: "program.adv",
  // The position on the board; null is the example of the program.
  fen: null,
  // The answer to the last `check`, and what it was asked about.
  checked: null,
  hello: null,
  // The texts as they were read or written last, in the folder or in what the browser keeps, and when that was.
  base: {},
  changed: null,
};

export function on(event, listener) {
  if (!listeners.has(event)) listeners.set(event, []);
  listeners.get(event).push(listener);
}

// Counts what was put on the board or opened: an answer to an older question leaves the board as it is.
export let changes = 0;

export function tell(event, value) {
  if (event === "board" || event === "opened") changes++;
  for (const listener of listeners.get(event) ?? []) listener(value);
}

// The fields of every question about the program.
export const project = () => ({ files: store.files, open: store.open });
// The same with the position on the board.
export const projectAt = () => ({ ...project(), ...(store.fen ? { fen: store.fen } : {}) });

// A file that is not on disk as it is here.
export const isUnsaved = (name) => store.files[name] !== undefined && store.files[name] !== (store.base[name] ?? "");

export const text = () => store.files[store.open] ?? "";
export const program = () => store.checked?.program ?? null;

// The position that is shown: the one that was set, else the program's example.
export const shownFen = () => store.fen ?? program()?.example ?? store.lastFen ?? "8/8/8/3k4/8/8/8/KQ6 w - - 0 1";

export function change(value) {
  if (store.files[store.open] === value) return;
  store.files = { ...store.files, [store.open]: value };
  tell("text");
}

// Another project, or another file of this one.
export function openProject({ name, files, open, fen = null, changed = null, base = {} }) {
  tell("leaving");
  store.name = name;
  store.files = files;
  store.open = files[open] === undefined ? Object.keys(files)[0] : open;
  store.fen = fen;
  store.checked = null;
  store.base = base;
  store.changed = changed;
  tell("opened", "project");
}

export function openFile(name) {
  if (store.open === name || store.files[name] === undefined) return;
  store.open = name;
  store.checked = null;
  tell("opened", "file");
}

export function setPosition(fen, from = null) {
  store.fen = fen;
  tell("board", from);
}
