// Gives the page's worker questions that were changed to do harm: `node hostile.mjs MODULE [COUNT] [SEED]`. MODULE is adv.wasm of web/build.
//
// The worker's own script runs here with the module, as in a browser. Each question is answered once, by `ok` or by `error`; none traps, and
// the memory stays within its bound.

import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const [module, count = "2000", seed = "1"] = process.argv.slice(2);
const root = process.env.ROOT ?? join(dirname(fileURLToPath(import.meta.url)), "../..");
const MOST_MEMORY = 256 << 20;

// What the worker finds around it in a browser.
const bytes = readFileSync(module);
let told = null;
let memory = null;
globalThis.self = globalThis;
globalThis.postMessage = (message) => message.progress || (told = message);
const instantiate = WebAssembly.instantiate;
WebAssembly.instantiate = async (...given) => {
  const made = await instantiate(...given);
  memory = made.exports.memory;
  return made;
};
await import(join(root, "web/page/worker.js"));
await self.onmessage({ data: { module: await WebAssembly.compile(bytes) } });

async function answer(question) {
  told = null;
  await self.onmessage({ data: { id: 1, question } });
  if (told?.fatal) throw new Error(`the module trapped: ${told.fatal}\n${question.slice(0, 400)}`);
  const object = JSON.parse(told.answer);
  if ("ok" in object === "error" in object) throw new Error(`neither or both: ${told.answer.slice(0, 400)}`);
  return object;
}

// The questions of the repository, with the texts of the programs that they name.
const questions = JSON.parse(readFileSync(join(root, "testkit/data/questions.json"), "utf8")).map(({ program, ...question }) => {
  const whole = { adv: 1, id: 7, ...question };
  if (program) {
    whole.open = program.split("/").pop();
    whole.files = { [whole.open]: readFileSync(join(root, program), "utf8") };
  }
  return whole;
});

let state = Number(seed) >>> 0;
const below = (bound) => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * bound);
};
const pick = (list) => list[below(list.length)];
const strange = [null, true, -1, 0, 1e300, 2 ** 53, "", "\0", "ä∅\u202e\u{10ffff}", "\ud800", [], {}, { line: 4294967295, character: 4294967295 }, ["", "e4"], { "../a": "x" }, "9".repeat(5000), "8/8/8/8/8/8/8/8 w - - 0 1"];

function changed() {
  const question = structuredClone(pick(questions));
  for (let times = below(3); times > 0; times--) {
    const name = pick(Object.keys(question));
    if (below(4) === 0) delete question[name];
    else if (below(3) === 0) question[name] = Object.values(pick(questions)).at(-1);
    else question[name] = pick(strange);
  }
  if (Object.keys(question).length === 0) return "{}";
  let text = JSON.stringify(question);
  for (let times = below(4); times > 0 && text.length; times--) {
    const at = below(text.length);
    const kind = below(5);
    if (kind === 0) text = text.slice(0, at);
    else if (kind === 1) text = text.slice(0, at) + String.fromCharCode(below(0x300)) + text.slice(at + 1);
    else if (kind === 2) text = text.slice(0, at) + text.slice(at, at + 20) + text.slice(at);
    else if (kind === 3) text = text.slice(0, at) + '{"'.repeat(below(200)) + text.slice(at);
    else text = text.slice(0, at) + text.slice(at + 1 + below(8));
  }
  return text;
}

let answered = 0;
let refused = 0;
for (let at = 0; at < Number(count); at++) "ok" in (await answer(changed())) ? answered++ : refused++;
for (const huge of ["x".repeat(5_000_000), "[".repeat(1_000_000), '{"a":'.repeat(400_000), `${" ".repeat(4_194_305)}{}`]) {
  if (!("error" in (await answer(huge)))) throw new Error("what is too large was answered");
}
const hello = await answer('{"adv": 1, "id": 1, "ask": "hello"}');
if (hello.ok?.protocol !== 1) throw new Error("the module does not answer any more");
if (memory.buffer.byteLength > MOST_MEMORY) throw new Error(`the module has ${memory.buffer.byteLength} bytes of memory`);
console.log(`worker: ${count} changed questions, ${answered} answered, ${refused} refused, 4 too large refused; ${memory.buffer.byteLength >> 20} MiB`);
