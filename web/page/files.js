// The files of a project: kept in the browser as one types, opened and saved to disk, chosen from the gallery, carried by a link.

import { by, el, notice, onSubmit, say } from "./dom.js";
import { ask } from "./engine.js";
import { all, forget, keep, kept } from "./keep.js";
import { fromFragment, isName, toFragment } from "./link.js";
import { channel, compare, isDisputed, look, takeIn } from "./outside.js";
import { isUnsaved, on, openFile, openProject, store, tell, text } from "./store.js";

let keeps = true;

let due = 0;
let keeping = Promise.resolve();

function keepSoon() {
  clearTimeout(due);
  due = setTimeout(keepNow, 400);
}

// What is not kept yet is kept before another project is opened, and before the page is left.
async function keepNow() {
  if (!due || !keeps || store.hello?.disk) return;
  clearTimeout(due);
  due = 0;
  const { name, files, open, fen } = store;
  keeping = keeping.then(() => write({ name, files, open, fen, changed: Date.now() })).catch(() => {
    keeps = false;
    notice("keeps", "This browser keeps nothing here: save what you want to have again.");
  });
  await keeping;
}

async function write(project) {
  const isOpen = () => store.name === project.name;
  if (isOpen() && isDisputed()) return;
  const other = await keep(project);
  if (other && isOpen()) {
    takeIn(other);
    keepSoon();
  }
  if (other) return;
  localStorage.setItem("adv-last", project.name);
  if (isOpen()) store.base = project.files;
  channel.postMessage({ wrote: project.name });
}

function tabs() {
  by("files").replaceChildren(
    ...Object.keys(store.files).map((name) =>
      el("button.file", { role: "tab", "aria-selected": String(name === store.open), tabindex: name === store.open ? "0" : "-1", onclick: () => openFile(name), onkeydown: along },
        name, store.hello?.disk && isUnsaved(name) ? el("span", { "aria-label": ", not saved" }, " •") : null)),
  );
  by("project-name").textContent = store.hello?.disk ? "files on disk" : store.name;
  by("remove-file").disabled = Object.keys(store.files).length < 2;
}

function along(event) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const names = Object.keys(store.files);
  openFile(names[(names.indexOf(store.open) + step + names.length) % names.length]);
  by("files").querySelector('[aria-selected="true"]').focus();
}

// Asks for a name in the page's own dialog; null where it was left.
function named(title, value) {
  const dialog = by("ask-name");
  by("ask-title").textContent = title;
  by("name").value = value;
  by("name-fault").textContent = "";
  return new Promise((done) => {
    let answer = null;
    onSubmit("name-form", () => {
      const given = by("name").value.trim();
      const name = given.endsWith(".adv") || dialog.dataset.kind === "project" ? given : `${given}.adv`;
      if (!isName(name)) return (by("name-fault").textContent = "a name has letters and digits, and no / or \\");
      answer = name;
      dialog.close();
    });
    dialog.onclose = () => done(answer);
    dialog.showModal();
    by("name").select();
  });
}

async function newFile() {
  const name = await named("Name of the new file", "part.adv");
  if (!name) return;
  if (store.files[name] === undefined) store.files = { ...store.files, [name]: "" };
  openFile(name);
  keepSoon();
}

async function rename() {
  const before = store.open;
  const name = await named("New name of the file", before);
  if (!name || name === before) return;
  if (store.files[name] !== undefined) return say(`there is a file ${name} already`, "bad");
  store.files = Object.fromEntries(Object.entries(store.files).map(([own, value]) => [own === before ? name : own, value]));
  store.open = name;
  tell("opened", "renamed");
  if (store.hello?.disk) say(`${name} is not on disk before it is saved${store.base[before] === undefined ? "" : `; ${before} stays there`}`);
  keepSoon();
}

function remove() {
  const { open, files: { [open]: gone, ...left } } = store;
  store.files = left;
  store.open = Object.keys(left)[0];
  tell("opened", "file");
  by("undo").hidden = false;
  by("undo").onclick = () => {
    by("undo").hidden = true;
    add({ [open]: gone });
  };
  say(`${open} was removed from the project${store.hello?.disk ? "; on disk it stays" : ""}`);
  keepSoon();
}

