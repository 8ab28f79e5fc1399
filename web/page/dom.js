// Elements from plain values. A text is always a text node: what programs, files and games say is never read as markup.

// `el("button.small", { onclick }, "Run")`: a tag with classes, properties and attributes, children.
export function el(kind, fields = {}, ...children) {
  const [tag, ...classes] = kind.split(".");
  const made = document.createElement(tag);
  if (classes.length) made.className = classes.join(" ");
  for (const [name, value] of Object.entries(fields)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name in made && typeof value !== "string") made[name] = value;
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

// A text of the compiler: what stands between backticks is code.
export const marked = (text) => text.split("`").map((part, index) => (index % 2 ? el("code", {}, part) : part));

export const by = (id) => document.getElementById(id);

// Runs `run` where a form is sent; the page stays.
export const onSubmit = (id, run) => (by(id).onsubmit = (event) => (event.preventDefault(), run()));

// A drawing's element.
export function drawn(tag, fields, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(fields)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

let cleared = 0;

// One sentence in the line of state, which screen readers say too.
export function say(text, kind = "") {
  const line = by("state");
  line.textContent = text;
  line.dataset.kind = kind;
  clearTimeout(cleared);
  if (kind !== "bad") cleared = setTimeout(() => line.textContent === text && (line.textContent = ""), 12000);
}

// A sentence over the page that stays until its cause is gone; null takes it away.
export function notice(kind, text, ...children) {
  document.querySelector(`#notices [data-kind="${kind}"]`)?.remove();
  if (text) by("notices").append(el("p.covered", { "data-kind": kind }, text, ...children));
}

// Runs `work` once, `wait` milliseconds after the last call.
export function later(wait, work) {
  let timer = 0;
  return (...given) => {
    clearTimeout(timer);
    timer = setTimeout(() => work(...given), wait);
  };
}

// `1 position`, `1,234 positions`.
export function counted(number, one, many = `${one}s`) {
  return `${number.toLocaleString("en")} ${number === 1 ? one : many}`;
}
