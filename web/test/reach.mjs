// The page for one who has keys alone, hears it, sees it badly, or has it on a phone.

import assert from "node:assert/strict";
import { BROKEN, cursorAt, drop, gallery, paste, soon, text } from "./hands.mjs";

// Nothing serious in what is shown, by axe.
export async function sound(page, axe, where) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"], preload: false }));
  const serious = violations.filter((one) => one.impact === "serious" || one.impact === "critical");
  const told = serious.map((one) => `${one.id}: ${one.nodes.slice(0, 3).map((node) => node.target.join(" ")).join(" | ")}`);
  assert.deepEqual(told, [], where);
}

// The same by keys alone: write, mend, look, prove, play by the board.
export async function keys(page) {
  await page.keyboard.press("Tab");
  for (let step = 0; step < 40; step++) {
    const inText = await page.evaluate(() => document.activeElement?.id === "editor" || document.activeElement?.closest?.("#editor") !== null);
    if (inText) break;
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("ControlOrMeta+a");
  await paste(page, BROKEN);
  await page.waitForSelector("#mistakes .error");
  // Out of the text, to the mistake's repair.
  await page.keyboard.press("Tab");
  for (let step = 0; step < 8; step++) {
    if (await page.evaluate(() => document.activeElement?.closest("#mistakes") && /\bmate\b/.test(document.activeElement.innerText) && document.activeElement.matches(".tool"))) break;
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Enter");
  await page.waitForSelector("#verdict.good");
  // The board: up to the queen, take her, put her down.
  for (let step = 0; step < 20; step++) {
    if (await page.evaluate(() => document.activeElement?.id === "board")) break;
    await page.keyboard.press("Tab");
  }
  await soon(async () => assert.equal(await page.evaluate(() => document.activeElement?.id), "board", "Tab comes to the board"));
  for (const key of ["ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowDown", "ArrowDown", "ArrowDown"]) await page.keyboard.press(key);
  await soon(async () => assert.match(await text(page, "#spoken"), /b1, white queen/));
  await page.keyboard.press("Enter");
  await soon(async () => assert.match(await text(page, "#spoken"), /goes to .*b5/));
  for (let step = 0; step < 4; step++) await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.getElementById("fen").value.startsWith("8/8/8/1Q1k4"));
  // The panels by Alt and a digit, and along the tabs by arrows.
  await page.keyboard.press("Alt+3");
  await soon(async () => assert.equal(await page.evaluate(() => document.activeElement?.id), "tab-prove"));
  await page.keyboard.press("ArrowRight");
  await soon(async () => assert.equal(await page.evaluate(() => document.activeElement?.id), "tab-assess"));
}

// Nothing serious for one who hears the page or sees it badly, on any panel, in light and dark.
export async function accessible(page, { axe, picture }) {
  await gallery(page, "krk-advice.adv");
  await page.waitForSelector("#run-told .move-told");
  for (const scheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme: scheme });
    for (const name of ["run", "play", "prove", "assess", "solve", "tests"]) {
      await page.click(`#tab-${name}`);
      if (name === "play") {
        await page.click("#play-begin");
        await page.waitForSelector("#play-told .move");
      }
      if (name === "prove") {
        await page.click("#claims li:first-child .tool");
        await page.waitForSelector("#prove-told .failure", { timeout: 180000 });
      }
      if (name === "tests") await page.waitForSelector("#tests-told .verdict");
      await sound(page, axe, `${name}, ${scheme}`);
      await picture(`${name}-${scheme}`);
    }
  }
}

// The same of each dialog, which is closed by a key.
export async function dialogs(page, { axe, picture }) {
  await gallery(page, "hello.adv");
  await drop(page, "part.adv", "board HERE = {g7, h7}\n");
  const openers = {
    gallery: "#show-gallery",
    projects: "#show-projects",
    "new-dialog": "#new-project",
    "ask-name": "#rename",
    "help-dialog": "#help",
  };
  for (const scheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme: scheme });
    for (const [name, opener] of Object.entries(openers)) {
      await page.click(opener);
      await page.waitForSelector(`#${name}[open]`);
      await sound(page, axe, `${name}, ${scheme}`);
      await picture(`${name}-${scheme}`);
      await page.keyboard.press("Escape");
      await page.waitForSelector(`#${name}`, { state: "hidden" });
    }
  }
  // A file that was removed, with what brings it back; and a project that was forgotten.
  await page.click("#remove-file");
  await page.waitForSelector("#undo");
  await sound(page, axe, "a file was removed");
  await gallery(page, "queen.adv");
  await page.click("#show-projects");
  await page.click('[aria-label="forget hello"]');
  await page.waitForSelector('[aria-label="bring back hello"]');
  await sound(page, axe, "a project was forgotten");
}

// On a phone: text with a small board, the board with its answers; nothing is wider than the page.
export async function narrow(page, { axe, picture }) {
  await gallery(page, "queen.adv");
  await cursorAt(page, "MV(B.K) =", 1);
  await page.waitForSelector("square.lit-node");
  await picture("text");
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await soon(async () => assert.equal(await wide(), 0, "the text is not wider than the page"));
  await page.click("#view-board");
  await page.waitForSelector("#run-told .move-told");
  await soon(async () => assert.equal(await wide(), 0, "the board is not wider than the page"));
  await picture("board");
  await page.click("#tab-prove");
  await page.click("#claims li:first-child .tool");
  await page.waitForSelector("#prove-told .verdict.good", { timeout: 180000 });
  await soon(async () => assert.equal(await wide(), 0, "a verdict is not wider than the page"));
  await picture("proved");
  await page.click("#tab-play");
  await page.click("#play-begin");
  await page.waitForSelector("#play-told .move");
  const box = await page.locator("cg-board").boundingBox();
  assert.ok(box.width > 300, "the board fills the page");
  await sound(page, axe, "on a phone");
}
