import { type Candidate, DEVICE_CODE } from "../candidates.ts";
import { isOffer } from "../keywords/offer.ts";
import { isUnspacedScript } from "../text/letters.ts";
import { type Term, wordKinds } from "../text/lexicon.ts";
import { countWords, spansStartingIn, textAfter } from "../text/sentences.ts";
import {
  hasKind,
  isAwayFromMoney,
  isDigits,
  isOnlyNumber,
  type KeywordMatch,
  OTHER_THINGS,
  oneTimeMatch,
  type ScoringInput,
} from "./scoring.ts";
import { looksRandom } from "./shape-score.ts";
import { isSurname, type Surroundings } from "./surroundings.ts";

/** Returns evidence if a word beside the candidate asks to type it: `Enter 482913 to sign in`, `482913 girin` (Turkish). */
export function matchTyped(input: ScoringInput, candidate: Candidate, around: Surroundings): KeywordMatch[] {
  const { message, terms, keywords, signals } = input;
  const { start, end, value } = candidate;
  const { sentence, followsEnter } = around;
  const termsAfter = spansStartingIn(terms, end, sentence.end);
  // Languages with the verb last: `482913を入力`, `482913 girin` (Turkish), `482913 eingeben` (German).
  const isFollowedByEnter = termsAfter.some(
    (term) => term.kinds & wordKinds.enter && isRightAfter(message.textWithoutLinks, end, term),
  );
  const isRequested = isRequestedBeforeColon(input, candidate, around);
  const isToBeTyped = followsEnter || isFollowedByEnter || isRequested;
  // `Enter WINTER20 for a discount`: what an offer asks to type verifies nothing.
  if (!isToBeTyped || isOffer(message.textWithoutLinks, terms, candidate)) return [];
  if (!isDigits(candidate)) {
    const verifies = signals.asksToVerify || hasKind(termsAfter, wordKinds.verify);
    // A device code is recognized by its form; other letters and digits also need a word of verifying.
    const isCode = DEVICE_CODE.test(value) || (verifies && looksRandom(value));
    return isCode && isAwayFromMoney(input) ? [oneTimeMatch("typedLetters", "is to be typed")] : [];
  }
  const hasKeywordInSentence = followsEnter && spansStartingIn(keywords, sentence.start, sentence.end).length > 0;
  // `To sign in, enter 3390`: four digits are enough if the sentence says what for.
  const verifiesBefore = hasKind(spansStartingIn(terms, sentence.start, start), wordKinds.verify);
  const asksAfter = hasKind(termsAfter, wordKinds.verify | wordKinds.enter);
  // `Type 5521 at the door`: the sentence begins with the request, and no other number can be meant.
  const opensWithEnter = followsEnter && around.wordsBefore <= 1;
  const isWholeRequest = opensWithEnter && isOnlyNumber(input, candidate) && isAwayFromMoney(input);
  const saysWhatFor = hasKeywordInSentence || verifiesBefore || asksAfter;
  // Six digits are the usual length of a code, and need no further evidence.
  const isSupported = value.length === 6 || saysWhatFor || isWholeRequest;
  // The last argument is whether it counts like a number right beside the word "code". `4 0 7 1` does. In the other forms,
  // three digits or a year remain doubtful.
  return isSupported ? [oneTimeMatch("typedDigits", "is to be typed", candidate.shape === "spaced")] : [];
}

/** Whether a term that begins at or after `end`, the end of the number, comes soon after it: `482913 санын териңиз` (Kyrgyz). */
function isRightAfter(text: string, end: number, { start }: Term): boolean {
  // In scripts without spaces, 12 characters are a few short words; elsewhere, an ending such as `-et` has at most 4 letters.
  if (isUnspacedScript(text.charCodeAt(start))) return start - end < 12;
  // Or one short word between them; a capital would begin a name.
  return start - end < 5 || /^\s(?!\p{Lu})\p{L}{2,6}\s$/u.test(text.slice(end, start));
}

