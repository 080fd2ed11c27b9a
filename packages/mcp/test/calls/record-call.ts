import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CallToolResult, ServerContext } from "@modelcontextprotocol/server";
import { onTestFinished } from "vitest";
import { callTool } from "../../src/calls/call-tool.ts";
import type { RequestLog } from "../../src/state/request-log.ts";
import { createRemoteState, createState } from "../../src/state/state.ts";
import type { LocalTunnels } from "../../src/state/tunnels.ts";
import type { LoggedRequest } from "../../src/text/fence-request.ts";
import { tools } from "../../src/tools/index.ts";
import { readSettings } from "../read-settings.ts";

const agentKey = "svcagt_TheKeyOfTheArgumentTests000";

/**
 * A call, what it must request besides look-ups, its facts or its text, and the files and resource links that come of it.
 * `isRemote`: at the `/mcp` of a Frontdesk server.
 */
export type ToolCallRow = [
  tool: string,
  args: Record<string, unknown>,
  requests: string[],
  result: Record<string, unknown> | string,
  more?: { files?: Record<string, string>; links?: string[]; isRemote?: true },
];

/** What a server returns: JSON or a whole response; if it depends on the query of the request, a function. */
export type Responses = Record<string, object | ((query: URLSearchParams) => object)>;

/** A request to the path, as a tunnel logs it. */
function logged(id: string, path: string): LoggedRequest {
  const request = { method: "POST", path, query: "", headers: {}, body: new Uint8Array(), truncated: false };
  return { id, receivedAt: new Date(0), request: { ...request, missed: 0, text: () => "", json: () => null } };
}

/** Tunnels that note what they are called with. One is open, for the subdomain `D1`. */
function recordTunnels(note: (line: string) => void): Partial<LocalTunnels> {
  const log: RequestLog = {
    async next({ matches, timeoutMs, signal }) {
      signal.throwIfAborted();
      const paths = ["/hook", "/other"].filter((path) => matches(logged("r1", path).request));
      note(`wait ${timeoutMs} ms for ${paths.join(" or ")}`);
      return paths[0] === undefined ? null : logged("r1", paths[0]);
    },
    find(id) {
      note(`find ${id}`);
      return logged(id, "/found");
    },
    unread: () => [1, 2, 3, 4, 5, 6, 7].map((number) => logged(`r${number}`, `/unread-${number}`)),
  };
  return {
    async open({ signal: _signal, ...options }) {
      note(`open ${JSON.stringify(options)}`);
      return { ...options, url: "https://demo.t.example" };
    },
    async stop(id) {
      note(`stop ${id}`);
      return true;
    },
    list: () => [{ subdomainId: "D1", name: "demo", url: "https://demo.t.example", port: 3_456 }],
    requestsOf: (id) => (id === "D1" ? log : undefined),
  };
}

/** Leaves out what is random in the marks around untrusted text. */
const withoutNonces = (text: string) => text.replace(/<<(outside|end) [0-9a-f]+>>/g, "<<$1>>");

/** Requests that only look up a record or its cursor, which most tools do first. */
const isLookUp = (request: string) => /^GET (?:\w+\/list\?limit=1000|(?:mail|sms)\/recent) \|/.test(request);

export interface RecordOptions {
  isRemote?: boolean;
  signal?: AbortSignal;
  /** Calls of the same process before this one, whose requests are not recorded. */
  before?: [tool: string, args: object][];
}

/**
 * Calls a tool as a client does, at a server that gives these responses by method and path. Returns its result, what it
 * requested (method, path, key, body) without look-ups, and the files that it wrote.
 */
export async function recordCall(name: string, args: object, responses: Responses, options: RecordOptions = {}) {
  const { isRemote = false, signal = new AbortController().signal, before = [] } = options;
  const folder = mkdtempSync(join(tmpdir(), "frontdesk-arguments-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const requests: string[] = [];
  const settings = readSettings([], {
    ...{ FRONTDESK_URL: "https://desk.example", FRONTDESK_KEY: agentKey },
    ...{ FRONTDESK_MCP_SECRETS_FOLDER: folder, FRONTDESK_MCP_ALLOW_PORT: "3456" },
  });
  const note = (line: string) => void requests.push(line);
  async function send(request: Request): Promise<Response> {
    const { origin, pathname, searchParams, search } = new URL(request.url);
    if (origin !== "https://desk.example") throw new Error(`A request went to ${origin}.`);
    const path = `${request.method} ${pathname.replace("/svc-api/", "")}`;
    const key = request.headers.get("authorization")?.replace("Bearer ", "").replace(agentKey, "agent key");
    note([`${path}${search}`, key, await request.text()].filter(Boolean).join(" | "));
    const response = responses[path];
    if (response === undefined) return Response.json({ error: `No ${path}.`, code: "not_found" }, { status: 404 });
    const content = typeof response === "function" ? response(searchParams) : response;
    return content instanceof Response ? content.clone() : Response.json({ success: true, ...content });
  }
  const local = createState(settings);
  const state = isRemote ? createRemoteState({ ...local, send }) : local;
  const tunnels = { ...state.tunnels, ...recordTunnels(note) };
  const usableTools = async () => new Set(tools.map((each) => each.name));
  const caller = { state: { ...state, send, tunnels }, usableTools, canAskPerson: () => false, log() {} };
  // A call reads no more of its context.
  const ctx = { mcpReq: { signal, notify: async () => {} } } as unknown as ServerContext;
  // Nobody is asked, so the result is no question.
  const run = async (called: string, given: object) =>
    (await callTool(tools.find((tool) => tool.name === called)!, given, ctx, caller)) as CallToolResult;
  for (const [called, given] of before) await run(called, given);
  requests.length = 0;
  const result = await run(name, args);
  const [first, ...links] = result.content;
  const text = withoutNonces(first?.type === "text" ? first.text : "");
  const files = Object.fromEntries(readdirSync(folder).map((file) => [file, readFileSync(join(folder, file), "utf8")]));
  const facts = JSON.parse(
    withoutNonces(JSON.stringify(result.structuredContent ?? null)).replaceAll(folder, "folder"),
  );
  const uris = links.flatMap((link) => (link.type === "resource_link" ? [link.uri] : []));
  return { facts, text, links: uris, requests: requests.filter((line) => !isLookUp(line)), files };
}
