// The page of annotated games. A node is [parent, main, label, uci, fen, squares, arrows]; place -1 is the beginning.
const COLOURS = { G: "#1b8a4b", R: "#c22a1e", Y: "#c77700", B: "#1c4fa0" };
const articles = [...document.querySelectorAll(".game")];
let number = 0;
let here = -1;
let visited = new Map();

const game = () => data.games[number];
const nodes = () => game().nodes;
const parentOf = (i) => (i < 0 || nodes()[i][0] === null ? -1 : nodes()[i][0]);
const lists = data.games.map((one) => {
  const list = new Map();
  one.nodes.forEach(([parent], i) => {
    const from = parent === null ? -1 : parent;
    if (!list.has(from)) list.set(from, []);
    list.get(from).push(i);
  });
  return list;
});
const below = (i) => lists[number].get(i) || [];
const button = (i) => articles[number].querySelector(`[data-node="${i}"]`);

function drawMarks(squares, arrows) {
  const under = layer("overlays");
  let over = layer("ways");
  if (!over) {
    over = draw("g", { class: "ways", "pointer-events": "none" });
    layer("men").after(over);
  }
  under.replaceChildren();
  over.replaceChildren();
  for (const mark of squares) {
    const colour = COLOURS[mark[0]];
    const [x, y] = place(square(mark.slice(1)));
    under.append(draw("path", { d: tint(square(mark.slice(1))), fill: colour, "fill-opacity": ".3" }));
    under.append(draw("rect", { x: x + 5, y: y + 5, width: 90, height: 90, fill: "none", stroke: colour, "stroke-width": 6 }));
  }
  for (const mark of arrows) way(over, square(mark.slice(1, 3)), square(mark.slice(3, 5)), COLOURS[mark[0]], mark[0] === "Y" ? 2 : 0);
}

function show(from) {
  const node = here < 0 ? null : nodes()[here];
  let slide = null;
  if (node && from === parentOf(here)) slide = [node[3].slice(2, 4), node[3].slice(0, 2)];
  else if (from !== undefined && from >= 0 && parentOf(from) === here) slide = [nodes()[from][3].slice(0, 2), nodes()[from][3].slice(2, 4)];
  const [fen, squares, arrows] = node ? [node[4], node[5], node[6]] : game().start;
  drawPosition(fen, node ? node[3] : null, slide);
  drawMarks(squares, arrows);
  byId("at").textContent = node ? node[2] : data.start;
  for (const old of document.querySelectorAll('.move[aria-current="true"]')) old.removeAttribute("aria-current");
  const now = node && button(here);
  if (now) {
    now.setAttribute("aria-current", "true");
    reveal(now);
  }
  byId("first").disabled = byId("back").disabled = here < 0;
  byId("on").disabled = byId("last").disabled = below(here).length === 0;
  svg.setAttribute("aria-label", `${byId("at").textContent}: ${fen}`);
}

// The move is seen, and what is said of it below: beside the board in its own column, or under it.
function reveal(now) {
  const box = byId("games"), inner = now.getBoundingClientRect();
  if (box.scrollHeight > box.clientHeight + 2) {
    const outer = box.getBoundingClientRect();
    if (inner.top < outer.top + 20 || inner.bottom > outer.bottom - 120) box.scrollTop += inner.top - outer.top - outer.height / 3;
    return;
  }
  const side = byId("boardside");
  const top = getComputedStyle(side).position === "sticky" && innerWidth <= 700 ? side.getBoundingClientRect().height + 16 : 20;
  if (inner.top < top || inner.bottom > innerHeight - 90) scrollBy(0, inner.top - top - 12);
}

function go(i) {
  const from = here;
  here = i;
  for (let at = i; at >= 0; at = parentOf(at)) visited.set(parentOf(at), at);
  show(from);
  try { history.replaceState(null, "", number === 0 && here < 0 ? "#" : `#${number}.${here}`); } catch { /* a page without an address */ }
}
const onward = (i) => { const next = below(i); return next.includes(visited.get(i)) ? visited.get(i) : next[0]; };
const walk = {
  on() { const next = onward(here); if (next !== undefined) go(next); },
  back() { if (here >= 0) go(parentOf(here)); },
  first() { go(-1); },
  last() { let at = here; while (onward(at) !== undefined) at = onward(at); if (at !== here) go(at); },
  // The line beside this one: of the nearest move that has others.
  aside(step) {
    let at = here;
    while (at >= 0 && below(parentOf(at)).length < 2) at = parentOf(at);
    if (at < 0) return;
    const list = below(parentOf(at));
    const other = list[list.indexOf(at) + step];
    if (other !== undefined) go(other);
  },
  flip() { flipped = !flipped; show(); },
  theme,
};

function choose(next) {
  number = next;
  visited = new Map();
  here = -1;
  for (const [i, article] of articles.entries()) article.hidden = i !== number;
  if (byId("choice")) byId("choice").value = String(number);
  byId("games").scrollTop = 0;
  go(-1);
}

for (const article of articles) {
  article.addEventListener("click", (event) => {
    const move = event.target.closest(".move");
    if (move) go(Number(move.dataset.node));
  });
}
if (byId("choice")) byId("choice").addEventListener("change", (event) => { choose(Number(event.target.value)); event.target.blur(); });
listen({
  ArrowRight: walk.on, ArrowLeft: walk.back, ArrowUp: () => walk.aside(-1), ArrowDown: () => walk.aside(1),
  Home: walk.first, End: walk.last, f: walk.flip, F: walk.flip,
});
for (const id of ["first", "back", "on", "last", "flip", "theme"]) byId(id).addEventListener("click", walk[id]);

// The address names a game and a move.
const [askedGame, askedMove] = location.hash.slice(1).split(".").map((part) => Number.parseInt(part, 10));
choose(askedGame >= 0 && askedGame < articles.length ? askedGame : 0);
if (askedMove >= 0 && askedMove < nodes().length) go(askedMove);
