// Walks through the studio's page as a person would, in headless Chromium: by mouse, by keys alone, on a phone, in light and dark.
//
//   node walk.mjs ADV [FOLDER]     ADV is the binary, FOLDER the static page of web/build where there is one
//
// Each walk says `ok` or `wrong`; pictures go to PICTURES where that variable is set, ONLY chooses walks by their names, SLOW=4 makes the page as
// slow as a loaded machine does. The last line counts both.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { files, studio } from "./engines.mjs";
import { GOOD } from "./hands.mjs";
import * as walks from "./walks.mjs";

const [adv, folder] = process.argv.slice(2);
const pictures = process.env.PICTURES ?? null;
if (pictures) mkdirSync(pictures, { recursive: true });
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
let good = 0;
let bad = 0;

// Makes the page as slow as a loaded machine: its processor by a factor, and each frame late by up to half a second.
async function slow(page, factor) {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: factor });
  await page.addInitScript(() => {
    const later = window.setTimeout;
    let waiting = [];
    let last = 0;
    const draw = (time) => {
      const now = waiting;
      waiting = [];
      for (const one of now) one.run(time);
    };
    window.requestAnimationFrame = (run) => {
      if (!waiting.length) later(() => draw(performance.now()), Math.random() * 500);
      waiting.push({ run, number: ++last });
      return last;
    };
    window.cancelAnimationFrame = (number) => (waiting = waiting.filter((one) => one.number !== number));
  });
}

// One walk on a page of its own, in a window of its own, with nothing kept from others.
async function walk(name, engine, address, run, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  const faults = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  page.on("request", (request) => {
    const { protocol, host } = new URL(request.url());
    if (protocol.startsWith("http") && host !== new URL(address).host) faults.push(`a request to ${host}`);
  });
  if (process.env.SLOW) await slow(page, Number(process.env.SLOW));
  page.setDefaultTimeout(Number(process.env.PATIENCE ?? 60000));
  const picture = async (called) => pictures && page.screenshot({ path: `${pictures}/${engine}-${name.replaceAll(" ", "-")}-${called}.png`, caret: "initial" });
  try {
    await page.goto(address);
    await page.waitForSelector("html[data-engine]");
    await run(page, { axe, picture, engine, adv, folder: mine });
    if (faults.length) throw new Error(`the page complained: ${faults.join("; ")}`);
    console.log(`ok     ${engine}: ${name}`);
    good++;
  } catch (error) {
    await picture("wrong").catch(() => {});
    console.log(`wrong  ${engine}: ${name}: ${error.message}`);
    bad++;
  }
  await context.close();
}

// An address instead of the binary is a page that is served already.
const served = { address: adv, end: () => {} };
const engines = [["native", adv.startsWith("http") ? served : await studio(adv)]];
if (folder) engines.push(["wasm", await files(folder)]);
// A folder of programs on disk, for the engine that has one.
const mine = mkdtempSync(join(tmpdir(), "adv-page-"));
if (!adv.startsWith("http")) {
  writeFileSync(join(mine, "mine.adv"), GOOD);
  engines.push(["disk", await studio(adv, mine)]);
}
for (const [engine, { address }] of engines) {
  for (const [name, run, options] of engine === "disk" ? walks.DISK : walks.ALL) {
    if (!process.env.ONLY || name.includes(process.env.ONLY)) await walk(name, engine, address, run, options);
  }
}
for (const [, { end }] of engines) end();
await browser.close();
rmSync(mine, { recursive: true });
console.log(`${good} passed, ${bad} failed`);
process.exit(bad ? 1 : 0);
