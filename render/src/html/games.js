// The view of annotated games: the moves are markup, each with its squares and the move that it follows, and the marks of its comment.
function gamesView() {
  const COLOURS = { G: "#1b8a4b", R: "#c22a1e", Y: "#c77700", B: "#1c4fa0" };
  const articles = [...document.querySelectorAll(".game")];
  const roots = articles.map((article) => {
    const nodes = [{ fen: article.dataset.fen, moves: [], marks: article.dataset.marks }], buttons = [...article.querySelectorAll(".move")];
    for (const button of buttons.sort((a, b) => a.dataset.node - b.dataset.node)) {
      const { uci, parent = -1, marks = "" } = button.dataset, above = nodes[Number(parent) + 1];
      const san = [...button.childNodes].filter((part) => part.className !== "num").map((part) => part.textContent).join("");
      above.moves.push({ label: numbered(above.fen, san), uci, to: nodes.length });
      nodes.push({ fen: after(above.fen, uci), moves: [], marks, button });
    }
    const first = rootOf(nodes);
    for (const stack = [first]; stack.length;) {
      for (const place of below(stack.pop())) {
        place.node.button.onclick = () => go(place);
        stack.push(place);
      }
    }
    return first;
  });

  // The move is seen, and what is said of it below: beside the board in its own column, or under it.
  function inSight(button) {
    if (scrolled(by("games"), button, 120)) return;
    const side = by("boardside"), inner = button.getBoundingClientRect();
    const top = getComputedStyle(side).position === "sticky" && innerWidth <= 700 ? side.getBoundingClientRect().height + 16 : 20;
    if (inner.top < top || inner.bottom > innerHeight - 90) scrollBy(0, inner.top - top - 12);
  }

  function choose(number) {
    root = roots[number];
    here = null;
    articles.forEach((article, at) => (article.hidden = at !== number));
    if (by("choice")) by("choice").value = String(number);
    by("games").scrollTop = 0;
    go(root);
  }

  const name = ({ move }) => move?.label ?? by("games").dataset.start;
  shown = {
    name,
    address: (way) => `${roots.indexOf(root)}.${way}`,
    paint({ node }) {
      const marks = node.marks.split(" ").filter(Boolean), ends = (one) => one.slice(1).match(/../g);
      drawSquares(marks.filter((one) => one.length === 3).map((one) => [...ends(one), COLOURS[one[0]]]));
      layer("ways").replaceChildren();
      for (const one of marks.filter(({ length }) => length === 5)) arrow(ends(one), COLOURS[one[0]], one[0] === "Y" ? 2 : 0);
    },
    show(place) {
      by("at").textContent = name(place);
      place.node.button?.setAttribute("aria-current", "true");
      if (place.up) inSight(place.node.button);
    },
  };
  if (by("choice")) by("choice").onchange = ({ target }) => (choose(Number(target.value)), target.blur());
  const [asked, ...way] = location.hash.slice(1).split(".");
  choose(articles[asked] ? Number(asked) : 0);
  go(placeAt(way.join(".")));
}

const VIEWS = {
  tree: treeView, report: reportView, explanation: explanationView, games: gamesView,
  refutation: () => graphView(refutationNodes(data)), attempts: () => graphView(attemptNodes(data), true), whole: () => graphView(wholeNodes(data)),
};
VIEWS[view]();
