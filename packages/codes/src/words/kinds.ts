/**
 * Words of one language by what they say about a number beside them.
 *
 * Entries are separated by `|`. `word` matches a whole word, `word*` its beginning, `*word*` any part, `!WORD` capitals that
 * are a word or follow a small letter. They are compared after `fold()` of `letters.ts`: without case or accents, Cyrillic,
 * Greek, Georgian and Armenian in Latin letters, the scripts of India in Devanagari. Scripts without spaces need no stars.
 */
export interface Words {
  /** Names a one-time code and nothing else. */
  otp?: string;
  /** Names a code or password of some kind. */
  code?: string;
  /** Names a code of at most eight digits. */
  pin?: string;
  /** Speaks of verifying, confirming, signing in or resetting. */
  verify?: string;
  /** Stands beside a `code` without changing its kind: your, new, following, of six digits. */
  neutral?: string;
  /** Makes a `code` beside it something else: customer, product, tax, area, error. */
  otherThing?: string;
  /** Makes a `code` beside it that of a booking or a ticket. */
  booking?: string;
  /** Makes a `code` beside it one of a list to keep. */
  backup?: string;
  /** Makes a `code` beside it that of a parcel or a locker. */
  parcel?: string;
  /** Speaks of prizes or discounts. */
  goods?: string;
  /** Speaks of sharing: warnings mention codes that they do not contain. */
  sharing?: string;
  /** Labels the number after it as something else: account, order, telephone, amount. */
  label?: string;
  /** Means "number": a `label`, unless a `security` word stands beside it. */
  number?: string;
  /** Means "digits": a code if somebody asks to type them, or a `security` word stands beside them. */
  digits?: string;
  /** Means "security": also `verify`, and the number beside it is a code. */
  security?: string;
  /** Means "check" or "authentication": like `security` if the message also speaks of a code, because tickets are checked too. */
  check?: string;
  /** A unit after a number: minutes, kilometres. */
  unit?: string;
  /** A currency, before or after its amount. */
  money?: string;
  /** Asks to type what stands beside it. */
  enter?: string;
  /** How long something stays valid. */
  expire?: string;
  /** Means "is": joins a label and its number. */
  is?: string;
  /** Names what something is done with: "log in with 482913". */
  with?: string;
  /** Says that something was changed, removed or has expired: "your password was changed". */
  changed?: string;
  /** People to whom an advertisement asks to pass a code on. */
  friend?: string;
  /** Calls to follow a link: accept, join, set, link below. */
  callToAction?: string;
  /** Labels a boilerplate link: unsubscribe, privacy, help. */
  boilerplate?: string;
  /** Matches another entry but does not have its meaning. */
  not?: string;
}

/** The languages of a family, by their tags. */
export type Family = Record<string, Words>;
