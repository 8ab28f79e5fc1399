// Where things are on the page: the board answers the mouse wherever it has been moved to, and nothing lies over another thing or is cut off.

import assert from "node:assert/strict";
import { BROKEN, drag, drop, shows, write } from "./hands.mjs";

const SIZES = [[390, 844], [768, 1024], [1024, 768], [1280, 720], [1440, 900], [1920, 1080]];
const GAME = '[White "A"]\n[Black "B"]\n\n1. d4 d5 2. c4 *\n';

// What moves the board, each from where the one before it has left the page.
const MOVES = [
  ["nothing", async () => {}],
  ["first steps closed", (page) => page.click("#steps-end")],
  ["first steps opened by Help", async (page) => {
    await page.click("#help");
    await page.locator("#help-text .tool").click();
  }],
  ["a longer sentence", (page) => page.evaluate(() => (document.getElementById("steps-told").textContent = "a sentence of many words ".repeat(30)))],
  ["a shorter sentence", (page) => page.evaluate(() => (document.getElementById("steps-told").textContent = ""))],
  ["a long line of state", (page) => page.evaluate(() => (document.getElementById("state").textContent = "many words ".repeat(60)))],
  ["setting up begun", (page) => page.click("#set-up")],
  ["setting up ended", (page) => page.click("#set-up")],
  ["a game opened", async (page) => {
    await drop(page, "game.pgn", GAME);
    await page.waitForSelector("#games .move");
    await page.click("#games .steps .tool");
    await page.click("#uncover");
  }],
  ["the game closed", (page) => page.click("#games-end")],
  ["a larger font", (page) => page.evaluate(() => (document.documentElement.style.fontSize = "24px"))],
  ["the font as before", (page) => page.evaluate(() => (document.documentElement.style.fontSize = ""))],
  ["zoomed", (page) => page.evaluate(() => (document.body.style.zoom = "1.25"))],
  ["zoom as before", (page) => page.evaluate(() => (document.body.style.zoom = ""))],
  ["everything scrolled", (page) =>
    page.evaluate(() => {
      for (let one = document.getElementById("board"); one; one = one.parentElement) one.scrollTop += 60;
    })],
  ["a project opened", async (page) => {
    const before = await page.locator("#project-name").textContent();
    await page.click("#new-project");
    await page.click("#new-form .strong");
    await page.waitForFunction((name) => document.getElementById("project-name").textContent !== name, before);
    await page.waitForSelector("#verdict.good", { state: "attached" });
  }],
];

// Tells whether the board has the three men of the walk's position and may move them. The field alone does not tell it: it has what was written there, before it is read.
function stands() {
  const pieces = [...document.querySelectorAll("cg-board piece")];
  const movable = document.querySelectorAll("#moves option").length > 20 || document.getElementById("set-up").ariaPressed === "true";
  return pieces.length === 3 && pieces.some((one) => one.cgKey === "b1" && one.matches(".queen")) && movable;
}

export async function moved(page) {
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    if (width <= 760) await page.click("#view-board");
    for (const [name, act] of MOVES) {
      try {
        await act(page);
        await page.fill("#fen", "8/8/8/3k4/8/8/8/KQ6 w - - 0 1");
        await page.press("#fen", "Enter");
        await page.waitForFunction(stands);
        await drag(page, "b1", "b5");
        await shows(page, "8/8/8/1Q1k4/8/8/8/K7");
      } catch (error) {
        throw new Error(`${width} by ${height}, ${name}: the queen does not go from b1 to b5 (${error.message.split("\n")[0]})`);
      }
    }
  }
}

