/**
 * Returns the options of an `LRUCache` that holds at most `count` entries. Takes memory for those that are there, while the option `max`
 * takes it for all at once, and three milliseconds for 10,000 of them.
 */
export function maxEntries(count: number): { maxSize: number; sizeCalculation: () => number } {
  return { maxSize: count, sizeCalculation: () => 1 };
}
