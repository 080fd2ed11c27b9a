import { randomUUID } from "node:crypto";
import {
  isInitializeRequest,
  isJSONRPCRequest,
  type McpServer,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { LRUCache } from "lru-cache";

/** Least recently used sessions end beyond this number. */
const maxSessions = 100;

/**
 * Sessions of clients of 2025 over HTTP, each with its own MCP server: they cancel a call by another request, which must
 * reach the server that runs the call.
 */
export interface HttpSessions {
  /** Resolves with `null` if the request neither starts a session nor belongs to one. */
  fetch(request: Request): Promise<Response | null>;
  close(): Promise<void>;
}

/** Creates the sessions of clients over HTTP; beyond the limit, the least recently used end. `build` creates an MCP server. */
export function createHttpSessions(build: () => McpServer): HttpSessions {
  const sessions = new LRUCache<string, WebStandardStreamableHTTPServerTransport>({
    max: maxSessions,
    dispose(transport, _id, reason) {
      // Other sessions leave the list because their client or `close` below ends them.
      if (reason === "evict") void transport.close();
    },
  });

  /** Creates a transport with its own MCP server. It becomes a session when the client has initialized it. */
  async function open(): Promise<WebStandardStreamableHTTPServerTransport> {
    const transport: WebStandardStreamableHTTPServerTransport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, transport),
      onsessionclosed: (id) => void sessions.delete(id),
    });
    await build().connect(transport);
    return transport;
  }

  return {
    /**
     * Handles a request of a session, or one that opens a session. Returns `null` for a client without sessions. A client that disconnects
     * cancels its call, although MCP advises against that: streams are not resumed here, so nobody could get the result.
     */
    async fetch(request) {
      const id = request.headers.get("mcp-session-id");
      const session = id === null ? undefined : sessions.get(id);
      const body = request.method === "POST" ? await parseCopy(request) : null;
      if (id !== null && !session) return new Response("Unknown session. Initialize again.", { status: 404 });
      if (!session && !isInitializeRequest(body)) return null;
      const transport = session ?? (await open());
      if (isJSONRPCRequest(body)) request.signal.addEventListener("abort", () => cancel(transport, body.id));
      return transport.handleRequest(request, body === null ? {} : { parsedBody: body });
    },
    /** Closes all sessions. */
    async close() {
      await Promise.all([...sessions.values()].map((transport) => transport.close()));
      sessions.clear();
    },
  };
}

/**
 * Parses a copy of the request's body: a request without a session goes to another handler, which reads the body again. Returns
 * `null` for text that is not JSON, which the handlers reject themselves.
 */
async function parseCopy(request: Request): Promise<unknown> {
  const copy = request.clone();
  return copy.json().catch(() => null);
}

/** Cancels a running call as if the client had sent the notification `cancelled`, because the client has disconnected. */
function cancel({ onmessage }: WebStandardStreamableHTTPServerTransport, requestId: string | number): void {
  const params = { requestId, reason: "The client went away." };
  onmessage?.({ jsonrpc: "2.0", method: "notifications/cancelled", params });
}
