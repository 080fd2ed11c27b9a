import { setImmediate as nextTurn } from "node:timers/promises";

/** Bytes that a parser gets at once, as from a socket. */
const chunkBytes = 64 * 1024;
/** Bytes that are parsed before other requests have a turn. */
const bytesPerTurn = 256 * 1024;

/** Yields the bytes in small chunks, and lets other requests run on the event loop in between. */
export async function* toSmallChunks(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  let bytesInTurn = 0;
  for await (const chunk of chunks) {
    for (let start = 0; start < chunk.byteLength; start += chunkBytes) {
      const smallChunk = chunk.subarray(start, start + chunkBytes);
      yield smallChunk;
      bytesInTurn += smallChunk.byteLength;
      if (bytesInTurn < bytesPerTurn) continue;
      bytesInTurn = 0;
      await nextTurn();
    }
  }
}

/** Converts the items of a list, each in another turn of the event loop, so that a long list does not stall other requests. */
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
