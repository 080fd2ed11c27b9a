/**
 * What the words of one language say about the numbers beside them.
 *
 * Entries are parted by `|`. `word` is a word of its own, `word*` begins one, `*word*` may stand anywhere in one, `!WORD` stands
 * in capitals, by itself or behind a small letter. They are compared as `letters.ts` folds them: without case or accents,
 * Cyrillic, Greek, Georgian and Armenian in Latin letters, the scripts of India in Devanagari. Scripts without spaces have no
 * word ends and need no stars.
 */
export interface Words {
  /** Names a one-time code and nothing else. */
  strong?: string;
  /** Names a code or password of some kind. */
  code?: string;
  /** Names a code of at most eight digits. */
  pin?: string;
  /** The occasion: verifying, confirming, signing in, resetting. */
  verify?: string;
  /** Stands beside a `code` without changing what it is: your, new, following, of six digits. */
  own?: string;
  /** Makes a `code` beside it something else: customer, product, tax, area, error. */
  other?: string;
  /** Makes it a booking's or a ticket's. */
  booking?: string;
  /** Makes it one of a list that is kept for later. */
  backup?: string;
  /** Makes it that of a parcel or a locker. */
  parcel?: string;
  /** Speaks of things to win or to buy for less. */
  goods?: string;
  /** Telling others: warnings speak of codes that they do not hold. */
  share?: string;
  /** Names the number after it something else: account, order, telephone, amount. */
  label?: string;
  /** Says no more than that it is a number: a label, unless `safe` stands beside it. */
  number?: string;
  /** Digits as such: a code where somebody asks to type them, or where `safe` stands beside them. */
  digits?: string;
  /** Of security: `verify`, and the number beside it is a code. */
  safe?: string;
  /** Of checks and verification: the same where the message says more of a code, for tickets and boilers are checked too. */
  check?: string;
  /** What the number before it counts. */
  unit?: string;
  /** A currency, before or after its amount. */
  money?: string;
  /** Asks to type what stands beside it. */
  enter?: string;
  /** How long something stays valid. */
  expire?: string;
  /** Joins a name and its number: is. */
  link?: string;
  /** On a link that is to be followed: accept, join, set, link below. */
  act?: string;
  /** On a link that leads aside: unsubscribe, privacy, help. */
  aside?: string;
  /** Looks like one of the others and is not. */
  not?: string;
}

/** The languages of a family, by their tags. */
export type Family = Record<string, Words>;
