/**
 * Returns a function for the start of the current hook or test, by `performance.now()`. Vitest gives each hook and test its own
 * time limit but does not tell their start; each reads its fixtures from the context when it starts.
 */
export function trackStart(context: object, fixture: string): () => number {
  let startedAt = performance.now();
  let reads = 0;
  let value: unknown;
  Object.defineProperty(context, fixture, {
    configurable: true,
    enumerable: true,
    get() {
      // The first reader has already started.
      if (++reads > 1) startedAt = performance.now();
      return value;
    },
    set(next: unknown) {
      value = next;
    },
  });
  return () => startedAt;
}
