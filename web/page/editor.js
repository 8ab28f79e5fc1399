// The text of a program: CodeMirror, with the compiler's own analysis behind it. Colours, mistakes with their repairs, what a word means,
// what can be written, folding and the form of the house all are answers of the engine.
//
// The editor lives in a shadow root: there its styles are a sheet of its own and need no leave of the page's content policy.

import {
  Decoration, EditorSelection, EditorState, EditorView, StateEffect, StateField, autocompletion, bracketMatching,
  codeFolding, completionKeymap, defaultKeymap, drawSelection, foldGutter, foldKeymap, foldService, highlightActiveLine,
  highlightActiveLineGutter, highlightSpecialChars, history, historyKeymap, hoverTooltip, indentUnit, keymap, lineNumbers, lintKeymap,
  nextDiagnostic, previousDiagnostic, search, searchKeymap, setDiagnostics, toggleComment, lintGutter,
} from "./vendor/codemirror.js";
import { el, later } from "./dom.js";
import { ask } from "./engine.js";
import { markdown } from "./markdown.js";
import { change, on, project, store, tell, text } from "./store.js";

let view = null;

// The text as it is on disk, with the ends of lines that it has there.
const written = () => view.state.sliceDoc();

// The state of each file of the project that was shown before, with its own history, and the name of the one that is shown now.
let states = new Map();
let shown = null;

const newTokens = StateEffect.define();
const newFolds = StateEffect.define();
const newMarks = StateEffect.define();
const newLit = StateEffect.define();

// A set of marks that an effect replaces, and that stays beside its text while one types.
const marks = (effect, isDrawn = true) =>
  StateField.define({
    create: () => Decoration.none,
    update(set, transaction) {
      let now = set.map(transaction.changes);
      for (const one of transaction.effects) if (one.is(effect)) now = one.value;
      return now;
    },
    provide: (field) => (isDrawn ? EditorView.decorations.from(field) : []),
  });
const folds = marks(newFolds, false);

// A place of the protocol, lines and characters from 0, as an offset.
function offset(doc, place) {
  if (place.line >= doc.lines) return doc.length;
  const line = doc.line(place.line + 1);
  return Math.min(line.from + place.character, line.to);
}

function place(doc, at) {
  const line = doc.lineAt(at);
  return { line: line.number - 1, character: at - line.from };
}

function coloured(doc, tokens) {
  const kinds = store.hello?.tokens.kinds ?? [];
  const ranges = [];
  for (const [line, character, length, kind] of tokens) {
    const from = offset(doc, { line, character });
    const to = Math.min(from + length, doc.length);
    if (from < to) ranges.push(Decoration.mark({ class: `tk-${kinds[kind]}` }).range(from, to));
  }
  return Decoration.set(ranges, true);
}

const severities = [null, "error", "warning", "info"];

function diagnosed(doc, found) {
  return found.diagnostics.map((one) => {
    const from = offset(doc, one.range.start);
    const to = Math.max(from, offset(doc, one.range.end));
    return {
      from,
      // What is missing at the end of a text has no letters: the one before it is marked.
      ...(from === to ? { from: Math.max(0, from - 1), to: Math.min(doc.length, from + 1) } : { to }),
      severity: severities[one.severity] ?? "info",
      source: one.code,
      message: one.message,
      actions: (one.repairs ?? []).map((repair) => ({ name: repair.title, apply: () => mend(repair, found.of) })),
    };
  });
}

// Applies the edits of an answer about the text `of`. A text that was changed since is read anew first.
export function mend(repair, of) {
  if (of !== written()) return check();
  edit(repair.edits);
  view.focus();
}

function edit(edits) {
  const { doc } = view.state;
  const changes = edits.map((one) => ({ from: offset(doc, one.range.start), to: offset(doc, one.range.end), insert: one.newText }));
  view.dispatch({ changes, scrollIntoView: true });
}

let asked = 0;

// Has the engine read the text, and shows what it says.
export async function check() {
  const mine = ++asked;
  const of = text();
  let found;
  try {
    found = await ask("check", project());
  } catch (error) {
    if (mine === asked) tell("fault", error.message);
    return;
  }
  if (mine !== asked) return;
  found.of = of;
  store.checked = found;
  if (found.program?.example) store.lastFen = found.program.example;
  if (of === written()) {
    const { doc } = view.state;
    view.dispatch({ effects: [newTokens.of(coloured(doc, found.tokens)), newFolds.of(folded(doc, found.folding ?? []))] });
    view.dispatch(setDiagnostics(view.state, diagnosed(view.state.doc, found)));
  }
  tell("checked", found);
}

