// A line or a tree of moves to walk through: each move is a button that shows its position, arrow keys go on and back.

import { arrowOf } from "./board.js";
import { el } from "./dom.js";
import { endsOf } from "./fen.js";
import { cover } from "./position.js";

// `1.`, `1…` before a move, by the FEN before it.
export function numbered(fen, first, move) {
  const fields = fen.split(" ");
  const number = fields[5] ?? "1";
  const text = move.san ?? move.uci;
  return fields[1] === "w" ? `${number}. ${text}` : first ? `${number}… ${text}` : text;
}

// The scene of a node: its position, the move that led there, the root of the search.
export const sceneOf = (root, node, next, said) => ({
  fen: node?.fen ?? root,
  root,
  last: node?.uci ? endsOf(node.uci) : null,
  next: next?.uci ?? null,
  arrows: next ? [arrowOf(next.uci)] : [],
  said,
});

// A line from a position: `moves` have uci, san, fen; `at(move, index)` is called as one walks (to mark lines of the text).
export function line({ fen, moves, name, end = "", at = () => {} }) {
  let now = -1;
  const go = (to) => {
    now = Math.max(-1, Math.min(moves.length - 1, to));
    const move = moves[now];
    const where = now < 0 ? "before the first move" : `after ${numbered(moves[now - 1]?.fen ?? fen, true, move)}`;
    const last = now === moves.length - 1;
    cover(sceneOf(fen, move, moves[now + 1], `${name}, ${where}${last && end ? `: ${end}` : ""}`));
    buttons.forEach((button, index) => button.setAttribute("aria-current", String(index - 1 === now)));
    back.disabled = now < 0;
    on.disabled = last;
    at(move ?? null, now);
  };
  const buttons = [null, ...moves].map((move, index) =>
    el(
      `button.move${move?.by === "them" ? ".them" : ""}`,
      { onclick: () => go(index - 1), "aria-current": "false" },
      move ? numbered(moves[index - 2]?.fen ?? fen, index === 1, move) : "start",
    ),
  );
  const back = el("button.tool", { onclick: () => go(now - 1), disabled: true, "aria-label": "one move back" }, "◂");
  const on = el("button.tool", { onclick: () => go(now + 1), "aria-label": "one move on" }, "▸");
  const made = el("div.line", { role: "group", "aria-label": name }, el("div.steps", {}, back, on), el("div.moves", {}, ...buttons, end ? el("span.end", {}, end) : null));
  made.addEventListener("keydown", (event) => {
    const steps = { ArrowLeft: -1, ArrowRight: 1, Home: -1000, End: 1000 };
    if (!(event.key in steps)) return;
    event.preventDefault();
    go(now + steps[event.key]);
    buttons[now + 1].focus();
  });
  return { element: made, go };
}

// A tree of moves as nested lists, by the nodes of an answer (`parent`, `uci`, `san`, `fen`, `by`, `left_out`).
export function tree({ fen, nodes, name, at = () => {} }) {
  if (!nodes.length) return el("p.soft", {}, "There are no moves to walk.");
  const children = new Map();
  nodes.forEach((node, index) => {
    const key = node.parent ?? -1;
    if (!children.has(key)) children.set(key, []);
    children.get(key).push(index);
  });
  const buttons = [];
  const follow = (index) => (children.get(index) ?? []).map((child) => nodes[child]).find((node) => node.by === "us");
  const go = (index) => {
    const node = nodes[index];
    cover(sceneOf(fen, node, follow(index), `${name}, after ${node.san}`));
    buttons.forEach((button, other) => button?.setAttribute("aria-current", String(other === index)));
    at(node);
  };
  const before = (index) => (nodes[index].parent === null ? fen : nodes[nodes[index].parent].fen);
  const made = (index, first) => {
    const node = nodes[index];
    const button = el(
      `button.move${node.by === "them" ? ".them" : ""}`,
      { onclick: () => go(index), "aria-current": "false" },
      numbered(before(index), first, node),
    );
    buttons[index] = button;
    const left = node.left_out ? el("span.soft", {}, ` ${node.left_out} replies are not shown`) : null;
    return [button, left];
  };
  // A move with one answer stays in its row; several answers begin rows of their own.
  const row = (index) => {
    const parts = [];
    let at = index;
    let first = true;
    for (;;) {
      parts.push(...made(at, first));
      first = false;
      const next = children.get(at) ?? [];
      if (next.length !== 1) return el("li", {}, ...parts, next.length ? el("ul", {}, ...next.map(row)) : null);
      [at] = next;
    }
  };
  const list = el("ul.tree", { "aria-label": name }, ...(children.get(-1) ?? []).map(row));
  list.addEventListener("keydown", (event) => {
    const shown = [...list.querySelectorAll("button.move")];
    const index = shown.indexOf(document.activeElement);
    const steps = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };
    if (index < 0 || !(event.key in steps)) return;
    event.preventDefault();
    const next = shown[index + steps[event.key]];
    next?.focus();
    next?.click();
  });
  return list;
}
