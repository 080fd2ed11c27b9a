import type { Candidate } from "../candidate.ts";
import { isOffer } from "../keywords/offer.ts";
import { isUnspacedScript } from "../text/letters.ts";
import { isOfKind, someOfKind, type Term, wordKinds } from "../text/lexicon.ts";
import { countWords, endsInColon, spansStartingIn, textAfter } from "../text/sentences.ts";
import { type Evidence, isDigits, isDigitsOfLength, oneTimeEvidence, type ScoringInput } from "./scoring.ts";
import { looksRandom } from "./shape-score.ts";
import type { Surroundings } from "./surroundings.ts";

/** A verb that begins more characters after the number is usually about something else. */
const MAX_DISTANCE_TO_VERB = 48;
/** "with" in languages that say it after the noun. */
const WITH_AFTER_NOUN = /^\s?(?:ile(?!\p{L})|で|を|(?:\(으\)|으)?로|से|తో|ਨਾਲ)/u;

/** "or" right after: `Log in with 482913 or tap the link`. */
const WORD_FOR_OR = /^,? (?:or|oder|ou|o|of|eller|tai|lub|nebo|vagy|sau|или|або|veya|atau|hoặc) /iu;

/**
 * Returns evidence if the sentence says what to verify with, without a word such as "code": `Log in with 482913`,
 * `Use it to log in: 482913`, `With 482913 you can log in`, `482913 is what you need to sign in`. Sign-in codes have four to eight
 * digits; longer numbers are of accounts and phones.
 */
export function matchVerifiedWith(
  input: ScoringInput,
  candidate: Candidate,
  around: Surroundings,
): Evidence | undefined {
  const { message, terms } = input;
  const text = message.textWithoutLinks;
  const { end, value } = candidate;
  const isCodeLike = isDigits(candidate) ? isDigitsOfLength(candidate, 4, 8) : looksRandom(value);
  // `Sign up with WINTER20 for 20 % off`: an offer verifies nothing.
  if (!isCodeLike || isOffer(text, terms, candidate)) return undefined;
  const after = spansStartingIn(terms, end, Math.min(around.sentence.end, end + MAX_DISTANCE_TO_VERB));
  const isMeans =
    isMeansOfVerbBefore(input, candidate, around) ||
    (someOfKind(after, wordKinds.verify) && isMeansOfVerbAfter(text, candidate, around));
  const isStated = around.opensClause && saysWhatItIsFor(text, candidate, after);
  return isMeans || isStated ? oneTimeEvidence("verifiedWith", "is to verify with") : undefined;
}

/**
 * Whether a verb of verifying before the number says to do it with the number: after "with" (`Log in with 482913`), or after a request
 * of several words and a colon (`Use it to log in: 482913`, but not the label `Sign-in: 4829`). Only "or" or one last word may follow:
 * `Log in with 482913 or tap the link`, but not `Log in with 4410 other players`.
 */
function isMeansOfVerbBefore(
  { message, terms }: ScoringInput,
  { start, end }: Candidate,
  around: Surroundings,
): boolean {
  const text = message.textWithoutLinks;
  const { sentence, wordsBefore, wordsAfter, followsWith } = around;
  const before = spansStartingIn(terms, sentence.start, start);
  const longestOr = 8;
  const isFollowedByOr = WORD_FOR_OR.test(textAfter(text, end, longestOr));
  const endsRequest = wordsAfter <= 1 || isFollowedByOr;
  if (!endsRequest || !someOfKind(before, wordKinds.verify)) return false;
  // In scripts without spaces three letters count as one word, and five letters (1.67 words) say as much as three words do elsewhere.
  const minWordsOfRequest = isUnspacedScript(text.charCodeAt(sentence.start)) ? 1.5 : 3;
  const asksBeforeColon =
    endsInColon(text.slice(sentence.start, start)) &&
    someOfKind(before, wordKinds.enter | wordKinds.with) &&
    wordsBefore >= minWordsOfRequest;
  return followsWith || asksBeforeColon;
}

