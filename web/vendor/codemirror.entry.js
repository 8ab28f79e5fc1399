// What the page uses of CodeMirror; `make` gathers it into one file.
export { Compartment, EditorSelection, EditorState, StateEffect, StateField, RangeSetBuilder } from "@codemirror/state";
export {
  Decoration, EditorView, drawSelection, highlightActiveLine, highlightActiveLineGutter, highlightSpecialChars, hoverTooltip, keymap,
  lineNumbers,
} from "@codemirror/view";
export { defaultKeymap, history, historyKeymap, indentLess, indentMore, toggleComment } from "@codemirror/commands";
export { bracketMatching, codeFolding, foldGutter, foldKeymap, foldService, indentUnit } from "@codemirror/language";
export { forEachDiagnostic, lintGutter, nextDiagnostic, previousDiagnostic, setDiagnostics, lintKeymap } from "@codemirror/lint";
export { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap, startCompletion } from "@codemirror/autocomplete";
export { highlightSelectionMatches, openSearchPanel, search, searchKeymap } from "@codemirror/search";
