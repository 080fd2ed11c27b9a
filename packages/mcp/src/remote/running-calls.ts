import { createHash } from "node:crypto";
import { isJSONRPCRequest } from "@modelcontextprotocol/server";
import * as v from "valibot";

/** Connects the servers of a cluster. */
export interface CancelBus {
  publish(channel: string, message: string): Promise<void>;
  subscribe(channel: string, listener: (message: string) => void): () => void;
}

/**
 * Running calls by session and request id. Clients of 2025 cancel with another request, which may reach another server of
 * the cluster; clients of 2026 close the response stream.
 */
export interface RunningCalls {
  /** Cancels the call that the body names, on all servers. Returns whether the body is a cancellation. */
  handleCancellation(key: string, session: string | null, body: unknown): boolean;
  open(key: string, session: string | null, body: unknown): RunningCall;
}

export interface RunningCall {
  signal: AbortSignal;
  cancel(): void;
  /** Removes the call from the list. */
  end(): void;
}

const channel = "mcp-cancel";
const cancellation = v.object({
  method: v.literal("notifications/cancelled"),
  params: v.object({ requestId: v.union([v.string(), v.number()]) }),
});

/** Creates the list of this server's running calls. Listens for cancellations from other servers only while it has calls of sessions. */
export function createRunningCalls(bus: CancelBus): RunningCalls {
  const runningCalls = new Map<string, AbortController>();
  let unsubscribe: (() => void) | undefined;

  return {
    /**
     * Cancels the call that a cancellation names, here or on another server. If that one cannot be told, the call ends at its time
     * limit. Returns false for any other message, and without a session: two clients with one key could cancel each other's calls.
     */
    handleCancellation(key, session, body) {
      const { success: isCancellation, output } = v.safeParse(cancellation, body);
      if (!isCancellation || session === null) return false;
      const callId = toCallId(key, session, output.params.requestId);
      abortOwnCall(callId);
      bus.publish(channel, callId).catch(() => {});
      return true;
    },

    /**
     * Creates a call for the request with this body. If it has a session, and an id in its body, another request of the session can cancel
     * it by this id.
     */
    open(key, session, body) {
      const controller = new AbortController();
      const callId = session !== null && isJSONRPCRequest(body) ? toCallId(key, session, body.id) : null;
      if (callId !== null) add(callId, controller);
      return {
        signal: controller.signal,
        cancel: () => controller.abort(cancelled()),
        end() {
          if (callId !== null) remove(callId, controller);
        },
      };
    },
  };

  /** Aborts a call of this server; does nothing for a call of another. */
  function abortOwnCall(callId: string): void {
    runningCalls.get(callId)?.abort(cancelled());
  }

  function add(callId: string, controller: AbortController): void {
    runningCalls.set(callId, controller);
    unsubscribe ??= bus.subscribe(channel, abortOwnCall);
  }

  /** Removes a finished call, unless a later one has taken its id. After the last call, stops listening for cancellations. */
  function remove(callId: string, controller: AbortController): void {
    const wasReplaced = runningCalls.get(callId) !== controller;
    if (wasReplaced) return;
    runningCalls.delete(callId);
    if (runningCalls.size > 0) return;
    unsubscribe?.();
    unsubscribe = undefined;
  }
}

const cancelled = () => new Error("Cancelled.");

/** Returns the id of a call on all servers: a hash, so that the bus carries no key. */
function toCallId(key: string, session: string, id: string | number): string {
  return createHash("sha256")
    .update(JSON.stringify([key, session, id]))
    .digest("base64url");
}
