import type { Bus } from "../types.ts";

/** Says on a subdomain's topic that its server is about to stop, and serves until the agent is elsewhere. */
export const STOPPING = "stopping";

/** Agents of a server that stops, or has just died, are expected at another within this time, in milliseconds. */
export const MOVES_WITHIN = 2_000;

/** Resolves when an agent has come with this tunnel, to whichever server, or when none has in time. */
export function hearOfMove(bus: Bus, subdomainId: string): Promise<void> {
  return new Promise((resolve) => {
    const stop = bus.subscribe(`tunnel:${subdomainId}`, done);
    const timer = setTimeout(done, MOVES_WITHIN).unref();
    function done(): void {
      clearTimeout(timer);
      stop();
      resolve();
    }
  });
}
