import type { Recorder, RequestRecord } from "../client/observe.ts";

/** One request and its answer, as far as they are kept. */
export interface Entry {
  id: number;
  at: string;
  method: string;
  path: string;
  status: number;
  ms: number;
  done: boolean;
  /** The id of the request that this one repeats. */
  replayOf: number | null;
  request: Message;
  response: Message;
}

export interface Message {
  /** Name, value, name, value … */
  headers: readonly string[];
  body: Buffer;
  /** The body went on beyond what is kept. */
  cut: boolean;
}

/** The last requests of a tunnel: so many, and so much of each. */
export interface Journal extends Recorder {
  entries(): Entry[];
  find(id: number): Entry | undefined;
  /** Like `begin`, for a request that repeats another. */
  replay(of: number, head: Parameters<Recorder["begin"]>[0]): ReturnType<Recorder["begin"]>;
}

export interface JournalOptions {
  /** @default 100 */
  limit?: number;
  /** Bytes kept of each body. @default 65_536 */
  bodyLimit?: number;
  /** Bytes kept of all requests and answers together, heads included; the oldest go first. @default 8_388_608 */
  byteLimit?: number;
}

export function createJournal({
  limit = 100,
  bodyLimit = 65_536,
  byteLimit = 8_388_608,
}: JournalOptions = {}): Journal {
  const kept: Entry[] = [];
  const sizes = new WeakMap<Entry, number>();
  let total = 0;
  let last = 0;

  return {
    entries: () => [...kept].reverse(),
    find: (id) => kept.find((entry) => entry.id === id),
    begin: (head) => record(head, null),
    replay: (of, head) => record(head, of),
  };

  function record({ method, path, headers }: Parameters<Recorder["begin"]>[0], replayOf: number | null) {
    const entry: Entry = {
      id: ++last,
      at: new Date().toISOString(),
      method,
      path,
      status: 0,
      ms: 0,
      done: false,
      replayOf,
      request: { headers, body: Buffer.alloc(0), cut: false },
      response: { headers: [], body: Buffer.alloc(0), cut: false },
    };
    kept.push(entry);
    sizes.set(entry, 0);
    grow(entry, sizeOf(headers) + method.length + path.length);
    return {
      requestBody: (bytes: Buffer) => grow(entry, keep(entry.request, bytes)),
      answer(status: number, answerHeaders: readonly string[]) {
        entry.status = status;
        entry.response.headers = answerHeaders;
        grow(entry, sizeOf(answerHeaders));
      },
      responseBody: (bytes: Buffer) => grow(entry, keep(entry.response, bytes)),
      end({ status, ms }: RequestRecord) {
        Object.assign(entry, { status, ms, done: true });
      },
    };
  }

  /** Counts what an entry holds more, and lets the oldest go where all hold too much. */
  function grow(entry: Entry, bytes: number): void {
    const before = sizes.get(entry);
    // It is not shown any more; whoever records it holds it to the end of its answer.
    if (before === undefined) return;
    sizes.set(entry, before + bytes);
    total += bytes;
    while (kept.length > limit || (total > byteLimit && kept.length > 1)) {
      const oldest = kept.shift()!;
      total -= sizes.get(oldest) ?? 0;
      sizes.delete(oldest);
    }
  }

  /** How many bytes were kept. */
  function keep(message: Message, bytes: Buffer): number {
    const room = bodyLimit - message.body.length;
    if (bytes.length > room) message.cut = true;
    if (room <= 0) return 0;
    const part = bytes.subarray(0, room);
    message.body = Buffer.concat([message.body, part]);
    return part.length;
  }
}

function sizeOf(headers: readonly string[]): number {
  return headers.reduce((sum, text) => sum + text.length, 0);
}
