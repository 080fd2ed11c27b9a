import { setImmediate as nextTurn } from "node:timers/promises";

/** How many are handled before others have their turn: about a millisecond's work. */
const chunkSize = 100;

/** Applies `map` to each of any number of items, and lets all other work of the process through in between. */
export async function mapInChunks<T, R>(items: readonly T[], map: (item: T) => R | Promise<R>): Promise<R[]> {
  if (items.length <= chunkSize) return Promise.all(items.map(map));
  const results: R[] = [];
  for (let first = 0; first < items.length; first += chunkSize) {
    for (const result of await Promise.all(items.slice(first, first + chunkSize).map(map))) results.push(result);
    await nextTurn();
  }
  return results;
}

/** As JSON.stringify of an object one of whose lists is long, piece by piece. */
export async function stringifyInChunks(body: object): Promise<Buffer<ArrayBuffer>> {
  const pieces: Buffer[] = [];
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
    for (let first = 0; first < value.length; first += chunkSize) {
      const slice = JSON.stringify(value.slice(first, first + chunkSize)).slice(1, -1);
      pieces.push(Buffer.from(`${text}${first === 0 ? "[" : ","}${slice}`));
      text = "";
      await nextTurn();
    }
    text += "]";
  }
  pieces.push(Buffer.from(`${text}}`));
  return Buffer.concat(pieces);
}

/** Whether a value is a list that is worth slicing. */
export const isLongList = (value: unknown): value is unknown[] => Array.isArray(value) && value.length > chunkSize;