// `a.adv`, or `a 2.adv` where there is one.
function freeName(name, files) {
  for (let number = 1; ; number++) {
    const tried = number === 1 ? name : name.replace(/\.adv$/, ` ${number}.adv`);
    if (files[tried] === undefined) return tried;
  }
}

// A name that no project of this browser has yet, the one that is open and may not be kept yet among them.
async function fresh(name) {
  const taken = new Set([store.name, ...(await all().catch(() => [])).map((one) => one.name)]);
  for (let number = 1; ; number++) {
    const tried = number === 1 ? name : `${name} ${number}`;
    if (!taken.has(tried)) return tried;
  }
}

// A first program for the men that were named.
async function newProgram(event) {
  event.preventDefault();
  let found;
  try {
    found = await ask("new", { material: by("new-men").value.trim() });
  } catch (error) {
    return (by("new-fault").textContent = error.message);
  }
  by("new-dialog").close();
  await opened(found, found.open.replace(/\.adv$/, ""));
  tell("begun");
}

export async function fromGallery(name) {
  const found = await ask("examples", { name });
  by("gallery").close();
  await opened(found, name.split("/").at(-1).replace(/\.adv$/, ""));
}

async function opened(found, title) {
  // Beside the files of a folder it is one file more, which is not on disk before it is saved.
  if (store.hello?.disk) {
    const free = freeName(found.open, store.files);
    const parts = Object.entries(found.files).filter(([own]) => own !== found.open && store.files[own] === undefined);
    return add({ [free]: found.files[found.open], ...Object.fromEntries(parts) });
  }
  openProject({ name: await fresh(title), files: found.files, open: found.open });
  keepSoon();
}

// What one looks at first stands first.
const FIRST = ["hello.adv", "queen.adv", "krk-advice.adv", "kpk.adv"];
const rank = ({ name, group }) => (group === "examples" && FIRST.includes(name.split("/").at(-1)) ? FIRST.indexOf(name.split("/").at(-1)) : FIRST.length);

export async function gallery() {
  const { examples: list } = await ask("examples");
  const examples = list.toSorted((a, b) => rank(a) - rank(b));
  const groups = [...new Set(examples.map((one) => one.group))];
  const names = { examples: "First programs and games of ideas", endings: "Endings", shared: "Parts that others use", book: "Programs of the book" };
  by("gallery-list").replaceChildren(
    ...groups.map((group) =>
      el("section", {}, el("h3", {}, names[group] ?? group),
        ...examples.filter((one) => one.group === group).map((one) =>
          el("button.entry", { onclick: () => fromGallery(one.name) }, el("b", {}, one.name.split("/").at(-1)), el("span", {}, one.title))))),
  );
  if (!by("gallery").open) by("gallery").showModal();
}

// One of the projects of this browser, to be opened; forgotten by a click, and brought back by another.
function listed(one) {
  const row = el("li", {},
    el("button.entry", { onclick: () => (by("projects").close(), openProject({ ...one, base: one.files }), keepSoon()) }, el("b", {}, one.name), el("span", {}, Object.keys(one.files).join(", "))));
  const act = el("button.tool");
  const turn = (isKept) => {
    act.textContent = isKept ? "forget" : "bring back";
    act.ariaLabel = `${act.textContent} ${one.name}`;
    row.firstChild.disabled = !isKept;
    act.onclick = async () => {
      await (isKept ? forget(one.name) : keep(one));
      turn(!isKept);
    };
  };
  turn(true);
  // The one that is open is kept as it is changed.
  if (one.name !== store.name) row.append(act);
  return row;
}

async function projects() {
  await keepNow();
  const list = await all().catch(() => []);
  by("projects-list").replaceChildren(...list.map(listed), list.length ? "" : el("li.soft", {}, "Nothing is kept in this browser yet."));
  by("projects").showModal();
}

