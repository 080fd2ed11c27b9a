/** What is known about a message besides its text, and what its code must be like. */
export interface FindOptions {
  /** The mail's subject; it often holds the code. */
  subject?: string | undefined;
  /** `html` is read by its visible text. @default "text" */
  format?: "text" | "html" | undefined;
  /** Where the message came from; a mail that looks like HTML is read as such, a text message never. @default "email" */
  channel?: "sms" | "email" | undefined;
  /** The sender's name, number or address: digits in it are never the code, and a name in it may stand before `code`. */
  sender?: string | undefined;
  /** The message's links, where they are known; without, they are read out of the text. */
  links?: readonly { url: string; text: string }[] | undefined;
  /** How many characters the code has: one number, or the least and the most. */
  length?: number | { min?: number; max?: number } | undefined;
  /** Which characters the code is made of: `digits`, `letters`, `alphanumeric`, or the characters themselves. */
  alphabet?: "digits" | "letters" | "alphanumeric" | (string & {}) | undefined;
  /** What the code looks like as a whole, as it is typed or as it is shown: `/[A-Z]{2}-\d{4}/`. */
  pattern?: RegExp | undefined;
  /** How sure an answer must be, from 0 to 1. @default 0.5 */
  minConfidence?: number | undefined;
}

/**
 * `one_time` is typed once to verify or to sign in; `backup` is one of a list kept for later; `delivery` opens a locker or
 * names a parcel; `booking` is of a journey, a table, a ticket; `reference` names a customer, an order, a product.
 */
export type CodeKind = "one_time" | "backup" | "delivery" | "booking" | "reference";

/** A piece of the message that may be a code. */
export interface CodeCandidate {
  /** What is typed into the form: ASCII, separators gone. */
  value: string;
  /** As the message shows it. */
  shown: string;
  kind: CodeKind;
  /** From 0 to 1: how often such a finding is right. `extractCode` answers from 0.5 on, or from `minConfidence`. */
  confidence: number;
  /** Why, in words. */
  reason: string;
  /** Where it stands: in the subject or the text, and in which line of it, the first being 1. */
  location: { in: "subject" | "text"; line: number };
}

/** A link that may be the one to follow. */
export interface LinkCandidate {
  /** The whole address. */
  url: string;
  /** The words on it. */
  text: string;
  /** From 0 to 1; `extractLink` answers from 0.5 on, or from `minConfidence`. */
  confidence: number;
  /** Why, in words. */
  reason: string;
}
