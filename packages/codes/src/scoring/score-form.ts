import type { Candidate } from "../candidates.ts";
import { matchLoneNumber } from "./lone-number.ts";
import { matchOwnLine } from "./own-line.ts";
import { matchPayment } from "./payment.ts";
import { type KeywordMatch, oneTime, type ScoringInput } from "./scoring.ts";
import type { Surroundings } from "./surroundings.ts";
import { matchSecret, matchTyped, matchVerifiedWith } from "./typed.ts";

/** Returns evidence from a candidate's form and place that needs no keyword. `hasKeyword`: a keyword already names it. */
export function scoreWithoutKeyword(
  input: ScoringInput,
  candidate: Candidate,
  around: Surroundings,
  hasKeyword: boolean,
): KeywordMatch[] {
  if (candidate.shape === "letters") return hasKeyword ? [] : matchOwnLine(input, candidate, around);
  const found = [
    ...matchPrefixedCode(input, candidate),
    ...matchTyped(input, candidate, around),
    ...matchVerifiedWith(input, candidate, around),
    ...matchSecret(input, candidate, around),
    ...matchPayment(input, candidate, around),
    ...matchLoneNumber(input, candidate, around),
  ];
  return hasKeyword ? found : [...found, ...matchOwnLine(input, candidate, around)];
}

/** `G-123456` */
function matchPrefixedCode({ message }: ScoringInput, { start, end }: Candidate): KeywordMatch[] {
  const isPrefixed = /^[A-Z]-\d{6}$/.test(message.masked.slice(start, end));
  return isPrefixed ? [oneTime("prefixed", "is built like a code", false)] : [];
}
