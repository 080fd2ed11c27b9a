/** Behind nothing: every message an inbox holds counts. */
const beginning = "seen:";

/** A pause between two rounds of one wait that is still the same wait, in ms. */
const sameWait = 120_000;
/** Inboxes that are remembered; the one that was used longest ago goes first. */
const most = 1_000;

/** Remembers what was handed out of each inbox, for callers that send no `after`. */
export interface Marks {
  /** An inbox made by this process: whatever it receives was meant for its maker. */
  begin(inboxId: string): void;
  /** Behind the last thing that was handed out of the inbox; `undefined` when nothing was. */
  start(inboxId: string): string | undefined;
  /** How many rounds of one wait were in vain. */
  pending(inboxId: string): number;
  found(inboxId: string, since: string): void;
}

interface Mark {
  since: string | undefined;
  rounds: number;
  at: number;
}

export function createMarks(now: () => number = Date.now): Marks {
  const marks = new Map<string, Mark>();
  const put = (inboxId: string, mark: Mark) => {
    marks.delete(inboxId);
    marks.set(inboxId, mark);
    const [oldest] = marks.keys();
    if (marks.size > most && oldest !== undefined) marks.delete(oldest);
  };
  return {
    begin: (inboxId) => put(inboxId, { since: beginning, rounds: 0, at: now() }),
    start: (inboxId) => marks.get(inboxId)?.since,
    pending(inboxId) {
      const { since, rounds = 0, at = 0 } = marks.get(inboxId) ?? {};
      const next = (now() - at < sameWait ? rounds : 0) + 1;
      put(inboxId, { since, rounds: next, at: now() });
      return next;
    },
    found: (inboxId, since) => put(inboxId, { since, rounds: 0, at: now() }),
  };
}

/** For servers that keep nothing between two requests: each result returns a cursor. */
export const noMarks: Marks = { begin() {}, start: () => undefined, pending: () => 0, found() {} };
