// The engine over the loopback: a question is posted, its answer is the body. docs/protocol.md has the questions.

const token = new URLSearchParams(location.search).get("token") ?? "";
const page = crypto.randomUUID();
let last = 0;

// Sends a question. `told` is called with each progress while it runs; `asked.cancel()` gives it up.
export function ask(kind, fields = {}, told = null) {
  const id = ++last;
  const answer = post({ adv: 1, id, ask: kind, page, ...fields });
  // The engine ends what no page asks about, so that progress is asked for even where it is not shown.
  const timer = setInterval(async () => {
    const progress = await post({ adv: 1, id: ++last, ask: "progress", of: id, page }).catch(() => null);
    if (progress && told) told(progress);
  }, 1000);
  const done = answer.finally(() => clearInterval(timer));
  done.cancel = () => post({ adv: 1, id: ++last, ask: "cancel", of: id, page }).catch(() => null);
  return done;
}

async function post(question) {
  const response = await fetch("/ask", {
    method: "POST",
    headers: { "content-type": "application/json", "x-adv-token": token },
    body: JSON.stringify(question),
  });
  if (!response.ok) throw new Error(await response.text());
  const answer = await response.json();
  if (answer.error) throw Object.assign(new Error(answer.error.message), { code: answer.error.code });
  return answer.ok;
}