/**
 * Whether the number is the means of the verb that the caller has found after it: `With 482913 you can log in`, `482913 ile giriş yapın`
 * (Turkish). At most two words other than "with" may precede it in its sentence.
 */
function isMeansOfVerbAfter(text: string, { end }: Candidate, { wordsBefore, followsWith }: Surroundings): boolean {
  const followsOpeningWith = followsWith && wordsBefore <= 3;
  const precedesWith = wordsBefore <= 2 && WITH_AFTER_NOUN.test(textAfter(text, end, 8));
  return followsOpeningWith || precedesWith;
}

/** "to" before a verb, in languages where that is a word of its own. */
export const WORD_FOR_TO =
  /(?<!\p{L})(?:to|um|zum|om|att|å|pour|para|per|pentru|aby|żeby|do|чтобы|для|щоб|за да|για|hogy|için|untuk|kad|lai|et)(?!\p{L})/iu;

const IS_FOR_DOING = /^ is for \p{L}+ing(?!\p{L})/iu;
/** A verb right after the number, and "your": `482913 confirms your address`. */
const CONFIRMS_YOUR =
  /^ \p{L}+ (?:your|tu|su|votre|ton|ta|ihre?n?|deine?n?|seu|sua|teu|tua|il tuo|la tua|je|uw|din|ditt|dit|v[aá]š[ue]?|ваш[уе]?|twój|twoje)(?!\p{L})/iu;

/**
 * Whether the words after a value say that it is for verifying: `482913 is the number to type`; a verb of verifying right after it and
 * "your", `482913 confirms your address`, but not `482913 confirmed`; or a later verb, if the words between say that the value is for it
 * (`isForVerb`): `Harbor: 482913 to sign in`. `after`: the known words there; `nextTerm`: the one right after the value, if any. Only for
 * values of six characters or more: shorter ones are often counts or years (`2026 is the year to sign up`).
 */
function saysWhatItIsFor(text: string, { end, value }: Candidate, after: Term[]): boolean {
  if (value.length < 6) return false;
  if (isFollowedByToType(text, end, after)) return true;
  const isRightAfter = ({ start }: Term) => start <= end + 1;
  const nextTerm = after.find(isRightAfter);
  if (nextTerm && isOfKind(nextTerm, wordKinds.verify))
    return CONFIRMS_YOUR.test(textAfter(text, end, MAX_DISTANCE_TO_VERB));
  const laterVerb = after.find((term) => isOfKind(term, wordKinds.verify) && !isRightAfter(term));
  return laterVerb !== undefined && isForVerb(text, end, nextTerm, laterVerb);
}

/** Whether "to" and a word for "enter" follow a number: `482913 is the number to type`. `after`: the known words after it. */
function isFollowedByToType(text: string, end: number, after: Term[]): boolean {
  const enter = after.find((term) => isOfKind(term, wordKinds.enter));
  const wordBeforeEnter = enter && text.slice(end, enter.start).trim().split(/\s/).at(-1);
  return wordBeforeEnter !== undefined && WORD_FOR_TO.test(wordBeforeEnter);
}

/**
 * Whether the words between a number and a verb of verifying say that the number is for it: `482913 to sign in`,
 * `482913 is for signing in` (any verb will do), `482913 is what you need to sign in`. `nextTerm`: the known word right after the number,
 * if there is one.
 */
function isForVerb(text: string, end: number, nextTerm: Term | undefined, verb: Term): boolean {
  // After "is", a report has fewer words than three before its verb: `482913 is now confirmed`.
  const minWordsOfExplanation = 3;
  const isExplained =
    nextTerm !== undefined &&
    isOfKind(nextTerm, wordKinds.is) &&
    countWords(text, nextTerm.end, verb.start) >= minWordsOfExplanation;
  const isForDoing = IS_FOR_DOING.test(textAfter(text, end, MAX_DISTANCE_TO_VERB));
  return isExplained || isForDoing || WORD_FOR_TO.test(text.slice(end, verb.start));
}
