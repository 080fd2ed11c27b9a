import { createHash } from "node:crypto";

const STYLE = `
:root{color-scheme:light dark;font:14px/1.45 system-ui,sans-serif}
body{margin:0;display:grid;grid-template-columns:minmax(20em,2fr) 3fr;height:100vh}
nav{overflow:auto;border-right:1px solid #8884}
ol{margin:0;padding:0;list-style:none}
#note{margin:0;padding:.6em .8em;opacity:.7}
li button{all:unset;box-sizing:border-box;display:grid;grid-template-columns:4.5em 1fr 3em 5em;gap:.5em;width:100%;padding:.4em .8em;cursor:pointer}
li button:hover,li button[aria-current]{background:#8883}
:focus-visible{outline:2px solid;outline-offset:-2px}
li span{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
li span:nth-child(n+3){text-align:right;font-variant-numeric:tabular-nums}
.bad{color:light-dark(#b00020,#ff8a8a)}
main{overflow:auto;padding:1em}
h2{margin:0 0 .6em;font-size:1.1em;overflow-wrap:anywhere}
h3{margin:1.2em 0 .3em;font-size:1em}
pre{margin:.4em 0;white-space:pre-wrap;overflow-wrap:anywhere;background:#8882;padding:.6em;border-radius:4px}
@media(max-width:700px){body{grid-template-columns:1fr;grid-template-rows:1fr 1fr}nav{border-right:0;border-bottom:1px solid #8884}}
`;

const SCRIPT = `
const list = document.getElementById("list"), detail = document.getElementById("detail"), note = document.getElementById("note");
const lines = new Map();
let shown = "";
const make = (name, text) => Object.assign(document.createElement(name), { textContent: text });
const chosen = () => Number(location.hash.slice(1));
const ask = async (path, options) => (await fetch("/api/requests" + path, options)).json();

async function refresh() {
  try {
    const { requests } = await ask("");
    const kept = new Set(requests.map(({ id }) => id));
    for (const [id, { item }] of lines) if (!kept.has(id)) { item.remove(); lines.delete(id); }
    for (const request of requests.reverse()) draw(request);
    note.textContent = requests.length ? "Last requests, newest first." : "Requests appear here as they arrive.";
    await show();
  } catch {
    note.textContent = "The tunnel is closed.";
  }
  setTimeout(refresh, 1000);
}
function draw(request) {
  let line = lines.get(request.id);
  if (!line) {
    const item = document.createElement("li"), button = document.createElement("button");
    for (let at = 0; at < 4; at++) button.append(make("span", ""));
    button.onclick = () => { location.hash = request.id; };
    item.append(button);
    list.prepend(item);
    lines.set(request.id, line = { item, button });
  }
  const [method, path, status, ms] = line.button.children;
  method.textContent = request.method;
  path.textContent = path.title = (request.replay_of ? "↻ " : "") + request.path;
  status.textContent = statusOf(request);
  status.className = request.done && (request.status === 0 || request.status >= 400) ? "bad" : "";
  ms.textContent = request.done ? request.ms + " ms" : "";
  line.button.toggleAttribute("aria-current", request.id === chosen());
}
const statusOf = ({ done, status }) => status || (done ? "closed" : "…");
async function show() {
  if (!chosen()) return;
  const request = await ask("/" + chosen());
  const key = JSON.stringify(request);
  if (key === shown) return;
  shown = key;
  if (request.error) return detail.replaceChildren(make("p", request.error));
  const again = make("button", "Send again"), said = make("p", "");
  said.setAttribute("role", "status");
  again.onclick = async () => {
    said.textContent = "Sending …";
    const { error } = await ask("/" + request.id + "/replay", { method: "POST" });
    said.textContent = error ?? "Sent again: see the list.";
  };
  detail.replaceChildren(make("h2", request.method + " " + request.path), again, said,
    ...part("Request", request.request), ...part("Response " + statusOf(request), request.response));
}
function part(title, { headers, body, bytes, cut }) {
  const nodes = [make("h3", title), make("pre", headers.map(([name, value]) => name + ": " + value).join("\\n"))];
  if (body === null) nodes.push(make("pre", bytes + " bytes, not text"));
  else if (body) nodes.push(make("pre", pretty(body) + (cut ? "\\n… cut" : "")));
  return nodes;
}
function pretty(text) {
  try { return JSON.stringify(JSON.parse(text), null, 2); } catch { return text; }
}
addEventListener("hashchange", () => {
  for (const [id, { button }] of lines) button.toggleAttribute("aria-current", id === chosen());
  show().catch(() => {});
});
refresh();
`;

/** The inspector's page. It inserts data of requests as text only, never as markup. */
export const PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Frontdesk tunnel</title>
<link rel="icon" href="data:,"><style>${STYLE}</style></head>
<body><nav aria-label="Requests"><p id="note" role="status"></p><ol id="list"></ol></nav><main id="detail"></main>
<script>${SCRIPT}</script></body></html>
`;

/** Content security policy: allows only the page's own script and style. */
export const PAGE_POLICY = `default-src 'none'; script-src ${hash(SCRIPT)}; style-src ${hash(STYLE)}; connect-src 'self'; img-src data:`;

/** Returns the source expression of a content security policy that allows an inline script or style with exactly this text. */
function hash(source: string): string {
  return `'sha256-${createHash("sha256").update(source).digest("base64")}'`;
}
