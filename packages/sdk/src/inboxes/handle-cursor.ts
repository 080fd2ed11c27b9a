import type { Cursor } from "../waiting/cursor.ts";
import { type CursorState, fetchCursor } from "../waiting/cursor-state.ts";
import type { InboxSource, MessageSummary } from "../waiting/inbox-source.ts";

/** The read cursor of a handle. */
export interface HandleCursor {
  /** Returns the state that was requested first; requests it again if that failed. */
  current(): Promise<CursorState>;
}

/**
 * Opens the read cursor of a new inbox handle: at `start`, or for "now" after the newest message to the address `to`. All
 * waits of the handle share it, with the ids of the messages that they `returned`, so that none is returned twice.
 */
export function openHandleCursor<S extends MessageSummary>(
  source: InboxSource<S>,
  { start, to }: { start: Cursor | "now"; to: string | undefined },
): HandleCursor {
  const returned = new Set<string>();
  let cursorState = start === "now" ? fetchState() : Promise.resolve({ cursor: start, returned });

  /** Requests the cursor after the newest message. Each state shares the set `returned`, to which the waits add ids. */
  function fetchState(): Promise<CursorState> {
    const fetched = fetchCursor(source, { to }).then((cursor): CursorState => ({ cursor, returned }));
    // Each wait reports the failure. Without this, the unhandled rejection of a handle that is never used would end the process.
    fetched.catch(() => {});
    return fetched;
  }

  return {
    /** Returns the read state. Requests it again if the first request failed, once for all waits that see this failure. */
    async current() {
      const requested = cursorState;
      try {
        return await requested;
      } catch {
        const isFirstToRepeat = cursorState === requested;
        if (isFirstToRepeat) cursorState = fetchState();
        return cursorState;
      }
    },
  };
}
