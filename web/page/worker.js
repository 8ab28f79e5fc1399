// Answers questions where there is no server: the same engine as a module of WebAssembly, one question at a time. What takes long has a
// worker of its own (engine.js), so that nothing waits for a proof.

const decoder = new TextDecoder();
const encoder = new TextEncoder();

const PHASES = ["positions", "consulting", "settling", "reporting"];
// How often the page is told how far a proof is, in milliseconds.
const OFTEN = 200;
let asked = null;
let told = 0;

// What the module imports.
const page = {
  tell(phase, done, of) {
    const now = performance.now();
    if (now - told < OFTEN) return;
    told = now;
    self.postMessage({ id: asked, progress: { running: true, phase: PHASES[phase], done, of } });
  },
};

// The exports of the module, which the page sends first of all.
let begin = null;
const engine = new Promise((done) => (begin = done));

// The answer to a question, both as texts.
function answered(exports, question) {
  const bytes = encoder.encode(question);
  const at = exports.room(bytes.length);
  // The module makes room for no more than a question may have; what is longer is refused by the byte that is too many.
  const room = new Uint8Array(exports.memory.buffer, at);
  room.set(bytes.length > 4194305 ? bytes.subarray(0, 4194305) : bytes);
  const length = exports.answer();
  return decoder.decode(new Uint8Array(exports.memory.buffer, exports.told(), length));
}

self.onmessage = async ({ data }) => {
  const { id, question, module } = data;
  if (module) return begin(WebAssembly.instantiate(module, { page }).then(({ exports }) => exports));
  try {
    const exports = await engine;
    asked = id;
    self.postMessage({ id, answer: answered(exports, question) });
  } catch (error) {
    // A trap leaves the module in no state to go on: the page makes a new worker.
    self.postMessage({ id, fatal: String(error?.message ?? error) });
  }
};
