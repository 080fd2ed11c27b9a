import { LRUCache } from "lru-cache";

/** Cursor before every message of an inbox. */
const emptyCursor = "seen:";

/** Calls within this time count as one wait. */
const sameWaitMs = 120_000;
/** Least recently used inboxes are forgotten beyond this number. */
const maxInboxes = 1_000;

/** Remembers a cursor per inbox, for calls without `after`. */
export interface CursorStore {
  /** Starts a new inbox: every message in it counts. */
  startNew(inboxId: string): void;
  /** Returns the cursor after the last returned message; `undefined` if there is none. */
  get(inboxId: string): string | undefined;
  /** Counts an empty call. Returns how many there were in a row. */
  countEmpty(inboxId: string): number;
  set(inboxId: string, cursor: string): void;
}

interface StoredCursor {
  /** `undefined` if only empty calls were counted. */
  cursor: string | undefined;
  /** Number of empty calls in a row. */
  emptyCalls: number;
  updatedAt: number;
}

/** Creates a store of cursors in memory, limited to the inboxes that were used last. */
export function createCursorStore(now: () => number = Date.now): CursorStore {
  const cursors = new LRUCache<string, StoredCursor>({ max: maxInboxes });
  const put = (inboxId: string, cursor: string | undefined, emptyCalls = 0) =>
    void cursors.set(inboxId, { cursor, emptyCalls, updatedAt: now() });
  return {
    /** Starts at the empty cursor, from which a wait returns all messages. */
    startNew: (inboxId) => put(inboxId, emptyCursor),
    get: (inboxId) => cursors.get(inboxId)?.cursor,
    /** Counts a wait that ended without a code. Returns how many did in a row; a long pause begins a new count. */
    countEmpty(inboxId) {
      const { cursor, emptyCalls = 0, updatedAt = 0 } = cursors.get(inboxId) ?? {};
      const isSameWait = now() - updatedAt < sameWaitMs;
      const count = isSameWait ? emptyCalls + 1 : 1;
      put(inboxId, cursor, count);
      return count;
    },
    /** Stores the cursor after a returned message. The next wait without a code is the first in a row again. */
    set: (inboxId, cursor) => put(inboxId, cursor),
  };
}

/** For servers without state between requests: agents pass the cursor of each result. */
export const noCursors: CursorStore = { startNew() {}, get: () => undefined, countEmpty: () => 0, set() {} };
