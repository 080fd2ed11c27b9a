import type { NearMiss, WaitTimeoutError } from "../errors.ts";
import type { MessageSummary } from "./inbox-source.ts";

/** Creates the collection of a wait's messages that did not match, for its error. */
export function createNearMisses() {
  const misses = new Map<string, NearMiss & { passedFilters: boolean }>();
  return {
    get size() {
      return misses.size;
    },
    /** Adds a message, with the reason why it did not match, for people. */
    add(summary: MessageSummary, why: string, { passedFilters }: { passedFilters: boolean }): void {
      const { id, sender, subject, snippet, received_at } = summary;
      const facts = { id, sender, ...(subject === undefined ? {} : { subject }), snippet, received_at };
      misses.set(id, { ...facts, why, passedFilters });
    },
    /** Returns why the wait failed: nothing arrived, no message passed the filters, or one did but had no code or link. */
    reason(): WaitTimeoutError["reason"] {
      if (misses.size === 0) return "no_message";
      return [...misses.values()].some((miss) => miss.passedFilters) ? "no_code" : "filtered_out";
    },
    /** Returns the messages in the order of their ids, which is that of their arrival, without `passedFilters`, which is internal. */
    list(): NearMiss[] {
      const sorted = [...misses.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
      return sorted.map(({ passedFilters: _internal, ...miss }) => miss);
    },
  };
}
