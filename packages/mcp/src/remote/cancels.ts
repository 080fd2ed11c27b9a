import { createHash } from "node:crypto";
import { isJSONRPCRequest } from "@modelcontextprotocol/server";
import * as v from "valibot";

/** How servers of a cluster tell each other. */
export interface CancelBus {
  publish(channel: string, message: string): Promise<void>;
  subscribe(channel: string, listener: (message: string) => void): () => void;
}

/**
 * Running calls, by what their clients call them. Clients of 2025 cancel by a request of its own, which may reach another
 * server than the call did; those of 2026 close the answer's stream.
 */
export interface Cancels {
  /** Whether the body cancels a call; then it has been told everywhere. */
  take(key: string, session: string | null, body: unknown): boolean;
  open(key: string, session: string | null, body: unknown): RunningCall;
}

export interface RunningCall {
  signal: AbortSignal;
  cancel(): void;
  /** It is over, however it ended, and is forgotten. */
  end(): void;
}

const channel = "mcp-cancel";
const cancellation = v.object({
  method: v.literal("notifications/cancelled"),
  params: v.object({ requestId: v.union([v.string(), v.number()]) }),
});

export function createCancels(bus: CancelBus): Cancels {
  const running = new Map<string, AbortController>();
  let unsubscribe: (() => void) | undefined;
  const stop = (name: string) => running.get(name)?.abort(cancelled());

  return {
    take(key, session, body) {
      const { success, output } = v.safeParse(cancellation, body);
      // Without a session two clients with one key could cancel each other's calls.
      if (!success || session === null) return false;
      const name = nameOf(key, session, output.params.requestId);
      stop(name);
      // Where no one can be told, the call ends by itself when its time is over.
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

/** Names no key to whoever listens on the bus. */
function nameOf(key: string, session: string, id: string | number): string {
  return createHash("sha256")
    .update(JSON.stringify([key, session, id]))
    .digest("base64url");
}
