// What a person has written: each file has its own history, and nothing that was written is lost or overwritten without a word.

import assert from "node:assert/strict";
import { GOOD, content, drop, gallery, paste, soon, write } from "./hands.mjs";

// The text as the editor has it, whatever of it is drawn.
export const whole = (page) => content(page).evaluate((node) => (node.cmTile?.root ?? node.cmView)?.view.state.doc.toString());

const undo = async (page, times = 6) => {
  await content(page).focus();
  for (let time = 0; time < times; time++) await page.keyboard.press("ControlOrMeta+z");
};

const choose = async (page, name) => {
  await page.locator("#files .file", { hasText: name }).click();
  await page.waitForFunction((file) => document.querySelector("#files [aria-selected=true]").innerText.startsWith(file), name);
};

export const type = async (page, words) => {
  await content(page).focus();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type(words);
};

// To undo takes back what was written, and never that a file was opened.
export async function history(page, { engine }) {
  const before = await whole(page);
  assert.ok(before.length > 20);
  await undo(page);
  await soon(async () => assert.equal(await whole(page), before, "the page's first program is not undone"));
  await gallery(page, "kpk.adv");
  const kpk = await whole(page);
  await undo(page);
  await soon(async () => assert.equal(await whole(page), kpk, "a file of the gallery is not undone"));
  await type(page, "// one");
  await drop(page, "part.adv", "board HERE = {g7, h7}\n");
  await choose(page, "part.adv");
  await undo(page);
  await soon(async () => assert.equal(await whole(page), "board HERE = {g7, h7}\n", "a file that was dropped is not undone"));
  await type(page, "// two");
  await choose(page, "kpk.adv");
  await soon(async () => assert.equal(await whole(page), `${kpk}// one`));
  await undo(page);
  await soon(async () => assert.equal(await whole(page), kpk, "a file has its own history when one comes back to it"));
  await page.keyboard.press("ControlOrMeta+Shift+z");
  await choose(page, "part.adv");
  await page.click("#rename");
  await page.fill("#name", "other.adv");
  await page.press("#name", "Enter");
  await choose(page, "other.adv");
  await page.click("#remove-file");
  await choose(page, "kpk.adv");
  await undo(page);
  await soon(async () => assert.equal(await whole(page), kpk, "a file that was removed leaves the others as they are"));
  await page.click("#undo");
  await choose(page, "other.adv");
  await soon(async () => assert.equal(await whole(page), "board HERE = {g7, h7}\n// two"));
  await undo(page);
  await soon(async () => assert.equal(await whole(page), "board HERE = {g7, h7}\n", "a file that was brought back is the one that was removed, with its history"));
  if (engine === "disk") return;
  await page.waitForTimeout(600);
  await page.reload();
  await page.waitForSelector("html[data-engine]");
  await undo(page);
  await soon(async () => assert.equal(await whole(page), "board HERE = {g7, h7}\n", "what was there after a reload is not undone"));
  // Bring back keeps to its own project.
  await choose(page, "kpk.adv");
  await page.click("#remove-file");
  await gallery(page, "hello.adv");
  await soon(async () => assert.equal(await page.locator("#undo").isVisible(), false, "what was removed from another project is not brought back into this one"));
}

// What was written is kept although one goes to another project at once.
export async function left(page) {
  await gallery(page, "hello.adv");
  await type(page, "// at once");
  await page.click("#new-project");
  await page.click("#new-empty");
  await page.waitForFunction(() => document.querySelector("#files [aria-selected=true]").innerText.startsWith("program.adv"));
  await page.click("#show-projects");
  await page.locator("#projects-list .entry", { hasText: "hello" }).click();
  await page.waitForFunction(() => document.querySelector("#files [aria-selected=true]").innerText.startsWith("hello.adv"));
  await soon(async () => assert.match(await whole(page), /\/\/ at once$/));
}

// A project that was forgotten is brought back.
export async function forgotten(page) {
  await gallery(page, "hello.adv");
  await type(page, "// kept");
  await gallery(page, "queen.adv");
  await page.click("#show-projects");
  await page.click('[aria-label="forget hello"]');
  await page.click('[aria-label="bring back hello"]');
  await page.locator("#projects-list .entry", { hasText: "hello" }).click();
  await page.waitForSelector("#verdict.good");
  await soon(async () => assert.match(await whole(page), /\/\/ kept$/));
}