// What is wrong with the places of things, in sentences: what lies over another thing, what is cut off where nothing scrolls. Asked in the page, with all
// of it scrolled to its beginning.
export function misplaced() {
  const found = [];
  const all = [...document.body.querySelectorAll("*")];
  for (const one of [document.documentElement, ...all]) one.scrollTo(0, 0);
  const page = document.documentElement;
  if (page.scrollWidth > page.clientWidth) found.push(`the page is ${page.scrollWidth} wide`);
  const name = (one) => `${one.tagName.toLowerCase()}${one.id ? `#${one.id}` : ""} "${one.textContent.trim().slice(0, 20)}"`;
  const clips = (one) => [one.parentElement && getComputedStyle(one.parentElement), one.parentElement];
  const isLeaf = (one) =>
    one.matches("button, input, select, #editor, cg-board") || [...one.childNodes].some((child) => child.nodeType === 3 && child.nodeValue.trim());
  const leaves = all.filter((one) => isLeaf(one) && one.checkVisibility({ visibilityProperty: true }) && !one.closest(".hidden, dialog, option, svg, coords, datalist"));
  const seen = leaves.map((leaf) => {
    // The rectangles of a leaf, cut by all that scrolls around it.
    const parts = [...leaf.getClientRects()].map(({ left, top, right, bottom }) => ({ left, top, right, bottom }));
    for (let [style, around] = clips(leaf); around && around !== page; [style, around] = clips(around)) {
      if (style.overflowX === "visible" && style.overflowY === "visible") continue;
      const box = around.getBoundingClientRect();
      for (const part of parts) {
        const isCut = part.left < part.right && part.top < part.bottom &&
          ((style.overflowX === "hidden" && (part.right > box.right + 1 || part.left < box.left - 1)) || (style.overflowY === "hidden" && part.bottom > box.bottom + 1));
        if (isCut) found.push(`${name(leaf)} is cut off by ${name(around)}`);
        part.left = Math.max(part.left, box.left);
        part.right = Math.min(part.right, box.right);
        part.top = Math.max(part.top, box.top);
        part.bottom = Math.min(part.bottom, box.bottom);
      }
    }
    for (const part of parts) if (part.left < -1 || part.bottom + scrollY > page.scrollHeight + 1) found.push(`${name(leaf)} is outside the page`);
    return parts.filter((part) => part.right - part.left > 1 && part.bottom - part.top > 1);
  });
  leaves.forEach((one, first) => {
    for (let second = first + 1; second < leaves.length; second++) {
      const other = leaves[second];
      if (one.contains(other) || other.contains(one)) continue;
      const isOver = seen[first].some((a) => seen[second].some((b) =>
        Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1.5 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1.5));
      if (isOver) found.push(`${name(one)} and ${name(other)} lie over one another`);
    }
  });
  const { height } = document.getElementById("editor").getBoundingClientRect();
  if (document.getElementById("editor").checkVisibility() && height < 130) found.push(`the text has a height of ${height}`);
  return found;
}

const WIDTHS = [360, 480, 768, 900, 1024, 1280, 1600, 2560];
const HEIGHTS = [480, 640, 800, 1000, 1440];
const ZOOMS = [1, 1.25, 1.5, 2];

// What is open on the page, each after the one before it.
const OPENED = [
  ["at first", async () => {}],
  ["set up, with mistakes", async (page) => {
    await page.click("#steps-end");
    await page.click("#set-up");
    await page.click("#pick");
    await page.click("#tab-prove");
    await write(page, BROKEN.repeat(3));
    await page.waitForSelector("#mistakes .error");
  }],
  ["a game walked", async (page) => {
    await page.click("#pick-end");
    await page.click("#set-up");
    await drop(page, "game.pgn", GAME);
    await page.waitForSelector("#games .move");
    await page.click("#tab-solve");
  }],
];

export async function apart(page) {
  let number = 0;
  for (const [opened, act] of OPENED) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await act(page);
    for (const width of WIDTHS) {
      for (const height of HEIGHTS) {
        // One of the zooms for each size, all of them in the long run. Zooming a window shows fewer of its pixels, and none below 320 is asked for.
        for (const zoom of process.env.ADV_TESTS === "long" ? ZOOMS : [ZOOMS[number++ % ZOOMS.length]]) {
          const shown = { width: Math.max(320, Math.round(width / zoom)), height: Math.round(height / zoom) };
          await page.setViewportSize(shown);
          for (const view of shown.width <= 760 ? ["text", "board"] : ["text"]) {
            if (shown.width <= 760) await page.click(`#view-${view}`);
            // The board has its size a frame later.
            await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
            const found = await page.evaluate(misplaced);
            assert.deepEqual(found.slice(0, 8), [], `${opened}, ${width} by ${height} at ${100 * zoom} %, ${view}`);
          }
        }
      }
    }
  }
}

// The text is read from its beginning, and what the program plays, or what a claim comes to, is seen at once.
export async function inSight(page) {
  const isSeen = (selector) =>
    page.waitForFunction((wanted) => {
      const one = document.querySelector(wanted);
      const { left, right, top, bottom } = one?.getBoundingClientRect() ?? {};
      return one?.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2)) && top >= 0 && bottom <= innerHeight;
    }, selector, { timeout: 5000 }).catch(() => assert.fail(`${JSON.stringify(page.viewportSize())}: ${selector} is not seen`));
  for (const [width, height] of [...SIZES, [1024, 620]]) {
    await page.setViewportSize({ width, height });
    await page.reload();
    await page.waitForSelector("#run-told .move-told", { state: "attached" });
    await page.waitForTimeout(200);
    assert.equal(await page.locator("#editor .cm-scroller").evaluate((text) => text.scrollTop), 0, `${width} by ${height}: the text begins at its first line`);
    if (width <= 760) continue;
    await isSeen("#run-told .because");
    await page.click("#tab-prove");
    await page.click("#claims li:first-child .tool");
    await page.waitForSelector("#prove-told .verdict", { timeout: 180000 });
    await isSeen("#prove-told .verdict");
  }
}
