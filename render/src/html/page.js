// Shows one tree or game.
(() => {
  const { nodes, plans, boards } = data;

  const children = nodes.map(() => []);
  const firsts = [];
  nodes.forEach((node, i) => (node.parent === null ? firsts : children[node.parent]).push(i));
  const below = (i) => (i < 0 ? firsts : children[i]);
  const parentOf = (i) => (i < 0 || nodes[i].parent === null ? -1 : nodes[i].parent);

  let here = -1;
  flipped = data.us === "Black";
  const visited = new Map();
  const chosen = new Map();
  const rows = new Map();

  // ---- the board ----
  // The line around a set of squares, a little inside of it; see contour.rs.
  function contour(set, inset) {
    const seen = (column, row) => {
      if (column < 0 || column > 7 || row < 0 || row > 7) return false;
      return set.has(flipped ? row * 8 + 7 - column : (7 - row) * 8 + column);
    };
    let path = "";
    for (const one of set) {
      const [left, top] = place(one);
      const column = left / CELL, row = top / CELL;
      for (const [dx, dy] of [[0, -1], [1, 0], [0, 1], [-1, 0]]) {
        if (seen(column + dx, row + dy)) continue;
        const end = (sign) => {
          const sx = -dy * sign, sy = dx * sign;
          let reach = CELL / 2;
          if (!seen(column + sx, row + sy)) reach -= inset;
          else if (seen(column + sx + dx, row + sy + dy)) reach += inset;
          const depth = CELL / 2 - inset;
          return (left + CELL / 2 + sx * reach + dx * depth) + " " + (top + CELL / 2 + sy * reach + dy * depth);
        };
        path += "M" + end(-1) + "L" + end(1);
      }
    }
    return path;
  }

  // Sixteen hexadecimal digits, h8 first.
  function squares(hex) {
    const set = new Set();
    for (let digit = 0; digit < 16; digit++) {
      const bits = parseInt(hex[15 - digit], 16);
      for (let bit = 0; bit < 4; bit++) if (bits >> bit & 1) set.add(digit * 4 + bit);
    }
    return set;
  }

  const fenAt = (i) => (i < 0 ? data.fen : nodes[i].fen);

  function drawBoard(from) {
    // One step on or back is shown as a movement.
    let slide = null;
    if (from !== undefined && here >= 0 && parentOf(here) === from) slide = [nodes[here].uci.slice(2, 4), nodes[here].uci.slice(0, 2)];
    else if (from !== undefined && from >= 0 && parentOf(from) === here) slide = [nodes[from].uci.slice(0, 2), nodes[from].uci.slice(2, 4)];
    const black = drawPosition(fenAt(here), here >= 0 ? nodes[here].uci : null, slide);
    drawOverlays();
    drawWays();
    const label = here < 0 ? "Position asked about" : `Position after ${nodes[here].label}`;
    svg.setAttribute("aria-label", `${label}, ${black ? "Black" : "White"} to move: ${fenAt(here)}`);
  }

  // The sets of squares of the node, each once, in the order in which its conjuncts speak of them. What the reader has not chosen
  // to see or to hide is seen if it is one of the first three that have more than one square.
  function boardsHere() {
    const found = new Map();
    const facts = here >= 0 ? nodes[here].facts : null;
    for (const part of facts ? facts.parts : []) for (const [index, hex] of part.boards) if (!found.has(index)) found.set(index, hex);
    let room = 3;
    return [...found].map(([index, hex], at) => {
      const set = squares(hex);
      const first = set.size > 1 && room > 0;
      if (first) room -= 1;
      return { index, set, number: at + 1, colour: data.colours[at % data.colours.length], seen: chosen.has(index) ? chosen.get(index) : first };
    });
  }

  function drawOverlays() {
    const group = layer("overlays");
    group.replaceChildren();
    let depth = 0;
    for (const { index, set, colour, seen } of boardsHere()) {
      if (!seen) continue;
      let d = "";
      for (const one of set) d += tint(one);
      group.append(draw("path", { d, fill: colour, "fill-opacity": ".22" }));
      group.append(draw("path", {
        d: contour(set, 5 + 7 * (depth % 5)), fill: "none", stroke: colour, "stroke-width": 5.5, "stroke-linecap": "round",
        "data-overlay": index,
      }));
      depth += 1;
    }
  }

  const zonesHere = () => (here >= 0 && nodes[here].facts && nodes[here].facts.zones) || [];
  const drawWays = () => drawZones(zonesHere());

  function toggle(index) {
    const seen = !boardsHere().find((board) => board.index === index).seen;
    chosen.set(index, seen);
    drawOverlays();
    for (const button of document.querySelectorAll(`[data-board="${index}"]`)) button.setAttribute("aria-pressed", seen);
  }

  function overlayButton({ index, set, number, colour, seen }, small) {
    const button = make("button", {
      class: "overlay", type: "button", "aria-pressed": seen, "data-board": index, onclick: () => toggle(index),
      "aria-keyshortcuts": number < 10 ? number : null,
    },
      make("span", { class: "swatch", "aria-hidden": "true" }, number < 10 ? String(number) : ""),
      make("code", {}, boards[index]),
      small ? null : make("span", { class: "count" }, set.size === 0 ? "empty" : set.size === 1 ? "1 square" : `${set.size} squares`));
    button.style.setProperty("--c", colour);
    return button;
  }

  function drawLegend() {
    byId("legend").replaceChildren(...boardsHere().map((board) => make("li", {}, overlayButton(board, false))));
  }

  // ---- what is known of the node ----
  const values = (side) => (side.values.length === 1 ? String(side.values[0]) : `(${side.values.join(", ")})`);

  function side(of) {
    const number = make("b", {}, values(of));
    return of.text === null || of.text === values(of) ? [number] : [make("code", {}, of.text), " ", number];
  }

  function conjunct(part) {
    const body = make("div", {}, make("code", {}, part.text === null ? "a conjunct" : part.text));
    if (part.compare) body.append(make("div", { class: "numbers" }, ...side(part.compare[0]), "  ·  ", ...side(part.compare[1])));
    if (part.boards.length) {
      const known = boardsHere().filter((board) => part.boards.some(([index]) => index === board.index));
      body.append(make("div", { class: "boards" }, ...known.map((board) => overlayButton(board, true))));
    }
    const item = make("li", {},
      make("span", { class: "mark " + (part.holds ? "yes" : "no") },
        make("span", { "aria-hidden": "true" }, part.holds ? "✓" : "✗"),
        make("span", { class: "hidden" }, part.holds ? "true: " : "false: ")),
      body);
    if (part.line !== null) {
      const light = (on) => {
        item.classList.toggle("lit", on);
        for (const line of document.querySelectorAll(`.source [data-line="${part.line}"]`)) line.classList.toggle("lit", on);
      };
      item.addEventListener("mouseenter", () => light(true));
      item.addEventListener("mouseleave", () => light(false));
    }
    return item;
  }

  function goals(facts) {
    const parts = [];
    for (const goal of [...new Set(facts.parts.map((part) => part.goal))]) {
      const name = (data.goals[goal] || goal) + (facts.decided === goal && facts.parts.some((part) => part.goal !== goal) ? " · decided here" : "");
      parts.push(make("h3", {}, name));
      parts.push(make("ul", { class: "goals" }, ...facts.parts.filter((part) => part.goal === goal).map(conjunct)));
    }
    return parts;
  }

  function sources(plan) {
    if (!plan.source.length) return [];
    const blocks = plan.source.flatMap((block) => [
      make("p", { class: "where" }, block.title),
      make("pre", { class: "source", "aria-label": block.title }, ...block.lines.map((line) =>
        make("div", { "data-line": line.number, class: line.hit ? "hit" : null },
          make("span", { class: "no" }, String(line.number)), make("span", {}, line.text)))),
    ]);
    const details = make("details", {}, make("summary", {}, "Source"), ...blocks);
    details.open = sourceOpen;
    details.addEventListener("toggle", () => { sourceOpen = details.open; });
    return [details];
  }
  let sourceOpen = true;

  function tried(plan) {
    if (!plan.tried.length) return [];
    return [make("h3", {}, "Tried"), make("table", { class: "tried" },
      ...plan.tried.flatMap((one) => [make("tr", {},
        make("th", { scope: "row" }, one.name),
        make("td", {}, one.satisfied ? "satisfied" : "not satisfied"),
        make("td", { class: "n" }, one.positions)),
      one.refuted ? make("tr", { class: "refuted" }, make("td", { colspan: "3" }, "refuted: " + one.refuted)) : null].filter(Boolean)))];
  }

  // What the patterns say of the move. The squares of a fact are shaded while it is pointed at.
  function brought({ condition, nothing, groups }) {
    const fact = (of) => {
      const item = make("li", {}, make("span", { class: "side" }, of.side), make("span", {}, of.called), make("span", { class: "value" }, of.value));
      const shade = () => {
        const d = of.squares.map(tint).join("");
        layer("overlays").replaceChildren(draw("path", { d, fill: "#1667b0", "fill-opacity": ".38" }));
      };
      item.addEventListener("mouseenter", shade);
      item.addEventListener("mouseleave", drawOverlays);
      return item;
    };
    return [
      nothing ? make("p", { class: "remark" }, nothing) : null,
      condition ? make("p", { class: "remark warn" }, condition) : null,
      ...groups.flatMap((group) => [make("h3", {}, group.head), make("ul", { class: "brought" }, ...group.facts.map(fact))]),
    ].filter(Boolean);
  }

  function drawCard() {
    const node = here < 0 ? null : nodes[here];
    const plan = plans[node ? node.plan : 0];
    const parts = [];
    if (node) {
      parts.push(make("h2", {}, make("span", {}, node.label),
        make("span", { class: "chip" + (node.us ? " us" : "") }, node.us ? "us" : "them"),
        node.leaf ? make("span", { class: "chip leaf" }, "leaf") : null));
    } else {
      parts.push(make("h2", {}, data.heading));
    }
    if (node && node.by) parts.push(make("p", { class: "where" }, "selected by ", ...node.by.split("`").map((text, at) => (at % 2 ? make("code", {}, text) : text))));
    const begins = !node || node.begins;
    if (plan && plan.because) parts.push(make("p", { class: "because" }, plan.because));
    if (plan && (!node || plans.length > 1)) parts.push(make("p", { class: "where" }, (begins ? "" : "goes on: ") + plan.where));
    if (plan && plan.classes.length) {
      for (const [name, text] of plan.classes) parts.push(make("p", { class: "remark" }, name + " ", make("code", {}, text)));
    }
    if (!node) for (const remark of data.remarks) parts.push(make("p", { class: "remark" + (remark.warn ? " warn" : "") }, remark.text));
    if (node && node.leftOut > 0) {
      const count = node.leftOut === 1 ? "1 legal reply is" : `${node.leftOut} legal replies are`;
      parts.push(make("p", { class: "remark warn" }, `${count} not considered here`));
    }
    if (node && data.game && here >= data.played) parts.push(make("p", { class: "remark" }, "not played: the p-strategy is ready for it"));
    if (node && data.ending && here === data.played - 1) parts.push(make("p", { class: "because" }, data.ending));
    if (node && node.facts) {
      if (node.facts.parts.length) parts.push(...goals(node.facts));
      else parts.push(make("p", { class: "remark" }, "no goal is asked here"));
      if (zonesHere().length) parts.push(make("h3", {}, "Zones"), zoneList(zonesHere));
    }
    const isFirst = node ? (data.game ? node.begins : node.parent === null) : !data.game;
    if (plan && plan.brought && isFirst) parts.push(...brought(plan.brought));
    const vain = plan && plan.tried.some((one) => !one.satisfied);
    if (plan && (!node || (data.game && node.begins && vain))) parts.push(...tried(plan));
    if (plan) parts.push(...sources(plan));
    byId("card").replaceChildren(...parts);
    byId("said").textContent = node ? `${node.label}, ${node.us ? "us" : "them"}` : data.heading;
  }

  // ---- the list of moves ----
  const small = nodes.length <= 400;

  function moveButton(i, numbered) {
    const node = nodes[i];
    const [, number, name] = /^(\S+)\s(.*)$/.exec(node.label) || [null, "", node.label];
    const shownNumber = numbered || !number.endsWith("...") ? number : "";
    const button = make("button", { class: "move" + (node.us ? " us" : ""), type: "button", "data-node": i, onclick: () => go(i) },
      shownNumber ? make("span", { class: "num" }, shownNumber) : null, name,
      node.leaf ? make("span", { class: "end", title: "leaf" }, "●") : null);
    return button;
  }

  // One item: a move, and as long as only one follows, the moves behind it; then the list of replies, made when it is opened.
  function item(start, depth) {
    const row = make("div", { class: "row" });
    const entry = make("li", {}, row);
    let at = start, numbered = true;
    for (;;) {
      row.append(moveButton(at, numbered));
      rows.set(at, entry);
      numbered = false;
      if (nodes[at].leftOut > 0) row.append(make("span", { class: "out ui", title: "legal replies not considered" }, `−${nodes[at].leftOut}`));
      if (children[at].length !== 1) break;
      [at] = children[at];
    }
    const replies = children[at];
    if (replies.length) {
      const list = make("ul", {});
      const button = make("button", { class: "toggle", type: "button", "aria-expanded": "false" });
      const set = (open) => {
        if (open && !list.childElementCount) list.append(...replies.map((reply) => item(reply, depth + 1)));
        list.hidden = !open;
        button.setAttribute("aria-expanded", open);
        button.setAttribute("aria-label", `${open ? "Hide" : "Show"} ${replies.length} replies to ${nodes[at].label}`);
      };
      button.addEventListener("click", () => set(list.hidden));
      entry.open = () => set(true);
      entry.shut = () => set(false);
      row.append(button);
      entry.append(list);
      set(small || depth < 2);
    }
    return entry;
  }

  // A game is one line: a row for each of our moves with the reply, and the name of the p-strategy where it begins. What the
  // p-strategy was ready for besides is below the move that it follows.
  function gameRows() {
    const list = [];
    let row = null, last = null;
    nodes.slice(0, data.played).forEach((node, i) => {
      if (node.us || row === null) {
        row = make("div", { class: "row" });
        last = make("li", {}, row);
        list.push(last);
        if (node.us && node.begins) row.append(make("span", { class: "plan ui" }, plans[node.plan].name));
        row.append(moveButton(i, true));
      } else row.append(moveButton(i, false));
      rows.set(i, last);
      const others = children[i].filter((child) => child >= data.played);
      if (others.length) row.append(variations(others, node.label, last));
    });
    return list;
  }

  // The button that opens the replies that were not played.
  function variations(others, label, entry) {
    const list = make("ul", {});
    const button = make("button", { class: "toggle", type: "button", "aria-expanded": "false" });
    const set = (open) => {
      if (open && !list.childElementCount) list.append(...others.map((other) => item(other, 2)));
      list.hidden = !open;
      button.setAttribute("aria-expanded", open);
      button.setAttribute("aria-label", `${open ? "Hide" : "Show"} ${others.length} replies to ${label} that were not played`);
    };
    button.addEventListener("click", () => set(list.hidden));
    const before = entry.open;
    entry.open = () => { if (before) before(); set(true); };
    entry.append(list);
    set(false);
    return button;
  }

  function reveal(i) {
    const way = [];
    for (let at = i; at >= 0; at = parentOf(at)) way.unshift(at);
    for (const at of way.slice(0, -1)) {
      const entry = rows.get(at);
      if (entry && entry.open && !rows.has(way[way.indexOf(at) + 1])) entry.open();
    }
    for (const at of way) {
      const list = rows.get(at) && rows.get(at).parentElement.closest("li");
      if (list && list.open) list.open();
    }
  }

  function drawMoves() {
    for (const button of document.querySelectorAll('#moves [aria-current="true"]')) button.removeAttribute("aria-current");
    if (here < 0) { byId("rootmove").setAttribute("aria-current", "true"); return; }
    reveal(here);
    const button = document.querySelector(`#moves [data-node="${here}"]`);
    if (!button) return;
    button.setAttribute("aria-current", "true");
    const box = byId("moves"), inner = button.getBoundingClientRect(), outer = box.getBoundingClientRect();
    if (box.scrollHeight > box.clientHeight && (inner.top < outer.top + 30 || inner.bottom > outer.bottom - 10)) {
      box.scrollTop += inner.top - outer.top - outer.height / 3;
    }
  }

  // ---- walking ----
  function go(i) {
    const from = here;
    here = i;
    for (let at = i; at >= 0; at = parentOf(at)) visited.set(parentOf(at), at);
    drawBoard(from);
    drawLegend();
    drawCard();
    drawMoves();
    byId("first").disabled = byId("back").disabled = here < 0;
    byId("on").disabled = byId("last").disabled = below(here).length === 0;
    try { history.replaceState(null, "", here < 0 ? "#" : "#" + here); } catch { /* a page without an address */ }
  }
  const onward = (i) => { const next = below(i); return next.includes(visited.get(i)) ? visited.get(i) : next[0]; };
  const walk = {
    on() { const next = onward(here); if (next !== undefined) go(next); },
    back() { if (here >= 0) go(parentOf(here)); },
    first() { go(-1); },
    last() { let at = here; while (onward(at) !== undefined) at = onward(at); if (at !== here) go(at); },
    // The reply before or behind, as many plies further on as now.
    aside(step) {
      let at = here, plies = 0;
      while (at >= 0 && below(parentOf(at)).length < 2) { at = parentOf(at); plies += 1; }
      if (at < 0) return;
      const list = below(parentOf(at));
      let other = list[list.indexOf(at) + step];
      if (other === undefined) return;
      while (plies > 0 && children[other].length) { [other] = children[other]; plies -= 1; }
      go(other);
    },
    flip() { flipped = !flipped; drawBoard(); },
    theme,
  };

  const keys = {
    ArrowRight: walk.on, ArrowLeft: walk.back, ArrowUp: () => walk.aside(-1), ArrowDown: () => walk.aside(1),
    Home: walk.first, End: walk.last, f: walk.flip, F: walk.flip,
  };
  listen(keys, (key) => {
    if (!/^[1-9]$/.test(key)) return false;
    const board = boardsHere()[Number(key) - 1];
    if (board) toggle(board.index);
    return Boolean(board);
  });
  for (const id of ["first", "back", "on", "last", "flip", "theme"]) byId(id).addEventListener("click", walk[id]);

  // ---- the beginning ----
  byId("rootmove").addEventListener("click", () => go(-1));
  byId("list").append(...(data.game ? gameRows() : firsts.map((i) => item(i, 0))));
  const all = (open) => {
    for (let pass = 0; pass < (open ? 200 : 1); pass++) {
      const shut = [...document.querySelectorAll('#list .toggle[aria-expanded="false"]')];
      if (open && !shut.length) break;
      for (const button of open ? shut : document.querySelectorAll('#list .toggle[aria-expanded="true"]')) button.click();
    }
  };
  const fold = byId("fold");
  fold.hidden = !document.querySelector("#list .toggle");
  let open = small;
  const say = () => { fold.textContent = open ? "fold all" : "unfold all"; };
  fold.addEventListener("click", () => { open = !open; all(open); drawMoves(); say(); });
  say();
  const asked = Number.parseInt(location.hash.slice(1), 10);
  go(asked >= 0 && asked < nodes.length ? asked : firsts.length ? firsts[0] : -1);
})();
