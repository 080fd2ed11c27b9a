import { setMaxListeners } from "node:events";

/** A controller that aborts with the first of its causes, until it lets them go. */
export interface Following {
  controller: AbortController;
  release(): void;
}

/** By hand: AbortSignal.any leaves something behind at each cause that outlives it (nodejs/node#55328). */
export function follow(...causes: AbortSignal[]): Following {
  const controller = new AbortController();
  // Node would take the many requests of one call, and the many calls of one server, for a leak.
  setMaxListeners(0, controller.signal, ...causes);
  const releases = causes.map((cause) => {
    const stop = () => controller.abort(cause.reason);
    if (cause.aborted) stop();
    cause.addEventListener("abort", stop);
    return () => cause.removeEventListener("abort", stop);
  });
  return {
    controller,
    release() {
      for (const release of releases) release();
    },
  };
}
