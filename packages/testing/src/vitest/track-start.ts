/**
 * Returns a function that returns when the current hook or test started, by `performance.now()`. Vitest does not expose this,
 * but each hook and test reads the fixture from the context when it starts, so each read marks a start.
 */
export function trackStart(context: object, fixture: string): () => number {
  let startedAt = performance.now();
  let reads = 0;
  let value: unknown;
  Object.defineProperty(context, fixture, {
    configurable: true,
    enumerable: true,
    get() {
      // The first read belongs to the hook or test that is starting now; its start is recorded already.
      if (++reads > 1) startedAt = performance.now();
      return value;
    },
    set(next: unknown) {
      value = next;
    },
  });
  return () => startedAt;
}
