import { randomUUID } from "node:crypto";
import type { Fetch } from "@frontdesk/sdk";
import { createMcpHandler, isInitializeRequest } from "@modelcontextprotocol/server";
import { buildServer } from "../serve/build-server.ts";
import { createRemoteState } from "../state/state.ts";
import { onStreamEnd } from "./on-stream-end.ts";
import { type CancelBus, createRunningCalls } from "./running-calls.ts";

/** The tools, served by the Frontdesk server itself. */
export interface RemoteTools {
  /** Handles one POST. */
  fetch(request: Request, caller: RemoteCaller): Promise<Response>;
  close(): Promise<void>;
}

export interface RemoteCaller {
  /** A valid key. */
  key: string;
  /** The parsed JSON. */
  body: unknown;
  /** Sends requests to the server in this process. */
  send: Fetch;
  /** Aborts when the key is revoked: the call ends, and the response with it. */
  revoked?: AbortSignal;
  /** Called when the call has ended. */
  onEnd?(): void;
}

export interface RemoteParts {
  /** Returns the public URL of the server. */
  baseUrl(): string;
  /** Returns the skill document. */
  skill(): string;
  /** Sends cancellations to the other servers of a cluster. */
  bus: CancelBus;
  /** Aborts when the server is stopping. */
  stopping: AbortSignal;
  log(line: string): void;
}

/**
 * Creates the handler for streamable HTTP, for clients of 2025 and 2026. It keeps no state between requests, so any server of
 * a cluster can handle each: the key identifies the caller, and each result carries a cursor.
 */
export function createRemoteTools({ baseUrl, skill, bus, stopping, log }: RemoteParts): RemoteTools {
  const calls = createRunningCalls(bus);
  const handler = createMcpHandler(
    ({ authInfo }) => {
      const settings = {
        baseUrl: baseUrl(),
        key: authInfo?.token ?? "",
        // The other toolsets need the machine of the caller: its tunnels, or its files for new keys.
        toolsets: new Set(["mail", "sms", "tunnel", "authenticators"] as const),
        tools: undefined,
        readOnly: false,
        allowedPorts: [],
        secretsFolder: "",
        http: undefined,
        httpTokenFile: undefined,
      };
      // The cast is true: `toAuthInfo` puts it there.
      const send = authInfo?.extra?.send as Fetch;
      return buildServer(createRemoteState({ settings, send, skill, stopping }), log);
    },
    { onerror: (error) => log(`MCP: ${error.name}: ${error.message}`) },
  );

  return {
    /**
     * Runs one call, or cancels another that the body names. The call ends when the client disconnects or its key is revoked.
     * Then, or when its response has been read, `onEnd` is called, perhaps more than once. A call whose client has disconnected
     * before is not run: for clients of 2025 the MCP library would run it.
     */
    async fetch(request, { key, body, send, revoked, onEnd }) {
      const session = request.headers.get("mcp-session-id");
      if (calls.handleCancellation(key, session, body)) {
        onEnd?.();
        return new Response(null, { status: 202 });
      }
      const { signal } = request;
      if (signal.aborted) {
        onEnd?.();
        return new Response(null, { status: 503 });
      }
      const call = calls.open(key, session, body);
      signal.addEventListener("abort", call.cancel, { once: true });
      revoked?.addEventListener("abort", call.cancel, { once: true }); // never removed: the signal is of this call alone
      const innerRequest = toInnerRequest(request, body, call.signal);
      // `end` refers to both, so that they are not collected before: Node detaches a collected Request from its signal
      // (nodejs/node#55428).
      const referenced = [request, innerRequest];
      /** Ends the call when its response has been read. Empties `referenced`, which kept the requests from being collected until now. */
      function end(): void {
        referenced.length = 0;
        signal.removeEventListener("abort", call.cancel);
        call.end();
        onEnd?.();
      }
      try {
        const authInfo = toAuthInfo(key, send);
        const response = await endWhenRevoked(handler.fetch(innerRequest, { authInfo, parsedBody: body }), revoked);
        if (response.body === null) end();
        const content = response.body && onStreamEnd(response.body, end, revoked);
        return new Response(content, { status: response.status, headers: toResponseHeaders(response, body) });
      } catch (error) {
        end();
        throw error;
      }
    },
    close: () => handler.close(),
  };
}

/** Returns the request for the MCP library: the caller's, with the signal of its call. */
function toInnerRequest({ url, headers }: Request, body: unknown, signal: AbortSignal): Request {
  return new Request(url, { method: "POST", headers, body: JSON.stringify(body ?? null), signal });
}

/** Returns what the tools of a call get: its key and its `send`. The library requires the other two fields, which nothing reads. */
function toAuthInfo(key: string, send: Fetch) {
  return { token: key, clientId: "", scopes: [], extra: { send } };
}

/**
 * Returns the headers of a response. Adds a session id for clients of the protocol of 2025: they send it with each call and each
 * cancellation, so that a cancellation finds its call. Nothing of a session is kept between its calls.
 */
function toResponseHeaders(response: Response, body: unknown): Headers {
  const headers = new Headers(response.headers);
  if (isInitializeRequest(body)) headers.set("mcp-session-id", randomUUID());
  return headers;
}

/** Returns the response. Rejects when the key is revoked, so that a call that does not look at its signal ends as well. */
function endWhenRevoked(response: Promise<Response>, revoked: AbortSignal | undefined): Promise<Response> {
  return revoked ? Promise.race([response, rejectOnAbort(revoked)]) : response;
}

/** Returns a promise that rejects when the signal aborts. */
function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}
