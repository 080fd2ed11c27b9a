import type { Candidate } from "../candidates.ts";
import { codeWordKinds, type Term, wordKinds } from "../text/lexicon.ts";
import { spansStartingIn } from "../text/sentences.ts";
import type { Keyword } from "./keywords.ts";

/**
 * Returns what else the words directly beside a candidate make it: a labelled number, an amount, a duration, a short number to
 * write to, a register entry. Returns `undefined` if they say nothing. `isOnlyNumber`: the message has no other number.
 */
export function findOtherMeaning(
  text: string,
  folded: string,
  candidate: Candidate,
  terms: Term[],
  keywords: Keyword[],
  isOnlyNumber: boolean,
): string | undefined {
  for (const term of spansStartingIn(terms, candidate.start - 40, candidate.end + 3)) {
    const { kinds, start, end } = term;
    const word = folded.slice(start, end);
    if (end <= candidate.start) {
      if (isLabelOf(folded, term, candidate, terms, keywords, isOnlyNumber)) return `is called «${word}»`;
      const isMoney = kinds & wordKinds.money;
      if (isMoney && /^[ .]*$/.test(folded.slice(end, candidate.start))) return `is an amount of «${word}»`;
    } else if (start >= candidate.end && /^[ -]?$/.test(folded.slice(candidate.end, start))) {
      if (kinds & wordKinds.money) return `is an amount of «${word}»`;
      if (kinds & wordKinds.unit && candidate.value.length < 5) return `counts «${word}»`;
    }
  }
  const before = text.slice(Math.max(0, candidate.start - 80), candidate.start);
  if (/\b(?:te?xt|send|reply|msg)\b[^.\n]{0,60}\bto\s*$/i.test(before)) return "is written to";
  const register = registerBefore(before, candidate, terms);
  return register && `is numbered by «${register}»`;
}

/** A label, perhaps with "no." or "id", and punctuation before the number: `Order no. 774120`. */
const LABEL_GAP = /^[\s:#.*/()-]*(?:no|nr|num|number|id|in|with)?[\s:#.*(-]*$/;

/** Whether `term` is a label of the candidate, such as "order" or "account", and no keyword claims the number. */
function isLabelOf(
  folded: string,
  { kinds, start, end }: Term,
  candidate: Candidate,
  terms: Term[],
  keywords: Keyword[],
  isOnlyNumber: boolean,
): boolean {
  if (!(kinds & (wordKinds.label | wordKinds.other)) || kinds & codeWordKinds) return false;
  const gap = folded.slice(end, candidate.start);
  const isInSameParagraph = !/[.!?]\s*\n|\n\n/.test(gap);
  if (!LABEL_GAP.test(gap) || !isInSameParagraph) return false;
  const isKeyword = spansStartingIn(keywords, start, start + 1).some(({ kind }) => kind === "one_time");
  if (isKeyword) return false;
  if (kinds & wordKinds.other && isFollowedByKeyword(folded, candidate, terms, keywords)) return false;
  return !(isOnlyNumber && gap.includes(":") && belongsToKeyword(folded, start, terms));
}

/** Returns the abbreviation under which registers and tax offices number things: `HRB 12345678`. */
function registerBefore(before: string, { start, value }: Candidate, terms: Term[]): string | undefined {
  const register = /(?:^|[\s(·|,–—])(\p{Lu}[\p{Lu}.]{1,5})[.:]?[  ]?(?:\p{Lu}{2})?$/u.exec(before)?.[1];
  if (!register || value.length <= 6) return undefined;
  const index = start - before.length + before.lastIndexOf(register);
  // `OTP 12345678`: here the capitals are a keyword. A PIN has at most eight digits.
  const isKeyword = spansStartingIn(terms, index - 20, index + 1).some(
    (term) =>
      term.kinds & codeWordKinds &&
      term.start <= index &&
      term.end > index &&
      !(term.kinds & wordKinds.pin && value.length > 8),
  );
  return isKeyword ? undefined : register;
}

/** `Dear customer: 123456 is your code`: the words after the number say what it is. */
function isFollowedByKeyword(folded: string, { end }: Candidate, terms: Term[], keywords: Keyword[]): boolean {
  const isFollowedByVerb = spansStartingIn(terms, end, end + 4).some(
    ({ kinds, start }) => kinds & wordKinds.link && folded.slice(end, start) === " ",
  );
  return (
    isFollowedByVerb &&
    spansStartingIn(keywords, end, end + 60).some(
      ({ kind, start }) => kind === "one_time" && !/[.\n]/.test(folded.slice(end, start)),
    )
  );
}

/** `Code for your account: 123456`: the label follows a keyword of the same sentence, which names the only number. */
function belongsToKeyword(folded: string, labelStart: number, terms: Term[]): boolean {
  return spansStartingIn(terms, labelStart - 60, labelStart).some(
    ({ kinds, end }) => kinds & codeWordKinds && !/[.\n]/.test(folded.slice(end, labelStart)),
  );
}
