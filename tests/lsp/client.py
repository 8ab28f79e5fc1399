"""Speaks to `adv lsp` as an editor does: a client over standard input and output that is not ours in Rust.

Usage: client.py ADV

ADV is the binary. Opens a file with three mistakes, mends them by the actions that it is offered, renames a piece-of-advice that another
file uses, runs a proof by its lens, cancels another, formats. Prints one line for each check and ends with exit code 1 at the first
that fails. Python's own library is all that it needs.
"""

import json
import os
import pathlib
import queue
import subprocess
import sys
import tempfile
import threading

ROOK = """\
/// Goes up to him.
advice approach for W
  better   dist(W.K, B.K) < root.dist(W.K, B.K)
  us       K
  depth    1
end-advice
"""

# Three mistakes: a word that is misspelt, a line that is missing, an end that is missing.
BROKEN = """\
use "rook.adv"
material  W: K, R;  B: K
example   "8/8/8/3k4/8/8/1R6/K7 w - - 0 1"

number  distance =  dist(W.K, B.K)
descriptor far = distence > 3
descriptor aside = SQ(B.K) ⊆ EDGE

advice wait
  better   true
  us       R
  depth    1

table krk for W
  if far ∨ aside then approach, wait
  otherwise approach, wait
end-table

prove krk from example reaches distance = 3 within 1 moves
prove krk from all positions reaches mate within 40 moves
"""


def check(what, ok, detail=""):
    print(("ok      " if ok else "FAILED  ") + what + (f": {detail}" if detail else ""), flush=True)
    if not ok:
        sys.exit(1)


class Server:
    """The server's process, and what it has said."""

    def __init__(self, adv, folder):
        env = dict(os.environ, ADV_STATE=str(folder / "state"))
        self.process = subprocess.Popen(
            [adv, "lsp", "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=env
        )
        self.inbox, self.number, self.told = queue.Queue(), 0, {}
        self.notes = []
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self):
        out = self.process.stdout
        while True:
            length = None
            while (line := out.readline().strip()) or length is None:
                if not line:
                    return
                name, _, value = line.partition(b":")
                if name.lower() == b"content-length":
                    length = int(value)
            self.inbox.put(json.loads(out.read(length)))

    def _send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def tell(self, method, params):
        self._send({"method": method, "params": params})

    def begin(self, method, params):
        self.number += 1
        self._send({"id": self.number, "method": method, "params": params})
        return self.number

    def until(self, done):
        """Reads messages up to one that `done` accepts."""
        while True:
            message = self.inbox.get(timeout=120)
            if message.get("method") == "textDocument/publishDiagnostics":
                self.told[message["params"]["uri"]] = message["params"]["diagnostics"]
            elif "method" in message and "id" in message:
                self._send({"id": message["id"], "result": None})
            if "method" in message:
                self.notes.append(message)
            if done(message):
                return message

    def answer(self, number):
        return self.until(lambda message: message.get("id") == number and "method" not in message)

    def ask(self, method, params):
        answer = self.answer(self.begin(method, params))
        if "error" in answer:
            check(method, False, answer["error"]["message"])
        return answer["result"]

    def diagnostics(self, uri):
        self.until(
            lambda message: message.get("method") == "textDocument/publishDiagnostics"
            and message["params"]["uri"] == uri
        )
        return self.told[uri]


def units(line, column):
    """The offset in a Python string of a column in UTF-16 units."""
    return len(line.encode("utf-16-le")[: 2 * column].decode("utf-16-le"))


def edited(text, edits):
    lines = text.splitlines(keepends=True) + [""]
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))

    def offset(at):
        row = min(at["line"], len(lines) - 1)
        return starts[row] + units(lines[row], at["character"])

    spans = [(offset(e["range"]["start"]), offset(e["range"]["end"]), e["newText"]) for e in edits]
    for start, end, new in sorted(spans, reverse=True):
        text = text[:start] + new + text[end:]
    return text


def main(adv):
    with tempfile.TemporaryDirectory() as name:
        session(adv, pathlib.Path(name).resolve())