const checkLater = later(180, check);

const hover = hoverTooltip(async (shown, at) => {
  const { answer } = await ask("hover", { ...project(), at: place(shown.state.doc, at) }).catch(() => ({}));
  const value = answer?.contents?.value;
  if (!value) return null;
  const { start, end } = answer.range ?? { start: place(shown.state.doc, at), end: place(shown.state.doc, at) };
  return {
    pos: offset(shown.state.doc, start),
    end: offset(shown.state.doc, end),
    above: true,
    create: () => ({ dom: el("div.told", {}, markdown(value)) }),
  };
});

// What a number of the Language Server Protocol means for the sign before a proposal.
const proposals = { 2: "method", 3: "function", 5: "property", 6: "variable", 7: "class", 12: "constant", 13: "enum", 14: "keyword", 15: "text", 20: "enum" };

async function complete(context) {
  const word = context.matchBefore(/[\p{L}\p{N}_.#-]+/u);
  if (!word && !context.explicit) return null;
  const { answer } = await ask("complete", { ...project(), at: place(context.state.doc, context.pos) }).catch(() => ({}));
  const items = answer?.items ?? [];
  if (!items.length) return null;
  const { doc } = context.state;
  const first = items[0].textEdit?.range.start;
  return {
    from: first ? offset(doc, first) : (word?.from ?? context.pos),
    // What was cut is asked for again with the next letter.
    validFor: answer.isIncomplete ? undefined : /^[\p{L}\p{N}_-]*$/u,
    options: items.map((item, index) => ({
      label: item.label,
      detail: item.detail,
      type: proposals[item.kind] ?? "variable",
      apply: item.textEdit?.newText ?? item.label,
      boost: -index,
      info: item.documentation ? () => el("div.told", {}, markdown(item.documentation.value ?? item.documentation)) : undefined,
    })),
  };
}

// What the compiler said can be folded, moved along with the text.
const folding = foldService.of((state, start, end) => {
  let found = null;
  state.field(folds).between(end, end, (from, to) => {
    if (from === end) found = { from, to };
  });
  return found;
});

function folded(doc, found) {
  const ranges = found.filter((one) => one.endLine > one.startLine && one.endLine < doc.lines);
  return Decoration.set(ranges.map((one) => Decoration.mark({}).range(doc.line(one.startLine + 1).to, doc.line(one.endLine + 1).to)), true);
}

// The text in the form of the house.
export async function format() {
  const of = written();
  const { answer } = await ask("format", project());
  if (answer?.length && of === written()) edit(answer);
  return answer !== null;
}

async function definition() {
  const at = place(view.state.doc, view.state.selection.main.head);
  const { answer } = await ask("definition", { ...project(), at }).catch(() => ({}));
  const found = Array.isArray(answer) ? answer[0] : answer;
  const name = decodeURIComponent(found?.uri?.replace("file:///", "") ?? "");
  if (!found || store.files[name] === undefined) return;
  tell("go", { name, line: found.range.start.line + 1 });
}

const cursorMoved = later(70, () => tell("cursor", cursor()));

// Where the cursor is, as the protocol counts.
export const cursor = () => place(view.state.doc, view.state.selection.main.head);

export function makeEditor(host) {
  const root = host.attachShadow({ mode: "open" });
  root.append(el("link", { rel: "stylesheet", href: "editor.css" }));
  const keys = [
    { key: "F8", run: nextDiagnostic }, { key: "Shift-F8", run: previousDiagnostic },
    { key: "Shift-Alt-f", run: () => (format(), true) }, { key: "F12", run: () => (definition(), true) },
    { key: "Mod-/", run: toggleComment },
  ];
  const extensions = [
    lineNumbers(), foldGutter({ foldingChanged: ({ transactions }) => transactions.some(({ effects }) => effects.some((one) => one.is(newFolds))) }),
    lintGutter(), highlightSpecialChars(), history(), drawSelection(), indentUnit.of("  "),
    EditorState.tabSize.of(2), EditorState.allowMultipleSelections.of(true), bracketMatching(), highlightActiveLine(), highlightActiveLineGutter(),
    codeFolding(), folding, search({ top: true }), EditorView.lineWrapping, autocompletion({ override: [complete], activateOnTypingDelay: 150 }), hover,
    marks(newTokens), marks(newMarks), marks(newLit), folds,
    // Tab leaves the editor, as it does every field of a page; so nothing is needed to get out of it by keys.
    keymap.of([...keys, ...completionKeymap, ...lintKeymap, ...searchKeymap, ...foldKeymap, ...historyKeymap, ...defaultKeymap]),
    // A browser gives to the line that is left the styles of the lines that a key replaces; the page's policy refuses those, so the editor replaces them.
    EditorView.domEventHandlers({
      beforeinput: ({ inputType, data }, { state, composing }) => {
        const isOurs = inputType === "insertText" && data && !composing && !state.selection.main.empty;
        if (isOurs) view.dispatch(state.replaceSelection(data), { userEvent: "input.type", scrollIntoView: true });
        return isOurs;
      },
    }),
    EditorView.contentAttributes.of({ "aria-label": "Text of the program", tabindex: "0", spellcheck: "false", autocapitalize: "off" }),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) {
        change(update.state.sliceDoc());
        checkLater();
      }
      if (update.docChanged || update.selectionSet) cursorMoved();
    }),
  ];
  const begun = (doc, anchor = 0) =>
    EditorState.create({
      doc,
      selection: { anchor: Math.min(anchor, doc.replaceAll("\r\n", "\n").length) },
      extensions: [extensions, /\r\n/.test(doc) && !/(^|[^\r])\n/.test(doc) ? EditorState.lineSeparator.of("\r\n") : []],
    });
  view = new EditorView({ root, parent: root, state: begun("") });
  // A file is shown with its own history: to open one, or to read it anew, is nothing that could be undone.
  const show = (kind) => {
    if (kind === "project") states = new Map();
    if (kind === "renamed") shown = store.open;
    if (kind === "project" || shown !== store.open || written() !== text()) {
      if (kind !== "project") states.set(shown, { state: view.state, scroll: view.scrollSnapshot() });
      const known = states.get(store.open);
      const isKnown = known?.state.sliceDoc() === text();
      // What was changed elsewhere is read on at the same place.
      const anchor = shown === store.open ? view.state.selection.main.head : 0;
      view.setState(isKnown ? known.state : begun(text(), anchor));
      view.dispatch({ effects: [...clear(), isKnown ? known.scroll : EditorView.scrollIntoView(view.state.selection.main)] });
      // A text with ends of lines of several kinds has one kind here.
      if (written() !== text()) change(written());
    }
    shown = store.open;
    check();
  };
  on("opened", show);
  on("taken", show);
  return view;
}

