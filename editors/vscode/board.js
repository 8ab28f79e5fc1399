// The page of the board view, as text: what is under the cursor, drawn by the server. It has no script and loads nothing.

"use strict";

/// A text for an element: what a program says is text and never markup.
function escaped(text) {
  const signs = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
  return String(text).replace(/[&<>"']/g, (sign) => signs[sign]);
}

/// What the server drew, if it is one drawing and nothing else: an element <svg> without scripts, handlers and links.
function drawing(svg) {
  const text = String(svg).trim();
  const whole = text.startsWith("<svg ") && text.endsWith("</svg>") && text.indexOf("</svg>") === text.length - 6;
  const hostile = /<\s*(script|foreignObject|iframe|image|a)\b|\son\w+\s*=|javascript:|\b(xlink:)?href\s*=\s*["'](?!#)/i;
  return whole && !hostile.test(text) ? text : "";
}

const FRAMES = { new: "after the move", root: "where advice was consulted" };

/// The page. `view` is the answer of the server to `adv/board`, or null; `chosen` whether a position was chosen in place of the example.
function page(view, chosen) {
  const style =
    "body{font-family:var(--vscode-font-family,system-ui);font-size:13px;color:var(--vscode-foreground,#222);padding:0 4px}" +
    "svg{width:100%;height:auto;max-width:420px;display:block}code{font-family:var(--vscode-editor-font-family,monospace)}" +
    "p{margin:6px 0;overflow-wrap:anywhere}.soft{opacity:.75}";
  const head =
    '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">" +
    `<title>adv board</title><style>${style}</style></head><body>`;
  if (!view) {
    const none = "The board is shown for a program without errors that has an example.";
    return `${head}<p class="soft">${none}</p></body></html>`;
  }
  const parts = [head, drawing(view.svg)];
  if (view.text) {
    const frame = FRAMES[view.frame] ? `, ${FRAMES[view.frame]}` : "";
    const value = view.value === null || view.value === undefined ? "" : ` = <b>${escaped(view.value)}</b>`;
    parts.push(`<p><code>${escaped(view.text)}</code>${value}</p>`, `<p class="soft">${escaped(view.kind)}${frame}</p>`);
  }
  parts.push(`<p class="soft">${chosen ? "the chosen position" : "the example"}: <code>${escaped(view.fen)}</code></p></body></html>`);
  return parts.join("");
}

module.exports = { page, escaped, drawing };
