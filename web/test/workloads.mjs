// How fast the page's engine is on the workloads of the benchmark suite: `node workloads.mjs MODULE NATIVE INTERPRETED [ROUNDS]`.
//
//   web/build --workloads                                                          MODULE: workloads.wasm
//   cargo bench -p adv-bench --bench suite -- --json NATIVE                        the same by the command's engine
//   ADV_INTERPRETED=1 cargo bench -p adv-bench --bench suite -- --json INTERPRETED and without native code
//
// Figures are milliseconds of processor time for one round, the median of ROUNDS after one that is not counted, in which node compiles the module.
// Each round has to decide what the suite's decides, or nothing is said.

import { readFileSync } from "node:fs";

const [module, native, interpreted, rounds = "5"] = process.argv.slice(2);
const compiled = await WebAssembly.compile(readFileSync(module));
const figures = (path) => new Map(JSON.parse(readFileSync(path, "utf8")).workloads.map((workload) => [workload.name, workload]));
const [fast, plain] = [figures(native), figures(interpreted)];

const median = (numbers) => {
  const sorted = numbers.toSorted((a, b) => a - b);
  return (sorted[sorted.length >> 1] + sorted[(sorted.length - 1) >> 1]) / 2;
};

console.log("| workload | positions | module | interpreted | native | module / interpreted | module / native |");
console.log("| --- | --- | --- | --- | --- | --- | --- |");
for (const [name, { positions, decisions, contenders }] of fast) {
  const { exports } = await WebAssembly.instantiate(compiled, {});
  const bytes = new TextEncoder().encode(name);
  const at = exports.room(bytes.length);
  new Uint8Array(exports.memory.buffer, at).set(bytes);
  if (!exports.begin()) throw new Error(`the module has no workload ${name}`);
  const times = [];
  for (let round = 0; round <= Number(rounds); round++) {
    const before = process.cpuUsage();
    const decided = BigInt.asUintN(64, exports.decisions()).toString(16).padStart(16, "0");
    const { user, system } = process.cpuUsage(before);
    const other = plain.get(name);
    if (decided !== decisions || other?.decisions !== decisions) throw new Error(`${name}: ${decided} was decided, not ${decisions} and ${other?.decisions}`);
    if (round) times.push((user + system) / 1000);
  }
  const [here, without, all] = [median(times), plain.get(name).contenders[0].median * 1000, contenders[0].median * 1000];
  console.log(`| \`${name}\` | ${positions.toLocaleString("en")} | ${[here, without, all].map((time) => time.toFixed(1)).join(" | ")} | ${(here / without).toFixed(2)} | ${(here / all).toFixed(2)} |`);
}
