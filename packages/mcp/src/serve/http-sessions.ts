import { randomUUID } from "node:crypto";
import {
  isInitializeRequest,
  isJSONRPCRequest,
  type McpServer,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";

/** Sessions kept at most; beyond, the one that was used longest ago ends. */
const most = 100;

/**
 * Clients of 2025 over HTTP, each with a server of its own: they cancel a call by a request of its own, which must reach
 * the server that runs the call.
 */
export interface Sessions {
  /** `null` when the request neither begins a session nor belongs to one. */
  fetch(request: Request): Promise<Response | null>;
  close(): Promise<void>;
}

export function createSessions(build: () => McpServer): Sessions {
  const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();

  async function open(): Promise<WebStandardStreamableHTTPServerTransport> {
    const transport: WebStandardStreamableHTTPServerTransport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => keep(id, transport),
      onsessionclosed: (id) => void sessions.delete(id),
    });
    await build().connect(transport);
    return transport;
  }

  function keep(id: string, transport: WebStandardStreamableHTTPServerTransport): void {
    sessions.delete(id);
    sessions.set(id, transport);
    const [[oldest, unused] = []] = sessions;
    if (sessions.size <= most || oldest === undefined) return;
    sessions.delete(oldest);
    void unused?.close();
  }

  return {
    async fetch(request) {
      const id = request.headers.get("mcp-session-id");
      const known = id === null ? undefined : sessions.get(id);
      const body: unknown =
        request.method === "POST"
          ? await request
              .clone()
              .json()
              .catch(() => null)
          : null;
      if (id !== null && known) keep(id, known);
      else if (id !== null) return new Response("There is no such session; initialize again.", { status: 404 });
      else if (!isInitializeRequest(body)) return null;
      const transport = known ?? (await open());
      // Nothing can be delivered to a client that is gone, so its calls need not go on.
      if (isJSONRPCRequest(body)) request.signal.addEventListener("abort", () => cancel(transport, body.id));
      return transport.handleRequest(request, body === null ? {} : { parsedBody: body });
    },
    async close() {
      await Promise.all([...sessions.values()].map((transport) => transport.close()));
      sessions.clear();
    },
  };
}

function cancel({ onmessage }: WebStandardStreamableHTTPServerTransport, requestId: string | number): void {
  const params = { requestId, reason: "The client went away." };
  onmessage?.({ jsonrpc: "2.0", method: "notifications/cancelled", params });
}
