// The views of positions joined by moves: a refutation, every attempt of a search, a whole play.

// At each node of ours all moves, after each the reply that refutes it, and the reason that ends the line. Our nodes keep their numbers.
function refutationNodes({ refutations: [{ fen: start, nodes: list, stop }] }) {
  const bounds = { plies: "at the bound of plies", nodes: "at the bound of positions", limit: stop };
  const all = list.map(({ fen, open, moves = [] }) => (
    { fen, moves: [], end: open ? `not followed: ${bounds[open]}` : moves.length ? null : "the us-moves select no move" }));
  if (!all.length) all.push({ fen: start, moves: [] });
  const add = (fen, rest) => all.push({ fen, moves: [], ...rest }) - 1;
  list.forEach(({ fen, moves = [] }, n) => {
    for (const { uci, san, reply, to, ended } of moves) {
      const played = after(fen, uci), last = reply ? after(played, reply.uci) : played;
      let next = to < list.length ? to : add(last, { end: ended?.says ?? "what follows is not on this page" });
      if (reply) {
        const label = isBlack(played) ? reply.san : numbered(played, reply.san);
        next = add(played, { moves: [{ label, uci: reply.uci, by: "them", to: next }] });
      }
      all[n].moves.push({ label: numbered(fen, san), uci, by: "us", to: next });
    }
  });
  return all;
}

// The searches below the first node, and their attempts as the search made them.
function attemptNodes({ searches }) {
  const all = [{ fen: searches[0]?.fen ?? "8/8/8/8/8/8/8/8 w - - 0 1", moves: [] }];
  for (const { advice, bound, effort, fen, us, found, says, branches } of searches) {
    const start = all.push({ fen, moves: [], end: says }) - 1, dear = effort === undefined ? "" : ` and an effort of ${effort}`;
    all[0].moves.push({ label: `${advice}, within ${counted(bound, "ply", "plies")}${dear}`, uci: "", to: start, mark: found ? "held" : "vain" });
    for (const { n, father, move: { uci, san }, class: selected, end, in_tree: inTree } of branches) {
      const above = all[start + father], holds = ["leaf", "tree", "met"].includes(end.by);
      above.moves.push({
        label: numbered(above.fen, san), uci, by: sideOf(above.fen) === us ? "us" : "them", to: all.length,
        note: selected?.says, mark: inTree ? "tree" : holds ? "held" : "vain",
      });
      all.push({ fen: after(above.fen, uci), moves: [], end: end.says, notes: [`attempt ${n} of ${branches.length}`] });
    }
  }
  return all;
}

// Our move with its choice, and every reply that the play answers. Our nodes keep their numbers.
function wholeNodes({ root: start, nodes: list }) {
  const goal = { true: "; the goal is reached", false: "; the goal is not reached" };
  const endOf = (end) => end && `${end.says ?? end.kind}${goal[end.goal] ?? ""}`;
  const all = list.map(({ fen, move, end, open }) => ({ fen, moves: [], end: move ? null : open ? `left open: ${open}` : endOf(end) }));
  if (!all.length) all.push({ fen: start, moves: [] });
  list.forEach(({ fen, move, by: choice, at, begins, to, sans, end }, n) => {
    if (!move) return;
    const [own, ...others] = sans, notes = [], moves = [], cut = [];
    to.forEach(([uci, next], index) => (next < list.length ? moves.push({ label: others[index], uci, by: "them", to: next }) : cut.push(others[index])));
    for (const [word, names] of [["left out", others.slice(to.length)], ["not on this page", cut]]) if (names.length) notes.push(`${word}: ${names.join(", ")}`);
    const note = `${begins ? "" : "goes on: "}${choice}${at ? `, ${at}` : ""}`;
    all[n].moves.push({ label: own, uci: move, by: "us", note, to: all.push({ fen: after(fen, move), moves, notes, end: endOf(end) }) - 1 });
  });
  return all;
}

function graphView(nodes, inOrder = false) {
  const words = { us: ["move", "moves"], them: ["reply", "replies"], undefined: ["search", "searches"] };
  const paragraph = (kind, text) => el(`p.${kind}`, {}, ...marked(text));

  // The moves from a place; those of which the same is told are together.
  function choices(place) {
    const groups = new Map(), places = below(place);
    for (const one of places) {
      const text = told(nodes, one.move).filter(Boolean).join(": "), number = one.at < 9 ? el("kbd", { "aria-hidden": "true" }, String(one.at + 1)) : null;
      const button = el("button", { type: "button", onclick: () => go(one) }, number, el("span", {}, one.move.label));
      groups.set(text, [...(groups.get(text) ?? []), el("li", {}, button)]);
    }
    const [one, more] = words[places[0]?.move.by];
    return [
      places.length ? el("h3", {}, places.length === 1 ? `The only ${one}` : `${places.length} ${more}`) : null,
      ...[...groups].map(([text, buttons]) => el("ul.choices", {}, ...buttons, text ? el("li.told", {}, ...marked(text)) : null)),
    ];
  }

  function card(place) {
    const { node, move } = place, { by: side, note, mark: kind } = move ?? {}, line = path(place);
    for (let at = place.next; at && !inOrder && !line.includes(at); at = at.next) line.push(at);
    const walked = line.map((one) => moveButton(one));
    walked[path(place).length - 1]?.setAttribute("aria-current", "true");
    const parts = [
      el("h2", {}, el("span", {}, move?.label ?? "Start"), side && el(`span.chip.${side}`, {}, side), kind === "tree" ? el("span.chip.leaf", {}, "in the tree") : null),
      note && paragraph("where", note), node.end && paragraph("end", node.end), ...choices(place), ...(node.notes ?? []).map((text) => paragraph("where", text)),
      ...(move ? [] : by("about").content.cloneNode(true).childNodes),
      ...(line.length > 1 ? [el("h3", {}, "The line"), el("p.line", {}, ...walked)] : []),
    ];
    by("card").replaceChildren(...parts.filter(Boolean));
    by("said").textContent = [move?.label ?? "Start", side, node.end].filter(Boolean).join(", ");
  }

  begin(nodes, {
    inOrder,
    address: (way) => way,
    name: ({ node }) => `${sideOf(node.fen)} to move`,
    show(place) {
      card(place);
      reveal(place, by("moves"));
    },
    key(key) {
      const act = { u: () => go(here.up), t: () => go(onward(here)) }[key] ?? (/^[1-9]$/.test(key) && below(here)[key - 1] && (() => go(below(here)[key - 1])));
      if (act) act();
      return act;
    },
  });
  by("list").append(...below(root).map((one) => entry(one, below(root).length === 1 ? 1 : 0)));
  by("rootmove").onclick = walk.first;
  go(placeAt(location.hash.slice(1)));
}
