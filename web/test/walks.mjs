// The walks. Each is a way through the page that a teacher would take, and says what has to be seen on it.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { BROKEN, GOOD, content, cursorAt, drag, drop, gallery, lit, middle, paste, phone, shows, soon, text, write } from "./hands.mjs";
import { browserTabs, edited, ended, tabs } from "./outside.mjs";
import { apart, inSight, moved } from "./places.mjs";
import { anything, anythingOnDisk } from "./random.mjs";
import { accessible, dialogs, keys, narrow } from "./reach.mjs";
import { offered, read, said } from "./small.mjs";
import { forgotten, history, left } from "./work.mjs";

// A program with a mistake; the repair that is offered mends it.
export async function mend(page, { picture }) {
  await gallery(page, "hello.adv");
  await write(page, BROKEN);
  await page.waitForSelector("#mistakes .error");
  await soon(async () => assert.match(await text(page, "#mistakes"), /mat/));
  await soon(async () => assert.equal(await page.locator("#editor .cm-lintRange-error").count(), 1, "the word is underlined"));
  await picture("mistake");
  await page.locator("#mistakes .tool", { hasText: /\bmate\b/ }).click();
  await page.waitForSelector("#verdict.good");
  await soon(async () => assert.match(await content(page).innerText(), /better\s+mate\n/));
}

// Squares light up as the cursor goes through the text, and stand for what the compiler says.
export async function light(page, { picture }) {
  await gallery(page, "queen.adv");
  await cursorAt(page, "MV(B.K) =", 1);
  await page.waitForSelector("#values button[aria-pressed=true]");
  await page.waitForSelector("square.lit-node");
  await soon(async () => assert.deepEqual(await lit(page), ["c4", "c5", "c6", "d4", "d6", "e5", "e6"], "the king's moves beside the queen on b1"));
  await picture("lit");
  await page.locator("#values button", { hasText: "SQ(Q) ∩" }).click();
  await page.waitForFunction(() => document.querySelector("#values button[aria-pressed=true]").innerText.includes("∅"));
  await soon(async () => assert.deepEqual(await lit(page), []));
  // A move on the board changes what is lit.
  await cursorAt(page, "SQ(Q)", 1);
  await page.waitForFunction(() => document.querySelector("#values")?.innerText.includes("SQ(Q)"));
  await page.fill("#move", "Qb5+");
  await page.press("#move", "Enter");
  await page.waitForFunction(() => [...document.querySelectorAll("square.lit-node")].some((one) => one.cgKey === "b5" && one.style.display !== "none"));
  // Numbers stand beside the board.
  await cursorAt(page, "work < root", 1);
  await page.waitForFunction(() => /work\s*\d+/.test(document.querySelector("#values").innerText));
}

