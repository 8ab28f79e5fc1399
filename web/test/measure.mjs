// How fast the page's module is: `node measure.mjs MODULE ADV [CLAIM...]`. MODULE is adv.wasm of web/build, ADV a release build of the command,
// a claim PROGRAM:NUMBER. Each claim is settled by the module and by the command on one thread, interpreted and as native code. CPU time in seconds; the command's has its start in it.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const [module, adv, ...given] = process.argv.slice(2);
const claims = given.length ? given : ["examples/krk-advice.adv:1", "examples/queen.adv:1", "examples/endgames/krk.adv:1", "examples/endgames/krk-strategy.adv:1", "examples/endgames/kpk.adv:3", "examples/endgames/knkr.adv:1"];

async function engine() {
  const { instance } = await WebAssembly.instantiate(readFileSync(module), { page: { tell() {} } });
  const { room, answer, told, memory } = instance.exports;
  return (question) => {
    const bytes = new TextEncoder().encode(JSON.stringify(question));
    // Room for the question may move the memory, so it is asked for first.
    const at = room(bytes.length);
    new Uint8Array(memory.buffer, at).set(bytes);
    const length = answer();
    return JSON.parse(new TextDecoder().decode(new Uint8Array(memory.buffer, told(), length)));
  };
}

function command(file, claim, jit) {
  const line = 'TIMEFORMAT=%U; time "$0" prove "$1" --claim "$2" --threads 1 $3 --format json > /dev/null 2>&1 || true';
  return Number(execFileSync("bash", ["-c", `{ ${line}; } 2>&1`, adv, file, String(claim), jit], { encoding: "utf8" }).trim());
}

console.log("| claim | positions | module | interpreted | native | module / interpreted | module / native |\n| --- | --- | --- | --- | --- | --- | --- |");
for (const one of claims) {
  const [file, claim] = one.split(":");
  const ask = await engine();
  const name = file.split("/").pop();
  const question = { adv: 1, id: 1, files: { [name]: readFileSync(file, "utf8") }, open: name };
  ask({ ...question, ask: "check" });
  const before = process.cpuUsage();
  const found = ask({ ...question, ask: "prove", claim: Number(claim) });
  const { user } = process.cpuUsage(before);
  if (!found.ok) throw new Error(`${one}: ${found.error.message}`);
  const times = [user / 1e6, command(file, claim, "--jit off"), command(file, claim, "")];
  const [here, plain, native] = times;
  console.log(`| ${name} ${claim} | ${found.ok.report?.positions ?? "-"} | ${times.map((time) => time.toFixed(2)).join(" | ")} | ${(here / plain).toFixed(2)} | ${(here / native).toFixed(2)} |`);
}
