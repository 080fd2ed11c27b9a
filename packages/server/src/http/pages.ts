import type { Services } from "../context.ts";
import { toAuthority } from "../text/authority.ts";
import { version } from "../version.ts";
import { escapeHtml } from "./html.ts";
import { pageHeaders } from "./responses.ts";

const pageStyle = `
  :root { color-scheme: light dark; font: 16px/1.55 system-ui, sans-serif }
  body { max-width: 44rem; margin: 3rem auto; padding: 0 1.25rem }
  code, pre { font: 0.92em ui-monospace, monospace }
  pre { padding: 1rem; overflow: auto; background: color-mix(in srgb, currentColor 7%, transparent); border-radius: 8px }
  dt { font-weight: 600 } dd { margin: 0 0 .6rem }
`;

/** Renders the page at `/` of a server without a dashboard. */
export function toHomePage({ options, facts }: Services): string {
  const smtp = facts.smtpPort === null ? "off" : toAuthority(options.smtpHost, facts.smtpPort);
  // The earlier edition of the API, which a server can be set to, has no SMS inboxes.
  const hasSms = options.edition === "later";
  return renderPage(
    "Frontdesk",
    `<h1>Frontdesk</h1>
<p>Mailboxes${hasSms ? ", SMS inboxes" : ""} and tunnels that hand verification codes to your program. Version ${escapeHtml(version)}.</p>
<dl>
<dt>API reference</dt><dd><a href="/docs">/docs</a>, as <a href="/openapi.yaml">YAML</a> or <a href="/openapi.json">JSON</a></dd>
<dt>Mailboxes</dt><dd><code>&lt;name&gt;@${escapeHtml(options.mailDomain)}</code>, SMTP at <code>${escapeHtml(smtp)}</code></dd>
<dt>Tunnels</dt><dd><code>&lt;name&gt;.${escapeHtml(options.tunnelDomain)}</code></dd>
<dt>For agents</dt><dd><a href="/downloads/svc-tunnel-skill.md">the skill document</a></dd>
<dt>For operators</dt><dd><a href="/healthz">/healthz</a>${options.publicMetrics ? ', <a href="/metrics">/metrics</a>' : ""}</dd>
</dl>
<p>The first key was printed when the server started on empty storage. <code>frontdesk key create</code> makes another.</p>
<pre>curl -X POST ${escapeHtml(facts.publicUrl)}/svc-api/mailbox/register \\
  -H "Authorization: Bearer $FRONTDESK_KEY" \\
  -H "Content-Type: application/json" -d '{"name":"signup"}'</pre>`,
  );
}

/** Renders the page at `/docs` of a server that runs from sources without a build. */
export function toUnbuiltReferencePage(): string {
  return renderPage(
    "Frontdesk API",
    `<h1>API reference</h1>
<p>The reference was not built. <code>npm run setup</code> builds it. The contract itself: <a href="/openapi.yaml">YAML</a>,
<a href="/openapi.json">JSON</a>.</p>`,
  );
}

/** Returns a page as a response. */
export function toPageResponse(html: string): Response {
  return new Response(html, { headers: pageHeaders });
}

/** Returns a complete page. `body` is HTML, `title` is plain text. */
function renderPage(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>${pageStyle}</style></head><body>
${body}
</body></html>
`;
}
