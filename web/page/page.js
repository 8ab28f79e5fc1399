// The page: a text, its mistakes with their repairs, and what the program answers. Texts of programs are text and never markup.

import { ask } from "./engine.js";

const at = (id) => document.getElementById(id);
const text = at("text");
let files = {};
let open = "program.adv";
let running = null;
let number = 0;

const project = () => ({ files: { ...files, [open]: text.value }, open });
const position = () => (at("fen").value.trim() ? { fen: at("fen").value.trim() } : {});

function show(list, chosen) {
  files = list;
  open = chosen;
  at("files").replaceChildren(...Object.keys(files).map((name) => new Option(name, name, false, name === open)));
  text.value = files[open] ?? "";
  check();
}

// The offset of a place of the protocol: lines, and characters in the units that the text has anyway.
function offset(place) {
  const lines = text.value.split("\n");
  let sum = 0;
  for (let line = 0; line < place.line; line++) sum += (lines[line] ?? "").length + 1;
  return sum + place.character;
}

function mend(edits) {
  const last = [...edits].sort((a, b) => offset(b.range.start) - offset(a.range.start));
  for (const edit of last) text.setRangeText(edit.newText, offset(edit.range.start), offset(edit.range.end), "end");
  text.focus();
  check();
}

function mistake(found) {
  const item = document.createElement("li");
  const go = document.createElement("button");
  go.textContent = `line ${found.range.start.line + 1}`;
  go.onclick = () => {
    text.focus();
    text.setSelectionRange(offset(found.range.start), offset(found.range.end));
  };
  const said = document.createElement("span");
  said.textContent = ` ${found.code}: ${found.message} `;
  if (found.severity === 1) said.className = "error";
  const mends = (found.repairs ?? []).map((repair) => {
    const button = document.createElement("button");
    button.textContent = repair.title;
    button.onclick = () => mend(repair.edits);
    return button;
  });
  item.append(go, said, ...mends);
  return item;
}

async function check() {
  const mine = ++number;
  const checked = await ask("check", project()).catch((error) => ({ diagnostics: [], fault: error.message }));
  if (mine !== number) return;
  at("mistakes").replaceChildren(...checked.diagnostics.map(mistake));
  at("state").textContent = checked.fault ?? (checked.program ? "no mistakes" : "the program has mistakes");
  const claims = checked.program?.claims ?? [];
  at("claims").replaceChildren(...claims.map((claim, index) => new Option(`${index + 1}: ${claim.text}`, index + 1)));
}

async function under() {
  const before = text.value.slice(0, text.selectionStart).split("\n");
  const place = { line: before.length - 1, character: before.at(-1).length };
  const told = await ask("at", { ...project(), ...position(), at: place }).catch(() => null);
  const parts = (told?.expressions ?? []).filter((one) => one.value);
  const shown = (value) => value.squares?.join(" ") ?? String(value.value);
  at("under").textContent = parts.map((one) => `${one.text} = ${shown(one.value) || "∅"}`).join("   ");
}

// One long question at a time; `Stop` gives it up.
async function work(kind, fields, shown) {
  if (running) return;
  const began = ask(kind, { ...project(), ...fields }, (progress) => {
    if (progress.running) at("state").textContent = `${progress.phase}: ${progress.done} of ${progress.of}`;
  });
  running = began;
  at("cancel").disabled = false;
  at("state").textContent = "working…";
  try {
    at("told").textContent = shown(await began);
    at("state").textContent = "done";
  } catch (error) {
    at("state").textContent = error.message;
  }
  running = null;
  at("cancel").disabled = true;
}

let timer = 0;
text.oninput = () => {
  clearTimeout(timer);
  timer = setTimeout(check, 200);
};
text.onkeyup = text.onclick = () => {
  clearTimeout(under.timer);
  under.timer = setTimeout(under, 150);
};
at("run").onclick = () => work("run", position(), (told) => told.text);
at("test").onclick = () =>
  work("test", {}, (told) => told.tests.map((one) => `${one.good ? "✓" : "✗"} ${one.name}: ${one.headline}`).join("\n"));
at("prove").onclick = () =>
  work("prove", { claim: Number(at("claims").value || 1) }, (told) => told.text || told.headline);
at("cancel").onclick = () => running?.cancel();
at("files").onchange = () => {
  files[open] = text.value;
  show(files, at("files").value);
};
at("examples").onchange = async () => {
  if (!at("examples").value) return;
  const found = await ask("examples", { name: at("examples").value });
  show(found.files, found.open);
};
at("save").onclick = () =>
  ask("save", { name: open, text: text.value })
    .then(() => (at("state").textContent = `${open} is saved`))
    .catch((error) => (at("state").textContent = error.message));

async function begin() {
  const hello = await ask("hello");
  const { examples } = await ask("examples");
  at("examples").append(...examples.map((one) => new Option(`${one.name.split("/").at(-1)}: ${one.title}`, one.name)));
  at("save").hidden = !hello.disk;
  const kept = hello.disk ? await ask("files") : null;
  if (kept?.open) return show(kept.files, kept.open);
  const first = await ask("examples", { name: "examples/queen.adv" });
  show(first.files, first.open);
}

begin().catch((error) => (at("state").textContent = error.message));
