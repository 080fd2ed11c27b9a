/** What is known about a message besides its text. */
export interface FindOptions {
  /** The mail's subject; it often holds the code. */
  subject?: string;
  /** `html` is read by its visible text. @default "text" */
  format?: "text" | "html";
  /** Where the message came from; a mail that looks like HTML is read as such, a text message never. @default "email" */
  channel?: "sms" | "email";
  /** The sender's name, number or address: digits in it are never the code. */
  sender?: string;
}

/** A piece of the message that may be its one-time code. */
export interface CodeCandidate {
  /** What is typed into the form: ASCII, separators gone. */
  value: string;
  /** As the message shows it. */
  shown: string;
  /** From 0 to 1; `extractCode` answers from 0.5 on. */
  confidence: number;
  /** Why, in words. */
  reason: string;
}

/** A link that may be the one to follow. */
export interface LinkCandidate {
  /** The address, with its entities decoded. */
  url: string;
  /** From 0 to 1; `extractLink` answers from 0.5 on. */
  confidence: number;
  /** Why, in words. */
  reason: string;
}
