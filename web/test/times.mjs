// How long a person waits for the page, in headless Chromium on this machine: `node times.mjs ADV [FOLDER] [ROUNDS]`. ADV is the binary, FOLDER the static page.
//
// Wall time in milliseconds: from the beginning of the page's loading to the first move of the program on it, each time in a browser that has kept
// nothing; and from the click on Prove to the verdict. The least, the median and the most of ROUNDS.

import { chromium } from "playwright-core";
import { files, studio } from "./engines.mjs";

const [adv, folder, rounds = "7"] = process.argv.slice(2);
const CLAIMS = [["krk-advice.adv", 1], ["krk-strategy.adv", 1], ["queen.adv", 1]];
const engines = [["native", await studio(adv)]];
if (folder) engines.push(["wasm", await files(folder)]);

const told = (name, times) => {
  const sorted = times.toSorted((a, b) => a - b).map(Math.round);
  console.log(`${name}: ${sorted[0]} / ${sorted[sorted.length >> 1]} / ${sorted.at(-1)} ms`);
};

for (const [engine, { address, end }] of engines) {
  const first = [];
  const proofs = new Map(CLAIMS.map(([name, claim]) => [`${name} ${claim}`, []]));
  for (let round = 0; round < Number(rounds); round++) {
    // A browser of its own: one that ran before has compiled the module.
    const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    // The page's own clock begins with its loading.
    const seen = (selector) =>
      page.evaluate((wanted) => {
        window.seen = new Promise((done) => {
          const look = () => document.querySelector(wanted) && (done(performance.now()), watch.disconnect());
          const watch = new MutationObserver(look);
          watch.observe(document.documentElement, { childList: true, subtree: true, attributes: true });
          look();
        });
      }, selector);
    await page.addInitScript(() => {
      window.firstMove = new Promise((done) => {
        const watch = new MutationObserver(() => document.querySelector("#run-told .move-told") && (done(performance.now()), watch.disconnect()));
        watch.observe(document, { childList: true, subtree: true });
      });
    });
    await page.goto(address);
    first.push(await page.evaluate(() => window.firstMove));
    for (const [name, claim] of CLAIMS) {
      await page.click("#show-gallery");
      await page.click(`#gallery .entry:has(b:text-is("${name}"))`);
      await page.waitForFunction((file) => document.querySelector("#files [aria-selected=true]")?.innerText.startsWith(file), name);
      await page.waitForSelector("#verdict.good");
      await page.click("#tab-prove");
      await seen("#prove-told p.verdict");
      const begun = await page.evaluate((number) => {
        const now = performance.now();
        document.querySelector(`#claims li:nth-child(${number}) .tool`).click();
        return now;
      }, claim);
      proofs.get(`${name} ${claim}`).push((await page.evaluate(() => window.seen)) - begun);
    }
    await browser.close();
  }
  told(`${engine}, first move`, first);
  for (const [name, times] of proofs) told(`${engine}, ${name} settled`, times);
  end();
}
