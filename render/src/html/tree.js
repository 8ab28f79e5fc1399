// The view of a consultation's tree, and of a game with the p-strategies of our moves.
function treeView() {
  const isGame = Boolean(data.plans), plans = data.plans ?? [data], notes = by("plans").content.children, chosen = new Map();
  const nodes = isGame ? gameNodes() : grown(data.fen, data.nodes, undefined, 0, { plan: 0, begins: true })[0];
  const small = nodes.length <= 401;
  let isOpen = small && !isGame, isSourceOpen = true;

  // The moves of the game are the first nodes; those that a p-strategy was ready for besides come below them.
  function gameNodes() {
    const all = [{ fen: data.fen, moves: [] }];
    data.moves.forEach((move, ply) => {
      const plan = plans.findLastIndex(({ from }) => from <= ply);
      graft(all, ply, { ...move, plan, begins: plans[plan]?.from === ply }, { main: true });
    });
    plans.forEach((plan, number) => {
      const [, places] = grown(null, plan.nodes, all, plan.from, { plan: number });
      plan.nodes.forEach(({ facts, drawn: zones, class: by }, at) => {
        const node = all[places[at]];
        if (node.plan === number) Object.assign(node, { facts, drawn: zones, class: by });
      });
    });
    return all;
  }

  // ---- the sets of squares of a node, each once, in the order in which its conjuncts speak of them ----
  // What the reader has not chosen to see or to hide is seen if it is one of the first three that have more than one square.
  const textOf = (part, set) => set.text ?? part.goal;
  function setsHere() {
    const found = new Map();
    for (const part of here.node.facts?.parts ?? []) for (const one of part.boards) {
      if (!found.has(textOf(part, one))) found.set(textOf(part, one), one.squares);
    }
    let room = 3;
    return [...found].map(([name, set], at) => {
      const first = set.length > 1 && room-- > 0;
      return { name, set, number: at + 1, colour: SETS[at % SETS.length], seen: chosen.get(name) ?? first };
    });
  }

  const drawHere = () => drawSets(setsHere().filter(({ seen }) => seen));

  function toggle({ name }) {
    const seen = !setsHere().find((one) => one.name === name).seen;
    chosen.set(name, seen);
    drawHere();
    for (const button of document.querySelectorAll(".overlay")) if (button.dataset.set === name) button.setAttribute("aria-pressed", seen);
  }

  function setButton(one, ...rest) {
    const number = one.number < 10 ? String(one.number) : "";
    const button = el("button.overlay", { type: "button", "aria-pressed": String(one.seen), "data-set": one.name, "aria-keyshortcuts": number || null, onclick: () => toggle(one) },
      el("span.swatch", { "aria-hidden": "true" }, number), el("code", {}, one.name), ...rest);
    button.style.setProperty("--c", one.colour);
    return button;
  }

  // ---- what is known of a node ----
  const values = (of) => (of.values.length === 1 ? String(of.values[0]) : `(${of.values.join(", ")})`);
  const side = (of) => (of.text === null || of.text === values(of) ? [] : [el("code", {}, of.text), " "]).concat(el("b", {}, values(of)));

  function conjunct(part) {
    const known = setsHere().filter(({ name }) => part.boards.some((one) => textOf(part, one) === name));
    const item = el("li", {},
      el(`span.mark.${part.holds ? "yes" : "no"}`, {},
        el("span", { "aria-hidden": "true" }, part.holds ? "✓" : "✗"), el("span.hidden", {}, part.holds ? "true: " : "false: ")),
      el("div", {}, el("code", {}, part.text ?? "a conjunct"),
        part.compare && el("div.numbers", {}, ...side(part.compare.left), "  ·  ", ...side(part.compare.right)),
        known.length ? el("div.boards", {}, ...known.map((one) => setButton(one))) : null));
    const light = (on) => {
      item.classList.toggle("lit", on);
      for (const line of document.querySelectorAll(`.source [data-line="${part.line}"]`)) line.classList.toggle("lit", on);
    };
    item.onmouseenter = () => light(part.line !== null);
    item.onmouseleave = () => light(false);
    return item;
  }

  function goals({ decided, parts }, { action }) {
    const names = action ? { "better-goal": "Out-class", "holding-goal": "Holding" } : { "better-goal": "Better-goal", "holding-goal": "Holding-goal" };
    const all = [...new Set(parts.map((part) => part.goal))];
    if (!all.length) return [el("p.remark", {}, "no goal is asked here")];
    return all.flatMap((goal) => [
      el("h3", {}, names[goal], decided === goal && all.length > 1 ? " · decided here" : ""),
      el("ul.goals", {}, ...parts.filter((part) => part.goal === goal).map(conjunct)),
    ]);
  }

  // The notes on a plan that the page has as markup: what belongs to every node of it, and the rest.
  function notesOn(place, begins) {
    const isRoot = !place.up, number = place.node.plan ?? 0;
    if (!notes[number]) return [[], []];
    const [reason, ground] = notes[number].cloneNode(true).children, where = reason.querySelector(".where");
    if (!isRoot && plans.length === 1) where.remove();
    if (!begins) where.prepend("goes on: ");
    const gains = ground.querySelector(".gains"), tests = ground.querySelector(".tests"), source = ground.querySelector("details");
    if (!(isGame ? !isRoot && begins : place.up === root)) gains?.remove();
    if (!isRoot && !(isGame && begins && tests?.classList.contains("vain"))) tests?.remove();
    for (const item of ground.querySelectorAll("[data-squares]")) {
      item.onmouseenter = () => drawSquares(item.dataset.squares.split(" ").filter(Boolean).map((square) => [square, SETS[0]]));
      item.onmouseleave = drawHere;
    }
    if (source) {
      source.open = isSourceOpen;
      source.ontoggle = () => (isSourceOpen = source.open);
    }
    return [reason.childNodes, ground.childNodes];
  }

  function card(place) {
    const { node, move } = place, begins = !move || Boolean(node.begins), [reason, ground] = notesOn(place, begins);
    const ending = data.ending?.sentence, isLast = move?.main && !below(place)[0]?.move.main;
    const says = node.class?.says, left = node.left_out === 1 ? "1 legal reply is" : `${node.left_out} legal replies are`;
    const parts = [
      el("h2", {}, el("span", {}, named(place)), move && el(`span.chip.${move.by}`, {}, move.by), node.leaf && !move.main ? el("span.chip.leaf", {}, "leaf") : null),
      says && el("p.where", {}, "selected by ", ...marked(says)), ...reason,
      ...(move ? [] : by("about").content.cloneNode(true).childNodes),
      node.left_out ? el("p.remark.warn", {}, `${left} not considered here`) : null,
      isGame && move && !move.main ? el("p.remark", {}, "not played: the p-strategy is ready for it") : null,
      ending && isLast ? el("p.because", {}, ending) : null,
      ...(node.facts ? goals(node.facts, plans[node.plan]) : []), ...zoneList(node.drawn), ...ground,
    ];
    by("card").replaceChildren(...parts.filter(Boolean));
    by("said").textContent = [named(place), move?.by].filter(Boolean).join(", ");
  }

  const named = ({ move }) => move?.label ?? (isGame ? `${data.player} plays ${data.us}` : `${sideOf(data.fen)} to move`);

  // ---- the list: of a game a row for each of our moves with the reply, and the name of the p-strategy where it begins ----
  function gameRows() {
    const items = [];
    let row = null;
    for (let at = below(root)[0]; at?.move.main; [at] = below(at)) {
      const isFirst = at.move.by === "us" || !row;
      if (isFirst) items.push(el("li", {}, (row = el("div.row"))));
      if (at.move.by === "us" && at.node.begins) row.append(el("span.plan.ui", {}, plans[at.node.plan].advice));
      row.append((at.button = moveButton(at, isFirst)));
      const others = below(at).filter((one) => !one.move.main);
      if (others.length) fold(items.at(-1), row, at, others, 0, " that were not played");
    }
    return items;
  }

  function unfold(open) {
    isOpen = open;
    by("fold").textContent = open ? "fold all" : "unfold all";
    for (let lists; (lists = [...document.querySelectorAll("#list ul")].filter((list) => list.hidden === open)).length;) for (const list of lists) list.unfold(open);
    if (here) reveal(here, by("moves"));
  }

  begin(nodes, {
    address: (way) => way,
    name: ({ move, node }) => `${move ? `Position after ${move.label}` : "Position asked about"}, ${sideOf(node.fen)} to move`,
    paint({ node }) {
      drawHere();
      drawZones(node.drawn);
    },
    show(place) {
      by("legend").replaceChildren(...setsHere().map((one) => el("li", {},
        setButton(one, el("span.count", {}, one.set.length ? counted(one.set.length, "square") : "empty")))));
      card(place);
      reveal(place, by("moves"));
    },
    key(key) {
      const one = /^[1-9]$/.test(key) && setsHere()[key - 1];
      if (one) toggle(one);
      return one;
    },
  });
  by("list").append(...(isGame ? gameRows() : below(root).map((one) => entry(one, small ? Infinity : 2))));
  by("fold").hidden = !document.querySelector("#list .toggle");
  by("fold").textContent = isOpen ? "fold all" : "unfold all";
  by("fold").onclick = () => unfold(!isOpen);
  by("rootmove").onclick = walk.first;
  const asked = placeAt(location.hash.slice(1));
  go(asked.up ? asked : below(root)[0] ?? root);
}
