"use strict";

const test = require("node:test");
const assert = require("node:assert");
const { page, drawing } = require("../board");

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><title>a</title></svg>';

test("a value is told with its expression, its frame and the position", () => {
  const text = page({ text: "dist(W.K, B.K)", kind: "a number", frame: "new", value: "4", fen: "8/8 w", svg: SVG }, false);
  assert.match(text, /<code>dist\(W\.K, B\.K\)<\/code> = <b>4<\/b>/);
  assert.match(text, /a number, after the move/);
  assert.match(text, /the example: <code>8\/8 w<\/code>/);
  assert.ok(text.includes(SVG));
  assert.match(page({ fen: "x", svg: SVG }, true), /the chosen position/);
  assert.match(page(null, false), /without errors/);
});

test("what a program says is text", () => {
  const text = page({ text: "<script>x</script>", kind: "<b>", frame: "root", value: "\"'<i>", fen: "<u>", svg: SVG }, false);
  for (const tag of ["<script", "<i>", "<u>"]) assert.ok(!text.includes(tag), tag);
  assert.match(text, /default-src 'none'/);
});

test("only a drawing is drawn", () => {
  assert.strictEqual(drawing(SVG), SVG);
  for (const hostile of [
    "<svg ><script>1</script></svg>",
    '<svg onload="x"></svg>',
    "<svg ></svg><img src=x>",
    '<svg ><a href="javascript:x">y</a></svg>',
    '<svg ><use href="http://x/y"/></svg>',
    "text",
    undefined,
  ]) {
    assert.strictEqual(drawing(hostile), "", String(hostile));
  }
});
