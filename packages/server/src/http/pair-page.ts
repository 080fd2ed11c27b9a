import { createHash } from "node:crypto";
import { escapeHtml } from "./html.ts";

const pageStyle = `
  :root { color-scheme: light dark; font: 17px/1.5 system-ui, sans-serif; --brand: #2456c8; --on-brand: #fff }
  @media (prefers-color-scheme: dark) { :root { --brand: #9db8ff; --on-brand: #10131a } }
  body { max-width: 32rem; margin: 2rem auto; padding: 0 1.25rem }
  code { font: 0.9em ui-monospace, monospace; overflow-wrap: anywhere }
  .open { display: block; padding: 1rem; border-radius: 12px; background: var(--brand); color: var(--on-brand);
    text-align: center; text-decoration: none; font-weight: 600 }
  button { font: inherit; padding: .6rem 1rem; border-radius: 10px }
  dt { font-weight: 600 } dd { margin: 0 0 .6rem; overflow-wrap: anywhere }
  a { color: var(--brand) } .small { font-size: .85em }
`;

/** Reads the code after `#`, which browsers do not send to the server, and passes it to the app. */
const pageScript = `
  const [, code = "", phones = ""] = /^#([\\w-]+)(?:\\/(.*))?$/.exec(location.hash) || [];
  const numbers = decodeURIComponent(phones).split(",").filter((phone) => /^\\+?[\\d ().-]{7,25}$/.test(phone));
  const at = (id) => document.getElementById(id);
  at(code ? "ready" : "empty").hidden = false;
  const query = new URLSearchParams({ server: document.body.dataset.server, code });
  if (numbers.length) {
    query.set("phones", numbers.join(","));
    at("phones").textContent = numbers.map((phone, sim) => numbers.length > 1 ? "SIM " + (sim + 1) + ": " + phone : phone).join(", ");
  } else at("numbers").hidden = true;
  at("open").href = "frontdesk://pair?" + query.toString().replaceAll("+", "%20");
  at("line").textContent = location.href;
  at("copy").onclick = () => navigator.clipboard.writeText(location.href).then(() => { at("copy").textContent = "Copied"; });
  if (!navigator.clipboard) at("copy").hidden = true;
`;

/** Returns the hash with which the policy allows an inline script or style. */
const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** Content security policy that allows only this page's own script and style. */
export const pairPagePolicy = `default-src 'none'; style-src ${hashOf(pageStyle)}; script-src ${hashOf(pageScript)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** Renders the page at `/pair`, which a phone opens after scanning the code. `apk` is `null` if the app was not built. */
export function toPairPage({ server, apk }: { server: string; apk: { path: string; digest: string } | null }): string {
  const appParagraph = apk
    ? `<p>No app yet? <a href="${apk.path}">Get it from this server</a>, install it, then come back to this page.</p>
<p class="small">SHA-256 <code>${apk.digest}</code></p>`
    : `<p>No app yet? The operator of this server can build it: <code>npm run companion:build</code>.</p>`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Connect this phone to Frontdesk</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<style>${pageStyle}</style></head><body data-server="${escapeHtml(server)}">
<h1>Connect this phone</h1>
<div id="empty" hidden><p>This page needs the code after <code>#</code> in a link from
<code>frontdesk phone setup --app companion</code> or from the dashboard. Scan that code, or open that link.</p></div>
<div id="ready" hidden>
<p>SMS messages that this phone receives will go to</p>
<dl><dt>Server</dt><dd>${escapeHtml(server)}</dd><div id="numbers"><dt>Number</dt><dd id="phones"></dd></div></dl>
<p><a class="open" id="open">Open the companion app</a></p>
<p>The app asks again before it sends anything. The link works once, within ten minutes.</p>
<details><summary>The button does nothing?</summary><p>Copy this line and paste it in the app:</p>
<p><code id="line"></code></p><p><button id="copy">Copy</button></p></details>
${appParagraph}
</div>
<noscript><p>This page needs JavaScript: the code in its address is read on the phone alone. Or paste the page's address in the app.</p></noscript>
<script>${pageScript}</script></body></html>
`;
}
