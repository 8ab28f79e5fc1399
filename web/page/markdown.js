// The small part of Markdown that explanations of words are written in: paragraphs, fenced text, lists, `code`, **bold**. Made of elements and
// text nodes, so that nothing in it is markup of the page.

import { el } from "./dom.js";

export function markdown(text) {
  const made = document.createDocumentFragment();
  let paragraph = [];
  let fence = null;
  const end = () => {
    if (paragraph.length) made.append(el("p", {}, ...inline(paragraph.join(" "))));
    paragraph = [];
  };
  for (const line of text.split("\n")) {
    if (line.startsWith("```")) {
      if (fence) made.append(el("pre", {}, fence.join("\n")));
      else end();
      fence = fence ? null : [];
    } else if (fence) fence.push(line);
    else if (/^ {4}/.test(line) && !paragraph.length) {
      // Lines of a diagram, one after the other.
      if (made.lastChild?.className === "diagram") made.lastChild.append(`\n${line.slice(4)}`);
      else made.append(el("pre.diagram", {}, line.slice(4)));
    }
    else if (line.trim() === "") end();
    else if (/^#{1,6} /.test(line)) {
      end();
      made.append(el("p.head", {}, ...inline(line.replace(/^#+ /, ""))));
    } else if (/^[-*] /.test(line)) {
      end();
      made.append(el("p.item", {}, "• ", ...inline(line.slice(2))));
    } else if (line.trim() === "---") {
      end();
      made.append(el("hr"));
    } else paragraph.push(line.trim());
  }
  if (fence) made.append(el("pre", {}, fence.join("\n")));
  end();
  return made;
}

function inline(text) {
  const parts = text.split(/(`[^`]+`|\*\*[^*]+\*\*)/);
  return parts.filter(Boolean).map((part) => {
    if (part.length > 2 && part.startsWith("`")) return el("code", {}, part.slice(1, -1));
    if (part.length > 4 && part.startsWith("**")) return el("b", {}, part.slice(2, -2));
    return part;
  });
}
