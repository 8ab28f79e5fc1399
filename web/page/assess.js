// Assess: what patterns say of the position: who stands better, why, and what each side can do about it.

import { by, el } from "./dom.js";
import { arrowOf, light } from "./board.js";
import { Work, details } from "./panel.js";
import { cover, sceneFen } from "./position.js";
import { on, program, project } from "./store.js";

let work = null;
let shown = null;

async function assess() {
  const fen = sceneFen();
  const own = program()?.evaluations?.length && by("assess-own").checked ? project() : {};
  const found = await work.ask("assess", { ...own, fen, language: by("assess-language").value }, "looking for patterns");
  if (found) show(found, fen);
}

function show({ explanation, text, svg }, fen) {
  shown = fen;
  const { facts } = explanation;
  const told = explanation.told.map((one) => {
    const fact = facts[one.fact];
    return el("li", { "data-side": fact?.side },
      el("button.fact", { onclick: () => squares(fact), title: "light its squares up" }, one.called),
      one.belief ? el("span", {}, ` – ${one.belief}`) : "",
      ...(one.plan ?? []).map((plan) => planned(one, plan, fen)),
    );
  });
  const picture = el("img.drawn", { alt: `The position with the patterns that are told. ${explanation.meaning}`, src: `data:image/svg+xml,${encodeURIComponent(svg)}` });
  by("assess-told").replaceChildren(
    el("p.verdict", {}, explanation.sign ? el("span.sign", {}, explanation.sign) : "", " ", explanation.meaning),
    explanation.end ? el("p", {}, explanation.end) : "",
    told.length ? el("ul.facts", {}, ...told) : el("p.soft", {}, "No pattern says anything here."),
    details(text),
    el("details", {}, el("summary", {}, "Drawn"), picture),
  );
}

const verdicts = { forced: "can be forced", possible: "may come about", refuted: "not found", done: "stands already" };

function planned(one, plan, fen) {
  const move = plan.move;
  const name = move && el("button.link", { onclick: () => cover({ fen, own: true, drawn: true, arrows: [arrowOf(move.uci)] }) }, move.san);
  return el("div.plan", {}, `${one.purpose ? `${one.purpose}: ` : ""}${plan.because ?? plan.advice} `, el("b", {}, verdicts[plan.verdict] ?? plan.verdict), name ? " by " : "", name);
}

const squares = (fact) => light(new Map((fact?.squares ?? []).map((square) => [square, "lit-node"])));

export function makeAssess() {
  work = new Work("assess-told");
  by("assess-now").onclick = assess;
  on("checked", () => (by("assess-own-field").hidden = !program()?.evaluations?.length));
  on("shown", (fen) => {
    if (shown && fen !== shown) {
      shown = null;
      by("assess-told").replaceChildren(el("p.soft", {}, "The position has changed since: assess again."));
    }
  });
}