export async function save() {
  if (store.hello?.disk) {
    const names = Object.keys(store.files).filter(isUnsaved);
    for (const name of names) if (!(await saved(name))) return;
    return say(names.length ? `${names.join(", ")} saved` : "nothing has changed");
  }
  const address = URL.createObjectURL(new Blob([text()], { type: "text/plain" }));
  el("a", { href: address, download: store.open }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
  say(`${store.open} goes to the folder of downloads`);
}

// Writes a file to disk; where another text is there by now, the user chooses. False where nothing was written.
async function saved(name) {
  while (isUnsaved(name)) {
    const text = store.files[name];
    try {
      await ask("save", { name, text, was: store.base[name] ?? "" });
      store.base = { ...store.base, [name]: text };
      tabs();
      channel.postMessage({ wrote: store.name });
    } catch (error) {
      await look();
      if (!isDisputed(name)) say(error.message, "bad");
      if (!isDisputed(name) || !(await compare(name))) return false;
    }
  }
  return true;
}

export async function link() {
  const { name, files, open, fen } = store;
  const address = `${location.origin === "null" ? "" : location.origin}${location.pathname}${await toFragment({ name, files, open, ...(fen ? { fen } : {}) })}`;
  by("link").value = address;
  by("link-size").textContent = address.length > 8000 ? "It is long: some mail programs and chats cut such links." : "";
  by("link-dialog").showModal();
  by("link").select();
}

// Programs that were dropped or opened go into the project, beside another one of the same name, and the first of them is shown.
export function add(texts) {
  const named = Object.entries(texts).map(([name, own]) => [store.files[name] === own ? name : freeName(name, store.files), own]);
  store.files = { ...store.files, ...Object.fromEntries(named) };
  [[store.open]] = named;
  tell("opened", "file");
  keepSoon();
}

// What the page begins with: a link's program, the folder's, what was last worked on, an example.
export async function first() {
  let fault = null;
  const linked = await fromFragment(location.hash).catch((error) => ((fault = error.message), null));
  if (linked) {
    history.replaceState(null, "", location.pathname + location.search);
    openProject({ ...linked, name: await fresh(linked.name) });
  } else if (store.hello.disk) {
    const { files, open } = await ask("files");
    openProject({ name: "files on disk", files: open ? files : { "program.adv": "" }, open: open ?? "program.adv", base: files });
  } else {
    const name = localStorage.getItem("adv-last");
    const last = name ? await kept(name).catch(() => null) : null;
    if (last) openProject({ ...last, base: last.files });
    else openProject({ name: "queen", ...(await ask("examples", { name: "examples/queen.adv" })) });
  }
  if (fault) say(fault, "bad");
}

export function makeFiles() {
  const bind = { "new-file": newFile, rename, "remove-file": remove, save, "make-link": link, "show-gallery": gallery, "show-projects": projects };
  for (const [id, act] of Object.entries(bind)) by(id).onclick = act;
  by("show-projects").hidden = Boolean(store.hello.disk);
  // A link to this machine opens for nobody else.
  by("make-link").hidden = /^(localhost|127\.[\d.]+|\[::1\])$/.test(location.hostname);
  by("new-project").onclick = () => {
    by("new-fault").textContent = "";
    by("new-dialog").showModal();
    by("new-men").select();
  };
  by("new-form").onsubmit = newProgram;
  by("new-empty").onclick = async () => {
    by("new-dialog").close();
    if (store.hello.disk) return newFile();
    openProject({ name: await fresh("untitled"), files: { "program.adv": "" }, open: "program.adv" });
    keepSoon();
  };
  by("open-file").onclick = () => by("file-input").click();
  by("link-copy").onclick = () => navigator.clipboard.writeText(by("link").value).then(() => say("the link is copied"), () => by("link").select());
  on("opened", (kind) => {
    tabs();
    if (kind === "project") by("undo").hidden = true;
  });
  on("leaving", keepNow);
  document.addEventListener("visibilitychange", () => document.hidden && keepNow());
  on("text", () => {
    tabs();
    keepSoon();
  });
  on("taken", tabs);
  on("board", keepSoon);
}
