import type { Candidate } from "./candidate.ts";

const MIN_LIST_LENGTH = 3;
/** A bullet, a comma or an item's number between two items. */
const ITEM_SEPARATOR = /^\s*(?:[,;|/•*·-]\s*)?(?:\d{1,2}[.):]\s*)?$/;

/**
 * Returns the candidates that are items of a list: equal in form, with only separators between them. They are backup codes or rows
 * of a table, but no code to type now.
 */
export function findListItems(text: string, candidates: readonly Candidate[]): Set<Candidate> {
  const listItems = new Set<Candidate>();
  let currentRun: Candidate[] = [];
  /** Adds the current run of candidates of one form to the result if it is long enough for a list, and begins a new run. */
  function endRun(): void {
    // One code that is repeated is no list.
    const distinctValues = new Set(currentRun.map(({ value }) => value));
    if (distinctValues.size >= MIN_LIST_LENGTH) for (const candidate of currentRun) listItems.add(candidate);
    currentRun = [];
  }
  for (const candidate of candidates) {
    const previous = currentRun.at(-1);
    if (previous) {
      const gap = text.slice(previous.end, candidate.start);
      const continuesList = hasSameForm(previous, candidate) && ITEM_SEPARATOR.test(gap);
      if (!continuesList) endRun();
    }
    currentRun.push(candidate);
  }
  endRun();
  return listItems;
}

/** Whether two candidates look alike: same kind of characters, same length, same grouping. */
function hasSameForm(one: Candidate, other: Candidate): boolean {
  return (
    one.shape === other.shape &&
    one.value.length === other.value.length &&
    one.end - one.start === other.end - other.start
  );
}
