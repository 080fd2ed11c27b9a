import type { Candidate } from "../candidate.ts";
import { someOfKind, wordKinds } from "../text/lexicon.ts";
import { endsInColon } from "../text/sentences.ts";
import {
  type Evidence,
  isAboutMoney,
  isOnlyNumber,
  isSixDigits,
  oneTimeEvidence,
  type ScoringInput,
} from "./scoring.ts";
import type { Surroundings } from "./surroundings.ts";

/** "verification" of a person at the end of a label. "Confirmation" is missing: bookings have numbers of that name. */
const NAMES_VERIFICATION =
  /(?:verification|authentication|[2m]fa|vérification|authentification|verificación|autenticación|verificação|autenticação|verifizierung|verificatie|verifiering|verifisering|weryfikacja|doğrulama|верификация|верифікація|verifikasi|验证|驗證|認証|인증) ?[:：]\s*$/iu;

/**
 * Returns evidence for the only number of a message, six digits after a short label with a colon, if the message warns of sharing
 * it, or the label names a verification: `Sign-in: 482913. Share it with nobody.`, `Copper verification: 482913`.
 */
export function matchSecret(input: ScoringInput, candidate: Candidate, around: Surroundings): Evidence | undefined {
  if (!isSixDigits(candidate) || isAboutMoney(input) || !isOnlyNumber(input, candidate)) return undefined;
  const label = input.message.textWithoutLinks.slice(around.sentence.start, candidate.start);
  const hasShortLabel = endsInColon(label) && around.wordsBefore > 0 && around.wordsBefore <= 3;
  const warnsOfSharing = someOfKind(input.terms, wordKinds.sharing);
  const isVerification = around.wordsAfter === 0 && NAMES_VERIFICATION.test(label);
  if (!hasShortLabel || !(warnsOfSharing || isVerification)) return undefined;
  return oneTimeEvidence("secretNumber", warnsOfSharing ? "is not to be shared" : "verifies");
}
