import { createHash } from "node:crypto";
import { escapeHtml } from "../http/html.ts";
import { createResponse } from "../http/responses.ts";

const pageStyle = `
  :root { color-scheme: light dark; font: 16px/1.55 system-ui, sans-serif }
  body { max-width: 36rem; margin: 3rem auto; padding: 0 1.25rem }
  code { font: 0.92em ui-monospace, monospace; overflow-wrap: anywhere }
`;
const styleHash = createHash("sha256").update(pageStyle).digest("base64");

const pageHeaders = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "content-security-policy": `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};

interface ErrorPage {
  title: string;
  /** Sentences, as plain text. */
  lines: string[];
  status: number;
  headers?: Record<string, string>;
}

/** Returns a page for the person whose browser a client has sent here. It has no link, because anybody can send people here. */
export function toErrorPage({ title, lines, status, headers = {} }: ErrorPage): Response {
  const paragraphs = lines.map((line) => `<p>${escapeHtml(line)}</p>`).join("\n");
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>${pageStyle}</style></head><body>
<h1>${escapeHtml(title)}</h1>
${paragraphs}
</body></html>
`;
  return createResponse(html, { status, headers: { ...pageHeaders, ...headers } });
}
