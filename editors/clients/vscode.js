// The recorded run through VS Code's own protocol library: the messages that its client sends, over the streams that it uses.
// Three mistakes are mended by the actions offered, a piece-of-advice is renamed in both files, a proof is run by its lens, the text is
// formatted. Run by editors/test, which installs the library of editors/vscode.

"use strict";

const { spawn, spawnSync } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");
const { pathToFileURL } = require("node:url");
const { createRequire } = require("node:module");

const library = createRequire(path.join(__dirname, "../vscode/package.json"));
const { createProtocolConnection, StreamMessageReader, StreamMessageWriter } = library("vscode-languageserver-protocol/node");

const [adv, folder] = [process.env.ADV_BINARY, process.env.ADV_FOLDER];
const lines = [];
const say = (text) => lines.push(text);

/// The text after edits, whose places count UTF-16 units as strings here do.
function edited(text, edits) {
  const starts = [0];
  for (let at = 0; at < text.length; at++) if (text[at] === "\n") starts.push(at + 1);
  const offset = ({ line, character }) => (line < starts.length ? starts[line] + character : text.length);
  const spans = edits.map((edit) => [offset(edit.range.start), offset(edit.range.end), edit.newText]);
  spans.sort((a, b) => b[0] - a[0]);
  return spans.reduce((now, [start, end, put]) => now.slice(0, start) + put + now.slice(end), text);
}

async function run() {
  const server = spawn(adv, ["lsp"], { stdio: ["pipe", "pipe", "inherit"] });
  const over = new Promise((done) => server.on("exit", done));
  const connection = createProtocolConnection(new StreamMessageReader(server.stdout), new StreamMessageWriter(server.stdin));
  const file = (name) => path.join(folder, name);
  const [uri, rook] = ["krk.adv", "rook.adv"].map((name) => pathToFileURL(file(name)).href);
  let told = [];
  let wake = () => {};
  connection.onNotification("textDocument/publishDiagnostics", (params) => {
    if (params.uri === uri) {
      told = params.diagnostics.filter((one) => one.severity === 1);
      wake();
    }
  });
  connection.onRequest("window/workDoneProgress/create", () => null);
  connection.onRequest("workspace/codeLens/refresh", () => null);
  connection.listen();
  const errors = async (count) => {
    const end = Date.now() + 20000;
    while (told.length !== count) {
      if (Date.now() > end) throw new Error(`there are ${count} mistakes, and not ${told.length}`);
      await new Promise((done) => {
        wake = done;
        setTimeout(done, 100);
      });
    }
  };
  await connection.sendRequest("initialize", {
    processId: process.pid,
    rootUri: pathToFileURL(folder).href,
    capabilities: { window: { workDoneProgress: true }, textDocument: { codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ["quickfix"] } } } } },
    workspaceFolders: [{ uri: pathToFileURL(folder).href, name: "games" }],
  });
  connection.sendNotification("initialized", {});

  let text = fs.readFileSync(file("krk.adv"), "utf8");
  let version = 1;
  const textDocument = { uri };
  connection.sendNotification("textDocument/didOpen", { textDocument: { uri, languageId: "adv", version, text } });
  const change = (edits) => {
    text = edited(text, edits);
    version += 1;
    connection.sendNotification("textDocument/didChange", { textDocument: { uri, version }, contentChanges: [{ text }] });
  };
  await errors(3);
  say(`opened  three mistakes: ${told.map((one) => one.code).sort().join(", ")}`);

  for (let left = 2; left >= 0; left--) {
    const first = told.reduce((a, b) => (b.range.start.line < a.range.start.line ? b : a));
    const actions = await connection.sendRequest("textDocument/codeAction", { textDocument, range: first.range, context: { diagnostics: [first] } });
    const mend = actions.find((action) => action.edit);
    if (!mend) throw new Error(`no mend is offered for ${first.message}`);
    change(mend.edit.changes[uri]);
    say(`mended  ${mend.title}`);
    await errors(left);
  }

  const rows = text.split("\n");
  const line = rows.findIndex((row) => row.includes("approach"));
  const position = { line, character: rows[line].indexOf("approach") };
  const { changes } = await connection.sendRequest("textDocument/rename", { textDocument, position, newName: "walk-up" });
  fs.writeFileSync(file("rook.adv"), edited(fs.readFileSync(file("rook.adv"), "utf8"), changes[rook]));
  connection.sendNotification("workspace/didChangeWatchedFiles", { changes: [{ uri: rook, type: 2 }] });
  change(changes[uri]);
  const count = (where, what) => where.split(what).length - 1;
  const there = count(fs.readFileSync(file("rook.adv"), "utf8"), "advice walk-up");
  say(`renamed approach to walk-up in ${Object.keys(changes).length} files: ${count(text, "walk-up")} uses, ${there} definition`);
  await new Promise((done) => setTimeout(done, 300));
  await errors(0);

  const lenses = await connection.sendRequest("textDocument/codeLens", { textDocument });
  const proof = lenses.map((lens) => lens.command).find((command) => command.title === "prove");
  if (!proof) throw new Error("there is no lens for the claim");
  const verdict = await connection.sendRequest("workspace/executeCommand", { command: proof.command, arguments: proof.arguments });
  say(`proved  ${verdict.good}: ${verdict.verdict}`);

  change(await connection.sendRequest("textDocument/formatting", { textDocument, options: { tabSize: 2, insertSpaces: true } }));
  fs.writeFileSync(file("krk.adv"), text);
  const same = spawnSync(adv, ["fmt", "--check", file("krk.adv")]);
  say(`formatted, and \`adv fmt --check\` agrees: ${same.status === 0}`);

  // What the board view of the extension asks.
  const cursor = text.split("\n").findIndex((row) => row.startsWith("number"));
  const view = await connection.sendRequest("adv/board", { textDocument, position: { line: cursor, character: text.split("\n")[cursor].indexOf("dist(") + 1 } });
  const { page, drawing } = require(path.join(process.env.ADV_EXTENSION || path.join(__dirname, "../vscode"), "board"));
  if (view.value !== "4" || drawing(view.svg) === "") throw new Error(`the board view has ${view.text} = ${view.value}`);
  fs.writeFileSync(file("board.html"), page(view, false));

  await connection.sendRequest("shutdown");
  connection.sendNotification("exit");
  if ((await over) !== 0) throw new Error("the server did not end well");
  say("ended");
}

run()
  .catch((error) => {
    say(`FAILED  ${error.message}`);
    process.exitCode = 1;
  })
  .finally(() => {
    fs.writeFileSync(path.join(folder, "recorded.txt"), `${lines.join("\n")}\n`);
    process.exit();
  });
