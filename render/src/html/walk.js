// Walking: positions joined by moves, shown on the board and in a list, by buttons, keys and clicks.
//   node   { fen, moves: [{ label, uci, by, to, … }], … }     `to` is the index of another node: lines may meet, and go round
//   place  { node, move, up, at }                             a node and the way to it; the places below are made when they are asked for
let root = null, here = null;
// What a view does: `paint(place)` on the board, `show(place)` beside it, `name(place)` in words, `key(key)` for other keys, `keys` in place of all, `active()` where
// keys are not always for the board, `inOrder` where on and back go through the whole tree, `address(way)` for the page's address.
let shown = {};

const rootOf = (nodes) => ({ nodes, node: nodes[0], move: null, up: null, at: 0, way: "" });
const below = (place) => (place.below ??= place.node.moves.map((move, at) => (
  { nodes: place.nodes, node: place.nodes[move.to], move, up: place, at, way: `${place.way}${place.up ? "." : ""}${at}` })));
const beside = (place, by) => (place.up ? below(place.up)[place.at + by] : undefined);
const path = (place) => (place.up ? [...path(place.up), place] : []);

// The place at the end of a way as the address has it, as far as it leads.
function placeAt(way) {
  let at = root;
  for (const word of way.split(".")) at = below(at)[/^\d+$/.test(word) ? word : -1] ?? at;
  return at;
}

// Adds a node below another one, if its move does not lead there already; returns its index.
function graft(nodes, above, { uci, san, by, ...rest }, move = {}) {
  const { fen, moves } = nodes[above], known = moves.find((one) => one.uci === uci);
  if (known) return known.to;
  moves.push({ label: numbered(fen, san), uci, by, to: nodes.length, ...move });
  return nodes.push({ ...rest, moves: [] }) - 1;
}

// A tree from a list in which each node has the index of the one above it.
function grown(fen, list, nodes = [{ fen, moves: [] }], first = 0, rest = {}) {
  const places = [];
  for (const node of list) places.push(graft(nodes, node.parent === null ? first : places[node.parent], { ...node, ...rest }));
  return [nodes, places];
}

// ---- where a step leads ----
// What is told of a move: what selected it, and what ends the line, at once or after the only move that follows.
function told(nodes, { note, to }) {
  const { end, moves } = nodes[to];
  return end || moves.length !== 1 ? [note, end] : [note, `then ${moves[0].label}`, nodes[moves[0].to].end];
}
const kindOf = (nodes, move) => move.mark || (told(nodes, move).at(-1) ? "ended" : "plain");

// The move that goes on: the one that was walked, or the main one.
function onward(place) {
  if (place.next && !shown.inOrder) return place.next;
  const kinds = below(place).map((one) => kindOf(place.nodes, one.move));
  return below(place)[["tree", "held", "plain"].map((kind) => kinds.indexOf(kind)).find((at) => at >= 0) ?? 0];
}
// The end of the line, or where it comes to a node for the second time.
function lastOnward() {
  const seen = new Set();
  let at = here;
  for (; onward(at) && !seen.has(at.node); at = onward(at)) seen.add(at.node);
  return at;
}
// The move before or behind at the last place with a choice, and as many plies further on as now.
function aside(by) {
  let at = here, plies = 0;
  for (; at.up && below(at.up).length < 2; at = at.up) plies++;
  let next = beside(at, by);
  for (; next && plies > 0 && next.node.moves.length; plies--) [next] = below(next);
  return next;
}
// In the order of a tree.
const lastBelow = (place) => (place.node.moves.length ? lastBelow(below(place).at(-1)) : place);
const before = (place) => (beside(place, -1) ? lastBelow(beside(place, -1)) : place.up);
function behind(place) {
  if (place.node.moves.length) return below(place)[0];
  for (let at = place; at; at = at.up) if (beside(at, 1)) return beside(at, 1);
  return undefined;
}
const forth = () => (shown.inOrder ? behind : onward)(here);

// ---- going ----
function begin(nodes, acts) {
  root = rootOf(nodes);
  here = null;
  shown = acts;
}

function paint(slide) {
  const { node, move } = here;
  drawPosition(node.fen, move?.uci ?? "", slide, shown.name(here));
  shown.paint?.(here);
}

