/** Returns the newest `maxPerGroup` messages of each group, in unchanged order. */
export function evictOldest<S>(messages: S[], groupOf: (message: S) => string, maxPerGroup: number): S[] {
  const remainingByGroup = new Map<string, number>();
  return (
    messages
      // The newest first, so that the oldest of a group exceed the limit.
      .toReversed()
      .filter((message) => {
        const group = groupOf(message);
        const remaining = remainingByGroup.get(group) ?? maxPerGroup;
        remainingByGroup.set(group, remaining - 1);
        return remaining > 0;
      })
      .reverse()
  );
}
