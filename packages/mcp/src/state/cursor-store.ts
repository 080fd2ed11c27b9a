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
  cursor: string | undefined;
  attempts: number;
  at: number;
}

export function createCursorStore(now: () => number = Date.now): CursorStore {
  const cursors = new Map<string, StoredCursor>();
  const put = (inboxId: string, mark: StoredCursor) => {
    cursors.delete(inboxId);
    cursors.set(inboxId, mark);
    const [oldest] = cursors.keys();
    if (cursors.size > maxInboxes && oldest !== undefined) cursors.delete(oldest);
  };
  return {
    startNew: (inboxId) => put(inboxId, { cursor: emptyCursor, attempts: 0, at: now() }),
    get: (inboxId) => cursors.get(inboxId)?.cursor,
    countEmpty(inboxId) {
      const { cursor, attempts = 0, at = 0 } = cursors.get(inboxId) ?? {};
      const next = (now() - at < sameWaitMs ? attempts : 0) + 1;
      put(inboxId, { cursor, attempts: next, at: now() });
      return next;
    },
    set: (inboxId, cursor) => put(inboxId, { cursor, attempts: 0, at: now() }),
  };
}

/** For servers without state between requests: agents pass the cursor of each result. */
export const noCursors: CursorStore = { startNew() {}, get: () => undefined, countEmpty: () => 0, set() {} };
