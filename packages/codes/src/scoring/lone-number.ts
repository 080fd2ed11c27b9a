import type { Candidate } from "../candidate.ts";
import { isOffer } from "../keywords/offer.ts";
import { MINUTES } from "../stands-alone.ts";
import { isOfKind, someOfKind, wordKinds } from "../text/lexicon.ts";
import { spansStartingIn, textAfter } from "../text/sentences.ts";
import {
  type Evidence,
  isAboutMoney,
  isDigitsOfLength,
  isOnlyNumber,
  isSixDigits,
  OTHER_THINGS,
  oneTimeEvidence,
  type ScoringInput,
} from "./scoring.ts";
import type { Surroundings } from "./surroundings.ts";
import { WORD_FOR_TO } from "./verified-with.ts";

/** Android hands a text with `<#>` or the hash of an app (SMS Retriever) to that app, which takes the code from it. */
const FOR_APP = /^<#>|\s(?=\S*\d)(?=\S*[a-z])(?=\S*[A-Z])[A-Za-z0-9+/]{11}\s*$/;
/** Longer messages say more than one thing. */
const MAX_MESSAGE_CHARACTERS = 240;
/** A word that labels or follows a number is read within this many characters: `Your application 551920`. */
const MAX_DISTANCE_TO_WORD = 24;

/**
 * Returns evidence for the only number of a short message that says how to treat it: `Copper login 482913, share it with nobody`,
 * `[Copper] 482913 (valid 5 minutes)`, or hands it to an app: `<#> 482913 is for Copper`. It is likely something else in mail about money
 * or an appointment, beside other long numbers, after the word for another thing (`Case 662910`), and inside a sentence of a message that
 * asks to verify nothing.
 */
export function matchLoneNumber(input: ScoringInput, candidate: Candidate, around: Surroundings): Evidence | undefined {
  const { message, terms, signals } = input;
  const text = message.textWithoutLinks;
  if (text.length > MAX_MESSAGE_CHARACTERS) return undefined;
  const hasTreatment = FOR_APP.test(message.text)
    ? isDigitsOfLength(candidate, 4, 8)
    : isSixDigits(candidate) && saysHowToTreatIt(input);
  const isIntroduced = around.opensClause || around.followsIs || around.followsWith || signals.asksToVerify;
  if (!hasTreatment || !isIntroduced || isAboutMoney(input) || signals.isAboutBooking) return undefined;
  if (isOffer(text, terms, candidate) || !isOnlyLongNumber(input, candidate)) return undefined;
  // `482913 was changed`
  const isReport = someOfKind(terms, wordKinds.changed);
  if (isReport || isLabelled(input, candidate) || isCount(input, candidate)) return undefined;
  return oneTimeEvidence("loneNumber", "is the only number of a short message");
}

/** Whether the message says that its number lasts for minutes, as only codes do, or that nobody else may know it. */
function saysHowToTreatIt({ message, terms }: ScoringInput): boolean {
  const isShortLived = someOfKind(terms, wordKinds.expire) && MINUTES.test(message.textWithoutLinks);
  return isShortLived || someOfKind(terms, wordKinds.sharing);
}

/** Whether nothing else in the message has four digits, not even a year or a phone number: that would show a footer or a bill. */
function isOnlyLongNumber(input: ScoringInput, candidate: Candidate): boolean {
  const longNumbers = input.message.textWithoutLinks.match(/\d{4,}/g) ?? [];
  return longNumbers.length <= 1 && isOnlyNumber(input, candidate);
}

/** Whether a word just before says what the number is: `Case 662910`. */
function isLabelled({ message, terms }: ScoringInput, { start }: Candidate): boolean {
  return spansStartingIn(terms, start - MAX_DISTANCE_TO_WORD, start).some(
    (term) => isOfKind(term, OTHER_THINGS) && !/[.!?\n]/.test(message.textWithoutLinks.slice(term.end, start)),
  );
}

/** Whether the number counts the word after it: `440275 people joined`, but not `482913 expires soon` or `482913 to sign in`. */
function isCount({ message, terms }: ScoringInput, { end }: Candidate): boolean {
  const rest = textAfter(message.textWithoutLinks, end, MAX_DISTANCE_TO_WORD);
  const isFollowedByWord = /^ ?\p{L}/u.test(rest);
  if (!isFollowedByWord) return false;
  const firstTerm = spansStartingIn(terms, end, end + 2).slice(0, 1);
  const isVerb = someOfKind(firstTerm, wordKinds.is | wordKinds.verify | wordKinds.expire);
  // Two items, because the blank after the number makes the first empty.
  const nextWords = rest.split(/\s/, 2).join(" ");
  return !isVerb && !WORD_FOR_TO.test(nextWords);
}
