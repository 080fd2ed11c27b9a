/**
 * Returns when the hook or test that uses a fixture now was begun, by `performance.now()`. Vitest gives each hook, and then the
 * test, a time of its own, and says nothing of their beginnings; but each reads its fixtures from the context as it begins.
 */
export function watchBegin(context: object, fixture: string): () => number {
  let begun = performance.now();
  let reads = 0;
  let value: unknown;
  Object.defineProperty(context, fixture, {
    configurable: true,
    enumerable: true,
    get() {
      // The first to read it is the one whose time already runs.
      if (++reads > 1) begun = performance.now();
      return value;
    },
    set(next: unknown) {
      value = next;
    },
  });
  return () => begun;
}
