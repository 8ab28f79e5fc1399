// The large board of a report: shows a line ply by ply.
(() => {
  const viewer = byId("viewer");

  let line = null, ply = 0;
  flipped = data.flipped;

  // ---- the board ----
  const zonesHere = () => (ply === 0 ? line.zones : line.plies[ply - 1].zones) || [];
  const fenAt = (at) => (at === 0 ? line.fen : line.plies[at - 1].fen);

  function drawBoard(from) {
    // One step on or back is shown as a movement.
    let slide = null;
    if (from !== undefined && Math.abs(from - ply) === 1) {
      const { uci } = line.plies[Math.max(from, ply) - 1];
      slide = from < ply ? [uci.slice(2, 4), uci.slice(0, 2)] : [uci.slice(0, 2), uci.slice(2, 4)];
    }
    const black = drawPosition(fenAt(ply), ply > 0 ? line.plies[ply - 1].uci : null, slide);
    // Arrows were drawn for the side that the page shows the board from.
    const arrows = layer("overlays");
    arrows.replaceChildren();
    arrows.setAttribute("transform", flipped === data.flipped ? "" : "rotate(180 400 400)");
    if (ply === 0) for (const [d, name] of line.arrows) arrows.append(draw("path", { class: "arrow " + name, d }));
    drawZones(zonesHere());
    const label = ply === 0 ? "Position" : `Position after ${line.plies[ply - 1].label}`;
    svg.setAttribute("aria-label", `${label}, ${black ? "Black" : "White"} to move: ${fenAt(ply)}`);
  }

  // ---- what is known of the ply ----
  // What is chosen in the shown position where something is consulted in it, else what its last move belongs to.
  function chosenAt() {
    const next = line.plies[ply];
    if (next && next.by) return { of: next, word: "chosen here: ", notes: next.notes };
    for (let at = ply - 1; at >= 0; at--) {
      if (line.plies[at].by) return { of: line.plies[at], word: at === ply - 1 ? "played by " : "goes on with ", notes: line.plies[at].notes };
    }
    return null;
  }

  function drawNow() {
    const parts = [];
    const before = ply > 0 ? line.plies[ply - 1] : null;
    const black = fenAt(ply).split(" ")[1] === "b";
    parts.push(make("h3", {}, before ? `${before.label} · ` : "", `${black ? "Black" : "White"} to move`));
    const chosen = chosenAt();
    if (chosen) {
      const { of, word, notes } = chosen;
      parts.push(make("p", { class: "remark" }, word, make("code", {}, of.by)));
      for (const note of notes) parts.push(make("p", { class: "compared" }, make("code", {}, note)));
      if (of.because) parts.push(make("p", { class: "remark" }, `“${of.because}”`));
      const rows = of.quotes.map(([at, text]) => make("div", {}, make("dt", {}, at), make("dd", {}, make("code", {}, text))));
      if (rows.length) parts.push(make("dl", { class: "quotes" }, ...rows));
    }
    if (zonesHere().length) parts.push(make("h3", {}, "Zones"), zoneList(zonesHere));
    byId("vnow").replaceChildren(...parts);
    byId("vfen").textContent = fenAt(ply);
    byId("said").textContent = before ? before.label : "the beginning";
  }

  function drawMoves() {
    const parts = [];
    const button = (at, ...content) => make("button", {
      type: "button", class: "move" + (at > 0 && line.plies[at - 1].us ? " us" : ""), "data-ply": at,
      "aria-current": at === ply ? "true" : null, onclick: () => go(at),
    }, ...content);
    if (line.plies.length) parts.push(button(0, "start"));
    let by = null;
    line.plies.forEach((one, index) => {
      if (index === line.round) { parts.push(make("span", { class: "turnback ui" }, "the cycle begins")); by = null; }
      if (one.short && one.short !== by) { parts.push(make("span", { class: "by ui" }, one.short)); by = one.short; }
      const [, number, name] = /^(\S+)\s(.*)$/.exec(one.label) || [null, "", one.label];
      const shown = index === 0 || !number.endsWith("...") ? make("span", { class: "num" }, number) : null;
      parts.push(button(index + 1, shown, name));
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
    byId("on").disabled = byId("last").disabled = ply === line.plies.length;
  }
  const walk = {
    on() { if (ply < line.plies.length) go(ply + 1); },
    back() { if (ply > 0) go(ply - 1); },
    first() { go(0); },
    last() { go(line.plies.length); },
    flip() { flipped = !flipped; drawBoard(); },
  };

  function open(number, at) {
    line = data.lines[number];
    if (!line) return;
    ply = Math.min(Math.max(at, 0), line.plies.length);
    flipped = data.flipped;
    byId("vtitle").textContent = line.title;
    byId("vwhy").textContent = line.sentence;
    byId("vwhy").hidden = !line.sentence;
    if (!viewer.open) viewer.showModal();
    viewer.scrollTop = 0;
    go(ply);
    byId(ply < line.plies.length ? "on" : line.plies.length ? "back" : "close").focus({ preventScroll: true });
  }

  for (const thumb of document.querySelectorAll(".thumb")) {
    thumb.addEventListener("click", () => open(Number(thumb.dataset.line), Number(thumb.dataset.ply)));
  }
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
  // A page can be asked for with a board open: #board-2-5 is the sixth position of the third line.
  const asked = /^#board-(\d+)-(\d+)$/.exec(location.hash);
  if (asked) open(Number(asked[1]), Number(asked[2]));
})();
