import { type Candidate, createCandidate } from "./candidate.ts";
import { findCandidates } from "./candidates.ts";
import type { Term } from "./text/lexicon.ts";
import type { NormalizedMessage } from "./text/normalize.ts";
import type { FindOptions } from "./types.ts";

/** The caller's constraints on the code: `length`, `alphabet` and `pattern`. */
export interface CodeFilter {
  /** There are no constraints. */
  acceptsAll: boolean;
  accepts(value: string, shown: string): boolean;
}

/** A map, because an alphabet may also spell a property of every object, such as "constructor". */
const NAMED_ALPHABETS = new Map([
  ["digits", /^\d+$/],
  ["letters", /^[A-Za-z-]+$/],
  ["alphanumeric", /^[A-Za-z\d-]+$/],
]);
const MAX_CANDIDATES = 200;
/** A word with dashes, dots, underscores or number signs, as a caller's pattern may require. */
const WORD_WITH_PUNCTUATION = /(?<![\p{L}\p{N}_])[A-Za-z0-9][A-Za-z0-9_#.-]{1,62}[A-Za-z0-9](?![\p{L}\p{N}_])/gu;

/** Creates the filter for `length`, `alphabet` and `pattern`. @throws RangeError for an invalid length, or an alphabet without characters. */
export function createCodeFilter({ length, alphabet, pattern }: FindOptions): CodeFilter {
  const isInRange = lengthTest(length);
  const isInAlphabet = alphabetTest(alphabet);
  // Without the flags g and y, which make a pattern remember its position between two tests.
  const wholePattern = pattern && new RegExp(`^(?:${pattern.source})$`, pattern.flags.replace(/[gy]/g, ""));
  return {
    acceptsAll: length === undefined && alphabet === undefined && pattern === undefined,
    /**
     * Whether a code meets all constraints; its length may be that with or without dashes. `value` is what a person types;
     * `shown` has the separators of the message.
     */
    accepts(value, shown) {
      const hasLength = isInRange(value.length) || isInRange(value.replaceAll("-", "").length);
      if (!hasLength || !isInAlphabet(value)) return false;
      return wholePattern === undefined || wholePattern.test(value) || wholePattern.test(shown);
    },
  };
}

/** Returns a test for a number of characters: an exact length, or a range. @throws RangeError for an invalid length. */
function lengthTest(length: FindOptions["length"]): (count: number) => boolean {
  const { min = 1, max = Number.POSITIVE_INFINITY } =
    typeof length === "number" ? { min: length, max: length } : (length ?? {});
  // With NaN, every comparison is false.
  const isInOrder = min >= 0 && max >= min;
  if (!isInOrder) throw new RangeError(`length must be a number, or min and max in order, not ${min} to ${max}`);
  return (count) => count >= min && count <= max;
}

/**
 * Returns a test for codes of the alphabet: one of `digits`, `letters`, `alphanumeric`, or a string of all allowed characters.
 * @throws RangeError for an empty string.
 */
function alphabetTest(alphabet: FindOptions["alphabet"]): (value: string) => boolean {
  if (alphabet === undefined) return () => true;
  if (alphabet === "") throw new RangeError("alphabet must hold the characters of the code");
  const namedAlphabet = NAMED_ALPHABETS.get(alphabet);
  if (namedAlphabet) return (value) => namedAlphabet.test(value);
  const characters = new Set(alphabet);
  return (value) => [...value].every((character) => characters.has(character));
}

/**
 * Returns the candidates that the filter accepts. With a `pattern`, also other words that match it, even if they have no usual form
 * of a code; with a `length`, those with a digit. An `alphabet` adds none: it would also accept ordinary words.
 */
export function findAcceptedCandidates(
  message: NormalizedMessage,
  terms: Term[],
  filter: CodeFilter,
  { pattern, length }: FindOptions,
): Candidate[] {
  const candidates = findCandidates(message, terms);
  if (filter.acceptsAll) return candidates;
  const accepted = candidates.filter(({ value, start, end }) =>
    filter.accepts(value, message.textWithoutLinks.slice(start, end)),
  );
  if (!pattern && length === undefined) return accepted;
  const acceptedStarts = new Set(accepted.map(({ start }) => start));
  for (const { 0: shown, index } of message.textWithoutLinks.matchAll(WORD_WITH_PUNCTUATION)) {
    if (accepted.length >= MAX_CANDIDATES) break;
    const isOrdinaryWord = !pattern && !/\d/.test(shown);
    if (acceptedStarts.has(index) || isOrdinaryWord || !filter.accepts(shown, shown)) continue;
    const shape = /^\d+$/.test(shown) ? "digits" : "mixed";
    accepted.push(createCandidate(shape, index, shown));
  }
  return accepted.sort((one, other) => one.start - other.start);
}
