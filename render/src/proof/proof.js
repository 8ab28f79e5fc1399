// The large board of a report: shows what a board of the page points to in the record, a line ply by ply, or a single position.
(() => {
  const viewer = byId("viewer");

  let line = null, ply = 0;
  flipped = data.flipped;

  // ---- what is shown ----
  // A pointer leads to a line, to a cycle with the way to it, to an object with a position, or to a position. `notes`: what a consultation that
  // begins with a ply compares.
  function lineAt(pointer) {
    const found = pointer.split("/").slice(1).reduce((part, key) => part[key], data.record);
    const fen = typeof found === "string" ? found : found.fen;
    const zones = data.zones[pointer] || [];
    if (!found.round) return { fen, moves: found.moves || [], notes: {}, round: null, arrows: [found.a, found.b], zones };
    const { way, round, consultations } = found;
    const notes = {};
    round.moves.forEach((move, index) => {
      const one = move.choice && consultations[Object.keys(notes).length];
      if (one) notes[way.moves.length + index] = [...one.compared.map(compared), ...(one.lowers_nothing ? ["lowers nothing"] : [])];
    });
    return { fen: way.moves.length ? way.fen : round.fen, moves: [...way.moves, ...round.moves], notes, round: way.moves.length, arrows: [], zones };
  }
  // `room 12 < root.room 14`; a plain number is its own value.
  function compared({ left, sign, right }) {
    const side = ({ text, values }) => {
      const value = values.length === 1 ? String(values[0]) : `(${values.join(", ")})`;
      return text && text !== value ? `${text} ${value}` : value;
    };
    return `${side(left)} ${sign || "against"} ${side(right)}`;
  }
  const fenAt = (at) => (at === 0 ? line.fen : line.moves[at - 1].fen);
  const zonesHere = () => line.zones[ply] || [];
  // `1. Ra3`, `1... Kc4`: the move that leads to a ply.
  function label(at) {
    const [, turn, , , , number] = fenAt(at - 1).split(" ");
    return `${number}${turn === "b" ? "..." : "."} ${line.moves[at - 1].san}`;
  }

  // ---- the board ----
  function drawBoard(from) {
    // One step on or back is shown as a movement.
    let slide = null;
    if (from !== undefined && Math.abs(from - ply) === 1) {
      const { uci } = line.moves[Math.max(from, ply) - 1];
      slide = from < ply ? [uci.slice(2, 4), uci.slice(0, 2)] : [uci.slice(0, 2), uci.slice(2, 4)];
    }
    const black = drawPosition(fenAt(ply), ply > 0 ? line.moves[ply - 1].uci : null, slide);
    const arrows = layer("overlays");
    arrows.replaceChildren();
    if (ply === 0) line.arrows.forEach((side, index) => {
      if (side && side.move) way(arrows, square(side.move.uci.slice(0, 2)), square(side.move.uci.slice(2, 4)), `var(--${"ab"[index]})`, index);
    });
    drawZones(zonesHere());
    const position = ply === 0 ? "Position" : `Position after ${label(ply)}`;
    svg.setAttribute("aria-label", `${position}, ${black ? "Black" : "White"} to move: ${fenAt(ply)}`);
  }

  // ---- what is known of the ply ----
  // What is chosen in the shown position where something is consulted in it, else what its last move belongs to.
  function chosenAt() {
    const known = (at, word) => ({ title: line.moves[at].choice.title, word, notes: line.notes[at] || [] });
    if (line.moves[ply] && line.moves[ply].choice) return known(ply, "chosen here: ");
    for (let at = ply - 1; at >= 0; at--) if (line.moves[at].choice) return known(at, at === ply - 1 ? "played by " : "goes on with ");
    return null;
  }

  function drawNow() {
    const parts = [];
    const black = fenAt(ply).split(" ")[1] === "b";
    parts.push(make("h3", {}, ply > 0 ? `${label(ply)} · ` : "", `${black ? "Black" : "White"} to move`));
    const chosen = chosenAt();
    if (chosen) {
      const { title, word, notes } = chosen;
      const { because, quotes } = data.sources[title] || { quotes: [] };
      parts.push(make("p", { class: "remark" }, word, make("code", {}, title)));
      for (const note of notes) parts.push(make("p", { class: "compared" }, make("code", {}, note)));
      if (because) parts.push(make("p", { class: "remark" }, `“${because}”`));
      const rows = quotes.map(([at, text]) => make("div", {}, make("dt", {}, at), make("dd", {}, make("code", {}, text))));
      if (rows.length) parts.push(make("dl", { class: "quotes" }, ...rows));
    }
    if (zonesHere().length) parts.push(make("h3", {}, "Zones"), zoneList(zonesHere));
    byId("vnow").replaceChildren(...parts);
    byId("vfen").textContent = fenAt(ply);
    byId("said").textContent = ply > 0 ? label(ply) : "the beginning";
  }

  function drawMoves() {
    const parts = [];
    const button = (at, ...content) => make("button", {
      type: "button", class: "move" + (at > 0 && line.moves[at - 1].by === "us" ? " us" : ""), "data-ply": at,
      "aria-current": at === ply ? "true" : null, onclick: () => go(at),
    }, ...content);
    if (line.moves.length) parts.push(button(0, "start"));
    let by = null;
    line.moves.forEach(({ choice, san }, index) => {
      if (index === line.round) { parts.push(make("span", { class: "turnback ui" }, "the cycle begins")); by = null; }
      const { short } = (choice && data.sources[choice.title]) || {};
      if (short && short !== by) { parts.push(make("span", { class: "by ui" }, short)); by = short; }
      const [number] = label(index + 1).split(" ");
      parts.push(button(index + 1, index === 0 || !number.endsWith("...") ? make("span", { class: "num" }, number) : null, san));
    });
    if (line.round !== null) parts.push(make("span", { class: "turnback ui" }, "and again"));
    byId("vmoves").replaceChildren(...parts);
    const current = byId("vmoves").querySelector('[aria-current="true"]');
    if (current && ply > 0 && matchMedia("(min-width: 701px)").matches) current.scrollIntoView({ block: "nearest" });
  }

  // ---- walking ----
  function go(to) {
    const from = ply;
    ply = to;
    drawBoard(from);
    drawNow();
    drawMoves();
    byId("first").disabled = byId("back").disabled = ply === 0;
    byId("on").disabled = byId("last").disabled = ply === line.moves.length;
  }
  const walk = {
    on() { if (ply < line.moves.length) go(ply + 1); },
    back() { if (ply > 0) go(ply - 1); },
    first() { go(0); },
    last() { go(line.moves.length); },
    flip() { flipped = !flipped; drawBoard(); },
  };

  function open({ at, ply: wanted, title, said }) {
    line = lineAt(at);
    ply = Math.min(Math.max(Number(wanted), 0), line.moves.length);
    flipped = data.flipped;
    byId("vtitle").textContent = title;
    byId("vwhy").textContent = said;
    byId("vwhy").hidden = !said;
    if (!viewer.open) viewer.showModal();
    viewer.scrollTop = 0;
    go(ply);
    byId(ply < line.moves.length ? "on" : line.moves.length ? "back" : "close").focus({ preventScroll: true });
  }

  for (const thumb of document.querySelectorAll(".thumb")) thumb.addEventListener("click", () => open(thumb.dataset));
  for (const id of ["first", "back", "on", "last", "flip"]) byId(id).addEventListener("click", walk[id]);
  byId("close").addEventListener("click", () => viewer.close());
  // A click beside the dialog is one on its backdrop.
  viewer.addEventListener("click", (event) => { if (event.target === viewer) viewer.close(); });
  const keys = {
    ArrowRight: walk.on, ArrowLeft: walk.back, Home: walk.first, End: walk.last, f: walk.flip, F: walk.flip,
  };
  document.addEventListener("keydown", (event) => {
    if (!viewer.open || event.ctrlKey || event.altKey || event.metaKey) return;
    const action = keys[event.key];
    if (action) { action(); event.preventDefault(); }
  });

  byId("theme").addEventListener("click", theme);
})();
