// Walks through the attempts of a search, in the order in which they were made.
(() => {
  const { runs, classes, ends, remarks } = data;
  const nodes = data.nodes.map(([parent, label, uci, fen, by, end, tree, us, holds]) =>
    ({ parent, label, uci, fen, by: by < 0 ? null : classes[by], end: ends[end], tree, us, holds, sons: [] }));
  const runOf = (i) => Math.max(0, runs.findIndex((run) => i >= run.first && i < run.end));
  const firsts = runs.map(() => []);
  nodes.forEach((node, i) => (node.parent < 0 ? firsts[runOf(i)] : nodes[node.parent].sons).push(i));
  // The attempt that is shown; -1 is the beginning.
  let here = -1;
  const run = () => runs[here < 0 ? 0 : runOf(here)];
  flipped = runs.length > 0 && runs[0].us === "Black";

  function drawBoard(from) {
    const node = here < 0 ? null : nodes[here];
    const fen = node ? node.fen : run() ? run().fen : "8/8/8/8/8/8/8/8 w - - 0 1";
    const slides = node && (from === undefined || from === node.parent);
    const black = drawPosition(fen, node ? node.uci : null, slides ? [node.uci.slice(2, 4), node.uci.slice(0, 2)] : null);
    svg.setAttribute("aria-label", `${black ? "Black" : "White"} to move: ${fen}`);
  }

  // What stands between two backticks is a text of the program.
  const words = (text) => text.split("`").map((part, index) => (index % 2 ? make("code", {}, part) : part));
  const way = (i) => (i < 0 ? [] : [...way(nodes[i].parent), nodes[i].label]);
  const attempt = (i) => make("li", {},
    make("button", { type: "button", onclick: () => go(i) }, nodes[i].label),
    make("small", {}, ...words((nodes[i].by ? nodes[i].by + ": " : "") + nodes[i].end)));

  function drawCard() {
    const parts = [];
    const node = here < 0 ? null : nodes[here];
    if (!node) {
      parts.push(make("h2", {}, "Start"), ...runs.map((one) => make("p", { class: "where" }, ...words(one.about))),
        ...remarks.map((text) => make("p", { class: "remark" }, text)));
    } else {
      parts.push(make("h2", {}, make("span", {}, node.label), make("span", { class: "chip" + (node.us ? " us" : "") }, node.us ? "us" : "them"),
        node.tree ? make("span", { class: "chip leaf" }, "in the tree") : null));
      if (node.by) parts.push(make("p", { class: "where" }, "selected by ", ...words(node.by)));
      parts.push(make("p", { class: "end" }, ...words(node.end)));
      parts.push(make("p", { class: "where" }, `attempt ${here + 1 - run().first} of ${run().end - run().first}: ${way(here).join(" ")}`));
    }
    const below = node ? node.sons : firsts.flat();
    if (below.length) {
      parts.push(make("h3", {}, node && node.us ? "Replies" : "Moves tried"));
      parts.push(make("ul", { class: "attempts" }, ...below.map(attempt)));
    }
    byId("card").replaceChildren(...parts);
  }

  const rows = new Map();
  // One item of the list; what follows it is put in when it is unfolded.
  function item(i) {
    const node = nodes[i], inner = make("ul", {});
    inner.hidden = true;
    const toggle = make("button", { type: "button", class: "toggle", "aria-expanded": "false", "aria-label": "attempts after it" });
    if (!node.sons.length) toggle.classList.add("none");
    const set = (open) => {
      if (open && !inner.childElementCount) inner.append(...node.sons.map(item));
      inner.hidden = !open;
      toggle.setAttribute("aria-expanded", String(open));
    };
    toggle.addEventListener("click", () => set(inner.hidden));
    const kind = node.tree ? " tree" : node.holds ? "" : " vain";
    const button = make("button", { type: "button", class: "move" + kind, title: node.end, onclick: () => go(i) }, node.label,
      node.tree ? null : make("span", { class: "stop", "aria-hidden": "true" }, node.holds ? " ✓" : " ✗"));
    rows.set(i, { button, open: () => set(true) });
    return make("li", {}, make("div", { class: "row" }, toggle, button), inner);
  }
  function mark() {
    const above = [];
    for (let at = here; at >= 0; at = nodes[at].parent) above.unshift(at);
    for (const at of above.slice(0, -1)) rows.get(at).open();
    for (const one of document.querySelectorAll("#moves [aria-current]")) one.removeAttribute("aria-current");
    const button = here < 0 ? byId("rootmove") : rows.get(here).button;
    button.setAttribute("aria-current", "true");
    const box = byId("moves"), inside = button.getBoundingClientRect(), outer = box.getBoundingClientRect();
    if (inside.top < outer.top + 30 || inside.bottom > outer.bottom - 10) box.scrollTop += inside.top - outer.top - outer.height / 3;
  }
  function go(i) {
    const from = here;
    here = i;
    drawBoard(from);
    drawCard();
    mark();
    byId("first").disabled = byId("back").disabled = here < 0;
    byId("on").disabled = byId("last").disabled = here >= nodes.length - 1;
    try { history.replaceState(null, "", here < 0 ? "#" : "#" + (here + 1)); } catch { /* a page without an address */ }
  }
  const brothers = () => (nodes[here].parent < 0 ? firsts[runOf(here)] : nodes[nodes[here].parent].sons);
  const walk = {
    on() { if (here < nodes.length - 1) go(here + 1); },
    back() { if (here >= 0) go(here - 1); },
    first() { go(-1); },
    last() { if (nodes.length) go(nodes.length - 1); },
    aside(step) {
      if (here < 0) return;
      const other = brothers()[brothers().indexOf(here) + step];
      if (other !== undefined) go(other);
    },
    up() { if (here >= 0) go(nodes[here].parent); },
    tree() {
      const below = here < 0 ? firsts.flat() : nodes[here].sons;
      const next = below.find((i) => nodes[i].tree);
      if (next !== undefined) go(next);
    },
    flip() { flipped = !flipped; drawBoard(here); },
    theme,
  };
  const keys = {
    ArrowRight: walk.on, ArrowLeft: walk.back, ArrowUp: () => walk.aside(-1), ArrowDown: () => walk.aside(1),
    Home: walk.first, End: walk.last, u: walk.up, t: walk.tree, f: walk.flip, F: walk.flip,
  };
  listen(keys);
  for (const id of ["first", "back", "on", "last", "flip", "theme"]) byId(id).addEventListener("click", walk[id]);
  byId("rootmove").addEventListener("click", walk.first);
  runs.forEach((one, at) => {
    if (runs.length > 1) byId("list").append(make("li", { class: "about" }, ...words(one.about)));
    byId("list").append(...firsts[at].map(item));
  });
  const asked = Number.parseInt(location.hash.slice(1), 10);
  go(asked >= 1 && asked <= nodes.length ? asked - 1 : nodes.length ? 0 : -1);
})();
