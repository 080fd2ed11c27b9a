import { StorageError } from "../problem.ts";

/** Milliseconds that calls are given while another is out that should have ended long ago. */
const shortLimit = 1_000;

/** Sees to it that nobody waits for ever for a storage that does not answer. */
export interface CallTimeout {
  /** The call's result, or a rejection once it has taken too long; what it does later is nobody's concern. */
  run<T>(call: Promise<T>): Promise<T>;
  /** Whether a call is out that has taken too long. */
  isStuck(): boolean;
  /** Ends the timer, unless a call is out that it must give up. */
  close(): void;
}

interface Held {
  since: number;
  giveUp(error: StorageError): void;
}

/** One timer serves all calls, for nearly all end at once. 0 milliseconds are no limit. */
export function createCallTimeout(milliseconds: number): CallTimeout {
  const held = new Set<Held>();
  let stuck = 0;
  let timer: NodeJS.Timeout | undefined;

  const limit = () => (stuck > 0 ? Math.min(milliseconds, shortLimit) : milliseconds);

  function watch(): void {
    const [oldest] = held;
    if (oldest === undefined) return;
    // Answers that came in while the process did not run are read before any call is given up.
    timer ??= setTimeout(() => setImmediate(look), Math.max(0, oldest.since + limit() - performance.now()));
    timer.unref();
  }

  function look(): void {
    timer = undefined;
    const now = performance.now();
    for (const call of held) {
      const took = now - call.since;
      if (took < limit()) continue;
      held.delete(call);
      stuck++;
      call.giveUp(
        new StorageError("The storage is late", {
          fault: "late",
          cause: new Error(`The storage did not answer within ${Math.round(took)} ms`),
        }),
      );
    }
    watch();
  }

  return {
    isStuck: () => stuck > 0,
    close() {
      if (held.size > 0) return;
      clearTimeout(timer);
      timer = undefined;
    },
    run(call) {
      if (milliseconds === 0) return call;
      return new Promise((resolve, reject) => {
        const entry: Held = { since: performance.now(), giveUp: reject };
        held.add(entry);
        if (timer === undefined) watch();
        const end = () => {
          if (!held.delete(entry)) stuck--;
        };
        call.then(
          (value) => {
            end();
            resolve(value);
          },
          (error: unknown) => {
            end();
            reject(error);
          },
        );
      });
    },
  };
}
