import { isOfKind, type Term, wordKinds } from "../text/lexicon.ts";
import type { MessageSignals } from "../text/message-signals.ts";
import { textBefore } from "../text/sentences.ts";
import type { CodeKind } from "../types.ts";
import type { KeywordContext } from "./keyword-context.ts";
import type { NumberMeaning } from "./number-meaning.ts";

/** A complete card number before the keyword, which then names the security code on the card. */
const CARD_NUMBER_BEFORE = /\d{4}(?:[ -]?\d{4}){2,3}[^\d.!?]*$/;

/**
 * Returns which other kind of code a keyword names, or `undefined` if that may be a one-time code:
 * - `backup` or `delivery`, by a word beside it, even if another speaks of verifying: `Confirm with delivery code 774120`;
 * - another kind, by a word beside it, as in `customer code`, unless a word of the label speaks of verifying: `customer verification code`;
 * - `reference` for the security number of a card, in mail about a payment (`Número de segurança: 4821, 45 EUR`) or after a card number;
 * - `booking` in mail about a booking, `Your booking, 14.11.2026 10:40. PIN: 4821`, unless the mail says how to treat the code, or a word
 *   of verifying stands in the clause (`clauseVerifies`) or the label (`labelVerifies`).
 * `meaning`: why a word such as "number" names a code; `undefined` for words such as "code" and "PIN", which always do.
 */
export function findOtherKind(
  text: string,
  keyword: Term,
  context: KeywordContext,
  signals: MessageSignals,
  meaning: NumberMeaning | undefined,
): CodeKind | undefined {
  const { kind, labelVerifies } = context;
  if (kind === "backup" || kind === "delivery") return kind;
  if (kind !== "one_time" && !labelVerifies) return kind;
  const isSecurityNumberOfCard = meaning !== undefined && isAboutPayment(context, signals, meaning);
  const followsCardNumber = CARD_NUMBER_BEFORE.test(textBefore(text, keyword.start, 60));
  if (isSecurityNumberOfCard || followsCardNumber) return "reference";
  const isForBooking = signals.isAboutBooking && !signals.givesInstructions && !context.clauseVerifies;
  // A word such as "OTP" names no booking's code. But `passcode`, which is of both kinds, may be a meeting's.
  const mayBeOfBooking = isOfKind(keyword, wordKinds.otp)
    ? isOfKind(keyword, wordKinds.code)
    : !namesVerification(context, meaning);
  return isForBooking && mayBeOfBooking ? "booking" : undefined;
}

/** Whether the keyword names a code to verify with: `OTP`, `verification code`, `security number`. */
export function namesVerification({ labelVerifies }: KeywordContext, meaning: NumberMeaning | undefined): boolean {
  return labelVerifies || meaning === "security" || meaning === "check";
}

/**
 * Whether a code is likely that of a bill or a card: the message names amounts, does not say what to do with a code (type it, share it
 * with nobody), and no word of verifying stands near the keyword in its clause.
 */
export function isAboutPayment(
  { clauseVerifies }: KeywordContext,
  signals: MessageSignals,
  meaning?: NumberMeaning,
): boolean {
  // Near "Prüfnummer" (German: check number), a word of verifying may be about goods or devices.
  const verifiesPerson = clauseVerifies && meaning !== "check";
  return signals.amounts > 0 && !signals.givesInstructions && !verifiesPerson;
}
