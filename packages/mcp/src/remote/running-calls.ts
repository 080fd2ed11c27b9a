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
  const abortCall = (callId: string) => runningCalls.get(callId)?.abort(cancelled());

  return {
    /**
     * Cancels the call that a cancellation names, here or on another server. If that one cannot be told, the call ends at its time
     * limit. Returns false for any other message.
     */
    handleCancellation(key, session, body) {
      const { success, output } = v.safeParse(cancellation, body);
      // Without a session two clients with one key could cancel each other's calls.
      if (!success || session === null) return false;
      const callId = toCallId(key, session, output.params.requestId);
      abortCall(callId);
      bus.publish(channel, callId).catch(() => {});
      return true;
    },

    /** Creates a call. Another request of its session can cancel it by the id of its message, if it has both. */
    open(key, session, body) {
      const controller = new AbortController();
      const callId = session !== null && isJSONRPCRequest(body) ? toCallId(key, session, body.id) : null;
      if (callId !== null) {
        runningCalls.set(callId, controller);
        unsubscribe ??= bus.subscribe(channel, abortCall);
      }
      return {
        signal: controller.signal,
        cancel: () => controller.abort(cancelled()),
        /** Removes a finished call. After the last one, stops listening for cancellations. */
        end() {
          // A later call may have the same id.
          if (callId === null || runningCalls.get(callId) !== controller) return;
          runningCalls.delete(callId);
          if (runningCalls.size > 0) return;
          unsubscribe?.();
          unsubscribe = undefined;
        },
      };
    },
  };
}

const cancelled = () => new Error("Cancelled.");

/** Returns the id of a call on all servers: a hash, so that the bus carries no key. */
function toCallId(key: string, session: string, id: string | number): string {
  return createHash("sha256")
    .update(JSON.stringify([key, session, id]))
    .digest("base64url");
}
