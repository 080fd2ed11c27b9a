import type { IncomingMessage, ServerResponse } from "node:http";

/** Why the edge answers a visitor itself. */
export interface EdgeProblem {
  status: number;
  code: string;
  title: string;
  /** What happened and what can be done, in a sentence or two. */
  error: string;
  headers?: Record<string, string>;
}

/** Answers a request that Node has read. */
export function sendProblem(
  request: IncomingMessage,
  response: ServerResponse,
  problem: EdgeProblem,
  contact?: string,
): void {
  if (response.headersSent || response.destroyed) return void response.destroy();
  const { status, headers, body } = toProblemAnswer(problem, request.headers.accept, contact);
  // What is left of a refused request's body is not worth reading.
  if (!request.complete) response.shouldKeepAlive = false;
  response.writeHead(status, headers);
  response.end(request.method === "HEAD" ? undefined : body);
}

/** The edge's answer, whole. */
export interface ProblemAnswer {
  status: number;
  /** Name, value, name, value … */
  headers: string[];
  body: string;
}

/** A page or JSON, whichever the visitor prefers. */
export function toProblemAnswer(problem: EdgeProblem, accept: string | undefined, contact?: string): ProblemAnswer {
  const { status, code, title, error, headers = {} } = problem;
  const html = accept?.includes("text/html") === true;
  const body = html ? toPage(status, title, error, contact) : `${JSON.stringify({ error, code })}\n`;
  return {
    status,
    headers: [
      ...Object.entries(headers).flat(),
      ...["Content-Type", html ? "text/html; charset=utf-8" : "application/json"],
      ...["Content-Length", String(Buffer.byteLength(body))],
      ...["Cache-Control", "no-store"],
      ...["X-Robots-Tag", "noindex"],
      ...[
        "Content-Security-Policy",
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      ],
      ...["X-Content-Type-Options", "nosniff"],
      ...["X-Frame-Options", "DENY"],
    ],
    body,
  };
}

function toPage(status: number, title: string, error: string, contact: string | undefined): string {
  const report = contact === undefined ? "" : `<p>Abuse of this address can be reported to ${escapeHtml(contact)}.</p>`;
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
