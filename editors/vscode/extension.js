// The language server in VS Code, and a board beside the text that follows the cursor.

"use strict";

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");
const { page } = require("./board");

/// How long the cursor must rest before the board is drawn, in milliseconds.
const REST = 120;

/** @type {LanguageClient | undefined} */
let client;

/// The view: a drawing of the expression under the cursor.
class BoardView {
  constructor() {
    this.fen = undefined;
    this.timer = undefined;
    this.asked = 0;
  }

  resolveWebviewView(view) {
    this.view = view;
    view.webview.options = { enableScripts: false, localResourceRoots: [] };
    view.onDidDispose(() => (this.view = undefined));
    this.draw();
  }

  /// Draws once the cursor rests.
  soon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.draw(), REST);
  }

  async draw() {
    const editor = vscode.window.activeTextEditor;
    if (!this.view || !client || !editor || editor.document.languageId !== "adv") return;
    const number = ++this.asked;
    const kind = vscode.window.activeColorTheme.kind;
    const dark = kind === vscode.ColorThemeKind.Dark || kind === vscode.ColorThemeKind.HighContrast;
    const params = {
      textDocument: { uri: editor.document.uri.toString() },
      position: { line: editor.selection.active.line, character: editor.selection.active.character },
      theme: dark ? "dark" : "light",
    };
    if (this.fen) params.fen = this.fen;
    let answer = null;
    try {
      answer = await client.sendRequest("adv/board", params);
    } catch {
      // A server that is starting or going has nothing to draw.
    }
    // A later question has its own answer.
    if (number === this.asked && this.view) this.view.webview.html = page(answer, Boolean(this.fen));
  }
}

async function start() {
  const command = vscode.workspace.getConfiguration("adv").get("path", "adv");
  client = new LanguageClient("adv", "adv", { command, args: ["lsp"] }, { documentSelector: [{ language: "adv" }] });
  try {
    await client.start();
  } catch (error) {
    vscode.window.showErrorMessage(`adv: the language server did not start (${command} lsp): ${error}. The setting adv.path names the binary.`);
  }
}

async function activate(context) {
  const board = new BoardView();
  context.subscriptions.push(
    vscode.window.registerWebviewViewProvider("adv.board", board),
    vscode.window.onDidChangeTextEditorSelection(() => board.soon()),
    vscode.window.onDidChangeActiveTextEditor(() => board.soon()),
    vscode.window.onDidChangeActiveColorTheme(() => board.soon()),
    vscode.workspace.onDidChangeTextDocument(() => board.soon()),
    vscode.commands.registerCommand("adv.choosePosition", async () => {
      const fen = await vscode.window.showInputBox({
        title: "The position of the board view",
        prompt: "A FEN or a list of men, such as W: Ke6, Rg6; B: Kc5. Leave it empty for the program's example.",
        value: board.fen ?? "",
      });
      if (fen === undefined) return;
      board.fen = fen.trim() || undefined;
      board.draw();
    }),
    vscode.commands.registerCommand("adv.restart", async () => {
      await client?.stop();
      await start();
      board.draw();
    }),
  );
  await start();
  board.draw();
}

function deactivate() {
  return client?.stop();
}

module.exports = { activate, deactivate };