/** Whether the sentence asks to type the six digits after its colon: `Write this in the app to go on: 482913`. */
function isRequestedBeforeColon({ message, terms }: ScoringInput, candidate: Candidate, around: Surroundings): boolean {
  const { start, value } = candidate;
  const { sentence, wordsBefore, wordsAfter } = around;
  const followsColon = /[:：]\s*$/.test(message.textWithoutLinks.slice(sentence.start, start));
  // Fewer words before the colon are a label, such as `Entry number: 482913`.
  const endsSentence = wordsBefore >= 3 && wordsAfter === 0;
  if (!followsColon || !endsSentence || value.length !== 6) return false;
  const before = spansStartingIn(terms, sentence.start, start);
  // A surname such as `Marques` may look like a word for "enter".
  const asks = before.some((term) => term.kinds & wordKinds.enter && !isSurname(message.textWithoutLinks, term, terms));
  // `Enter your order number: 482913` asks for something else.
  return asks && before.every(({ kinds }) => kinds & wordKinds.enter || !(kinds & OTHER_THINGS));
}

/** "with" in languages that say it after the noun. */
const WITH_AFTER_NOUN = /^\s?(?:ile(?!\p{L})|で|を|(?:\(으\)|으)?로|से|తో|ਨਾਲ)/u;

/** "or" right after: `Log in with 482913 or tap the link`. */
const OR = /^,? (?:or|oder|ou|o|of|eller|tai|lub|nebo|vagy|sau|или|або|veya|atau|hoặc) /iu;

/**
 * Returns evidence if the sentence says what to verify with, without a word such as "code": `Log in with 482913`,
 * `Use it to log in: 482913`, `With 482913 you can log in`, `482913 is what you need to sign in`.
 */
