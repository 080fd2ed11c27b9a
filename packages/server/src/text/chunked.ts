import { setImmediate as yieldToEventLoop } from "node:timers/promises";

/** Items handled before other work of the event loop runs: about a millisecond. */
const itemsPerChunk = 100;

/** Maps a list in chunks and yields to the event loop between them, so that a long list does not stall other requests. */
export async function mapInChunks<T, R>(items: readonly T[], map: (item: T) => R | Promise<R>): Promise<R[]> {
  if (items.length <= itemsPerChunk) return Promise.all(items.map(map));
  const results: R[] = [];
  for (let first = 0; first < items.length; first += itemsPerChunk) {
    for (const result of await Promise.all(items.slice(first, first + itemsPerChunk).map(map))) results.push(result);
    await yieldToEventLoop();
  }
  return results;
}

/**
 * Works like JSON.stringify for an object with long lists. Yields to the event loop between chunks of a list, so that a large
 * response does not stall other requests.
 */
export async function stringifyInChunks(body: object): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  let text = "{";
  let isFirst = true;
  for (const [name, value] of Object.entries(body)) {
    if (value === undefined) continue;
    text += `${isFirst ? "" : ","}${JSON.stringify(name)}:`;
    isFirst = false;
    if (!isLongList(value)) {
      text += JSON.stringify(value);
      continue;
    }
    for (let first = 0; first < value.length; first += itemsPerChunk) {
      const chunkInBrackets = JSON.stringify(value.slice(first, first + itemsPerChunk));
      const items = chunkInBrackets.slice(1, -1);
      // `text` holds what precedes this chunk.
      chunks.push(Buffer.from(`${text}${first === 0 ? "[" : ","}${items}`));
      text = "";
      await yieldToEventLoop();
    }
    text += "]";
  }
  chunks.push(Buffer.from(`${text}}`));
  return Buffer.concat(chunks);
}

/** Returns whether a value is a list long enough to be handled in chunks. */
export const isLongList = (value: unknown): value is unknown[] => Array.isArray(value) && value.length > itemsPerChunk;
