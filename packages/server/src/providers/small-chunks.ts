import { setImmediate as nextTurn } from "node:timers/promises";

/** Bytes that a parser gets at once, as from a socket. */
const chunkBytes = 64 * 1024;
/** Bytes that are parsed before other requests have a turn. */
const bytesPerTurn = 256 * 1024;

/** Yields the bytes in small chunks, and lets other requests have turns of the event loop in between. */
export async function* toSmallChunks(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  let sinceTurn = 0;
  for await (const chunk of chunks) {
    for (let start = 0; start < chunk.byteLength; start += chunkBytes) {
      const small = chunk.subarray(start, start + chunkBytes);
      yield small;
      sinceTurn += small.byteLength;
      if (sinceTurn < bytesPerTurn) continue;
      sinceTurn = 0;
      await nextTurn();
    }
  }
}

/** Converts each item in a turn of its own, so that the others of a long batch do not stall other requests. */
export async function mapInTurns<Item, Result>(
  items: readonly Item[],
  convert: (item: Item, index: number) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const [index, item] of items.entries()) {
    results.push(convert(item, index));
    await nextTurn();
  }
  return results;
}
