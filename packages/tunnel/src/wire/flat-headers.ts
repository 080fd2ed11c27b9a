/**
 * Iterates over a flat list of header names and values, as `rawHeaders` has them. Code that runs for every request uses a
 * plain loop instead, which is several times as fast.
 */
export function* headerPairs(flat: readonly string[]): Generator<[name: string, value: string]> {
  for (let index = 0; index + 1 < flat.length; index += 2) yield [flat[index]!, flat[index + 1]!];
}

/**
 * Copies a latin1 string that was built by concatenation into one piece of memory. V8 flattens it only when needed, and
 * again for each longer string built from it, so this pays off for strings that are used often.
 */
export function flattenString(text: string): string {
  return Buffer.from(text, "latin1").toString("latin1");
}
