/**
 * Returns the options of an `LRUCache` that holds at most `count` entries. Memory is allocated as entries are added. With the option `max`
 * each new cache allocates it for all entries at once, which costs time in every server that starts.
 */
export function maxEntries(count: number): { maxSize: number; sizeCalculation: () => number } {
  return { maxSize: count, sizeCalculation: () => 1 };
}
