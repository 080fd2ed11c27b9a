import type { Candidate } from "../candidate.ts";
import { someOfKind, wordKinds } from "../text/lexicon.ts";
import { endsInColon } from "../text/sentences.ts";
import {
  type Evidence,
  isAboutMoney,
  isDigitsOfLength,
  isOnlyNumber,
  oneTimeEvidence,
  type ScoringInput,
} from "./scoring.ts";
import type { Surroundings } from "./surroundings.ts";

/**
 * "verification", "authentication" or "activation" at the end of a label, in the languages that share these stems, and others.
 * "Confirmation" is missing: bookings have numbers of that name.
 */
const NAMES_VERIFICATION =
  /(?:(?:[vw][eé]r[iy]f|auth?ent|a[ck]?tt?[iy][vw])\p{L}{0,6}(?:tion|zione|ción|ção|ung|tie|ring|cja|si)|freischaltung|[2m]fa|doğrulama|(?:вериф..|актив)ац.я|验证|驗證|認証|인증) ?:\s*$/iu;

/**
 * Returns evidence for the only number of a message, five to eight digits after a short label with a colon, if the message warns of
 * sharing it, or the label names a verification: `Sign-in: 482913. Share it with nobody.`, `Copper verification: 482913`. Numbers of four
 * digits are often hours and years.
 */
export function matchSecret(input: ScoringInput, candidate: Candidate, around: Surroundings): Evidence | undefined {
  if (!isDigitsOfLength(candidate, 5, 8) || isAboutMoney(input) || !isOnlyNumber(input, candidate)) return undefined;
  const label = input.message.textWithoutLinks.slice(around.sentence.start, candidate.start);
  const hasShortLabel = endsInColon(label) && around.wordsBefore > 0 && around.wordsBefore <= 3;
  const warnsOfSharing = someOfKind(input.terms, wordKinds.sharing);
  const isVerification = around.wordsAfter === 0 && NAMES_VERIFICATION.test(label);
  if (!hasShortLabel || !(warnsOfSharing || isVerification)) return undefined;
  return oneTimeEvidence("secretNumber", warnsOfSharing ? "is not to be shared" : "verifies");
}
