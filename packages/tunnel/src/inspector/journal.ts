import type { RequestRecord, RequestRecorder } from "../client/observe.ts";
import { createRecordedBody, type RecordedBody } from "../requests/recorded-body.ts";

/** A recorded request and its response. */
export interface JournalEntry {
  id: number;
  at: string;
  method: string;
  path: string;
  status: number;
  ms: number;
  done: boolean;
  /** The id of the request that this one repeats. */
  replayOf: number | null;
  request: RecordedMessage;
  response: RecordedMessage;
}

export interface RecordedMessage {
  /** Flat list of names and values. */
  headers: readonly string[];
  readonly body: Buffer;
  /** Whether the body is longer than what is kept. */
  readonly cut: boolean;
}

/** The last requests of a tunnel, with limited bodies. */
export interface Journal extends RequestRecorder {
  entries(): JournalEntry[];
  find(id: number): JournalEntry | undefined;
  /** Like `begin`, for a request that repeats the entry `originalId`. */
  replay(originalId: number, head: Parameters<RequestRecorder["begin"]>[0]): ReturnType<RequestRecorder["begin"]>;
}

export interface JournalOptions {
  /** Maximum number of requests. @default 100 */
  maxEntries?: number;
  /** Maximum bytes kept of each body. @default 65_536 */
  maxBodyBytes?: number;
  /** Maximum bytes of all requests and responses together, including heads; the oldest are evicted. @default 8_388_608 */
  maxTotalBytes?: number;
}

/** Creates a journal. It keeps the newest requests and drops the oldest above either limit. */
export function createJournal({
  maxEntries = 100,
  maxBodyBytes = 65_536,
  maxTotalBytes = 8_388_608,
}: JournalOptions = {}): Journal {
  const recordedEntries: JournalEntry[] = [];
  const sizes = new WeakMap<JournalEntry, number>();
  let totalBytes = 0;
  let lastId = 0;

  return {
    entries: () => [...recordedEntries].reverse(),
    find: (id) => recordedEntries.find((entry) => entry.id === id),
    begin: (head) => record(head, null),
    replay: (originalId, head) => record(head, originalId),
  };

  /**
   * Adds an entry; `replayOf` is the id of the one it repeats, or `null`. Returns the recorder that completes it. Each addition
   * to its size may evict the oldest entries.
   */
  function record({ method, path, headers }: Parameters<RequestRecorder["begin"]>[0], replayOf: number | null) {
    const requestBody = createRecordedBody(maxBodyBytes);
    const responseBody = createRecordedBody(maxBodyBytes);
    const entry: JournalEntry = {
      id: ++lastId,
      at: new Date().toISOString(),
      method,
      path,
      status: 0,
      ms: 0,
      done: false,
      replayOf,
      request: toMessage(headers, requestBody),
      response: toMessage([], responseBody),
    };
    recordedEntries.push(entry);
    sizes.set(entry, 0);
    addSize(entry, sizeOf(headers) + method.length + path.length);
    return {
      requestBody: (bytes: Buffer) => addSize(entry, requestBody.append(bytes)),
      /** Records the status and the headers of the response. */
      response(status: number, responseHeaders: readonly string[]) {
        entry.status = status;
        entry.response.headers = responseHeaders;
        addSize(entry, sizeOf(responseHeaders));
      },
      responseBody: (bytes: Buffer) => addSize(entry, responseBody.append(bytes)),
      end({ status, ms }: RequestRecord) {
        Object.assign(entry, { status, ms, done: true });
      },
    };
  }

  /**
   * Adds to an entry's size. Evicts the oldest entries if there are too many, or if all together are too large, but never the newest,
   * however large it is. Bytes that still arrive for an evicted entry do not count.
   */
  function addSize(entry: JournalEntry, bytes: number): void {
    const size = sizes.get(entry);
    const wasEvicted = size === undefined;
    if (wasEvicted) return;
    sizes.set(entry, size + bytes);
    totalBytes += bytes;
    const isTooMuch = () =>
      recordedEntries.length > maxEntries || (totalBytes > maxTotalBytes && recordedEntries.length > 1);
    while (isTooMuch()) {
      const oldest = recordedEntries.shift()!;
      totalBytes -= sizes.get(oldest) ?? 0;
      sizes.delete(oldest);
    }
  }
}

/** Creates a request or response of an entry. Its body and `cut` are read on demand, because recording goes on. */
function toMessage(headers: readonly string[], recorded: RecordedBody): RecordedMessage {
  return {
    headers,
    get body() {
      const { buffer, byteOffset, length } = recorded.bytes;
      // A view of the recorded bytes, not a copy.
      return Buffer.from(buffer, byteOffset, length);
    },
    get cut() {
      return recorded.isCut;
    },
  };
}

/** Returns about how much memory headers take: a character counts as a byte. */
function sizeOf(headers: readonly string[]): number {
  return headers.reduce((sum, text) => sum + text.length, 0);
}
