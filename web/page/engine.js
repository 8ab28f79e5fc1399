// The two engines behind one function. `adv studio` answers over the loopback, with native code and all cores: each question is posted, and its
// answer is the body. Static files have workers with WebAssembly: one for what is asked at each key, one for what takes long.
// docs/protocol.md has the questions.
//
//   ask ──▶ token in the address? ── yes ──▶ POST /ask
//                                 └─ no ───▶ worker "short":  check, hover, at, position …
//                                            worker "search": run, play, test, assess, solve
//                                            worker "proof":  prove; what is given up is given up by ending its worker

import { tell } from "./store.js";

export let token = new URLSearchParams(location.search).get("token");
const page = crypto.randomUUID?.() ?? String(Math.random());
const LINES = { prove: "proof", test: "search", run: "search", play: "search", assess: "search", solve: "search" };
// What a worker may take for one question, in milliseconds, before it is ended.
const LIMITS = { short: 20000, search: 5 * 60000, proof: 15 * 60000 };
let last = 0;

const fault = (code, message) => Object.assign(new Error(message), { code });

// Sends a question. `told` is called with each progress while it runs; `asked.cancel()` gives it up.
export function ask(kind, fields = {}, told = null) {
  const question = { adv: 1, id: ++last, ask: kind, page, ...fields };
  return token === null ? work(kind, question, told) : post(kind, question, told);
}

function open(answer) {
  if (answer.error) throw fault(answer.error.code, answer.error.message);
  return answer.ok;
}

function post(kind, question, told) {
  const answer = send(question);
  // The engine ends what no page asks about, so that progress is asked for even where it is not shown.
  const timer = setInterval(async () => {
    const progress = await send({ adv: 1, id: ++last, ask: "progress", of: question.id, page }).catch(() => null);
    if (progress && told) told(progress);
  }, 1000);
  const done = answer.finally(() => clearInterval(timer));
  done.cancel = () => send({ adv: 1, id: ++last, ask: "cancel", of: question.id, page }).catch(() => null);
  return done;
}

async function send(question) {
  const headers = { "content-type": "application/json", "x-adv-token": token };
  const response = await fetch("ask", { method: "POST", headers, body: JSON.stringify(question) }).catch(() => null);
  // A server that was begun again has another token.
  isGone(!response || response.status === 403);
  if (gone) throw fault("gone", "adv studio has ended");
  if (!response.ok) throw fault("refused", await response.text());
  return open(await response.json());
}

// Where the server has ended it is asked for until it is there again.
let gone = false;
let asking = 0;

function isGone(now) {
  if (gone === now) return;
  gone = now;
  clearInterval(asking);
  if (now) asking = setInterval(() => ask("hello").catch(() => null), 1500);
  tell("gone", now);
}

// Goes on with the server that was begun again, by the token of a page that it has opened.
export function goOn(next) {
  if (!gone) return;
  token = next;
  history.replaceState(null, "", `?token=${next}`);
  ask("hello").catch(() => null);
}

// The module is compiled once, and every worker has it from here. A server that does not know the kind of the file gives bytes all the same.
async function load() {
  const response = await fetch(new URL("adv.wasm", import.meta.url));
  if (!response.ok) throw new Error(`adv.wasm cannot be had: ${response.status}`);
  return response.headers.get("content-type")?.startsWith("application/wasm")
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}

const compiled = token === null ? load() : null;

// A worker and the questions that wait for it, in their order.
class Line {
  constructor(name) {
    this.limit = LIMITS[name];
    this.waiting = [];
    this.worker = null;
  }

  ask(question, progress) {
    return new Promise((done, failed) => {
      this.waiting.push({ question, progress, done, failed });
      if (this.waiting.length === 1) this.next();
    });
  }

  // Makes the worker, unless there is one.
  begin() {
    if (this.worker) return;
    const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    this.worker = worker;
    const failed = (error) => worker === this.worker && this.told({ id: this.waiting[0]?.question.id, fatal: error.message });
    compiled.then((module) => worker.postMessage({ module }), failed);
    this.worker.onmessage = ({ data }) => this.told(data);
    this.worker.onerror = (event) => this.told({ id: this.waiting[0]?.question.id, fatal: event.message || "the engine cannot be loaded" });
  }

  // Has it read the library before anything is asked: the first move comes sooner. The answer is not waited for.
  warm() {
    this.begin();
    const question = { adv: 1, id: 0, ask: "check", files: { "a.adv": "number a = 1\n" }, open: "a.adv" };
    this.worker.postMessage({ id: 0, question: JSON.stringify(question) });
  }

  next() {
    const [first] = this.waiting;
    if (!first) return;
    this.begin();
    this.timer = setTimeout(() => this.end(first.question.id, fault("budget", `the question was ended after ${this.limit < 60000 ? `${this.limit / 1000} seconds` : `${this.limit / 60000} minutes`}`)), this.limit);
    this.worker.postMessage({ id: first.question.id, question: JSON.stringify(first.question) });
  }

  told({ id, answer, fatal, progress }) {
    const [first] = this.waiting;
    if (!first || first.question.id !== id) return;
    if (progress !== undefined) return first.progress?.(progress);
    if (fatal !== undefined) return this.end(id, fault("refused", `the engine gave up: ${fatal}`));
    clearTimeout(this.timer);
    this.waiting.shift();
    try {
      first.done(open(JSON.parse(answer)));
    } catch (error) {
      first.failed(error);
    }
    this.next();
  }

  // Gives a question up. One that is being answered takes its worker with it; a new one is made for the next.
  end(id, reason) {
    const at = this.waiting.findIndex((one) => one.question.id === id);
    if (at < 0) return false;
    const [gone] = this.waiting.splice(at, 1);
    gone.failed(reason);
    if (at === 0) {
      clearTimeout(this.timer);
      this.worker?.terminate();
      this.worker = null;
      this.next();
    }
    return true;
  }
}

const lines = { short: new Line("short"), search: new Line("search"), proof: new Line("proof") };
if (token === null) for (const line of [lines.short, lines.search]) line.warm();

function work(kind, question, told) {
  const line = lines[LINES[kind] ?? "short"];
  const done = line.ask(question, told);
  done.cancel = async () => ({ running: line.end(question.id, fault("cancelled", "the question was given up")) });
  return done;
}
