import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Services } from "../context.ts";
import { version } from "../version.ts";

const style = `
  :root { color-scheme: light dark; font: 16px/1.55 system-ui, sans-serif }
  body { max-width: 44rem; margin: 3rem auto; padding: 0 1.25rem }
  code, pre { font: 0.92em ui-monospace, monospace }
  pre { padding: 1rem; overflow: auto; background: color-mix(in srgb, currentColor 7%, transparent); border-radius: 8px }
  dt { font-weight: 600 } dd { margin: 0 0 .6rem }
`;

/** The page at `/`: where everything is, for a person who opens the address in a browser. */
export function toHomePage({ options, facts }: Services): string {
  const smtp = facts.smtpPort === null ? "off" : `${options.smtpHost}:${facts.smtpPort}`;
  return page(
    "Frontdesk",
    `<h1>Frontdesk</h1>
<p>Mailboxes, SMS inboxes and tunnels that hand verification codes to your program. Version ${toHtml(version)}.</p>
<dl>
<dt>API reference</dt><dd><a href="/docs">/docs</a>, as <a href="/openapi.yaml">YAML</a> or <a href="/openapi.json">JSON</a></dd>
<dt>Mailboxes</dt><dd><code>&lt;name&gt;@${toHtml(options.mailDomain)}</code>, SMTP at <code>${toHtml(smtp)}</code></dd>
<dt>Tunnels</dt><dd><code>&lt;name&gt;.${toHtml(options.tunnelDomain)}</code></dd>
<dt>For agents</dt><dd><a href="/downloads/svc-tunnel-skill.md">the skill document</a></dd>
<dt>For operators</dt><dd><a href="/healthz">/healthz</a>${options.publicMetrics ? ', <a href="/metrics">/metrics</a>' : ""}</dd>
</dl>
<p>The first key was printed when the server started on empty storage. <code>frontdesk key create</code> makes another.</p>
<pre>curl -X POST ${toHtml(facts.publicUrl)}/svc-api/mailbox/register \\
  -H "Authorization: Bearer $FRONTDESK_KEY" \\
  -H "Content-Type: application/json" -d '{"name":"signup"}'</pre>`,
  );
}

/** The page at `/docs`: openapi.yaml rendered, with all assets from this server. */
export function toReferencePage(): string {
  return page(
    "Frontdesk API",
    `<rapi-doc spec-url="/openapi.json" render-style="read" theme="light" show-header="false" allow-server-selection="false"
 load-fonts="false" regular-font="system-ui, sans-serif" mono-font="ui-monospace, monospace" primary-color="#2456c8"></rapi-doc>
<script type="module" src="/docs/reference.js"></script>`,
    "body { max-width: none; margin: 0; padding: 0 }",
  );
}

/** The script that renders the reference: beside the built server, else from the installed package. */
export async function readReferenceScript(): Promise<string> {
  script ??= readFile(new URL("./reference.js", import.meta.url), "utf8").catch(() =>
    readFile(createRequire(import.meta.url).resolve("rapidoc"), "utf8"),
  );
  return script;
}
let script: Promise<string> | undefined;

function page(title: string, body: string, more = ""): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${toHtml(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>${style}${more}</style></head><body>
${body}
</body></html>
`;
}

function toHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
