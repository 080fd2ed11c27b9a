import { randomUUID } from "node:crypto";
import {
  isInitializeRequest,
  isJSONRPCRequest,
  type McpServer,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";

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

/** Creates the sessions. `build` creates the MCP server of each. */
export function createHttpSessions(build: () => McpServer): HttpSessions {
  const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();

  /** Creates a transport with its own MCP server. It becomes a session when the client has initialized it. */
  async function open(): Promise<WebStandardStreamableHTTPServerTransport> {
    const transport: WebStandardStreamableHTTPServerTransport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => markUsed(id, transport),
      onsessionclosed: (id) => void sessions.delete(id),
    });
    await build().connect(transport);
    return transport;
  }

  /** Makes a session the most recently used. Above the limit, ends the least recently used one. */
  function markUsed(id: string, transport: WebStandardStreamableHTTPServerTransport): void {
    sessions.delete(id);
    sessions.set(id, transport);
    const [[oldestId, oldest] = []] = sessions;
    if (sessions.size <= maxSessions || oldestId === undefined) return;
    sessions.delete(oldestId);
    void oldest?.close();
  }

  return {
    /** Serves a request of a session, or one that starts it. Resolves with `null` for any other. */
    async fetch(request) {
      const id = request.headers.get("mcp-session-id");
      const session = id === null ? undefined : sessions.get(id);
      // A copy is read, because a request without a session goes to another handler, which reads its body again.
      const parseBody = () => request.clone().json();
      const body: unknown = request.method === "POST" ? await parseBody().catch(() => null) : null;
      if (id !== null && session) markUsed(id, session);
      else if (id !== null) return new Response("Unknown session. Initialize again.", { status: 404 });
      else if (!isInitializeRequest(body)) return null;
      const transport = session ?? (await open());
      // Cancel the calls of a client that has disconnected.
      if (isJSONRPCRequest(body)) request.signal.addEventListener("abort", () => cancel(transport, body.id));
      return transport.handleRequest(request, body === null ? {} : { parsedBody: body });
    },
    async close() {
      await Promise.all([...sessions.values()].map((transport) => transport.close()));
      sessions.clear();
    },
  };
}

/** Cancels a running call as if the client had sent the notification. */
function cancel({ onmessage }: WebStandardStreamableHTTPServerTransport, requestId: string | number): void {
  const params = { requestId, reason: "The client went away." };
  onmessage?.({ jsonrpc: "2.0", method: "notifications/cancelled", params });
}