const clear = () => [newMarks.of(Decoration.none), newLit.of(Decoration.none)];

// Marks the lines of a rule and its advice; they count from 1. The first is brought into view, unless the text is to stay where it is; so does the focus.
export function markLines(lines, isShown = true) {
  const { doc } = view.state;
  const good = lines.filter((line) => line >= 1 && line <= doc.lines);
  const ranges = good.map((line, index) => Decoration.line({ class: index ? "marked second" : "marked" }).range(doc.line(line).from));
  view.dispatch({ effects: newMarks.of(Decoration.set(ranges, true)) });
  if (!good.length || !isShown) return;
  // The text alone is scrolled: on a phone the page itself would go away from what is being read.
  view.requestMeasure({
    read: () => view.lineBlockAt(doc.line(good[0]).from),
    write: (block) => (view.scrollDOM.scrollTop = block.top - view.scrollDOM.clientHeight / 2),
  });
}

// Marks the expression whose squares are lit.
export function markLit(range) {
  const { doc } = view.state;
  if (!range) return view.dispatch({ effects: newLit.of(Decoration.none) });
  const [from, to] = [offset(doc, range.start), offset(doc, range.end)];
  const set = from < to ? Decoration.set([Decoration.mark({ class: "lit" }).range(from, to)]) : Decoration.none;
  view.dispatch({ effects: newLit.of(set) });
}

// Another text for the whole file, which can be undone.
export function rewrite(text) {
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
}

// Writes a text at the cursor, in place of what is selected.
export function insert(written) {
  view.dispatch(view.state.replaceSelection(written), { scrollIntoView: true });
  view.focus();
}

// Puts the cursor at the beginning of a line, or on a range.
export function goTo(line, range = null) {
  const { doc } = view.state;
  if (range) {
    const selection = EditorSelection.range(offset(doc, range.start), offset(doc, range.end));
    view.dispatch({ selection, scrollIntoView: true });
  } else if (line >= 1 && line <= doc.lines) {
    view.dispatch({ selection: { anchor: doc.line(line).from }, effects: EditorView.scrollIntoView(doc.line(line).from, { y: "center" }) });
  }
  view.focus();
}
