// The view of an explanation. A fact that is pointed at, focused or chosen has its squares shaded and its plans drawn; the moves of a plan are walked on the
// same board.
function explanationView() {
  const cards = [...document.querySelectorAll(".fact")], { fen, viewer, facts } = data;
  const shade = (index) => SETS[index % SETS.length];
  const name = board.getAttribute("aria-label");
  let chosen = 0, pointed = null;
  const current = () => pointed ?? chosen;
  const plansOf = (index) => [...data.told[index].plan, data.told[index].together].filter(Boolean);

  // The viewer's moves along the first line of a plan, and the reply that prevents it; a later move follows a reply and so depends on it.
  function arrowsOf({ verdict, moves, prevented }) {
    const isForced = verdict === "forced" && sideOf(fen) === viewer, other = viewer === "White" ? "Black" : "White";
    const own = moves.map((uci, at) => ({ uci, side: viewer, level: isForced && at === 0 ? 0 : 2, number: at + 1 }));
    return prevented ? [...own, { uci: prevented.uci, side: other, level: 3 }] : own;
  }

  function drawFact(index) {
    if (!cards[index]) return;
    drawSquares(facts[data.told[index].fact].squares.map((square) => [square, shade(index)]));
    const done = new Set(), once = (key) => !done.has(key) && done.add(key);
    for (const { uci, side, level, number } of plansOf(index).flatMap(arrowsOf).sort((a, b) => a.level - b.level)) {
      const [from, to] = ends(uci), [colour, ink] = SIDES[side];
      if (to === undefined || !once(`${from} ${to}`)) continue;
      arrow([from, to], colour, level);
      if (number && once(`${to}/${number}`)) mark(to, [-36, 44], ink, number);
    }
  }

  // Shows the fact, or the place in a plan's moves that is walked.
  function show(slide) {
    const walked = here?.up && pointed === null ? here : null;
    cards.forEach((card, index) => {
      card.classList.toggle("shown", index === current());
      card.querySelector("button").setAttribute("aria-pressed", index === chosen);
    });
    for (const old of document.querySelectorAll(".move[aria-current]")) old.removeAttribute("aria-current");
    walked?.button.setAttribute("aria-current", "true");
    drawPosition(walked?.node.fen ?? fen, walked?.move.uci ?? "", slide, name);
    layer("overlays").replaceChildren();
    layer("ways").replaceChildren();
    by("at").textContent = walked?.move.label ?? "";
    if (!walked) drawFact(current());
  }

  function choose(index) {
    if (!cards[index]) return;
    [chosen, pointed, here] = [index, null, null];
    show();
  }

  // The moves of a plan, put in when they are first opened. Moves are counted from the position, as the sentences count them.
  function opened(details, index) {
    if (details.root) return;
    const recounted = (of) => of.replace(/\d+$/, (number) => number - fen.split(" ")[5] + 1);
    const list = (plansOf(index)[details.dataset.plan].nodes ?? []).map((node) => ({ ...node, fen: recounted(node.fen), leaf: false, left_out: 0 }));
    details.root = rootOf(grown(recounted(fen), list)[0]);
    details.querySelector("ul").append(...below(details.root).map((one) => entry(one, Infinity)));
    details.querySelector(".start").onclick = () => go(details.root);
  }

  cards.forEach((card, index) => {
    const heading = card.querySelector("h2 button");
    heading.style.setProperty("--shade", shade(index));
    heading.onclick = () => choose(index);
    heading.onfocus = () => heading.matches(":focus-visible") && choose(index);
    card.onpointerenter = (event) => {
      if (event.pointerType !== "mouse" || here?.up) return;
      pointed = index;
      show();
    };
    card.onpointerleave = () => {
      if (pointed === null) return;
      pointed = null;
      show();
    };
    for (const details of card.querySelectorAll("details")) details.ontoggle = () => details.open && opened(details, index);
  });

  shown = {
    name: () => name,
    show(place) {
      chosen = place.up ? cards.findIndex((card) => card.contains(place.button)) : chosen;
      pointed = null;
      show();
      place.button?.scrollIntoView({ block: "nearest" });
    },
    key(key) {
      const index = /^[1-9]$/.test(key) ? key - 1 : -1;
      if (!cards[index]) return false;
      choose(index);
      cards[index].scrollIntoView({ block: "nearest" });
      return true;
    },
  };
  walk.flip = () => {
    flipped = !flipped;
    show();
  };
  function on() {
    if (here?.up) return go(below(here)[0]);
    const details = cards[chosen]?.querySelector("details[open]") ?? cards[chosen]?.querySelector("details");
    if (!details) return undefined;
    details.open = true;
    opened(details, chosen);
    return go(below(details.root)[0]);
  }
  shown.keys = { ArrowRight: on, ArrowLeft: () => here && go(here.up), Escape: () => choose(chosen), f: walk.flip, F: walk.flip };
  show();
}
