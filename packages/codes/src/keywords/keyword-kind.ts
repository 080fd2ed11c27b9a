import { isOfKind, type Term, wordKinds } from "../text/lexicon.ts";
import type { MessageSignals } from "../text/message-signals.ts";
import { textBefore } from "../text/sentences.ts";
import type { CodeKind } from "../types.ts";
import type { KeywordContext } from "./keyword-context.ts";
import type { NumberMeaning } from "./number-meaning.ts";

/** A complete card number before the keyword, which then names the security code on the card. */
const CARD_NUMBER_BEFORE = /\d{4}(?:[ -]?\d{4}){2,3}[^\d.!?]*$/;

/**
 * Returns of which other kind a code is that is surely no one-time code: `delivery confirmation code`, `backup code`, the
 * `security number` of a card, the PIN of a booked room. Returns `undefined` if it may be a one-time code, as an
 * `account verification code` is. For most kinds a word of verifying beside the keyword decides (`verifies`); for a booking, one
 * anywhere in its clause (`clauseVerifies`).
 */
export function findOtherKind(
  text: string,
  keyword: Term,
  context: KeywordContext,
  signals: MessageSignals,
  meaning: NumberMeaning | undefined,
): CodeKind | undefined {
  const { kind, verifies } = context;
  if (kind === "backup" || kind === "delivery") return kind;
  if (kind !== "one_time" && !verifies) return kind;
  const isSecurityNumberOfCard = meaning !== undefined && isAboutPayment(context, signals, meaning);
  const followsCardNumber = CARD_NUMBER_BEFORE.test(textBefore(text, keyword.start, 60));
  if (isSecurityNumberOfCard || followsCardNumber) return "reference";
  const isForBooking = signals.isAboutBooking && !signals.givesInstructions && !context.clauseVerifies;
  // `strong` words, such as "OTP", never name a booking's code. `passcode` alone is also of the kind `code`: it may be a meeting's.
  const mayBeOfBooking = isOfKind(keyword, wordKinds.strong)
    ? isOfKind(keyword, wordKinds.code)
    : !namesVerification(context, meaning);
  return isForBooking && mayBeOfBooking ? "booking" : undefined;
}

/** Whether the keyword names a code to verify with: `OTP`, `verification code`, `security number`. */
export function namesVerification({ verifies }: KeywordContext, meaning: NumberMeaning | undefined): boolean {
  return verifies || meaning === "safe" || meaning === "checked";
}

/** Whether the message names amounts, and nobody asks to do anything: then a code is likely that of a bill or a card. */
export function isAboutPayment(
  { clauseVerifies }: KeywordContext,
  signals: MessageSignals,
  meaning?: NumberMeaning,
): boolean {
  // Near a "check number" (`checked`), a word of verifying may be about goods or devices.
  const verifiesPerson = clauseVerifies && meaning !== "checked";
  return signals.amounts > 0 && !signals.givesInstructions && !verifiesPerson;
}
