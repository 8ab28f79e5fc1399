// Walks through positions joined by moves. A way is a list of numbers: which move is made at each node, from the first node on.
(() => {
  // Searches are walked in their order.
  const nodes = data, inOrder = nodes[0].side === "neither";
  // The line that is walked; `way` is the part of it that has been played.
  let line = [], way = [];
  const nodeAt = (steps) => steps.reduce((node, at) => nodes[node.moves[at].to], nodes[0]);
  const above = (steps) => steps.slice(0, -1);
  const stepAt = (steps) => nodeAt(above(steps)).moves[steps[steps.length - 1]];
  const isOn = (steps, whole) => steps.every((at, index) => at === whole[index]);

  // What is told of a move: what selected it, and what ends the line, at once or after the only move that follows.
  function tell({ note, to }) {
    const { end, moves } = nodes[to];
    return end || moves.length !== 1 ? [note, end] : [note, `then ${moves[0].label}`, nodes[moves[0].to].end];
  }
  const kindOf = (move) => move.mark || (tell(move).pop() ? "ended" : "plain");
  // The move that goes on: the one that was walked, or the main one.
  function onward(steps) {
    const { moves } = nodeAt(steps);
    if (!moves.length) return null;
    if (steps.length < line.length && isOn(steps, line)) return line.slice(0, steps.length + 1);
    const main = ["tree", "held", "plain"].map((kind) => moves.findIndex((move) => kindOf(move) === kind)).find((at) => at >= 0);
    return [...steps, main || 0];
  }
  // The move before or behind at the same node.
  function beside(steps, by) {
    const other = steps[steps.length - 1] + by;
    return steps.length && nodeAt(above(steps)).moves[other] ? [...above(steps), other] : null;
  }
  // The same at the last node with a choice, and as many plies further on as now.
  function aside(by) {
    let up = way;
    while (up.length && nodeAt(above(up)).moves.length < 2) up = above(up);
    let next = beside(up, by);
    while (next && next.length < way.length && nodeAt(next).moves.length === 1) next = [...next, 0];
    return next;
  }
  // In the order of a tree.
  function lastBelow(steps) {
    const { moves } = nodeAt(steps);
    return moves.length ? lastBelow([...steps, moves.length - 1]) : steps;
  }
  function after(steps) {
    if (nodeAt(steps).moves.length) return [...steps, 0];
    let up = steps;
    while (up.length && !beside(up, 1)) up = above(up);
    return beside(up, 1);
  }
  const before = (steps) => (beside(steps, -1) ? lastBelow(beside(steps, -1)) : above(steps));
  // The end of the line, or where it comes to a node for the second time.
  function end() {
    const seen = new Set();
    let steps = way;
    while (onward(steps) && !seen.has(nodeAt(steps))) {
      seen.add(nodeAt(steps));
      steps = onward(steps);
    }
    return steps;
  }

  // What stands between two backticks is a text of the program.
  const words = (text) => text.split("`").map((part, index) => (index % 2 ? make("code", {}, part) : part));
  const paragraph = (kind, text) => make("p", { class: kind }, ...words(text));

  function drawBoard() {
    const { fen } = nodeAt(way), uci = way.length ? stepAt(way).uci : "";
    const black = drawPosition(fen, uci || null, uci ? [uci.slice(2, 4), uci.slice(0, 2)] : null);
    svg.setAttribute("aria-label", `${black ? "Black" : "White"} to move: ${fen}`);
  }

  function drawCard() {
    const node = nodeAt(way), { label, note, mark } = way.length ? stepAt(way) : { label: "Start" };
    const side = way.length ? nodeAt(above(way)).side : "neither";
    const parts = [make("h2", {}, make("span", {}, label), side === "neither" ? null : make("span", { class: `chip ${side}` }, side),
      mark === "tree" ? make("span", { class: "chip leaf" }, "in the tree") : null)];
    if (note) parts.push(paragraph("where", note));
    if (node.end) parts.push(paragraph("end", node.end));
    // Moves of which the same is told stand together.
    const groups = new Map();
    node.moves.forEach((move, at) => {
      const told = tell(move).filter(Boolean).join(": ");
      const button = make("button", { type: "button", onclick: () => go([...way, at]) },
        at < 9 ? make("kbd", { "aria-hidden": "true" }, String(at + 1)) : null, make("span", {}, move.label));
      groups.set(told, [...(groups.get(told) || []), make("li", {}, button)]);
    });
    const [one, more] = { us: ["move", "moves"], them: ["reply", "replies"], neither: ["search", "searches"] }[node.side];
    if (groups.size) parts.push(make("h3", {}, node.moves.length === 1 ? `The only ${one}` : `${node.moves.length} ${more}`));
    for (const [told, buttons] of groups) parts.push(make("ul", { class: "choices" }, ...buttons, told ? make("li", { class: "told" }, ...words(told)) : null));
    parts.push(...node.notes.map((text) => paragraph("where", text)));
    if (line.length > 1) {
      const walked = line.map((_, at) => moveButton(line.slice(0, at + 1)));
      if (way.length) walked[way.length - 1].setAttribute("aria-current", "true");
      parts.push(make("h3", {}, "The line"), make("p", { class: "line" }, ...walked));
    }
    byId("card").replaceChildren(...parts);
    byId("said").textContent = [label, side === "neither" ? null : side, node.end].filter(Boolean).join(", ");
  }

  function moveButton(steps) {
    const move = stepAt(steps), kinds = `move ${nodeAt(above(steps)).side} ${kindOf(move)}`;
    return make("button", { type: "button", class: kinds, "data-way": steps.join("."), onclick: () => go(steps) }, move.label);
  }
  // The list of moves: each with the only one after it, and what follows is put in when it is unfolded.
  const rows = new Map();
  function item(steps) {
    const row = make("div", { class: "row" }), inner = make("ul", {});
    const all = nodeAt(steps).moves.length === 1 ? [steps, [...steps, 0]] : [steps], last = all[all.length - 1];
    const open = (yes) => {
      if (yes && !inner.childElementCount) inner.append(...items(last));
      inner.hidden = !yes;
      toggle.setAttribute("aria-expanded", String(yes));
    };
    const toggle = make("button", { type: "button", class: "toggle", "aria-label": "moves after it", onclick: () => open(inner.hidden) });
    for (const one of all) {
      const button = moveButton(one);
      row.append(button);
      rows.set(one.join("."), { button, open });
    }
    if (nodeAt(last).moves.length) row.append(toggle);
    open(steps.length === 1 && nodes[0].moves.length === 1);
    return make("li", {}, row, inner);
  }
  const items = (steps) => nodeAt(steps).moves.map((_, at) => item([...steps, at]));
  // Unfolds the list down to the place, and marks it.
  function mark() {
    for (const button of document.querySelectorAll("#moves [aria-current]")) button.removeAttribute("aria-current");
    const rowOf = (plies) => rows.get(way.slice(0, plies).join("."));
    for (let plies = 1; plies < way.length; plies++) {
      if (!rowOf(plies + 1) || rowOf(plies + 1).open !== rowOf(plies).open) rowOf(plies).open(true);
    }
    const button = way.length ? rowOf(way.length).button : byId("rootmove");
    button.setAttribute("aria-current", "true");
    const box = byId("moves"), inside = button.getBoundingClientRect(), outer = box.getBoundingClientRect();
    if (inside.top < outer.top + 30 || inside.bottom > outer.bottom - 10) box.scrollTop += inside.top - outer.top - outer.height / 3;
  }

  const [on, back, last] = inOrder ? [after, before, () => lastBelow([])] : [onward, above, end];
  // Goes to a place. A line that was walked further is kept where the place is on it.
  function go(to) {
    if (!to) return;
    way = to;
    if (inOrder || !isOn(way, line)) line = way;
    drawBoard();
    drawCard();
    mark();
    byId("first").disabled = byId("back").disabled = !way.length;
    byId("on").disabled = byId("last").disabled = !on(way);
    try { history.replaceState(null, "", "#" + way.join(".")); } catch { /* a page without an address */ }
  }
  const flip = () => { flipped = !flipped; drawBoard(); };
  const walk = { first: () => go([]), back: () => go(back(way)), on: () => go(on(way)), last: () => go(last()), flip, theme };
  const keys = {
    ArrowRight: walk.on, ArrowLeft: walk.back, ArrowUp: () => go(aside(-1)), ArrowDown: () => go(aside(1)),
    Home: walk.first, End: walk.last, u: () => go(above(way)), t: () => go(onward(way)), f: flip, F: flip,
  };
  listen(keys, (key) => {
    const known = /^[1-9]$/.test(key) && nodeAt(way).moves[key - 1] !== undefined;
    if (known) go([...way, key - 1]);
    return known;
  });
  for (const [id, action] of Object.entries(walk)) byId(id).addEventListener("click", action);
  byId("rootmove").addEventListener("click", walk.first);
  byId("list").append(...items([]));
  // We are at the bottom.
  const { side, fen } = nodes.find((node) => node.side !== "neither") || nodes[0];
  flipped = (side === "them") !== (fen.split(" ")[1] === "b");
  // The address names a place, as the page itself writes it.
  const asked = [];
  for (const word of location.hash.slice(1).split(".")) {
    if (!/^\d+$/.test(word) || !nodeAt(asked).moves[word]) break;
    asked.push(Number(word));
  }
  go(asked);
})();
