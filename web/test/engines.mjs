// The two engines that the page can have: `adv studio` over the loopback, and a folder of static files whose worker answers with WebAssembly.

import { spawn } from "node:child_process";
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

// Starts `adv studio`; gives its address and a function that ends it.
export function studio(adv, folder = null) {
  const child = spawn(adv, ["studio", "--no-open", ...(folder ? [folder] : [])], { stdio: ["ignore", "pipe", "pipe"] });
  return new Promise((done, failed) => {
    let told = "";
    const listen = (bytes) => {
      told += bytes;
      const found = told.match(/http:\/\/\S+/);
      if (found) done({ address: found[0], end: () => child.kill("SIGINT") });
    };
    child.stdout.on("data", listen);
    child.stderr.on("data", listen);
    child.on("exit", (code) => failed(new Error(`adv studio ended with ${code}: ${told}`)));
  });
}

const KINDS = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".wasm": "application/wasm", ".txt": "text/plain" };

// Serves a folder as any plain server of files does, under a path of its own, so that addresses of the page have to be relative, and a name of its own,
// for a page on this machine offers no links.
export function files(folder) {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
    const inside = normalize(path.replace(/^\/some\/where\//, "").replace(/^\/+/, "") || "index.html");
    const file = join(folder, inside);
    if (!path.startsWith("/some/where/") || inside.startsWith("..") || !existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404);
      return response.end("there is no such file");
    }
    response.writeHead(200, { "content-type": KINDS[extname(file)] ?? "application/octet-stream" });
    createReadStream(file).pipe(response);
  });
  return new Promise((done) =>
    server.listen(0, "127.0.0.1", () =>
      done({ address: `http://page.localhost:${server.address().port}/some/where/`, end: () => (server.closeAllConnections(), server.close()) }),
    ),
  );
}
