// The page of an explanation. A fact that is pointed at, focused or chosen has its squares shaded and its plans drawn; the moves of a plan
// are walked on the same board.
const COLOURS = ["#c77700", "#1c4fa0"];
const NUMBERS = ["#8a4f00", "#163f80"];
const SHADES = ["#1667b0", "#c8402f", "#1b8a4b", "#8a3ab9", "#d07a00", "#00808a", "#b8256f", "#6a5a2a"];
const cards = [...document.querySelectorAll(".fact")];
let chosen = 0;
let pointed = null;
let walked = null;

const current = () => (pointed === null ? chosen : pointed);

function drawFact(index) {
  const under = layer("overlays");
  let over = layer("ways");
  if (!over) {
    over = draw("g", { class: "ways", "pointer-events": "none" });
    layer("men").after(over);
  }
  under.replaceChildren();
  over.replaceChildren();
  const fact = data.facts[index];
  if (!fact) return;
  for (const one of fact.squares) {
    const colour = SHADES[index % SHADES.length];
    const [x, y] = place(one);
    under.append(draw("path", { d: tint(one), fill: colour, "fill-opacity": ".3" }));
    under.append(draw("rect", { x: x + 5, y: y + 5, width: 90, height: 90, fill: "none", stroke: colour, "stroke-width": 6 }));
  }
  const drawn = new Set();
  const all = fact.plans.flatMap((plan) => plan.steps).sort((a, b) => a[3] - b[3]);
  for (const [from, to, side, level, number] of all) {
    if (drawn.has(`${from} ${to}`)) continue;
    drawn.add(`${from} ${to}`);
    way(over, from, to, COLOURS[side], level);
    if (!number || drawn.has(`${to} ${number}`)) continue;
    drawn.add(`${to} ${number}`);
    const [x, y] = middle(to);
    const beside = draw("text", {
      x: x - 36, y: y + 44, "font-size": 30, "font-weight": "bold", "text-anchor": "middle",
      fill: NUMBERS[side], stroke: "#fffdf8", "stroke-width": 6, "paint-order": "stroke",
    });
    beside.textContent = number;
    over.append(beside);
  }
}

function show() {
  const at = byId("at");
  for (const [index, card] of cards.entries()) {
    card.classList.toggle("shown", index === current());
    card.querySelector("button").setAttribute("aria-pressed", index === chosen);
  }
  for (const button of document.querySelectorAll(".move")) button.removeAttribute("aria-current");
  if (walked && pointed === null) {
    const node = data.facts[walked.fact].plans[walked.plan].nodes[walked.node];
    drawPosition(node[3], node[2], null);
    layer("overlays").replaceChildren();
    if (layer("ways")) layer("ways").replaceChildren();
    at.textContent = node[1];
    walked.buttons[walked.node].setAttribute("aria-current", "true");
    return;
  }
  drawPosition(data.fen, null, null);
  at.textContent = "";
  drawFact(current());
}

function choose(index) {
  if (!cards[index]) return;
  chosen = index;
  pointed = null;
  walked = null;
  show();
}

// The node before one in its plan: the nearest one that is a move higher up.
function parent(nodes, index) {
  for (let i = index - 1; i >= 0; i--) if (nodes[i][0] === nodes[index][0] - 1) return i;
  return null;
}

function walk(fact, plan, node, buttons) {
  chosen = fact;
  pointed = null;
  walked = node === null ? null : { fact, plan, node, buttons };
  show();
  if (walked) buttons[node].scrollIntoView({ block: "nearest" });
}

function on() {
  if (walked) {
    const nodes = data.facts[walked.fact].plans[walked.plan].nodes;
    const next = walked.node + 1;
    if (nodes[next] && nodes[next][0] > nodes[walked.node][0]) walk(walked.fact, walked.plan, next, walked.buttons);
    return;
  }
  const card = cards[chosen];
  const details = card && (card.querySelector("details[open]") || card.querySelector("details"));
  if (!details) return;
  details.open = true;
  walk(chosen, Number(details.dataset.plan), 0, opened(details, chosen));
}

function back() {
  if (walked) walk(walked.fact, walked.plan, parent(data.facts[walked.fact].plans[walked.plan].nodes, walked.node), walked.buttons);
}

// The moves of a plan as buttons, made when they are first opened.
function opened(details, fact) {
  if (details.buttons) return details.buttons;
  const plan = Number(details.dataset.plan);
  const { nodes, more } = data.facts[fact].plans[plan];
  const list = make("div", { class: "tree" });
  details.buttons = nodes.map(([ply, text], node) => {
    const ours = text !== "" && (data.fen.split(" ")[1] === "b") !== (ply % 2 === 1) ? 0 : 1;
    const button = make("button", { type: "button", class: ours === data.viewer ? "move us" : "move", onclick: () => walk(fact, plan, node, details.buttons) }, text);
    button.style.marginLeft = `${Math.min(ply - 1, 12) * 14}px`;
    list.append(button);
    return button;
  });
  list.prepend(make("button", { type: "button", class: "start", onclick: () => walk(fact, plan, null) }, data.start));
  if (more) list.append(make("p", {}, data.more.replace("{}", more)));
  details.append(list);
  return details.buttons;
}

for (const [index, card] of cards.entries()) {
  const heading = card.querySelector("h2 button");
  heading.style.setProperty("--shade", SHADES[index % SHADES.length]);
  heading.addEventListener("click", () => choose(index));
  heading.addEventListener("focus", () => { if (heading.matches(":focus-visible")) choose(index); });
  card.addEventListener("pointerenter", (event) => {
    if (event.pointerType !== "mouse" || walked) return;
    pointed = index;
    show();
  });
  card.addEventListener("pointerleave", () => { if (pointed !== null) { pointed = null; show(); } });
  for (const details of card.querySelectorAll("details")) details.addEventListener("toggle", () => { if (details.open) opened(details, index); });
}

byId("flip").addEventListener("click", turnRound);
byId("theme").addEventListener("click", theme);
function turnRound() {
  flipped = !flipped;
  show();
}

listen(
  { ArrowRight: on, ArrowLeft: back, Escape: () => choose(chosen), f: turnRound },
  (key) => {
    if (key < "1" || key > "9" || !cards[Number(key) - 1]) return false;
    choose(Number(key) - 1);
    cards[chosen].scrollIntoView({ block: "nearest" });
    return true;
  },
);
flipped = data.viewer === 1;
show();
