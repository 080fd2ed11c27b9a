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

interface RunningCall {
  signal: AbortSignal;
  /** The answer, at whose end the call is forgotten. */
  until(answer: ReadableStream<Uint8Array> | null): ReadableStream<Uint8Array> | null;
}

const channel = "mcp-cancel";
const cancellation = v.object({
  method: v.literal("notifications/cancelled"),
  params: v.object({ requestId: v.union([v.string(), v.number()]) }),
});

export function createCancels(bus: CancelBus): Cancels {
  const running = new Map<string, AbortController>();
  let unsubscribe: (() => void) | undefined;
  const stop = (name: string) => running.get(name)?.abort(new Error("Cancelled."));

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
      const { signal } = ending;
      if (session === null || !isJSONRPCRequest(body)) return { signal, until: (answer) => answer };
      const name = nameOf(key, session, body.id);
      running.set(name, ending);
      unsubscribe ??= bus.subscribe(channel, stop);
      const forget = () => {
        if (running.get(name) === ending) running.delete(name);
        if (running.size > 0) return;
        unsubscribe?.();
        unsubscribe = undefined;
      };
      return {
        signal,
        until(answer) {
          if (answer === null) {
            forget();
            return null;
          }
          return withEnd(answer, forget);
        },
      };
    },
  };
}

/** Names no key to whoever listens on the bus. */
function nameOf(key: string, session: string, id: string | number): string {
  return createHash("sha256")
    .update(JSON.stringify([key, session, id]))
    .digest("base64url");
}

/** The stream, and a call when it is over, however it ends. */
function withEnd(stream: ReadableStream<Uint8Array>, ended: () => void): ReadableStream<Uint8Array> {
  const reader = stream.getReader();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        ended();
        controller.close();
      } catch (error) {
        ended();
        controller.error(error);
      }
    },
    async cancel(reason) {
      ended();
      await reader.cancel(reason);
    },
  });
}
