// Walks through a whole play: our move in each node, and the replies to choose from.
(() => {
  const { nodes, choices, remarks } = data;
  // The nodes of the line that is walked, each with the reply that led there; `here` is the place in it, -1 before our first move.
  let line = [{ n: 0, reply: null, uci: null }];
  let here = -1;
  flipped = data.us === "Black";

  const nodeAt = (at) => nodes[line[at].n];

  function drawBoard() {
    let black;
    if (here < 0) black = drawPosition(data.fen, null, null);
    else {
      const node = nodeAt(here);
      const slide = node.uci ? [node.uci.slice(2, 4), node.uci.slice(0, 2)] : null;
      black = drawPosition(node.after || node.fen, node.uci || line[here].uci, slide);
    }
    const fen = here < 0 ? data.fen : nodeAt(here).after || nodeAt(here).fen;
    svg.setAttribute("aria-label", `${black ? "Black" : "White"} to move: ${fen}`);
  }

  const replyButton = ([san, uci, to], at) => make("li", {},
    make("button", { type: "button", onclick: () => choose(at), disabled: to < nodes.length ? null : "", title: to < nodes.length ? null : "not on this page" },
      at < 9 ? make("small", { "aria-hidden": "true" }, String(at + 1)) : null, san));

  function drawCard() {
    const card = byId("card");
    const parts = remarks.map((text) => make("p", { class: "remark" }, text));
    if (here < 0) {
      card.replaceChildren(make("h2", {}, "The root"), ...parts, make("p", { class: "where" }, "→ plays the first move"));
      return;
    }
    const node = nodeAt(here);
    if (node.uci) {
      parts.unshift(make("h2", {}, node.san),
        make("p", { class: "where" }, (node.begins ? "" : "goes on: ") + choices[node.by] + (node.at ? `, ${node.at}` : "")));
    } else parts.unshift(make("h2", {}, "The end of this line"));
    if (node.end) parts.push(make("p", { class: "end" }, node.end));
    if (node.to && node.to.length) {
      parts.push(make("h3", {}, node.to.length === 1 ? "The only reply" : `${node.to.length} replies`));
      parts.push(make("ul", { class: "replies" }, ...node.to.map(replyButton)));
    }
    if (node.leftOut && node.leftOut.length) parts.push(make("p", { class: "remark" }, `left out: ${node.leftOut.join(", ")}`));
    parts.push(make("p", { class: "where" }, `node ${line[here].n}`));
    card.replaceChildren(...parts);
  }

  function drawMoves() {
    byId("list").replaceChildren(...line.map((step, at) => {
      const node = nodes[step.n];
      const words = (step.reply ? `${step.reply}  ` : "") + (node.san || "end");
      return make("li", {}, make("button", { type: "button", "aria-current": at === here ? "true" : null, onclick: () => go(at) }, words));
    }));
  }

  function go(at) {
    here = at;
    drawBoard();
    drawCard();
    drawMoves();
    byId("first").disabled = byId("back").disabled = here < 0;
    byId("on").disabled = byId("last").disabled = !canGoOn();
    try { history.replaceState(null, "", here < 0 ? "#" : "#" + line[here].n); } catch { /* a page without an address */ }
  }
  const canGoOn = () => here + 1 < line.length || (here >= 0 && (nodeAt(here).to || []).some(([, , to]) => to < nodes.length));

  // Goes on by a reply: a line that was walked further is kept where it goes on by the same one.
  function choose(at) {
    const reply = here >= 0 && (nodeAt(here).to || [])[at];
    if (!reply || reply[2] >= nodes.length) return;
    const next = line[here + 1];
    if (!next || next.n !== reply[2] || next.reply !== reply[0]) line = [...line.slice(0, here + 1), { n: reply[2], reply: reply[0], uci: reply[1] }];
    go(here + 1);
  }

  const walk = {
    on() {
      if (here + 1 < line.length) { go(here + 1); return; }
      if (here >= 0) choose((nodeAt(here).to || []).findIndex(([, , to]) => to < nodes.length));
    },
    back() { if (here >= 0) go(here - 1); },
    first() { go(-1); },
    last() { for (let step = 0; step < 1000 && canGoOn(); step++) walk.on(); },
    flip() { flipped = !flipped; drawBoard(); },
    theme,
  };
  const keys = { ArrowRight: walk.on, ArrowLeft: walk.back, Home: walk.first, End: walk.last, f: walk.flip, F: walk.flip };
  listen(keys, (key) => {
    if (!/^[1-9]$/.test(key)) return false;
    choose(Number(key) - 1);
    return true;
  });
  for (const id of ["first", "back", "on", "last", "flip", "theme"]) byId(id).addEventListener("click", walk[id]);
  byId("about").textContent = data.about;
  go(0);
})();
