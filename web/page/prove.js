// Prove: the claims of the program, settled against every reply from every position. What is refuted shows the lines that break it, to walk through
// with the rule's line marked in the text; where on the board it fails or takes long; what was never used.

import { by, counted, el, marked } from "./dom.js";
import { heat } from "./heat.js";
import { Work, details, lineLink, markChoice } from "./panel.js";
import { cover } from "./position.js";
import { on, program, project, setPosition } from "./store.js";
import { line as walk } from "./walk.js";

const MEND =
  "Walk each line by its arrows: the rule that plays is marked in the text. Its piece-of-advice allows too much: say in better or holding what it may not do, or put another rule before it. Then prove again.";

let work = null;
// The verdicts on the text as it is, by the number of the claim.
let verdicts = new Map();
let of = null;

function list() {
  const claims = program()?.claims ?? [];
  by("prove-all").disabled = !claims.length;
  const none = program()
    ? "The program claims nothing yet. Write, for example: prove NAME from all positions reaches mate"
    : "Mend the mistakes in the text first.";
  by("claims").replaceChildren(
    ...claims.map((claim, index) => {
      const known = verdicts.get(index + 1);
      return el("li", {},
        el("button.tool", { onclick: () => prove(index + 1), "aria-label": `Prove: ${claim.text}` }, "Prove"),
        el("span.claim", {}, el("code", {}, claim.text.replace(/^prove\s+/, "")), " ", lineLink(claim.line)),
        known ? el(`button.verdict.${known.good ? "good" : "bad"}`, { onclick: () => show(known, index + 1) }, known.report.verdict ?? (known.good ? "holds" : "fails")) : null,
      );
    }),
    claims.length ? "" : el("li.soft", {}, none),
  );
}

async function prove(number) {
  cover(null);
  const found = await work.ask("prove", { ...project(), claim: number }, `claim ${number}`);
  if (!found) return null;
  verdicts.set(number, found);
  list();
  show(found, number);
  return found;
}

async function all() {
  for (let number = 1; number <= (program()?.claims ?? []).length; number++) if (!(await prove(number))) return;
}

function show({ headline, good, text, report }, number) {
  const parts = [el(`p.verdict.${good ? "good" : "bad"}`, { role: "status" }, ...marked(headline))];
  const failures = report.failures ?? [];
  if (failures.length) parts.push(el("h4", {}, "What breaks it"), el("p.soft", {}, MEND));
  for (const failure of failures) parts.push(broken(failure));
  if (report.cycle) parts.push(cycle(report.cycle));
  const lengths = report.lengths;
  if (lengths?.worst) {
    parts.push(el("h4", {}, "Length"));
    parts.push(el("p", {}, `At most ${counted(lengths.worst, "move")}, ${lengths.mean.toFixed(1)} on average.`));
    if (lengths.line) parts.push(walk({ ...lengths.line, name: "the longest line", end: "the goal is reached", at: (move) => markChoice(before(lengths.line, move)) }).element);
    parts.push(histogram(lengths.histogram));
  }
  const maps = report.squares && heat(report);
  if (maps) parts.push(el("details", { open: true }, el("summary", {}, "By the square of a king"), maps));
  if (report.never_used?.length) {
    parts.push(el("h4", {}, "Never used"));
    parts.push(el("ul", {}, ...report.never_used.map((choice) => el("li", {}, `${choice.title} `, choice.line ? lineLink(choice.line, choice.file ?? null) : ""))));
  }
  if (report.uses?.length) parts.push(uses(report));
  parts.push(details(text));
  by("prove-told").replaceChildren(el("section", { "aria-label": `Claim ${number}` }, ...parts.filter(Boolean)));
  parts[0].scrollIntoView({ block: "nearest" });
}

function broken(failure) {
  const { line } = failure;
  const title = `${failure.sentence}${failure.choice ? `, while ${failure.choice.title} is played` : ""}`;
  const made = line ? walk({ ...line, name: "the line", end: failure.sentence, at: (move) => markChoice(before(line, move)) }) : null;
  const examples = (failure.examples ?? []).slice(0, 4).map((fen, index) =>
    el("button.link", { onclick: () => setPosition(fen) }, `position ${index + 1}`),
  );
  return el("div.failure", {},
    el("p", {}, el("b", {}, title), ` from ${counted(failure.positions, "position")}. `, ...places(failure.choice)),
    made ? el("button.tool", { onclick: () => made.go(line.moves.length - 1) }, "Show where it ends") : null,
    made?.element,
    examples.length ? el("p.soft", {}, "Put on the board: ", ...examples.flatMap((one) => [one, " "])) : null,
  );
}

// Where the rule and the piece-of-advice are that played the move.
function places(choice) {
  if (!choice) return [];
  const rule = choice.rule_line ? lineLink(choice.rule_line, choice.file ?? null, `rule, line ${choice.rule_line}`) : null;
  const advice = choice.line && choice.line !== choice.rule_line ? lineLink(choice.line, choice.file ?? null, `advice, line ${choice.line}`) : null;
  return [rule, rule && advice ? ", " : null, advice];
}

// The choice that a reply belongs to is the one before it.
function before(line, move) {
  if (!move) return null;
  const at = line.moves.indexOf(move);
  return line.moves.slice(0, at + 1).findLast((one) => one.choice)?.choice ?? null;
}

function cycle({ way, round }) {
  if (!round?.moves?.length) return null;
  const into = way?.moves?.length ? way : { fen: round.fen, moves: [] };
  const whole = { fen: into.fen, moves: [...into.moves, ...round.moves] };
  const named = { name: "the round", end: "and round again", at: (move) => markChoice(before(whole, move)) };
  return el("div.failure", {}, el("p", {}, el("b", {}, "It goes round"), ` for ever, every ${counted(round.moves.length, "ply", "plies")}.`), walk({ ...whole, ...named }).element);
}

function histogram(counts) {
  const top = Math.max(...counts);
  const bars = counts.map((count, moves) => ({ count, moves })).filter(({ count, moves }) => moves > 0 || count > 0);
  return el("details", {}, el("summary", {}, "How many positions take how many moves"),
    el("table.bars", {}, el("tbody", {}, ...bars.map(({ count, moves }) =>
      el("tr", {}, el("th", { scope: "row" }, String(moves)), el("td", {}, el("meter", { min: 0, max: top, value: count, "aria-label": `${moves} moves` })), el("td.n", {}, count.toLocaleString("en")))))));
}

function uses({ uses: list, states }) {
  return el("details", {}, el("summary", {}, "What was used how often"),
    el("table", {}, el("tbody", {}, ...list.map((use) =>
      el("tr", {}, el("td", {}, use.choice.title, " ", use.choice.line ? lineLink(use.choice.line, use.choice.file ?? null) : ""), el("td.n", {}, use.states.toLocaleString("en")),
        el("td.n", {}, `${((100 * use.states) / (states || 1)).toFixed(1)} %`))))));
}

export function makeProve() {
  work = new Work("prove-told");
  by("prove-all").onclick = all;
  on("checked", (checked) => {
    // A verdict is about a text; another text has none.
    if (of !== checked.of) {
      of = checked.of;
      if (verdicts.size) by("prove-told").replaceChildren(el("p.soft", {}, "The text has changed since: prove again."));
      verdicts = new Map();
      work.running?.cancel();
    }
    list();
  });
  on("opened", () => {
    verdicts = new Map();
    of = null;
    by("prove-told").replaceChildren();
  });
}
