/**
 * Returns a function that returns when the hook or test that runs now has started, by `performance.now()`. Vitest does not expose
 * this, but each hook and test reads its fixtures from the context when it starts. So this replaces the fixture's property by one
 * that records when it was last read.
 */
export function trackLatestStart(context: object, fixture: string): () => number {
  let latestStart = performance.now();
  let readCount = 0;
  let fixtureValue: unknown;
  Object.defineProperty(context, fixture, {
    configurable: true,
    enumerable: true,
    /**
     * Returns the fixture. Each hook and test that uses it reads it when it starts, so a read is a new start. Not the first read: the hook
     * or test for which Vitest sets the fixture up started when `trackLatestStart` was called.
     */
    get() {
      readCount += 1;
      if (readCount > 1) latestStart = performance.now();
      return fixtureValue;
    },
    // Vitest sets the fixture after this call.
    set(value: unknown) {
      fixtureValue = value;
    },
  });
  return () => latestStart;
}
