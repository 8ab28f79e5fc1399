// Walks through a refutation: our moves at each node, the reply to each, and what ends the line.
(() => {
  const { nodes, ends, remarks } = data;
  // The walked line: a node of ours and the move chosen there; `here` counts plies, 0 before the first.
  let line = [];
  let here = 0;
  flipped = data.us === "Black";
  const rowOf = ({ n, at }) => {
    const [label, fen, uci, reply, replyFen, replyUci, to, end] = nodes[n].moves[at];
    return { label, fen, uci, reply, replyFen, replyUci, to, end: end < 0 ? null : ends[end] };
  };
  // The plies of the line, each with the position that it leads to.
  const plies = () => line.flatMap((step, index) => {
    const row = rowOf(step);
    const own = { index, us: true, label: row.label, fen: row.fen, uci: row.uci };
    return row.reply ? [own, { index, us: false, label: row.reply, fen: row.replyFen, uci: row.replyUci }] : [own];
  });
  // The node after the whole line: the root, or where its last move leads; null where it ends.
  const after = (steps) => {
    if (!steps.length) return 0;
    const row = rowOf(steps[steps.length - 1]);
    return row.to >= 0 ? row.to : null;
  };

  function drawBoard() {
    const ply = here > 0 ? plies()[here - 1] : null;
    const slide = ply ? [ply.uci.slice(2, 4), ply.uci.slice(0, 2)] : null;
    const fen = ply ? ply.fen : data.fen;
    const black = drawPosition(fen, ply ? ply.uci : null, slide);
    svg.setAttribute("aria-label", `${black ? "Black" : "White"} to move: ${fen}`);
  }

  // Moves that end for one reason are named together.
  function groups(n) {
    const found = new Map();
    nodes[n].moves.forEach((_, at) => {
      const row = rowOf({ n, at });
      const why = row.end ? (row.reply ? `${row.reply}: ` : "") + row.end : "";
      if (!found.has(why)) found.set(why, []);
      found.get(why).push(at);
    });
    return found;
  }
  const moveButton = (steps, n) => (at) => {
    const row = rowOf({ n, at });
    return make("li", {}, make("button", { type: "button", onclick: () => go([...steps, { n, at }]) },
      row.label, row.reply && !row.end ? make("small", {}, " " + row.reply) : null));
  };

  function drawCard() {
    const all = plies(), ply = here > 0 ? all[here - 1] : null, last = here === all.length;
    const parts = [];
    if (!ply) {
      parts.push(make("h2", {}, data.about), ...remarks.map((text) => make("p", { class: "remark" }, text)));
    } else {
      parts.push(make("h2", {}, make("span", {}, ply.label), make("span", { class: "chip" + (ply.us ? " us" : "") }, ply.us ? "us" : "them")));
    }
    const row = line.length ? rowOf(line[line.length - 1]) : null;
    if (ply && last && row.end) parts.push(make("p", { class: "end" }, ...words(row.end)));
    if (ply && here > 1) parts.push(make("p", { class: "where" }, all.slice(0, here).map((one) => one.label).join(" ")));
    if (ply && ply.us && !last) parts.push(make("p", { class: "where" }, "→ shows the reply that refutes it"));
    const n = last ? after(line) : null;
    if (n !== null && n >= nodes.length) parts.push(make("p", { class: "remark" }, "what follows is not on this page"));
    else if (n !== null) {
      const node = nodes[n];
      if (node.open) parts.push(make("p", { class: "remark" }, node.open));
      else if (!node.moves.length) parts.push(make("p", { class: "end" }, "the us-moves select no move"));
      else for (const [text, moves] of groups(n)) {
        const count = moves.length === 1 ? "1 move" : `${moves.length} moves`;
        parts.push(make("h3", {}, text ? `${count}, ended` : `${count}, refuted later`));
        if (text) parts.push(make("p", { class: "where" }, ...words(text)));
        parts.push(make("ul", { class: "replies" }, ...moves.map(moveButton(line, n))));
      }
    }
    byId("card").replaceChildren(...parts);
  }

  // The list of moves: a node's moves are put in when it is unfolded.
  function rows(steps, n) {
    if (n === null || n >= nodes.length) return [];
    return nodes[n].moves.map((_, at) => {
      const own = [...steps, { n, at }], row = rowOf({ n, at });
      const inner = make("ul", {});
      inner.hidden = true;
      const next = after(own);
      const can = next !== null && next < nodes.length && nodes[next].moves.length > 0;
      const toggle = make("button", { type: "button", class: "toggle", "aria-expanded": "false", "aria-label": "moves after it" });
      toggle.addEventListener("click", () => {
        if (!inner.childElementCount) inner.append(...rows(own, next));
        inner.hidden = !inner.hidden;
        toggle.setAttribute("aria-expanded", String(!inner.hidden));
      });
      if (!can) toggle.classList.add("none");
      const move = make("button", { type: "button", class: "move", "data-way": wayOf(own), onclick: () => go(own) },
        row.label, row.reply ? make("span", { class: "them" }, " " + row.reply) : null,
        row.end ? make("span", { class: "stop", title: row.end }, " ■") : null);
      return make("li", {}, make("div", { class: "row" }, toggle, move), inner);
    });
  }
  // What stands between two backticks is a text of the program.
  const words = (text) => text.split("`").map((part, index) => (index % 2 ? make("code", {}, part) : part));
  const wayOf = (steps) => steps.map(({ n, at }) => `${n}.${at}`).join("-");
  // Unfolds the list down to the walked line, and marks its last move.
  function mark() {
    const way = wayOf(line);
    const button = (name) => [...document.querySelectorAll("#list .move")].find((one) => one.dataset.way === name);
    for (let depth = 1; depth < line.length; depth++) {
      const above = button(wayOf(line.slice(0, depth)));
      const toggle = above && above.parentElement.querySelector(".toggle");
      if (toggle && toggle.getAttribute("aria-expanded") === "false") toggle.click();
    }
    for (const button of document.querySelectorAll("#moves .move")) {
      if (button.dataset.way === way || (!way && button.id === "rootmove")) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    }
  }

  function show() {
    drawBoard();
    drawCard();
    mark();
    byId("first").disabled = byId("back").disabled = here === 0;
    byId("on").disabled = byId("last").disabled = !canGoOn();
    try { history.replaceState(null, "", "#" + wayOf(line)); } catch { /* a page without an address */ }
  }
  function go(steps) {
    line = steps;
    here = plies().length;
    show();
  }
  const next = () => { const n = after(line); return n !== null && n < nodes.length && nodes[n].moves.length ? n : null; };
  const canGoOn = () => here < plies().length || next() !== null;

  const walk = {
    on() {
      if (here < plies().length) { here += 1; show(); return; }
      const n = next();
      if (n === null) return;
      // The first move that is not ended at once, as in the main line.
      const deep = nodes[n].moves.findIndex(([, , , , , , to]) => to >= 0);
      line = [...line, { n, at: Math.max(deep, 0) }];
      here += 1;
      show();
    },
    back() { if (here > 0) { here -= 1; line = line.slice(0, (plies()[here - 1] || { index: -1 }).index + 1); here = Math.min(here, plies().length); show(); } },
    first() { line = []; here = 0; show(); },
    last() { for (let step = 0; step < 1000 && canGoOn(); step++) walk.on(); },
    aside(step) {
      if (!line.length) return;
      const { n, at } = line[line.length - 1], other = at + step;
      if (other >= 0 && other < nodes[n].moves.length) go([...line.slice(0, -1), { n, at: other }]);
    },
    flip() { flipped = !flipped; drawBoard(); },
    theme,
  };
  const keys = {
    ArrowRight: walk.on, ArrowLeft: walk.back, ArrowUp: () => walk.aside(-1), ArrowDown: () => walk.aside(1),
    Home: walk.first, End: walk.last, f: walk.flip, F: walk.flip,
  };
  listen(keys);
  for (const id of ["first", "back", "on", "last", "flip", "theme"]) byId(id).addEventListener("click", walk[id]);
  byId("rootmove").addEventListener("click", walk.first);
  if (nodes.length) byId("list").append(...rows([], 0));
  // The address names a line, as the page itself writes it.
  const asked = location.hash.slice(1).split("-").filter(Boolean).map((word) => word.split(".").map(Number));
  const steps = [];
  for (const [n, at] of asked) {
    const from = after(steps);
    if (from === null || from !== n || !(n < nodes.length) || !(at >= 0 && at < nodes[n].moves.length)) break;
    steps.push({ n, at });
  }
  go(steps);
})();
