// The view of a report: its heat maps, and a large board that shows what a small one points to in the record, a line ply by ply, or a single position.
function reportView() {
  const viewer = by("viewer");
  // The line that is shown: `notes` at a ply, what a consultation that begins there compares; `round`, where a cycle begins; `arrows` at its beginning.
  let line = null;

  // `room 12 < root.room 14`; a plain number is its own value.
  function compared({ left, sign, right }) {
    const side = ({ text, values }) => {
      const value = values.length === 1 ? String(values[0]) : `(${values.join(", ")})`;
      return text && text !== value ? `${text} ${value}` : value;
    };
    return `${side(left)} ${sign || "against"} ${side(right)}`;
  }

  // A pointer leads to a line, to a cycle with the way to it, to an object with a position, or to a position.
  function lineAt(pointer) {
    const keys = pointer.split("/").slice(1), way = keys.map((_, at) => keys.slice(0, at + 1).reduce((part, key) => part[key], data));
    const found = way.at(-1), fen = found.fen ?? found, notes = {};
    if (!found.round) {
      // Of a failure the zones are beside its line, of an example at its position.
      const zones = keys.at(-1) === "line" ? way.at(-2).drawn : found.drawn && [found.drawn];
      return { fen, moves: found.moves ?? [], notes, round: null, arrows: [found.a, found.b], zones: zones ?? [] };
    }
    const { way: before, round, consultations } = found;
    round.moves.forEach((move, index) => {
      const one = move.choice && consultations[Object.keys(notes).length];
      if (one) notes[before.moves.length + index] = [...one.compared.map(compared), ...(one.lowers_nothing ? ["lowers nothing"] : [])];
    });
    return { fen: before.moves.length ? before.fen : round.fen, moves: [...before.moves, ...round.moves], notes, round: before.moves.length, arrows: [], zones: [] };
  }

  // What is chosen in the shown position where something is consulted in it, else what its last move belongs to.
  function chosenAt(ply) {
    const last = line.moves.findLastIndex(({ choice }, at) => choice && at <= ply);
    const word = last === ply ? "chosen here: " : last === ply - 1 ? "played by " : "goes on with ";
    return last < 0 ? [null] : [line.moves[last].choice, word, line.notes[last] ?? []];
  }

  function showPly(place) {
    const { ply, fen } = place.node, [choice, word, notes] = chosenAt(ply), { because, quotes = [] } = data.sources?.[choice?.title] ?? {};
    by("vnow").replaceChildren(
      el("h3", {}, place.move ? `${place.move.label} · ` : "", `${sideOf(fen)} to move`),
      ...(choice ? [el("p.remark", {}, word, el("code", {}, choice.title)), ...notes.map((note) => el("p.compared", {}, el("code", {}, note)))] : []),
      ...(because ? [el("p.remark", {}, `“${because}”`)] : []),
      ...(quotes.length ? [el("dl.quotes", {}, ...quotes.map(([at, text]) => el("div", {}, el("dt", {}, at), el("dd", {}, el("code", {}, text)))))] : []),
      ...zoneList(line.zones[ply]),
    );
    by("vfen").textContent = fen;
    by("said").textContent = place.move?.label ?? "the beginning";
    by("vmoves").replaceChildren(...moveParts(place));
    if (place.up && matchMedia("(min-width: 701px)").matches) by("vmoves").querySelector("[aria-current]").scrollIntoView({ block: "nearest" });
  }

  function moveParts(place) {
    const start = el("button.move", { type: "button", "data-ply": 0, onclick: walk.first }, "start"), parts = [start];
    let shortest = null, last = start;
    for (let [at] = below(root), ply = 1; at; [at] = below(at), ply++) {
      const { choice } = line.moves[ply - 1], short = data.sources?.[choice?.title]?.short;
      if (ply - 1 === line.round) {
        parts.push(el("span.turnback.ui", {}, "the cycle begins"));
        shortest = null;
      }
      if (short && short !== shortest) parts.push(el("span.by.ui", {}, (shortest = short)));
      const button = moveButton(at, ply === 1);
      button.dataset.ply = ply;
      if (at === place) last = button;
      parts.push(button);
    }
    last.setAttribute("aria-current", "true");
    return line.round === null ? parts : [...parts, el("span.turnback.ui", {}, "and again")];
  }

  function open({ at, ply, title, said }) {
    line = lineAt(at);
    flipped = turned !== undefined;
    by("vtitle").textContent = title;
    by("vwhy").textContent = said;
    by("vwhy").hidden = !said;
    const nodes = [{ fen: line.fen, ply: 0, moves: [] }];
    line.moves.forEach((move, index) => {
      nodes[index].moves.push({ label: numbered(nodes[index].fen, move.san), uci: move.uci, by: move.by, to: index + 1 });
      nodes.push({ fen: move.fen, ply: index + 1, moves: [] });
    });
    begin(nodes, {
      active: () => viewer.open,
      name: ({ move, node }) => `${move ? `Position after ${move.label}` : "Position"}, ${sideOf(node.fen)} to move`,
      paint({ node }) {
        drawZones(line.zones[node.ply]);
        if (node.ply === 0) line.arrows.forEach((side, index) => side?.move && arrow(ends(side.move.uci), `var(--${"ab"[index]})`, index));
      },
      show: showPly,
    });
    if (!viewer.open) viewer.showModal();
    viewer.scrollTop = 0;
    go(placeAt(Array(Math.min(ply, line.moves.length)).fill(0).join(".")));
    by(below(here).length ? "on" : here.up ? "back" : "close").focus({ preventScroll: true });
  }

  shown = { active: () => viewer.open };
  for (const thumb of document.querySelectorAll(".thumb")) thumb.onclick = () => open(thumb.dataset);
  by("close").onclick = () => viewer.close();
  // A click beside the dialog is one on its backdrop.
  viewer.onclick = (event) => event.target === viewer && viewer.close();
  by("maps")?.append(heat(data) ?? "");
}
