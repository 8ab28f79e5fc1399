// A person who does anything: clicks, keys, drags, other windows, files that change outside, in an order by a seed. After each action the text is what
// the model says, the board is what the FEN says, an undo has put nothing into a file that was never in it, and nothing outside the folder has changed.

import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, unlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { studio } from "./engines.mjs";
import { BROKEN, GOOD, content, middle, paste } from "./hands.mjs";
import { misplaced } from "./places.mjs";

const ACTIONS = Number(process.env.ACTIONS ?? (process.env.ADV_TESTS === "long" ? 10000 : 120));
const SEED = Number(process.env.SEED ?? 42);

// Numbers from a seed: below `n`, and one of a list.
function numbers(seed) {
  let state = seed >>> 0;
  const below = (n) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % n;
  };
  return { below, of: (list) => list[below(list.length)] };
}

const SIZES = [[360, 700], [768, 1024], [1024, 640], [1280, 720], [1440, 900], [2560, 1000]];
const FENS = ["8/8/8/3k4/8/8/8/KQ6 w - - 0 1", "k7/8/8/8/8/8/8/K1R5 b - - 0 1", "W: Kf6, Qa7; B: Kh8", "nonsense", "8/8/8/8/8/8/8/KK6 w - - 0 1", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"];
const TEXTS = ["// a remark\n", GOOD, BROKEN, "board HERE = {a1}\n", "(", "⟨\r\n⟩", "\n"];
const KEYS = ["Escape", "Tab", "Enter", "ArrowDown", "ArrowLeft", "Backspace", "F8", "ControlOrMeta+s", "ControlOrMeta+Enter", "ControlOrMeta+a", "Shift+Alt+F", "Alt+1", "Alt+2", "Alt+5", "Alt+6", "Home", "End", "x", "K"];

// Has the page write down every text that a file of a project has had.
const watch = (page) =>
  page.evaluate(async () => {
    const { on, store } = await import(new URL("store.js", location.href).href);
    window.model = store;
    window.had = new Map();
    let open = store.open;
    window.changes = 0;
    const look = (kind) => {
      window.changes++;
      // A file by another name has the history of the one that it was.
      if (kind === "renamed") window.had.set(`${store.name}/${store.open}`, new Set(window.had.get(`${store.name}/${open}`)));
      open = store.open;
      for (const [name, text] of Object.entries(store.files)) {
        const key = `${store.name}/${name}`;
        if (!window.had.has(key)) window.had.set(key, new Set());
        // The editor knows one kind of end of a line in a text.
        window.had.get(key).add(text).add(text.replace(/\r\n?/g, "\n"));
      }
    };
    for (const event of ["text", "opened", "taken"]) on(event, look);
    on("shown", (fen) => (window.shown = fen));
    window.shown = document.getElementById("fen").value;
    look();
  });

// What can be clicked now: in the dialog that is open, else on the page.
const clickable = (page, number) =>
  page.evaluate((chosen) => {
    const around = document.querySelector("dialog[open]") ?? document.body;
    const all = [...around.querySelectorAll("button, summary, input[type=checkbox], input[type=radio]")].filter(
      (one) => one.checkVisibility() && !one.disabled && one.id !== "open-file" && !(one.closest("dialog") && around === document.body) && (chosen % 8 === 0 || !/prove|solve/i.test(one.innerText)));
    const one = all[chosen % all.length];
    one?.scrollIntoView({ block: "nearest" });
    const { left, right, top, bottom } = one?.getBoundingClientRect() ?? {};
    return one && { x: (left + right) / 2, y: (top + bottom) / 2, name: one.id || one.innerText };
  }, number);

// What is wrong now, or null.
function wrong(typed) {
  const { model } = window;
  const editor = document.getElementById("editor").shadowRoot.querySelector(".cm-content");
  const written = (editor.cmTile?.root ?? editor.cmView).view.state.sliceDoc();
  if (written !== model.files[model.open]) return `the text of ${model.open} is ${JSON.stringify(written.slice(0, 60))}, the model's ${JSON.stringify((model.files[model.open] ?? "nothing").slice(0, 60))}`;
  const letters = { king: "k", queen: "q", rook: "r", bishop: "b", knight: "n", pawn: "p" };
  const men = [...document.querySelectorAll("cg-board piece:not(.ghost):not(.fading)")].map((piece) => {
    const [color, role] = piece.className.split(" ");
    return `${piece.cgKey}${color === "white" ? letters[role].toUpperCase() : letters[role]}`;
  });
  const wanted = window.shown.split(" ")[0].split("/").flatMap((row, index) => {
    let file = 0;
    return [...row].flatMap((letter) => (/\d/.test(letter) ? ((file += Number(letter)), []) : [`${"abcdefgh"[file++]}${8 - index}${letter}`]));
  });
  const differs = men.sort().join() !== wanted.sort().join();
  if (differs) return `the board has ${men.join(" ")}, the FEN is ${window.shown}`;
  // What is written into the field and not set yet, or refused, stays there to be mended.
  const field = document.getElementById("fen");
  const isWritten = field === document.activeElement || field.ariaInvalid || typed.includes(field.value);
  return isWritten || field.value === window.shown ? null : `the field has ${field.value}, the FEN is ${window.shown}`;
}

async function check(page, told) {
  // A question may be on its way: what is wrong has to stay so.
  let found = await page.evaluate(wrong, FENS);
  for (let tries = 0; found && tries < 60; tries++) {
    await page.waitForTimeout(100);
    found = await page.evaluate(wrong, FENS);
  }
  if (found) throw new Error(`${found}; after ${told.slice(-12).join(", ")}`);
}

// All of a folder by its names, but not what is in `left`.
const contents = (folder, left) => readdirSync(folder).filter((name) => name !== left).map((name) => [name, readFileSync(join(folder, name), "utf8")]);

async function act(page, by, { mine = null } = {}) {
  const kind = by.below(mine ? 20 : 17);
  if (kind < 6) {
    const place = await clickable(page, by.below(1000));
    if (!place) return "nothing";
    await page.mouse.click(place.x, place.y);
    return `click ${place.name.slice(0, 24)}`;
  }
  if (await page.evaluate(() => document.querySelector("dialog[open]") !== null)) {
    await page.keyboard.press(by.of(["Escape", "Enter", "x"]));
    return "a key in a dialog";
  }
  const isText = await content(page).isVisible();
  // A question that was on its way may have turned the page to its board meanwhile.
  const focus = () => content(page).focus({ timeout: 2000 }).then(() => true, () => false);
  const board = await page.locator("cg-board").isVisible();
  if (kind < 8 && isText) {
    const given = by.of(TEXTS);
    if (!(await focus())) return "nothing";
    await paste(page, given);
    return `paste ${JSON.stringify(given.slice(0, 12))}`;
  }
  if (kind < 10 && isText) {
    if (!(await focus())) return "nothing";
    // Text and model are compared at once: nothing else can happen between.
    const state = () =>
      page.evaluate(() => {
        const { name, open, files } = window.model;
        return { changes: window.changes, of: `${name}/${open}`, now: files[open], had: [...window.had.get(`${name}/${open}`)] };
      });
    const before = await state();
    await page.keyboard.press(by.of(["ControlOrMeta+z", "ControlOrMeta+z", "ControlOrMeta+Shift+z"]));
    const { changes, of, now } = await state();
    // An answer that came between may have written too.
    if (of === before.of && changes <= before.changes + 1) assert.ok(before.had.includes(now), `undo has put into ${of} what never was in it: ${now.slice(0, 80)}`);
    return "undo";
  }
  if (kind < 12) {
    const key = by.of(KEYS);
    await page.keyboard.press(key);
    return key;
  }
  if (kind === 12 && board) {
    const squares = [by, by].map(() => `${by.of([..."abcdefgh"])}${1 + by.below(8)}`);
    await page.locator("cg-board").evaluate((one) => one.scrollIntoView({ block: "nearest" }));
    // A step of the strip may have turned to the text meanwhile.
    const [from, to] = await Promise.all(squares.map((square) => middle(page, square))).catch(() => []);
    if (!from) return "nothing";
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 3 });
    await page.mouse.up();
    return `drag ${squares.join("-")}`;
  }
  if (kind === 13 && (await page.locator("#fen").isVisible())) {
    const fen = by.of(FENS);
    await page.fill("#fen", fen);
    await page.press("#fen", "Enter");
    await page.locator("#fen").blur();
    return `FEN ${fen}`;
  }
  if (kind === 14 && (await page.locator("#move").isVisible()) && (await page.locator("#move").isEnabled())) {
    const moves = await page.locator("#moves option").evaluateAll((all) => all.map((one) => one.value));
    const move = moves.length ? by.of(moves) : "Qh9";
    await page.fill("#move", move).catch(() => {});
    await page.press("#move", "Enter").catch(() => {});
    return `move ${move}`;
  }
  if (kind === 15) {
    const [width, height] = by.of(SIZES);
    await page.setViewportSize({ width, height });
    return `${width} by ${height}`;
  }
  if (kind === 16 && by.below(6) === 0) {
    await page.reload();
    await page.waitForSelector("html[data-engine]");
    await watch(page);
    return "reload";
  }
  if (kind > 16) {
    const name = by.of(["mine.adv", "part.adv", "new.adv"]);
    const path = join(mine, name);
    if (by.below(5) === 0 && existsSync(path)) unlinkSync(path);
    else writeFileSync(path, `${by.of([GOOD, BROKEN, "board HERE = {g7}\n"])}// outside ${by.below(1000)}\n`);
    return `${name} changed outside`;
  }
  return "nothing";
}