function go(to) {
  if (!to) return;
  const from = here;
  here = to;
  for (const place of path(to)) place.up.next = place;
  const slide = to.up && to.up === from ? ends(to.move.uci).reverse() : from?.up === to ? ends(from.move.uci) : null;
  paint(slide?.length ? slide : null);
  for (const old of document.querySelectorAll(".move[aria-current]")) old.removeAttribute("aria-current");
  shown.show(to);
  for (const id of ["first", "back"]) if (by(id)) by(id).disabled = !to.up;
  for (const id of ["on", "last"]) if (by(id)) by(id).disabled = !forth();
  if (shown.address) try { history.replaceState(null, "", `#${shown.address(to.way)}`); } catch { /* a page without an address */ }
}

const walk = {
  first: () => go(root),
  back: () => go(shown.inOrder ? before(here) : here.up),
  on: () => go(forth()),
  last: () => go(shown.inOrder ? lastBelow(root) : lastOnward()),
  flip: () => { flipped = !flipped; paint(); },
  theme: () => {
    const { dataset } = document.documentElement, dark = matchMedia("(prefers-color-scheme: dark)").matches;
    dataset.theme = (dataset.theme ?? (dark ? "dark" : "light")) === "dark" ? "light" : "dark";
  },
};
const keys = {
  ArrowRight: walk.on, ArrowLeft: walk.back, ArrowUp: () => go(aside(-1)), ArrowDown: () => go(aside(1)), Home: walk.first, End: walk.last,
  f: walk.flip, F: walk.flip,
};
for (const [id, act] of Object.entries(walk)) by(id)?.addEventListener("click", () => walk[id]());
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || (shown.active && !shown.active())) return;
  if (shown.key?.(event.key)) event.preventDefault();
  else if ((shown.keys ?? keys)[event.key]) {
    (shown.keys ?? keys)[event.key]();
    event.preventDefault();
  }
});

// ---- the list of moves ----
function moveButton(place, isNumbered = true) {
  const { label, by: side } = place.move, [, number, name] = /^(\d+\.+)\s(.*)$/.exec(label) ?? [null, "", label];
  const num = number && (isNumbered || !number.endsWith("...")) ? el("span.num", {}, number) : null;
  const kinds = ["move", side, kindOf(place.nodes, place.move)].filter(Boolean).join(".");
  return el(`button.${kinds}`, { type: "button", "data-way": place.way, onclick: () => go(place) }, num, name,
    place.node.leaf ? el("span.end", { title: "leaf" }, "●") : null);
}

// One item: a move, and as long as only one follows, the moves behind it; then the list of what follows, of which `deep` levels are unfolded.
function entry(start, deep) {
  const row = el("div.row"), item = el("li", {}, row), seen = new Set();
  for (let at = start; ; [at] = below(at)) {
    row.append((at.button = moveButton(at, at === start)));
    if (at.node.left_out) row.append(el("span.out.ui", { title: "legal replies not considered" }, `−${at.node.left_out}`));
    seen.add(at.node);
    if (below(at).length === 1 && !seen.has(below(at)[0].node)) continue;
    if (below(at).length) fold(item, row, at, below(at), deep);
    return item;
  }
}

// Adds a button and a list, made when it is first opened, of places below one.
function fold(item, row, at, places, deep, rest = "") {
  const list = el("ul"), button = el("button.toggle", { type: "button", onclick: () => list.unfold(list.hidden) });
  list.unfold = (open) => {
    if (open && !list.childElementCount) list.append(...places.map((place) => entry(place, deep - 1)));
    list.hidden = !open;
    button.setAttribute("aria-expanded", open);
    button.setAttribute("aria-label", `${open ? "Hide" : "Show"} ${places.length} moves after ${at.move.label}${rest}`);
  };
  at.list = list;
  row.append(button);
  item.append(list);
  list.unfold(deep > 0);
}

// Unfolds the list down to a place, and marks it.
function reveal(place, box) {
  for (const one of path(place)) if (!one.button) one.up.list.unfold(true);
  const button = place.up ? place.button : by("rootmove");
  for (let list = button.closest("ul[hidden]"); list; list = list.parentElement.closest("ul[hidden]")) list.unfold(true);
  button.setAttribute("aria-current", "true");
  scrolled(box, button, 10);
}

// Scrolls a box so that a button in it is seen, with some room below; false of a box that has nothing to scroll.
function scrolled(box, button, room) {
  const inner = button.getBoundingClientRect(), outer = box.getBoundingClientRect();
  if (inner.top < outer.top + 30 || inner.bottom > outer.bottom - room) box.scrollTop += inner.top - outer.top - outer.height / 3;
  return box.scrollHeight > box.clientHeight + 2;
}
