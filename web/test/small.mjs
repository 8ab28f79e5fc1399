// Small things that a reader stumbles over: what is said of something that has changed since, texts that run together, headings that shout.

import assert from "node:assert/strict";
import { BROKEN, GOOD, gallery, soon, text, write } from "./hands.mjs";

const state = (page) => text(page, "#state");
const move = async (page, san) => {
  await page.fill("#move", san);
  await page.press("#move", "Enter");
};
const set = async (page, fen) => {
  await page.fill("#fen", fen);
  await page.press("#fen", "Enter");
};

// What was said of one position is not said of the next; the board alone is a position too.
export async function said(page) {
  await gallery(page, "queen.adv");
  await move(page, "Qh9");
  await page.waitForFunction(() => /no legal move/.test(document.getElementById("state").innerText));
  await move(page, "Qb5+");
  await page.waitForFunction(() => document.getElementById("fen").value.startsWith("8/8/8/1Q1k4"));
  await soon(async () => assert.equal(await state(page), "", "after a legal move"));
  await set(page, "8/8/8/3k4/8/8/8/KQ6");
  await page.waitForFunction(() => document.getElementById("fen").value === "8/8/8/3k4/8/8/8/KQ6 b - - 0 1");
  await soon(async () => assert.match(await state(page), /legal moves/));
  await page.click("#set-up");
  await page.click("#empty");
  await soon(async () => assert.equal(await state(page), "", "on another board"));
}

// The tip of a step is about its program; the hint is offered for the side that the program plays.
export async function offered(page) {
  await page.click("#steps-list li:nth-child(4) button");
  await page.waitForFunction(() => /is taken out/.test(document.getElementById("steps-told").innerText));
  await gallery(page, "hello.adv");
  await soon(async () => assert.equal(await text(page, "#steps-told"), ""));
  await soon(async () => assert.match(await text(page, "#steps-list"), /4 Break it/));
  await gallery(page, "queen.adv");
  await page.click("#tab-play");
  await page.click("#play-begin");
  await page.waitForFunction(() => /your move/.test(document.getElementById("play-told").innerText));
  await soon(async () => assert.equal(await page.locator("#play-hint").isDisabled(), true, "the program plays White only"));
}

// Messages keep their lines, arrows for folding their lines of the text; nothing is in capitals; the page on a code is no source text.
export async function read(page) {
  await gallery(page, "hello.adv");
  await write(page, BROKEN.replace("better  mat", "beter  mate"));
  await page.waitForSelector("#mistakes .error");
  await soon(async () => assert.match(await page.locator("#mistakes .error").first().innerText(), /\n.*help/, "a help has a line of its own"));
  await page.click("#mistakes .code");
  await page.waitForSelector("#help-dialog[open] p");
  const explained = await text(page, "#help-text");
  assert.doesNotMatch(explained, /^#|```/m);
  await soon(async () => assert.equal(await page.locator("#help-text").evaluate((one) => one.scrollWidth > one.clientWidth), false, "nothing is cut off"));
  await page.keyboard.press("Escape");
  await write(page, GOOD);
  await page.waitForSelector("#verdict.good");
  // The height of each arrow, and of the line that begins a block.
  const arrows = () =>
    page.evaluate(() => {
      const root = document.getElementById("editor").shadowRoot;
      const tops = (found) => found.map((one) => Math.round(one.getBoundingClientRect().top / 4));
      const lines = [...root.querySelectorAll(".cm-line")].filter((line) => /^(advice|table)/.test(line.innerText));
      return [tops([...root.querySelectorAll(".cm-foldGutter .cm-gutterElement")].filter((one) => one.querySelector("span[title='Fold line']"))), tops(lines)];
    });
  await page.waitForSelector("#editor .cm-foldGutter span[title='Fold line']");
  await page.locator("#editor .cm-content").focus();
  await page.keyboard.press("ControlOrMeta+Home");
  await page.keyboard.type("// a line\n// another\n", { delay: 5 });
  await soon(async () => {
    const [found, wanted] = await arrows();
    assert.equal(wanted.length, 2);
    assert.deepEqual(found, wanted, "arrows are where their blocks begin");
  });
  const shouting = await page.evaluate(() => [...document.querySelectorAll("h1, h2, h3, h4, p, button")].filter((one) => getComputedStyle(one).textTransform !== "none").length);
  assert.equal(shouting, 0);
}
