import { setMaxListeners } from "node:events";

/** A controller that aborts with the first of several signals, until it is released. */
export interface LinkedController {
  controller: AbortController;
  release(): void;
}

/** Creates a controller that aborts with the first of the signals. `AbortSignal.any` leaks if these live longer (nodejs/node#55328). */
export function linkSignals(...signals: AbortSignal[]): LinkedController {
  const controller = new AbortController();
  // Node warns of a leak from 11 listeners on; many requests and calls share these signals.
  setMaxListeners(0, controller.signal, ...signals);
  const releases = signals.map((signal) => {
    const abort = () => controller.abort(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort);
    return () => signal.removeEventListener("abort", abort);
  });
  return {
    controller,
    release() {
      for (const release of releases) release();
    },
  };
}
