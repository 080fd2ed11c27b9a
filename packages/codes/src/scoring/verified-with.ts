import type { Candidate } from "../candidate.ts";
import { isOffer } from "../keywords/offer.ts";
import { isUnspacedScript } from "../text/letters.ts";
import { isOfKind, someOfKind, type Term, wordKinds } from "../text/lexicon.ts";
import { countWords, endsInColon, spansStartingIn, textAfter } from "../text/sentences.ts";
import { type Evidence, isDigits, oneTimeEvidence, type ScoringInput } from "./scoring.ts";
import { looksRandom } from "./shape-score.ts";
import type { Surroundings } from "./surroundings.ts";

/** A verb that begins more characters after the number is usually about something else. */
const VERB_REACH = 48;
/** "with" in languages that say it after the noun. */
const WITH_AFTER_NOUN = /^\s?(?:ile(?!\p{L})|で|を|(?:\(으\)|으)?로|से|తో|ਨਾਲ)/u;

/** "or" right after: `Log in with 482913 or tap the link`. */
const OR = /^,? (?:or|oder|ou|o|of|eller|tai|lub|nebo|vagy|sau|или|або|veya|atau|hoặc) /iu;

/**
 * Returns evidence if the sentence says what to verify with, without a word such as "code": `Log in with 482913`,
 * `Use it to log in: 482913`, `With 482913 you can log in`, `482913 is what you need to sign in`.
 */
export function matchVerifiedWith(
  input: ScoringInput,
  candidate: Candidate,
  around: Surroundings,
): Evidence | undefined {
  const { message, terms } = input;
  const text = message.textWithoutLinks;
  const { end, value } = candidate;
  // Four to eight digits, as sign-in codes have, or `A7K2Q9`. Longer numbers are of accounts and phones.
  const isCodeLike = isDigits(candidate) ? value.length >= 4 && value.length <= 8 : looksRandom(value);
  // `Sign up with WINTER20 for 20 % off`: an offer verifies nothing.
  if (!isCodeLike || isOffer(text, terms, candidate)) return undefined;
  const after = spansStartingIn(terms, end, Math.min(around.sentence.end, end + VERB_REACH));
  const isMeans =
    isMeansOfVerbBefore(input, candidate, around) ||
    (someOfKind(after, wordKinds.verify) && isMeansOfVerbAfter(text, candidate, around));
  // `482913 is what you need to sign in`, where nothing but a name or a request precedes the number.
  const isStated = around.opensClause && saysWhatItIsFor(text, candidate, after);
  return isMeans || isStated ? oneTimeEvidence("verifiedWith", "is to verify with") : undefined;
}

/** Whether the number is the means of a verb before it: `Log in with 482913`, `Use it to log in: 482913`. */
function isMeansOfVerbBefore(
  { message, terms }: ScoringInput,
  { start, end }: Candidate,
  around: Surroundings,
): boolean {
  const text = message.textWithoutLinks;
  const { sentence, wordsBefore, wordsAfter, followsWith } = around;
  const before = spansStartingIn(terms, sentence.start, start);
  // `Log in with 482913`, perhaps with one more word, or `… or tap the link`; not `Log in with 4410 other players`.
  const endsOrOffersMore = wordsAfter <= 1 || OR.test(textAfter(text, end, 8));
  if (!endsOrOffersMore || !someOfKind(before, wordKinds.verify)) return false;
  // `Use it to log in: 482913`, but not the label `Sign-in: 4829`. In scripts without spaces, where three letters count as a
  // word, five letters say as much.
  const minWords = isUnspacedScript(text.charCodeAt(sentence.start)) ? 1.5 : 3;
  const asksBeforeColon =
    endsInColon(text.slice(sentence.start, start)) &&
    someOfKind(before, wordKinds.enter | wordKinds.with) &&
    wordsBefore >= minWords;
  return followsWith || asksBeforeColon;
}

/** Whether the number is the means of a verb after it: `With 482913 you can log in`, `482913 ile giriş yapın` (Turkish). */
function isMeansOfVerbAfter(text: string, { end }: Candidate, { wordsBefore, followsWith }: Surroundings): boolean {
  const followsOpeningWith = followsWith && wordsBefore <= 3;
  const precedesWith = wordsBefore <= 2 && WITH_AFTER_NOUN.test(textAfter(text, end, 8));
  return followsOpeningWith || precedesWith;
}

/** "to" before a verb, in languages where that is a word of its own. */
export const PURPOSE =
  /(?<!\p{L})(?:to|um|zum|om|att|å|pour|para|per|pentru|aby|żeby|do|чтобы|для|щоб|за да|για|hogy|için|untuk|kad|lai|et)(?!\p{L})/iu;

const IS_FOR_DOING = /^ is for \p{L}+ing(?!\p{L})/iu;
/** A verb right after the number, and whose what it confirms: `482913 confirms your address`. */
const CONFIRMS_YOUR =
  /^ \p{L}+ (?:your|tu|su|votre|ton|ta|ihre?n?|deine?n?|seu|sua|teu|tua|il tuo|la tua|je|uw|din|ditt|dit|vaš[ue]?|váš|ваш[уе]?|twój|twoje)(?!\p{L})/iu;

/**
 * Whether the words after six digits say that they are for verifying: `482913 is what you need to sign in`,
 * `Harbor: 482913 to sign in`, `482913 is the number to type`, but not `482913 is confirmed`. `after`: the known words there.
 */
function saysWhatItIsFor(text: string, { end, value }: Candidate, after: Term[]): boolean {
  // Other numbers are often counts or years: `2026 is the year to sign up`.
  if (value.length !== 6) return false;
  const enter = after.find((term) => isOfKind(term, wordKinds.enter));
  // `482913 is the number to type`: "to" right before the verb.
  const wordBeforeEnter = enter && text.slice(end, enter.start).trim().split(/\s/).at(-1);
  if (wordBeforeEnter && PURPOSE.test(wordBeforeEnter)) return true;
  const isRightAfterNumber = ({ start }: Term) => start - end < 2;
  const [next] = after;
  const isNextVerb = next && isRightAfterNumber(next) && isOfKind(next, wordKinds.verify);
  // `482913 confirms your address`, but not `482913 confirmed`. 48 characters are enough for the verb and "your".
  if (isNextVerb) return CONFIRMS_YOUR.test(textAfter(text, end, 48));
  const verify = after.find((term) => isOfKind(term, wordKinds.verify) && !isRightAfterNumber(term));
  if (!verify) return false;
  // `482913 is for signing in`
  if (IS_FOR_DOING.test(textAfter(text, end, 24))) return true;
  const isFollowedByIs = next && isRightAfterNumber(next) && isOfKind(next, wordKinds.joining);
  // `482913 is what you need to sign in`, but not `482913 is now confirmed`, which reports.
  if (isFollowedByIs && next !== verify && countWords(text, next.end, verify.start) >= 3) return true;
  // `482913 to sign in`
  return PURPOSE.test(text.slice(end, verify.start));
}
