// A link that carries a program in its fragment, which no server sees: JSON, deflated, in the letters of addresses.

const MOST_BYTES = 2 << 20;

async function through(stream, bytes, most) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts = [];
  let sum = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    sum += value.length;
    if (sum > most) throw new Error("the link carries more than a program");
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

export async function toFragment(project) {
  const json = new TextEncoder().encode(JSON.stringify(project));
  const packed = await through(new CompressionStream("deflate-raw"), json, MOST_BYTES);
  let letters = "";
  for (const byte of packed) letters += String.fromCharCode(byte);
  return `#p=${btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

// The project of a fragment, or null where it has none. What is no project is an error with a sentence.
export async function fromFragment(fragment) {
  if (!fragment.startsWith("#p=")) return null;
  let found;
  try {
    const letters = atob(fragment.slice(3).replaceAll("-", "+").replaceAll("_", "/"));
    const packed = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const json = await through(new DecompressionStream("deflate-raw"), packed, MOST_BYTES);
    found = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(json));
  } catch {
    throw new Error("the link is cut off or changed: no program can be read from it");
  }
  const files = Object.entries(found?.files ?? {});
  const isProject =
    files.length > 0 && files.every(([name, text]) => typeof text === "string" && isName(name)) && typeof found.open === "string";
  if (!isProject) throw new Error("the link carries no program");
  return {
    name: typeof found.name === "string" ? found.name.slice(0, 80) : "from a link",
    files: Object.fromEntries(files),
    open: found.open,
    fen: typeof found.fen === "string" ? found.fen : null,
  };
}

// A name of a file without folders, as the engine wants it.
export const isName = (name) => /^[^./\\:\p{Cc}][^/\\:\p{Cc}]{0,150}$/u.test(name);
