// The extension as it is packed, run in node with a stand-in for the editor: it starts the server, its mistakes reach the editor, and its
// board view draws. `node editors/clients/extension.js FOLDER`: the folder of the unpacked extension. Run by packaging/try.

"use strict";

const fs = require("node:fs");
const Module = require("node:module");
const path = require("node:path");
const { pathToFileURL } = require("node:url");

const [adv, folder, extension] = [process.env.ADV_BINARY, process.env.ADV_FOLDER, path.resolve(process.argv[2])];

/// Stands for whatever is not looked at: it can be called, made and read, and is always the same.
const nothing = new Proxy(function () {}, {
  get: (_, name) => (name === "then" || typeof name === "symbol" ? undefined : name === "dispose" ? () => {} : nothing),
  apply: () => nothing,
  construct: () => nothing,
});

class Position {
  constructor(line, character) {
    Object.assign(this, { line, character });
  }
}
class Range {
  constructor(...at) {
    [this.start, this.end] = at.length === 4 ? [new Position(at[0], at[1]), new Position(at[2], at[3])] : at;
  }
}
class EventEmitter {
  constructor() {
    this.heard = new Set();
    this.event = (hear, self) => {
      const heard = hear.bind(self);
      this.heard.add(heard);
      return { dispose: () => this.heard.delete(heard) };
    };
  }
  fire(value) {
    for (const heard of this.heard) heard(value);
  }
  dispose() {}
}
class Uri {
  constructor(text) {
    const url = new URL(text);
    Object.assign(this, { text, scheme: url.protocol.slice(0, -1), authority: "", path: url.pathname, query: "", fragment: "", fsPath: url.pathname });
  }
  static file(place) {
    return new Uri(pathToFileURL(place).href);
  }
  static parse(text) {
    return new Uri(text);
  }
  toString() {
    return this.text;
  }
}
class Plain {
  constructor(...given) {
    this.given = given;
  }
}
class Diagnostic {
  constructor(range, message, severity) {
    Object.assign(this, { range, message, severity });
  }
}

class TabInputText {
  constructor(uri) {
    this.uri = uri;
  }
}

const file = path.join(folder, "krk.adv");
const text = fs.readFileSync(file, "utf8");
const document = { uri: Uri.file(file), languageId: "adv", version: 1, isClosed: false, getText: () => text };
const line = text.split("\n").findIndex((row) => row.startsWith("example"));
const editor = { document, selection: { active: new Position(line, 2) } };
let told = [];
let provider;

const over = (base, own) => new Proxy(own, { get: (_, name) => (name in own ? own[name] : base[name]) });
const classes = { Position, Range, Diagnostic, EventEmitter, TabInputText, Uri };
for (const name of ["CodeLens", "CodeAction", "CompletionItem", "DocumentLink", "SymbolInformation", "CallHierarchyItem", "TypeHierarchyItem", "InlayHint", "CancellationError", "Location", "FoldingRange"]) classes[name] = class extends Plain {};
const editorApi = over(nothing, {
  ...classes,
  version: JSON.parse(fs.readFileSync(path.join(extension, "package.json"), "utf8")).engines.vscode.replace("^", ""),
  Disposable: class {
    constructor(end) {
      this.dispose = end;
    }
    static from(...all) {
      return { dispose: () => all.forEach((one) => one.dispose()) };
    }
  },
  CancellationTokenSource: class {
    constructor() {
      this.token = { isCancellationRequested: false, onCancellationRequested: () => ({ dispose() {} }) };
    }
    cancel() {}
    dispose() {}
  },
  DiagnosticSeverity: { Error: 0, Warning: 1, Information: 2, Hint: 3 },
  ColorThemeKind: { Light: 1, Dark: 2, HighContrast: 3 },
  env: { appName: "a stand-in", language: "en" },
  commands: over(nothing, { registerCommand: () => ({ dispose() {} }) }),
  languages: over(nothing, {
    match: (_, other) => (other.languageId === "adv" ? 10 : 0),
    createDiagnosticCollection: () => ({ set: (_, found) => (told = found), delete() {}, clear() {}, has: () => false, get: () => [], forEach() {}, dispose() {} }),
  }),
  window: over(nothing, {
    activeTextEditor: editor,
    activeColorTheme: { kind: 1 },
    visibleTextEditors: [editor],
    // Mistakes are asked for of the files that stand in a tab.
    tabGroups: { all: [{ tabs: [{ input: new TabInputText(document.uri) }] }], onDidChangeTabs: () => ({ dispose() {} }) },
    registerWebviewViewProvider: (_, one) => {
      provider = one;
      return { dispose() {} };
    },
    createOutputChannel: () => over(nothing, { append: console.error, appendLine: console.error }),
    showErrorMessage: (said) => {
      console.error(said);
    },
  }),
  workspace: over(nothing, {
    textDocuments: [document],
    notebookDocuments: [],
    workspaceFolders: [{ uri: Uri.file(folder), name: "games", index: 0 }],
    getConfiguration: () => ({ get: (name, usual) => (name === "path" ? adv : usual) }),
    getWorkspaceFolder: () => undefined,
  }),
});

const load = Module._load;
Module._load = (name, ...rest) => (name === "vscode" ? editorApi : load(name, ...rest));

async function until(what, holds) {
  for (const end = Date.now() + 20000; !holds(); await new Promise((done) => setTimeout(done, 50))) {
    if (Date.now() > end) throw new Error(`${what} does not come`);
  }
}

async function run() {
  const { activate, deactivate } = require(path.join(extension, require(path.join(extension, "package.json")).main));
  await activate({ subscriptions: [] });
  await until("the list of mistakes", () => told.length >= 3);
  console.log(`${told.length} mistakes reach the editor: ${told.map((one) => one.code?.value ?? one.code).sort().join(", ")}`);
  const view = { webview: {}, onDidDispose() {} };
  provider.resolveWebviewView(view);
  await until("the board view", () => view.webview.html);
  if (!view.webview.html.includes("The board is shown for a program without errors")) throw new Error("the board view shows a program with errors");
  console.log("the board view says that there is a mistake");
  await deactivate();
  console.log("ended");
}

run().then(
  () => process.exit(0),
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
