import type { Bus } from "../types.ts";

/** Message on a subdomain's topic: its server is about to stop, and serves until the client has reconnected elsewhere. */
export const STOPPING_MESSAGE = "stopping";

/** How long to wait until a client of a stopping or dead server reconnects to another server. */
export const TAKEOVER_TIMEOUT_MS = 2_000;

/**
 * Waits until the client of a tunnel connects to any server, at most for the timeout. A cluster's server calls it for
 * a visitor's request to a tunnel of another server. If none of the servers that announced the tunnel accepts, they have
 * probably just stopped. The client then reconnects within a moment, and the request waits for that instead of failing.
 */
export function waitForTakeover(bus: Bus, subdomainId: string): Promise<void> {
  return new Promise((resolve) => {
    // The server to which a client connects publishes that on this topic, so any message is the takeover.
    const unsubscribe = bus.subscribe(`tunnel:${subdomainId}`, finish);
    const timer = setTimeout(finish, TAKEOVER_TIMEOUT_MS).unref();
    /** Ends the wait, after the takeover or at the timeout. */
    function finish(): void {
      clearTimeout(timer);
      unsubscribe();
      resolve();
    }
  });
}
