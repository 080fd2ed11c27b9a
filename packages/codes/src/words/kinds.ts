/** Words of their own, beginnings, insides. */
type Entries = string | string[];

/**
 * What words say about the numbers beside them, one family of scripts a file.
 *
 * Entries are parted by `|` and matched as `letters.ts` folds them: without case or accents, Cyrillic, Greek, Georgian
 * and Armenian in Latin letters, the scripts of India in Devanagari. A kind lists first what is
 * a word of its own, then what begins one, last what may stand inside; `!x` stands in capitals. Scripts without spaces
 * have no word ends, so one list serves them.
 */
export interface Words {
  /** Names a one-time code and nothing else. */
  strong: Entries;
  /** Names a code or password of some kind. */
  code: Entries;
  /** The occasion: verifying, confirming, signing in. */
  verify: Entries;
  /** Makes a neighbouring `code` something else: a postcode, a status, a booking. */
  other: Entries;
  /** Speaks of things to fetch or win: a code near them is for a shop or a locker. */
  goods: Entries;
  /** Telling others: warnings speak of codes they do not hold. */
  share: Entries;
  /** Names the number after it something else: account, order, telephone, amount. */
  label: Entries;
  /** What the number before it counts. */
  unit: Entries;
  /** A currency, before or after its amount. */
  money: Entries;
  /** Asks to type what stands beside it. */
  enter: Entries;
  /** How long something stays valid. */
  expire: Entries;
  /** Joins a name and its number: `is`. */
  link: Entries;
  /** Looks like one of the others and is not. */
  not: Entries;
}
