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

export function createRunningCalls(bus: CancelBus): RunningCalls {
  const running = new Map<string, AbortController>();
  let unsubscribe: (() => void) | undefined;
  const stop = (name: string) => running.get(name)?.abort(cancelled());

  return {
    handleCancellation(key, session, body) {
      const { success, output } = v.safeParse(cancellation, body);
      // Without a session two clients with one key could cancel each other's calls.
      if (!success || session === null) return false;
      const name = nameOf(key, session, output.params.requestId);
      stop(name);
      // If this fails, the call ends at its time limit.
      bus.publish(channel, name).catch(() => {});
      return true;
    },

    open(key, session, body) {
      const ending = new AbortController();
      const name = session !== null && isJSONRPCRequest(body) ? nameOf(key, session, body.id) : null;
      if (name !== null) {
        running.set(name, ending);
        unsubscribe ??= bus.subscribe(channel, stop);
      }
      return {
        signal: ending.signal,
        cancel: () => ending.abort(cancelled()),
        end() {
          if (name === null || running.get(name) !== ending) return;
          running.delete(name);
          if (running.size > 0) return;
          unsubscribe?.();
          unsubscribe = undefined;
        },
      };
    },
  };
}

const cancelled = () => new Error("Cancelled.");

/** Returns a hash, so that the bus carries no key. */
function nameOf(key: string, session: string, id: string | number): string {
  return createHash("sha256")
    .update(JSON.stringify([key, session, id]))
    .digest("base64url");
}
