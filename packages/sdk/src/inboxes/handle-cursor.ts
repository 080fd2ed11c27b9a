import type { Cursor } from "../waiting/cursor.ts";
import { type CursorState, fetchCursor } from "../waiting/cursor-state.ts";
import type { InboxSource, MessageSummary } from "../waiting/inbox-source.ts";

/** The read cursor of a handle. */
export interface HandleCursor {
  /** Returns the state that was requested first; requests it again if that failed. */
  current(): Promise<CursorState>;
}

/** Opens the cursor of a new handle: at `start`, or after the newest message to `to`. */
export function openHandleCursor<S extends MessageSummary>(
  source: InboxSource<S>,
  { start, to }: { start: Cursor | "now"; to: string | undefined },
): HandleCursor {
  const returned = new Set<string>();
  let state = start === "now" ? fetchState() : Promise.resolve({ cursor: start, returned });

  /** Requests the cursor after the newest message. */
  function fetchState(): Promise<CursorState> {
    const fetched = fetchCursor(source, { to }).then((cursor): CursorState => ({ cursor, returned }));
    // Each wait reports the failure. Without this, a handle that is never used would end the process.
    fetched.catch(() => {});
    return fetched;
  }

  return {
    async current() {
      const requested = state;
      try {
        return await requested;
      } catch {
        // The first of several waits that see the same failure asks again for all.
        if (state === requested) state = fetchState();
        return state;
      }
    },
  };
}