export function matchVerifiedWith(input: ScoringInput, candidate: Candidate, around: Surroundings): KeywordMatch[] {
  const { message, terms } = input;
  const { start, end, value } = candidate;
  const { sentence, wordsBefore, wordsAfter } = around;
  // Four to eight digits, as sign-in codes have, or `A7K2Q9`. Longer numbers are of accounts and phones.
  const isCodeLike = isDigits(candidate) ? value.length > 3 && value.length < 9 : looksRandom(value);
  // `Sign up with WINTER20 for 20 % off`: an offer verifies nothing.
  if (!isCodeLike || isOffer(message.textWithoutLinks, terms, candidate)) return [];
  const before = spansStartingIn(terms, sentence.start, start);
  // Only words within 48 characters: a verb further on is usually about something else.
  const after = spansStartingIn(terms, end, Math.min(sentence.end, end + 48));
  const verifiesAfter = hasKind(after, wordKinds.verify);
  // `Log in with 482913`, perhaps with one more word, or `… or tap the link`; not `Log in with 4410 other players`.
  const endsOrOffersMore = wordsAfter <= 1 || OR.test(textAfter(message.textWithoutLinks, end, 8));
  const verifiesBefore = hasKind(before, wordKinds.verify) && endsOrOffersMore;
  const followsColon = /[:：]\s*$/.test(message.textWithoutLinks.slice(sentence.start, start));
  // `Use it to log in: 482913`, but not the label `Sign-in: 4829`. In scripts without spaces, where three letters count as a
  // word, five letters say as much.
  const isRequest =
    wordsBefore >= 3 || (wordsBefore >= 1.5 && isUnspacedScript(message.textWithoutLinks.charCodeAt(sentence.start)));
  const asksBefore = followsColon && hasKind(before, wordKinds.enter | wordKinds.with) && isRequest;
  // `482913 is what you need to sign in`, where nothing but a name or a request precedes the number.
  const isStatedToVerify = around.opensClause && isStatement(input, candidate, after);
  // The verb precedes: `Log in with 482913`, `Use it to log in: 482913`.
  const isMeansBefore = verifiesBefore && (asksBefore || around.followsWith);
  // The verb follows, and the sentence begins with the number: `With 482913 you can log in`.
  const opensAsMeans = around.followsWith && wordsBefore <= 3;
  // The same in languages that say "with" after the noun: `482913 ile giriş yapın` (Turkish).
  const isFollowedByWith = wordsBefore <= 2 && WITH_AFTER_NOUN.test(textAfter(message.textWithoutLinks, end, 8));
  const isMeansAfter = verifiesAfter && (opensAsMeans || isFollowedByWith);
  return isStatedToVerify || isMeansBefore || isMeansAfter ? [oneTimeMatch("verifiedWith", "is to verify with")] : [];
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
function isStatement(
  { message: { textWithoutLinks } }: ScoringInput,
  { end, value }: Candidate,
  after: Term[],
): boolean {
  // Other numbers are often counts or years: `2026 is the year to sign up`.
  if (value.length !== 6) return false;
  const enter = after.find(({ kinds }) => kinds & wordKinds.enter);
  // `482913 is the number to type`: "to" right before the verb.
  const wordBeforeEnter = enter && textWithoutLinks.slice(end, enter.start).trim().split(/\s/).at(-1);
  if (wordBeforeEnter && PURPOSE.test(wordBeforeEnter)) return true;
  const [next] = after;
  const isNextVerb = next && next.start - end < 2 && next.kinds & wordKinds.verify;
  // `482913 confirms your address`, but not `482913 confirmed`. 48 characters are enough for the verb and "your".
  if (isNextVerb) return CONFIRMS_YOUR.test(textAfter(textWithoutLinks, end, 48));
  // A verb right after the number, with a blank at most between, was decided above.
  const verify = after.find(({ start, kinds }) => kinds & wordKinds.verify && start - end >= 2);
  if (!verify) return false;
  if (IS_FOR_DOING.test(textAfter(textWithoutLinks, end, 24))) return true;
  const isJoiningWord = next && next.kinds & wordKinds.joining && next.start - end < 2;
  // `482913 is what you need to sign in`, but not `482913 is now confirmed`, which reports.
  if (isJoiningWord && next !== verify && countWords(textWithoutLinks, next.end, verify.start) >= 3) return true;
  return PURPOSE.test(textWithoutLinks.slice(end, verify.start));
}

/** "verification" of a person at the end of a label. "Confirmation" is missing: bookings have numbers of that name. */
const NAMES_VERIFICATION =
  /(?:verification|authentication|[2m]fa|vérification|authentification|verificación|autenticación|verificação|autenticação|verifizierung|verificatie|verifiering|verifisering|weryfikacja|doğrulama|верификация|верифікація|verifikasi|验证|驗證|認証|인증) ?[:：]\s*$/iu;

/**
 * Returns evidence for the only number, after at most three words and a colon. The message must warn of sharing it, or the words
 * must name the act and the number end the sentence: `Sign-in: 482913. Tell nobody.`, `Copper verification: 482913`.
 */
export function matchSecret(input: ScoringInput, candidate: Candidate, around: Surroundings): KeywordMatch[] {
  const { message, terms } = input;
  // Without a word for "code", only the usual length is evidence enough, and mail about money is full of other numbers.
  if (!isDigits(candidate) || candidate.value.length !== 6 || !isAwayFromMoney(input)) return [];
  if (!isOnlyNumber(input, candidate)) return [];
  const before = message.textWithoutLinks.slice(around.sentence.start, candidate.start);
  const followsColon = /[:：]\s*$/.test(before);
  const warns = hasKind(terms, wordKinds.share);
  const hasShortLabel = followsColon && around.wordsBefore > 0 && around.wordsBefore <= 3;
  const isVerification = around.wordsAfter === 0 && NAMES_VERIFICATION.test(before);
  const isSecret = hasShortLabel && (warns || isVerification);
  return isSecret ? [oneTimeMatch("secretNumber", "is not to be shared")] : [];
}
