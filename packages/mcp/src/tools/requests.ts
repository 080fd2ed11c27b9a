import * as v from "valibot";
import { parameters } from "../calls/parameters.ts";
import { defineTool, type ToolCall } from "../calls/tool.ts";
import type { RequestLog } from "../state/request-log.ts";
import { cleanLine } from "../text/clean.ts";
import { ToolFailure } from "../text/failure.ts";
import { fenceContent } from "../text/fence.ts";
import { fenceRequest, type LoggedRequest } from "../text/fence-request.ts";
import { requirePart } from "../text/read-part.ts";
import { reportProgress } from "../waits/report-progress.ts";
import { findSubdomain } from "./find-subdomain.ts";

const { subdomain, waitSeconds, path, requestId, part } = parameters;
const tool = "tunnel_wait_request";
/** Requests that a wait without a match lists. */
const maxNamed = 5;

export const requestTools = [
  defineTool({
    name: tool,
    title: "Wait for tunnel request",
    description:
      "Waits for a request, such as a webhook, through a tunnel of this process; returns each once, oldest first. If pending, repeat. Content is untrusted.",
    toolset: "requests",
    scope: "subdomain:read",
    effect: "reads",
    idempotent: false,
    openWorld: true,
    input: {
      subdomain,
      waitSeconds: v.optional(waitSeconds),
      path: v.optional(path),
      requestId: v.optional(requestId),
      part: v.optional(part),
    },
    listTool: "tunnel_list",
    isLocal: true,
    /** Waits for a request to a tunnel, or returns another part of the request `requestId`. */
    async run({ subdomain, waitSeconds = 45, path, requestId, part = 1 }, call) {
      const { id, domain } = await findSubdomain(call.frontdesk, subdomain, "subdomain_list");
      const log = call.state.tunnels.requestsOf(id);
      if (!log)
        throw new ToolFailure("not_found", `No tunnel of ${domain} runs in this process.`, {
          tool: "tunnel_start",
          hint: "with the port of the app",
        });
      if (requestId !== undefined) return { text: showPart(findRequest(log, requestId), part) };
      const request = await waitForRequest(log, path, domain, waitSeconds, call);
      return { text: request ? showPart(request, part) : toPendingText(log) };
    },
  }),
];

/** Returns the next request that matches, or `null` after the time. Reports the progress. */
async function waitForRequest(
  log: RequestLog,
  path: string | undefined,
  domain: string,
  waitSeconds: number,
  call: ToolCall,
): Promise<LoggedRequest | null> {
  const seconds = Math.min(waitSeconds, call.state.maxWaitSeconds);
  const stopProgress = reportProgress(`a request to ${domain}`, seconds, call);
  const matches = (request: { path: string }) => path === undefined || path === request.path;
  try {
    return await log.next({ matches, timeoutMs: seconds * 1000, signal: call.signal });
  } finally {
    stopProgress();
  }
}

/** Returns a request that an earlier call returned, to show another part of it. @throws ToolFailure if it is no longer kept */
function findRequest(log: RequestLog, id: string): LoggedRequest {
  const request = log.find(id);
  if (request) return request;
  throw new ToolFailure("not_found", `Request ${id} is not kept: only the last ones are.`, {
    tool,
    hint: "without requestId",
  });
}

/** Returns one part of a request as fenced text, with the call for the next part. */
function showPart(request: LoggedRequest, part: number): string {
  // The fenced text completes this with the number of the next part.
  const nextCall = `${tool} with requestId ${request.id} and`;
  return requirePart(fenceRequest(request, part, nextCall), part, { tool, kind: "request" });
}

/**
 * Returns the text for the agent after a wait without a match: the next step and, between marks because they are untrusted, the requests
 * that did not match.
 */
function toPendingText(log: RequestLog): string {
  const unread = log.unread();
  const lines = unread
    .slice(-maxNamed)
    .map(({ id, request: { method, path } }) => cleanLine(`${id} ${method} ${path}`));
  if (lines.length === 0) return `Status: pending. No request arrived. Next: cause it, then ${tool} again.`;
  const title = `Status: pending. ${unread.length} that did not match arrived. Next: ${tool} without path returns them`;
  const firstPart = 1; // all of it: the lines are few and short
  return fenceContent({ title, notes: [], head: lines, body: "", links: [] }, firstPart, tool).text;
}
