// What happens outside the page: another tab, another program that writes the same files, a server that ends.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, readdirSync, rmSync, unlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { studio } from "./engines.mjs";
import { GOOD, gallery, soon } from "./hands.mjs";
import { sound } from "./reach.mjs";
import { type, whole } from "./work.mjs";

const until = async (page, wanted) => {
  for (let tries = 0; tries < 100; tries++) {
    if (wanted(await whole(page))) return;
    await page.waitForTimeout(100);
  }
  await soon(async () => assert.fail(`the text is not as it should be: ${await whole(page)}`));
};
const ready = (page) => page.waitForSelector("#verdict.good");
const said = (page, pattern) => page.waitForFunction((wanted) => new RegExp(wanted).test(document.getElementById("state").innerText), pattern);
const save = async (page) => {
  await page.evaluate(() => (document.getElementById("state").textContent = ""));
  await page.keyboard.press("ControlOrMeta+s");
};

// A page of its own, over a folder of its own.
async function own(page, adv, run) {
  const folder = mkdtempSync(join(tmpdir(), "adv-outside-"));
  const file = join(folder, "mine.adv");
  writeFileSync(file, GOOD);
  const servers = [];
  const begin = async () => {
    servers.push(await studio(adv, folder));
    const opened = await page.context().newPage();
    opened.on("pageerror", (error) => assert.fail(error.message));
    await opened.goto(servers.at(-1).address);
    await ready(opened);
    return opened;
  };
  try {
    await run({ folder, file, begin, end: () => servers.at(-1).end() });
  } finally {
    for (const { end } of servers) end();
    rmSync(folder, { recursive: true });
  }
}

// A file that another program writes is taken over where nothing was typed; else both texts are shown, and neither is written over unasked.
export const edited = (page, { adv, axe }) =>
  own(page, adv, async ({ folder, file, begin }) => {
    const one = await begin();
    writeFileSync(file, `// outside\n${GOOD}`);
    await until(one, (text) => text.startsWith("// outside"));
    await one.keyboard.press("ControlOrMeta+z");
    await soon(async () => assert.match(await whole(one), /^\/\/ outside/, "what was taken over is not undone"));
    writeFileSync(join(folder, "more.adv"), "board HERE = {g7}\n");
    await one.locator("#files .file", { hasText: "more.adv" }).waitFor();
    // Both write: asked when it is saved, and not before that.
    await type(one, "// mine");
    writeFileSync(file, `// again\n${GOOD}`);
    await save(one);
    await one.waitForSelector("#compare[open]");
    await soon(() => assert.equal(readFileSync(file, "utf8"), `// again\n${GOOD}`, "nothing is written unasked"));
    await sound(one, axe, "both texts side by side");
    await soon(async () => assert.equal(await one.locator("#compare-sides mark").count(), 2));
    await one.click("#compare [data-close]");
    await soon(async () => assert.match(await whole(one), /\/\/ mine$/, "to decide later changes nothing"));
    await soon(() => assert.equal(readFileSync(file, "utf8"), `// again\n${GOOD}`));
    await one.click("#notices button");
    await one.locator("#compare-sides section", { hasText: "Here" }).locator("button").click();
    await save(one);
    await said(one, "mine.adv saved");
    await soon(() => assert.match(readFileSync(file, "utf8"), /^\/\/ outside[\s\S]*\/\/ mine$/));
    // The other text is taken.
    await type(one, "// more");
    writeFileSync(file, `// third\n${GOOD}`);
    await one.waitForSelector("#notices button");
    await one.click("#notices button");
    await one.locator("#compare-sides section", { hasText: "On disk" }).locator("button").click();
    await until(one, (text) => text === `// third\n${GOOD}`);
    await soon(async () => assert.equal(await one.locator("#notices p").count(), 0));
    // A file that is gone on disk stays on the page, and is written again.
    unlinkSync(file);
    await one.locator("#files .file", { hasText: "mine.adv •" }).waitFor();
    await save(one);
    await said(one, "mine.adv saved");
    await soon(() => assert.deepEqual(readdirSync(folder).sort(), ["mine.adv", "more.adv"]));
    // Ends of lines are those of the file.
    writeFileSync(file, GOOD.replaceAll("\n", "\r\n"));
    await until(one, (text) => !text.includes("third"));
    await ready(one);
    await type(one, "// end");
    await save(one);
    await said(one, "mine.adv saved");
    await soon(() => assert.equal(readFileSync(file, "utf8"), `${GOOD}// end`.replaceAll("\n", "\r\n")));
  });

// Two tabs of one folder: what one saves the other has.
export const tabs = (page, { adv }) =>
  own(page, adv, async ({ file, begin }) => {
    const one = await begin();
    const two = await page.context().newPage();
    await two.goto(one.url());
    await ready(two);
    await said(one, "open in another tab too");
    await said(two, "open in another tab too");
    await type(one, "// one");
    await save(one);
    await until(two, (text) => text.endsWith("// one"));
    await type(two, "// two");
    await type(one, "// three");
    await save(two);
    await said(two, "mine.adv saved");
    await save(one);
    await one.waitForSelector("#compare[open]");
    await soon(() => assert.match(readFileSync(file, "utf8"), /\/\/ one\/\/ two$/));
  });

// Two tabs of one project in the browser.
export async function browserTabs(page) {
  await gallery(page, "hello.adv");
  await type(page, "// one");
  await page.waitForTimeout(700);
  const two = await page.context().newPage();
  await two.goto(page.url());
  await ready(two);
  await soon(async () => assert.match(await whole(two), /\/\/ one$/));
  await said(page, "open in another tab too");
  await type(two, "// two");
  await until(page, (text) => text.endsWith("// one// two"));
  // Both at once, before either is kept.
  await Promise.all([type(page, "// three"), type(two, "// four")]);
  const both = [page, two].map((tab) => tab.waitForSelector("#notices button").then(() => tab));
  const asked = await Promise.any(both);
  await asked.click("#notices button");
  await asked.locator("#compare-sides section", { hasText: "Here" }).locator("button").click();
  const other = asked === page ? two : page;
  const kept = await whole(asked);
  await until(other, (text) => text === kept);
  await asked.waitForTimeout(700);
  await asked.reload();
  await ready(asked);
  await soon(async () => assert.equal(await whole(asked), kept));
}

// The server ends: said in a sentence, and what was typed is kept and saved when it is there again.
export const ended = (page, { adv, axe }) =>
  own(page, adv, async ({ file, begin, end }) => {
    const one = await begin();
    await type(one, "// before");
    end();
    await one.waitForSelector("#notices [data-kind=gone]", { timeout: 15000 });
    await sound(one, axe, "the server is gone");
    await soon(async () => assert.match(await one.locator("#notices").innerText(), /adv studio has ended/));
    await type(one, "// after");
    await one.waitForFunction(() => /not read/.test(document.getElementById("verdict").innerText));
    await save(one);
    await said(one, "has ended");
    await soon(() => assert.equal(readFileSync(file, "utf8"), GOOD));
    await begin();
    await one.waitForSelector("#notices [data-kind=gone]", { state: "detached" });
    await ready(one);
    await one.bringToFront();
    await save(one);
    await said(one, "mine.adv saved");
    await soon(() => assert.equal(readFileSync(file, "utf8"), `${GOOD}// before// after`));
  });
