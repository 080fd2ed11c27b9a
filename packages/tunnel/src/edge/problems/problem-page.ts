import type { IncomingMessage, ServerResponse } from "node:http";

/** An error that the edge itself sends to a visitor. */
export interface EdgeProblem {
  status: number;
  code: string;
  title: string;
  /** What failed and what to do next. */
  error: string;
  headers?: Record<string, string>;
}

/** Sends a problem as the response to a request that Node's HTTP server parsed. Closes the connection if a response has begun. */
export function sendEdgeProblem(
  request: IncomingMessage,
  response: ServerResponse,
  problem: EdgeProblem,
  contact?: string,
): void {
  if (response.headersSent || response.destroyed) return void response.destroy();
  const { status, headers, body } = toEdgeProblemResponse(problem, request.headers.accept, contact);
  // The rest of a rejected request's body is not read, so the connection cannot be reused.
  if (!request.complete) response.shouldKeepAlive = false;
  response.writeHead(status, headers);
  response.end(request.method === "HEAD" ? undefined : body);
}

/** A complete response with a problem. */
export interface EdgeProblemResponse {
  status: number;
  /** Flat list of names and values. */
  headers: string[];
  body: string;
}

/** Renders a problem as an HTML page if `accept` includes HTML, else as JSON. `contact`: where to report abuse, on the page only. */
export function toEdgeProblemResponse(
  problem: EdgeProblem,
  accept: string | undefined,
  contact?: string,
): EdgeProblemResponse {
  const { status, code, title, error, headers = {} } = problem;
  const wantsHtml = accept?.includes("text/html") === true;
  const body = wantsHtml ? toPage(status, title, error, contact) : `${JSON.stringify({ error, code })}\n`;
  return {
    status,
    // The problem may be over soon, so it is neither cached nor indexed. The page has no scripts, and no site may frame it.
    headers: Object.entries({
      ...headers,
      "Content-Type": wantsHtml ? "text/html; charset=utf-8" : "application/json",
      "Content-Length": String(Buffer.byteLength(body)),
      "Cache-Control": "no-store",
      "X-Robots-Tag": "noindex",
      "Content-Security-Policy":
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      "X-Content-Type-Options": "nosniff",
      "X-Frame-Options": "DENY",
    }).flat(),
    body,
  };
}

/** Renders a problem as an HTML page. `contact`: where visitors can report abuse. */
function toPage(status: number, title: string, error: string, contact: string | undefined): string {
  const report = contact === undefined ? "" : `<p>Report abuse of this URL to ${escapeHtml(contact)}.</p>`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:36em;margin:15vh auto;padding:0 1em;color-scheme:light dark}small{opacity:.6}</style>
</head><body><h1>${escapeHtml(title)}</h1><p>${escapeHtml(error)}</p>${report}<p><small>${status} · Frontdesk tunnel</small></p></body></html>
`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
