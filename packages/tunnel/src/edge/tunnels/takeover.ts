import type { Bus } from "../types.ts";

/** Message on a subdomain's topic: its server is about to stop, and serves until the client has reconnected elsewhere. */
export const STOPPING_MESSAGE = "stopping";

/** How long to wait until a client of a stopping or dead server reconnects to another server. */
export const TAKEOVER_TIMEOUT_MS = 2_000;

/** Resolves when a client connected with this subdomain to any server, or after the timeout. */
export function waitForTakeover(bus: Bus, subdomainId: string): Promise<void> {
  return new Promise((resolve) => {
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