async function wander(page, seed, mine, beside = () => {}) {
  const by = numbers(seed);
  const told = [];
  page.on("dialog", (dialog) => dialog.accept().catch(() => {}));
  await watch(page);
  for (let number = 0; number < ACTIONS; number++) {
    told.push(await act(page, by, { mine }).catch((error) => {
      throw new Error(`${error.message.split("\n")[0]}, action ${number} of seed ${seed}; after ${told.slice(-12).join(", ")}`);
    }));
    if (process.env.TELL) console.log(number, told.at(-1));
    await check(page, told);
    beside(told);
    if (number % 20 === 0 && !(await page.evaluate(() => document.querySelector("dialog[open]")))) {
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      const found = await page.evaluate(misplaced);
      assert.deepEqual(found.slice(0, 5), [], `${JSON.stringify(page.viewportSize())} after ${told.slice(-12).join(", ")}`);
    }
  }
}

export const anything = (page) => wander(page, SEED, null);

// The same over a folder: other files, and what is beside it, stay as they are.
export async function anythingOnDisk(page, { adv }) {
  const root = mkdtempSync(join(tmpdir(), "adv-random-"));
  const mine = join(root, "mine");
  mkdirSync(mine);
  for (const [path, text] of [[join(mine, "mine.adv"), GOOD], [join(mine, "notes.txt"), "notes\n"], [join(root, "beside.adv"), BROKEN]]) writeFileSync(path, text);
  const before = contents(root, "mine");
  const { address, end } = await studio(adv, mine);
  const opened = await page.context().newPage();
  const faults = [];
  opened.on("pageerror", (error) => faults.push(error.message));
  try {
    await opened.goto(address);
    await opened.waitForSelector("html[data-engine]");
    // After each action, so that it is known which one wrote.
    await wander(opened, SEED + 1, mine, (told) => {
      const after = `after ${told.slice(-12).join(", ")}`;
      assert.deepEqual(contents(root, "mine"), before, after);
      assert.equal(readFileSync(join(mine, "notes.txt"), "utf8"), "notes\n", after);
    });
    assert.deepEqual(faults, []);
    assert.deepEqual(readdirSync(mine).filter((name) => !/\.(adv|txt)$/.test(name)), []);
  } finally {
    end();
    rmSync(root, { recursive: true });
  }
}
