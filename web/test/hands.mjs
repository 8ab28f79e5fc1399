// What the walks do to the page with hands: open a program, write, paste, drag, look at squares and rectangles.

// Holds a claim about the page once it comes true: a page shows what it knows with its next frame, or when an answer is there. What still is not
// so after ten seconds is told as it was then.
export async function soon(claim) {
  for (const end = Date.now() + 10000; Date.now() < end; await new Promise((done) => setTimeout(done, 50))) {
    try {
      return await claim();
    } catch (error) {
      if (error.name !== "AssertionError") throw error;
    }
  }
  return claim();
}

export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

export const text = (page, selector) => page.locator(selector).innerText();
export const content = (page) => page.locator("#editor .cm-content");

// Opens a program of the gallery and waits until it has been read.
export async function gallery(page, name) {
  await page.click("#show-gallery");
  await page.click(`#gallery .entry:has(b:text-is("${name}"))`);
  await page.waitForFunction((file) => document.querySelector("#files [aria-selected=true]")?.innerText.startsWith(file), name);
  await page.waitForSelector("#verdict.good");
}

// Writes a whole text into the editor, as one who pastes it.
export async function write(page, program) {
  await content(page).click();
  await page.keyboard.press("ControlOrMeta+a");
  await paste(page, program);
}

// What the keys for pasting bring to the editor.
export const paste = (page, pasted) =>
  content(page).evaluate((node, given) => {
    const data = new DataTransfer();
    data.setData("text/plain", given);
    node.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  }, pasted);

// Puts the cursor within the first place of a text, `steps` characters behind its begin, by the search of the editor.
export async function cursorAt(page, found, steps = 0) {
  for (let tries = 0; tries < 20 && !(await page.locator(".cm-search").count()); tries++) {
    await content(page).click({ position: { x: 2, y: 2 } });
    await page.keyboard.press("ControlOrMeta+Home");
    await page.keyboard.press("ControlOrMeta+f");
    await page.waitForTimeout(100);
  }
  await page.locator(".cm-search input[name=search]").pressSequentially(found);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await page.keyboard.press("ArrowLeft");
  for (let step = 0; step < steps; step++) await page.keyboard.press("ArrowRight");
}

// Which squares are lit, by the drawn elements.
export const lit = (page, frame = "node") =>
  page.locator(`cg-board square.lit-${frame}`).evaluateAll((found) => found.filter((one) => one.style.display !== "none").map((one) => one.cgKey).sort());

// The middle of a square on the board as it is now.
export async function middle(page, square) {
  const box = await page.locator("cg-board").boundingBox();
  return { x: box.x + (("abcdefgh".indexOf(square[0]) + 0.5) * box.width) / 8, y: box.y + ((8.5 - Number(square[1])) * box.height) / 8 };
}

// Drags a man as a hand does; the board is brought into the window first, if it is not there.
export async function drag(page, from, to) {
  await page.locator("cg-board").evaluate((board) => {
    const { top, bottom } = board.getBoundingClientRect();
    if (top < 0 || bottom > innerHeight) board.scrollIntoView({ block: "center" });
  });
  const frames = () => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  // A hand takes what it sees.
  await frames();
  const [begin, end] = [await middle(page, from), await middle(page, to)];
  await page.mouse.move(begin.x, begin.y);
  await page.mouse.down();
  await page.mouse.move((begin.x + end.x) / 2, (begin.y + end.y) / 2);
  await page.mouse.move(end.x, end.y);
  // A drag begins with a frame; without one it is a click.
  await frames();
  await page.mouse.up();
}

// Drops a file on the page.
export const drop = (page, name, content) =>
  page.evaluate(([file, inside]) => {
    const data = new DataTransfer();
    data.items.add(new File([inside], file));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  }, [name, content]);

export const shows = (page, placement) => page.waitForFunction((men) => document.getElementById("fen").value.startsWith(`${men} `), placement, { timeout: 20000 });

// A program with a mistake, and the same without it.
export const BROKEN = `material  W: K, Q;  B: K
example   "8/8/8/3k4/8/8/8/KQ6 w - - 0 1"

advice mate-now
  better  mat
  us      Q, K
  depth   1
end-advice

table kqk for W
  otherwise mate-now
end-table
`;

export const GOOD = BROKEN.replace("better  mat\n", "better  mate\n");
