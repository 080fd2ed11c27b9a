import type { Candidate } from "../candidate.ts";
import { matchLoneNumber } from "./lone-number.ts";
import { matchOwnLine } from "./own-line.ts";
import { matchPayment } from "./payment.ts";
import { type Evidence, oneTimeEvidence, type ScoringInput } from "./scoring.ts";
import { matchSecret } from "./secret.ts";
import type { Surroundings } from "./surroundings.ts";
import { matchTyped } from "./typed.ts";
import { matchVerifiedWith } from "./verified-with.ts";

/**
 * Returns the evidence for a candidate that needs no keyword such as "code": from its form, its line and the verbs beside it, `undefined`
 * for each that is missing. `hasKeyword`: a keyword already names the candidate, so that its own line is no further evidence.
 */
export function matchWithoutKeyword(
  input: ScoringInput,
  candidate: Candidate,
  around: Surroundings,
  hasKeyword: boolean,
): (Evidence | undefined)[] {
  const ownLine = hasKeyword ? undefined : matchOwnLine(input, candidate, around);
  // Letters alone are ordinary words, except on their own line.
  if (candidate.shape === "letters") return [ownLine];
  return [
    matchPrefixedCode(input, candidate),
    matchTyped(input, candidate, around),
    matchVerifiedWith(input, candidate, around),
    matchSecret(input, candidate, around),
    matchPayment(input, candidate, around),
    matchLoneNumber(input, candidate, around),
    ownLine,
  ];
}

/** Returns evidence for a capital, a dash and six digits, as Google's codes have them: `G-123456`. */
function matchPrefixedCode({ message }: ScoringInput, { start, end }: Candidate): Evidence | undefined {
  const isPrefixed = /^[A-Z]-\d{6}$/.test(message.textWithoutLinks.slice(start, end));
  // `false`: the candidate does not count as adjacent to a keyword, because no word says what it is.
  return isPrefixed ? oneTimeEvidence("prefixed", "is built like a code", false) : undefined;
}
