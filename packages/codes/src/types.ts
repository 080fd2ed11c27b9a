/** Context of a message besides its text, and constraints on its code. */
export interface FindOptions {
  /** The mail's subject, which often contains the code. */
  subject?: string | undefined;
  /** For `html`, only visible text counts. @default "text" */
  format?: "text" | "html" | undefined;
  /** Where the message came from. Mail that looks like HTML is treated as HTML; SMS never is. @default "email" */
  channel?: "sms" | "email" | undefined;
  /** The sender's name, number or address. Its digits are never the code, and its name may precede the word "code". */
  sender?: string | undefined;
  /** The message's links, if known. By default they are extracted from the text. */
  links?: readonly { url: string; text: string }[] | undefined;
  /** Length of the code in characters: a number, or a minimum and a maximum. */
  length?: number | { min?: number; max?: number } | undefined;
  /** The code's characters: `digits`, `letters`, `alphanumeric`, or a string of all allowed characters. */
  alphabet?: "digits" | "letters" | "alphanumeric" | (string & {}) | undefined;
  /** A pattern for the whole code, as it is typed or as it is shown: `/[A-Z]{2}-\d{4}/`. */
  pattern?: RegExp | undefined;
  /** Minimum confidence of a result, from 0 to 1. @default 0.5 */
  minConfidence?: number | undefined;
}

/**
 * `one_time` is typed once to verify or to sign in; `backup` is one of a list to keep; `delivery` opens a locker or
 * identifies a parcel; `booking` is for a journey, a table, a ticket; `reference` identifies a customer, an order, a product.
 */
export type CodeKind = "one_time" | "backup" | "delivery" | "booking" | "reference";

/** A part of the message that may be a code. */
export interface CodeCandidate {
  /** What a person types into the form: ASCII, without separators. */
  value: string;
  /** As the message shows it. */
  shown: string;
  kind: CodeKind;
  /** From 0 to 1: how often such a result is right. `extractCode` returns it from 0.5 on, or from `minConfidence`. */
  confidence: number;
  /** Why it may be the code, in words. */
  reason: string;
  /** Where it was found: in the subject or the text, and its line, counted from 1. */
  location: { in: "subject" | "text"; line: number };
}

/** A link of the message. */
export interface LinkCandidate {
  /** The complete URL. */
  url: string;
  /** The link's text; empty for a bare URL. */
  text: string;
  /** From 0 to 1: how likely it is the link to follow. `extractLink` returns it from 0.5 on, or from `minConfidence`. */
  confidence: number;
  /** Why it may be the link, in words. */
  reason: string;
}
