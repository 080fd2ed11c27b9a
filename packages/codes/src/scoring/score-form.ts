import type { Candidate } from "../candidates.ts";
import { matchLoneNumber } from "./lone-number.ts";
import { matchOwnLine } from "./own-line.ts";
import { matchPayment } from "./payment.ts";
import { type KeywordMatch, oneTimeMatch, type ScoringInput } from "./scoring.ts";
import type { Surroundings } from "./surroundings.ts";
import { matchSecret, matchTyped, matchVerifiedWith } from "./typed.ts";

/**
 * Returns the evidence for a candidate that needs no keyword such as "code": from its form, its line and the verbs beside it.
 * With `hasKeyword`, a keyword already names it, and standing on its own line adds nothing.
 */
export function scoreWithoutKeyword(
  input: ScoringInput,
  candidate: Candidate,
  around: Surroundings,
  hasKeyword: boolean,
): KeywordMatch[] {
  // Letters alone are ordinary words, except on their own line.
  if (candidate.shape === "letters") return hasKeyword ? [] : matchOwnLine(input, candidate, around);
  const matches = [
    ...matchPrefixedCode(input, candidate),
    ...matchTyped(input, candidate, around),
    ...matchVerifiedWith(input, candidate, around),
    ...matchSecret(input, candidate, around),
    ...matchPayment(input, candidate, around),
    ...matchLoneNumber(input, candidate, around),
  ];
  return hasKeyword ? matches : [...matches, ...matchOwnLine(input, candidate, around)];
}

/** Returns evidence for a capital, a dash and six digits, as Google's codes have them: `G-123456`. An empty list for other forms. */
function matchPrefixedCode({ message }: ScoringInput, { start, end }: Candidate): KeywordMatch[] {
  const isPrefixed = /^[A-Z]-\d{6}$/.test(message.textWithoutLinks.slice(start, end));
  // `false`: the candidate does not count as adjacent to a keyword, because no word says what it is.
  return isPrefixed ? [oneTimeMatch("prefixed", "is built like a code", false)] : [];
}
