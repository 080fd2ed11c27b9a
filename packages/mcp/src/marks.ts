/** Behind nothing: every message an inbox holds counts. */
const beginning = "seen:";

/** A pause between two rounds of one wait that is still the same wait, in ms. */
const sameWait = 120_000;

/** Remembers where waits stood, for callers that give no `since`. */
export interface Marks {
  /** An inbox made by this process: whatever it receives was meant for its maker. */
  begin(inboxId: string): void;
  /** Where to start without `since`; `undefined` is "now", so that no old code is taken for a new one. */
  start(inboxId: string): string | undefined;
  pending(inboxId: string, since: string): number;
  found(inboxId: string): void;
}

export function createMarks(now: () => number = Date.now): Marks {
  const marks = new Map<string, { since: string; isNew: boolean; rounds: number; at: number }>();
  return {
    begin(inboxId) {
      marks.set(inboxId, { since: beginning, isNew: true, rounds: 0, at: now() });
    },
    start(inboxId) {
      const mark = marks.get(inboxId);
      return mark && (mark.isNew || now() - mark.at < sameWait) ? mark.since : undefined;
    },
    pending(inboxId, since) {
      const mark = marks.get(inboxId);
      const recent = mark !== undefined && (mark.isNew || now() - mark.at < sameWait);
      const rounds = (recent ? mark.rounds : 0) + 1;
      marks.set(inboxId, { since, isNew: mark?.isNew ?? false, rounds, at: now() });
      return rounds;
    },
    found: (inboxId) => void marks.delete(inboxId),
  };
}
