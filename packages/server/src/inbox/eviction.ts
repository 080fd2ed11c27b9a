/** The newest `keep` of each group, order unchanged. */
export function evictOldest<S>(messages: S[], groupOf: (message: S) => string, keep: number): S[] {
  const room = new Map<string, number>();
  return messages
    .toReversed()
    .filter((message) => {
      const group = groupOf(message);
      const left = room.get(group) ?? keep;
      room.set(group, left - 1);
      return left > 0;
    })
    .reverse();
}
