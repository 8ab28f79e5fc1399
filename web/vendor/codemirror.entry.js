// What the page uses of CodeMirror; `make` gathers it into one file.
export { EditorSelection, EditorState, StateEffect, StateField } from "@codemirror/state";
export {
  Decoration, EditorView, drawSelection, highlightActiveLine, highlightActiveLineGutter, highlightSpecialChars, hoverTooltip, keymap,
  lineNumbers,
} from "@codemirror/view";
export { defaultKeymap, history, historyKeymap, toggleComment } from "@codemirror/commands";
export { bracketMatching, codeFolding, foldGutter, foldKeymap, foldService, indentUnit } from "@codemirror/language";
export { lintGutter, nextDiagnostic, previousDiagnostic, setDiagnostics, lintKeymap } from "@codemirror/lint";
export { autocompletion, completionKeymap } from "@codemirror/autocomplete";
export { search, searchKeymap } from "@codemirror/search";