def session(adv, folder):
    (folder / "rook.adv").write_text(ROOK, encoding="utf-8")
    (folder / "krk.adv").write_text(BROKEN, encoding="utf-8")
    uri, rook = (folder / "krk.adv").as_uri(), (folder / "rook.adv").as_uri()
    server = Server(adv, folder)
    capabilities = {"window": {"workDoneProgress": True}}
    folders = [{"uri": folder.as_uri(), "name": "games"}]
    answer = server.ask(
        "initialize",
        {"processId": None, "capabilities": capabilities, "workspaceFolders": folders},
    )
    check("the session begins", answer["serverInfo"]["name"] == "adv")
    server.tell("initialized", {})
    text, version = BROKEN, 1
    document = {"uri": uri, "languageId": "adv", "version": version, "text": text}
    server.tell("textDocument/didOpen", {"textDocument": document})
    told = server.diagnostics(uri)
    errors = [one for one in told if one["severity"] == 1]
    codes = sorted(one["code"] for one in errors)
    check("three mistakes are told", len(errors) == 3, ", ".join(codes))

    here = {"textDocument": {"uri": uri}}
    mended = []
    while errors:
        actions = server.ask(
            "textDocument/codeAction",
            {**here, "range": errors[0]["range"], "context": {"diagnostics": [errors[0]]}},
        )
        edits = [one for one in actions if "edit" in one]
        check("a mend is offered", bool(edits), errors[0]["message"].splitlines()[0])
        changes = edits[0]["edit"]["changes"][uri]
        mended.append(edits[0]["title"])
        text, version = edited(text, changes), version + 1
        server.tell(
            "textDocument/didChange",
            {
                "textDocument": {"uri": uri, "version": version},
                "contentChanges": [{"range": e["range"], "text": e["newText"]} for e in changes],
            },
        )
        errors = [one for one in server.diagnostics(uri) if one["severity"] == 1]
        check("not more mends than mistakes", len(mended) <= 3)
    check("the mistakes are mended", len(mended) == 3, "; ".join(mended))

    line = next(i for i, one in enumerate(text.splitlines()) if "approach" in one)
    column = text.splitlines()[line].index("approach")
    at = {**here, "position": {"line": line, "character": column}}
    where = server.ask("textDocument/definition", at)
    check("the definition is in the other file", where["uri"] == rook)
    changes = server.ask("textDocument/rename", {**at, "newName": "walk-up"})["changes"]
    check("both files are renamed", sorted(changes) == sorted([uri, rook]))
    (folder / "rook.adv").write_text(edited(ROOK, changes[rook]), encoding="utf-8")
    text, version = edited(text, changes[uri]), version + 1
    check("all its uses are", "approach" not in text and text.count("walk-up") == 2)
    server.tell("workspace/didChangeWatchedFiles", {"changes": [{"uri": rook, "type": 2}]})
    server.diagnostics(uri)
    server.tell(
        "textDocument/didChange",
        {"textDocument": {"uri": uri, "version": version}, "contentChanges": [{"text": text}]},
    )
    errors = [one for one in server.diagnostics(uri) if one["severity"] == 1]
    check("the renamed program has no errors", not errors, str(errors or ""))

    lenses = [one["command"] for one in server.ask("textDocument/codeLens", here)]
    proofs = [one for one in lenses if one["title"] == "prove"]
    check("there is a lens for each claim", len(proofs) == 2)
    run = {"command": proofs[0]["command"], "arguments": proofs[0]["arguments"]}
    verdict = server.ask("workspace/executeCommand", run)
    check("the proof is run by its lens", verdict["good"], verdict["verdict"])
    run = {"command": proofs[1]["command"], "arguments": proofs[1]["arguments"]}
    number = server.begin("workspace/executeCommand", run)
    server.ask("textDocument/hover", at)
    server.tell("$/cancelRequest", {"id": number})
    ended = server.answer(number)
    check("another is given up", ended.get("error", {}).get("code") == -32800)

    options = {"tabSize": 2, "insertSpaces": True}
    edits = server.ask("textDocument/formatting", {**here, "options": options})
    formatted = edited(text, edits)
    (folder / "krk.adv").write_text(formatted, encoding="utf-8")
    same = subprocess.run([adv, "fmt", "--check", str(folder / "krk.adv")], capture_output=True)
    check("the text is formatted", formatted != text and same.returncode == 0)

    server.ask("shutdown", None)
    server.tell("exit", None)
    check("the server ends", server.process.wait(timeout=30) == 0)


if __name__ == "__main__":
    main(sys.argv[1])