// A game to mate, with a move taken back.
export async function play(page, { picture }) {
  await gallery(page, "queen.adv");
  await page.click("#tab-play");
  await page.click("#play-begin");
  await page.waitForSelector("#play-told .move");
  let moved = 0;
  for (let reply = 0; reply < 40; reply++) {
    await page.waitForFunction(() => document.querySelector("#play-told .verdict") || !document.getElementById("move").disabled);
    if (await page.locator("#play-told .verdict").count()) break;
    const before = await page.locator("#play-told .move").count();
    const san = await page.locator("#moves option").first().getAttribute("value");
    await page.fill("#move", san);
    await page.press("#move", "Enter");
    await page.waitForFunction((count) => document.querySelectorAll("#play-told .move").length >= count + 2, before);
    if (++moved === 2) {
      await page.click("#play-back");
      await page.waitForFunction((count) => document.querySelectorAll("#play-told .move").length === count, before);
    }
  }
  await soon(async () => assert.match(await text(page, "#play-told .verdict"), /checkmate/));
  await soon(async () => assert.match(await text(page, "#play-told"), /Why .*#/i));
  await picture("mate");
}

// The textbook's advice is refuted; the line is walked to the stalemate; the conjunct is added; it is proved.
export async function prove(page, { picture }) {
  await gallery(page, "krk-advice.adv");
  await page.click("#tab-prove");
  await page.click("#claims li:first-child .tool");
  await page.waitForSelector("#prove-told .verdict.bad", { timeout: 180000 });
  await soon(async () => assert.match(await text(page, "#prove-told"), /48 of 175,168/));
  await page.locator("#prove-told .failure").first().locator(".steps .tool").last().click();
  await page.waitForFunction(() => /stalemate/.test(document.getElementById("turn").innerText));
  await soon(async () => assert.equal(await page.locator("#editor .marked").count() > 0, true, "the rule's line is marked"));
  await picture("stalemate");
  const source = (await content(page).evaluate((node) => node.cmTile?.root?.view?.state?.doc?.toString() ?? node.cmView?.view?.state?.doc?.toString() ?? null)) ?? null;
  assert.ok(source, "the text can be read from the editor");
  const mended = source
    .replace("dist(W.K, R) ≤ root.dist(W.K, R)\n", "dist(W.K, R) ≤ root.dist(W.K, R) ∧ ¬stalemate\n")
    .replaceAll("better   black-to-move ∧ divides ∧ ¬exposed\n", "better   black-to-move ∧ divides ∧ ¬exposed ∧ ¬stalemate\n");
  assert.notEqual(mended, source);
  await write(page, mended);
  await page.waitForFunction(() => /changed since/.test(document.getElementById("prove-told").innerText));
  await page.waitForSelector("#verdict.good");
  await page.click("#claims li:first-child .tool");
  await page.waitForSelector("#prove-told .verdict.good", { timeout: 180000 });
  await soon(async () => assert.match(await text(page, "#prove-told"), /proved/));
  await picture("proved");
}

// A program for king and queen is asked for by the page, is played against, and proved.
export async function begin(page, { picture }) {
  await page.click("#new-project");
  await page.fill("#new-men", "KQvk");
  await page.click("#new-form .strong");
  await page.waitForFunction(() => /small letters/.test(document.getElementById("new-fault").innerText));
  await page.fill("#new-men", "KQvK");
  await page.press("#new-men", "Enter");
  await page.waitForFunction(() => document.querySelector("#files [aria-selected=true]")?.innerText.startsWith("kqk.adv"));
  await page.waitForSelector("#verdict.good");
  await page.click("#run-now");
  await page.waitForSelector("#run-told .because, #run-told h2, #run-told blockquote");
  await page.click("#tab-prove");
  await page.click("#claims li:first-child .tool");
  await page.waitForSelector("#prove-told .verdict", { timeout: 180000 });
  await picture("claimed");
  await page.click("#new-project");
  await page.click("#new-empty");
  await page.waitForFunction(() => document.querySelector("#files [aria-selected=true]")?.innerText.startsWith("program.adv"));
}

// A proof is given up, and the page answers at once afterwards.
export async function stop(page) {
  await gallery(page, "kbbk.adv");
  await page.click("#tab-prove");
  await page.click("#claims li:first-child .tool");
  await page.waitForFunction(() => /[1-9][\d,]* (of|states|positions)|[1-9]\d* %/.test(document.querySelector("#prove-told .working")?.innerText ?? ""));
  await page.locator("#prove-told .working .tool").click();
  await page.waitForSelector("#prove-told .fault");
  await soon(async () => assert.match(await text(page, "#prove-told"), /given up/));
  await page.click("#tab-run");
  await page.waitForSelector("#run-told .move-told");
}

// A position set up by hand, by a FEN and by a game; what cannot be is told.
export async function setUp(page) {
  await gallery(page, "queen.adv");
  await page.click("#set-up");
  await page.click("#empty");
  const put = async (man, square) => {
    await page.click(`#men [data-man=${man}]`);
    // The click may have scrolled the page: how large men are depends on the fonts.
    const { x, y } = await middle(page, square);
    await page.mouse.click(x, y);
  };
  await put("wK", "f6");
  await put("wQ", "a7");
  await put("bK", "f8");
  await page.click("#men [data-man=bK]");
  // The board tells of a man that was moved a moment later: what is drawn meanwhile leaves it where it is.
  await page.evaluate(() => {
    window.timeout = window.setTimeout;
    window.setTimeout = (act, delay, ...rest) => window.timeout(act, (delay ?? 0) + 1000, ...rest);
  });
  await drag(page, "a7", "a6");
  await page.click("#black-moves");
  await shows(page, "5k2/8/Q4K2/8/8/8/8/8 b");
  await page.evaluate(() => (window.setTimeout = window.timeout));
  await drag(page, "a6", "a7");
  await page.click("#white-moves");
  await page.click("#set-up");
  await shows(page, "5k2/Q7/5K2/8/8/8/8/8 w");
  await page.waitForFunction(() => /^Q/.test(document.querySelector("#run-told .move-told")?.innerText ?? ""));
  await page.fill("#fen", "8/8/8/8/8/8/8/KK6 w - - 0 1");
  await page.press("#fen", "Enter");
  await page.waitForSelector("#state[data-kind=bad]");
  await page.fill("#fen", "W: Kf6, Qa7; B: Kh8");
  await page.press("#fen", "Enter");
  await page.waitForFunction(() => document.getElementById("fen").value.startsWith("7k/Q7/5K2"));
  const game = () =>
    page.locator("#fen").evaluate((field) => {
      const data = new DataTransfer();
      data.setData("text", '[White "A"]\n[Black "B"]\n\n1. e4 {best} e5 (1... c5 2. Nf3) 2. Nf3 $1 Nc6 1/2-1/2');
      field.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
    });
  await game();
  await page.waitForSelector("#games .move");
  await soon(async () => assert.equal((await page.locator("#games .move").allInnerTexts()).join(" "), "start 1. e4 e5 2. Nf3 Nc6"));
  await page.click("#uncover");
  await shows(page, "7k/Q7/5K2/8/8/8/8/8");
  // A game that is read late does not cover what was opened since.
  await page.route("**/ask", async (route) => {
    if (route.request().postDataJSON().moves?.length === 4) await page.waitForTimeout(1000);
    await route.continue();
  });
  await game();
  await page.fill("#fen", "8/8/8/3k4/8/8/8/KQ6 w - - 0 1");
  await page.press("#fen", "Enter");
  await page.waitForSelector("#games .move");
  assert(await page.locator("#covered").isHidden(), "the position that was written stands");
  await page.unroute("**/ask");
}

// Squares clicked together on the board are written into the text; so is a sign.
export async function pick(page) {
  await gallery(page, "hello.adv");
  await content(page).click();
  await page.keyboard.press("ControlOrMeta+End");
  await paste(page, "\nboard CORNER = ");
  await page.click("#pick");
  for (const square of ["a1", "h1", "a8"]) {
    const { x, y } = await middle(page, square);
    await page.mouse.click(x, y);
  }
  await soon(async () => assert.equal(await text(page, "#picked"), "{a1, h1, a8}"));
  await page.click("#pick-write");
  await soon(async () => assert.match(await content(page).innerText(), /board CORNER = \{a1, h1, a8\}/));
  await page.locator("#signs .sign", { hasText: "∪" }).click();
  await soon(async () => assert.match(await content(page).innerText(), /\{a1, h1, a8\}∪/));
}

// What is written is there again after a reload; a link carries it; another project does not lose it.
export async function keep(page) {
  await gallery(page, "hello.adv");
  await content(page).click();
  await page.keyboard.press("ControlOrMeta+End");
  await paste(page, "\n// <b>kept</b>");
  await page.waitForTimeout(900);
  // A link to this machine would open for nobody else.
  const isShared = !new URL(page.url()).searchParams.has("token");
  await soon(async () => assert.equal(await page.locator("#make-link").isVisible(), isShared));
  if (isShared) {
    await page.click("#make-link");
    await page.waitForFunction(() => document.getElementById("link").value.includes("#p="));
    const link = await page.locator("#link").inputValue();
    await page.click("#link-dialog [data-close]:not(.strong)");
    await page.goto("about:blank");
    await page.goto(link);
    await page.waitForSelector("#verdict.good");
    await soon(async () => assert.match(await content(page).innerText(), /<b>kept<\/b>/, "the link carries the text"));
  }
  await page.reload();
  await page.waitForSelector("#verdict.good");
  await soon(async () => assert.match(await content(page).innerText(), /<b>kept<\/b>/, "the text is there after a reload"));
  await page.evaluate(() => (location.hash = "#p=cut"));
  await page.reload();
  await page.waitForSelector("#state[data-kind=bad]");
}

// A position is assessed, a problem solved, tests run.
export async function ask(page, { picture }) {
  await gallery(page, "queen.adv");
  await page.click("#tab-assess");
  await page.fill("#fen", "2r3k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1");
  await page.press("#fen", "Enter");
  await page.waitForFunction(() => /rook c8/.test(document.getElementById("board").getAttribute("aria-label")));
  await page.click("#assess-now");
  await page.waitForSelector("#assess-told .fact", { timeout: 120000 });
  await soon(async () => assert.match(await text(page, "#assess-told"), /open file/));
  await picture("assessed");
  await page.fill("#fen", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1");
  await page.press("#fen", "Enter");
  await page.waitForFunction(() => /bishop b8/.test(document.getElementById("board").getAttribute("aria-label")));
  await page.click("#tab-solve");
  await page.check("#solve-duals");
  await page.click("#solve-form .strong");
  await page.waitForSelector("#solve-told .verdict.good", { timeout: 120000 });
  await soon(async () => assert.match(await text(page, "#solve-told"), /mate in 2[\s\S]*Key\s+Ra6/));
  await page.locator("#solve-told .move", { hasText: "#" }).click();
  await page.waitForFunction(() => /checkmate/.test(document.getElementById("turn").innerText));
  await page.click("#tab-tests");
  await page.waitForSelector("#tests-told .verdict.good");
}

// The files of a folder: changed, saved, one more from the gallery, and none lost.
export async function disk(page, { folder }) {
  await page.waitForSelector("#verdict.good");
  await content(page).click();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type("// saved");
  await page.keyboard.press("ControlOrMeta+s");
  await page.waitForFunction(() => /saved/.test(document.getElementById("state").innerText));
  await soon(() => assert.match(readFileSync(join(folder, "mine.adv"), "utf8"), /\/\/ saved\n?$/));
  await gallery(page, "krk-advice.adv");
  await soon(async () => assert.match(await text(page, "#files"), /mine\.adv[\s\S]*krk-advice\.adv/, "the folder's own file is still there"));
  await soon(() => assert.deepEqual(readdirSync(folder), ["mine.adv"], "nothing is written before it is saved"));
  await page.keyboard.press("ControlOrMeta+s");
  await page.waitForFunction(() => /krk-advice.adv saved/.test(document.getElementById("state").innerText));
  await soon(() => assert.deepEqual(readdirSync(folder).sort(), ["krk-advice.adv", "mine.adv"]));
}

// The first steps that the page offers, from a word on the board to a proved mate with king and queen, broken and mended.
export async function steps(page, { picture }) {
  const step = (number) => page.click(`#steps-list li:nth-child(${number}) button`);
  await step(1);
  await page.waitForSelector("square.lit-node");
  await soon(async () => assert.deepEqual(await lit(page), ["c4", "c5", "c6", "d4", "d6", "e5", "e6"], "the king's moves"));
  await step(2);
  await page.waitForSelector("#play-told .move");
  await soon(async () => assert.match(await text(page, "#play-told"), /You play Black/));
  await step(3);
  await page.waitForSelector("#prove-told p.verdict.good", { timeout: 180000 });
  await picture("proved");
  await step(4);
  await page.waitForSelector("#prove-told p.verdict.bad", { timeout: 180000 });
  await page.locator("#prove-told .failure .tool").first().click();
  await page.waitForFunction(() => /neither side has the men to mate/.test(document.getElementById("turn").innerText));
  await picture("broken");
  await step(4);
  await page.waitForSelector("#prove-told p.verdict.good", { timeout: 180000 });
  await soon(async () => assert.match(await content(page).innerText(), /holding/, "the line is back"));
  await step(5);
  await page.waitForSelector("#new-dialog[open]");
  await page.keyboard.press("Escape");
  await page.click("#steps-end");
  await page.reload();
  await page.waitForSelector("html[data-engine]");
  await soon(async () => assert.equal(await page.locator("#steps").isVisible(), false, "closed steps stay closed"));
  await page.click("#help");
  await page.locator("#help-text .tool").click();
  await soon(async () => assert.equal(await page.locator("#steps").isVisible(), true));
}

// What the editor does beside colours: hover, proposals, form, folding, the place of a definition.
export async function editing(page) {
  await gallery(page, "queen.adv");
  await page.locator("#editor .cm-line", { hasText: "otherwise" }).locator("span", { hasText: "squeeze" }).last().hover();
  await page.waitForSelector("#editor .cm-tooltip .told");
  await page.mouse.move(5, 5);
  await content(page).click();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type("\nadvice other\n  bett");
  await page.waitForSelector("#editor .cm-tooltip-autocomplete li");
  await soon(async () => assert.match(await text(page, "#editor .cm-tooltip-autocomplete"), /better/));
  await page.keyboard.press("Escape");
  // A key that replaces several lines: the browser would write styles, which the page's policy refuses with a complaint.
  for (const key of ["Home", "ArrowRight", "Shift+ArrowUp", "Shift+ArrowUp", "x"]) await page.keyboard.press(key);
  await write(page, GOOD.replace("better  mate", "better         mate"));
  await page.waitForSelector("#verdict.good");
  await page.click("#format");
  await page.waitForFunction(() => !/better {9}mate/.test(document.querySelector("#editor").shadowRoot.querySelector(".cm-content").innerText));
  await page.locator("#editor .cm-foldGutter span[title='Fold line']").first().click();
  await page.waitForSelector("#editor .cm-foldPlaceholder");
  await page.locator("#editor .cm-foldPlaceholder").click();
  await cursorAt(page, "otherwise mate-now", 12);
  await page.keyboard.press("F12");
  await page.waitForFunction(() => /advice mate-now/.test(document.querySelector("#editor").shadowRoot.querySelector(".cm-activeLine").innerText));
}

// Several files in a project: opened, dropped, used by one another, renamed, removed and brought back, saved to disk.
export async function files(page) {
  await page.setInputFiles("#file-input", { name: "mine.adv", mimeType: "text/plain", buffer: Buffer.from(GOOD) });
  await page.waitForFunction(() => document.querySelector("#files [aria-selected=true]")?.innerText.startsWith("mine.adv"));
  await page.waitForSelector("#verdict.good");
  await drop(page, "game.pgn", '[White "A"]\n[Black "B"]\n\n1. d4 d5 2. c4 *\n\n[White "C"]\n[Black "D"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n');
  await page.waitForSelector("#games .move");
  await page.selectOption("#game-choice", "1");
  await page.waitForFunction(() => /checkmate/.test(document.getElementById("turn").innerText));
  await page.click("#games-end");
  await drop(page, "place.fen", "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1\n");
  await page.waitForFunction(() => document.getElementById("fen").value.startsWith("7k/8/5K2"));
  await drop(page, "part.adv", "board HERE = {g7, h7}\n");
  await page.waitForFunction(() => document.querySelector("#files [aria-selected=true]")?.innerText.startsWith("part.adv"));
  await page.locator("#files .file", { hasText: "mine.adv" }).click();
  await write(page, GOOD.replace("advice mate-now", 'use "part.adv"\n\nnumber here = count(HERE)\n\nadvice mate-now'));
  await page.waitForSelector("#verdict.good");
  await page.locator("#files .file", { hasText: "part.adv" }).click();
  await page.click("#rename");
  await page.fill("#name", "other/part.adv");
  await page.click("#name-form .strong");
  await page.waitForFunction(() => /no \/ or/.test(document.getElementById("name-fault").innerText));
  await page.fill("#name", "squares.adv");
  await page.press("#name", "Enter");
  await page.locator("#files .file", { hasText: "squares.adv" }).waitFor();
  await page.locator("#files .file", { hasText: "mine.adv" }).click();
  await page.waitForSelector("#verdict.bad");
  await page.locator("#files .file", { hasText: "squares.adv" }).click();
  await page.click("#remove-file");
  await soon(async () => assert.doesNotMatch(await text(page, "#files"), /squares/));
  await page.click("#undo");
  await soon(async () => assert.match(await text(page, "#files"), /squares/));
  const [saved] = await Promise.all([page.waitForEvent("download"), page.click("#save")]);
  assert.equal(saved.suggestedFilename(), "squares.adv");
  await soon(async () => assert.equal(readFileSync(await saved.path(), "utf8"), "board HERE = {g7, h7}\n"));
}

// The person takes the side that the program is for, and is helped by it; a move can be taken back to the beginning.
export async function otherSide(page) {
  await gallery(page, "queen.adv");
  await page.click("#tab-play");
  await page.selectOption("#play-side", "White");
  await page.click("#play-begin");
  await page.waitForFunction(() => !document.getElementById("play-hint").disabled);
  await page.click("#play-hint");
  await page.waitForFunction(() => /a hint: Q/.test(document.getElementById("state").innerText));
  const hint = (await text(page, "#state")).replace("a hint: ", "").trim();
  const moves = await page.locator("#moves option").first().getAttribute("value");
  await page.fill("#move", hint);
  await page.press("#move", "Enter");
  // Nobody else moves for Black.
  await page.waitForFunction(() => /you move for both sides/.test(document.getElementById("play-told").innerText));
  // The list of moves follows the board.
  await page.waitForFunction((old) => document.querySelector("#moves option")?.value !== old, moves);
  await page.fill("#move", await page.locator("#moves option").first().getAttribute("value"));
  await page.press("#move", "Enter");
  await page.waitForFunction(() => document.querySelectorAll("#play-told .move").length === 2);
  for (let left = 1; left >= 0; left--) {
    await page.click("#play-back");
    await page.waitForFunction((count) => document.querySelectorAll("#play-told .move").length === count, left);
  }
}

export const DISK = [
  ["files on disk", disk],
  ["undone in its own file", history],
  ["changed by another program", edited],
  ["two tabs", tabs],
  ["the server ends", ended],
  ["anything, by chance", anythingOnDisk],
];

export const ALL = [
  ["first steps", steps],
  ["a mistake is mended", mend],
  ["squares light up", light],
  ["a game to mate", play],
  ["refuted and proved", prove],
  ["a new program", begin],
  ["a proof is given up", stop],
  ["positions and games", setUp],
  ["sets and signs", pick],
  ["the editor", editing],
  ["files by hand", files],
  ["the other side", otherSide],
  ["what is written stays", keep],
  ["patterns, problems, tests", ask],
  ["keys alone", keys],
  ["accessible", accessible],
  ["accessible dialogs", dialogs],
  ["on a phone", narrow, phone],
  ["undone in its own file", history],
  ["left at once", left],
  ["two tabs", browserTabs],
  ["forgotten and brought back", forgotten],
  ["said once", said],
  ["offered where it helps", offered],
  ["read without stumbling", read],
  ["anything, by chance", anything],
  ["whatever moves the board", moved],
  ["nothing over another thing", apart],
  ["text and verdicts in sight", inSight],
];
