import { randomUUID } from "node:crypto";
import type { Fetch } from "@frontdesk/sdk";
import { createMcpHandler, isInitializeRequest } from "@modelcontextprotocol/server";
import { buildServer } from "../serve/build-server.ts";
import { createRemoteState } from "../state/state.ts";
import { type CancelBus, createCancels } from "./cancels.ts";
import { withEnd } from "./with-end.ts";

/** The tools as a Frontdesk serves them itself. */
export interface RemoteTools {
  /** Answers one POST. `key` has been found good, `body` is its JSON. */
  fetch(request: Request, caller: { key: string; body: unknown }): Promise<Response>;
  close(): Promise<void>;
}

export interface RemoteParts {
  /** How the tools reach the Frontdesk: in this process. */
  send: Fetch;
  /** The Frontdesk's public address. */
  baseUrl(): string;
  /** The skill document, as the Frontdesk shows it. */
  skill(): string;
  /** Tells the other servers of a cluster who cancelled what. */
  bus: CancelBus;
  /** Aborts when the Frontdesk is about to stop. */
  stopping: AbortSignal;
  log(line: string): void;
}

/**
 * The same tools as over stdio, over streamable HTTP in both eras of the protocol. Nothing is kept between two requests, so
 * every server of a cluster answers each: the key says who calls, and every answer hands on where to go on.
 */
export function createRemoteTools({ send, baseUrl, skill, bus, stopping, log }: RemoteParts): RemoteTools {
  const cancels = createCancels(bus);
  const handler = createMcpHandler(
    ({ authInfo }) => {
      const settings = {
        baseUrl: baseUrl(),
        key: authInfo?.token ?? "",
        toolsets: new Set(["mail", "sms", "tunnel"] as const),
        tools: undefined,
        readOnly: false,
        allowedPorts: [],
        secretsFolder: "",
        http: undefined,
        httpTokenFile: undefined,
      };
      return buildServer(createRemoteState({ settings, send, skill, stopping }), log);
    },
    { onerror: (error) => log(`MCP: ${error.name}: ${error.message}`) },
  );

  return {
    async fetch(request, { key, body }) {
      const session = request.headers.get("mcp-session-id");
      if (cancels.take(key, session, body)) return new Response(null, { status: 202 });
      const call = cancels.open(key, session, body);
      const { url, headers, signal } = request;
      if (signal.aborted) call.cancel();
      signal.addEventListener("abort", call.cancel, { once: true });
      const inner = new Request(url, {
        method: "POST",
        headers,
        body: JSON.stringify(body ?? null),
        signal: call.signal,
      });
      // Node cuts a Request that nothing holds off from what aborts it (nodejs/node#55428): the answer holds both.
      const held = [request, inner];
      const end = () => {
        held.length = 0;
        signal.removeEventListener("abort", call.cancel);
        call.end();
      };
      try {
        const authInfo = { token: key, clientId: "", scopes: [] };
        const response = await handler.fetch(inner, { authInfo, parsedBody: body });
        // A name by which clients of 2025 can cancel what they began; nothing is kept under it.
        const answered = new Headers(response.headers);
        if (isInitializeRequest(body)) answered.set("mcp-session-id", randomUUID());
        if (response.body === null) end();
        const answer = response.body && withEnd(response.body, end);
        return new Response(answer, { status: response.status, headers: answered });
      } catch (error) {
        end();
        throw error;
      }
    },
    close: () => handler.close(),
  };
}
