/**
 * What words say about the numbers beside them, one family of scripts a file.
 *
 * Entries are parted by `|` and matched as `letters.ts` folds them: without case or accents, Cyrillic, Greek, Georgian
 * and Armenian in Latin letters, the scripts of India in Devanagari. A bare entry is a word of its own, `x*` begins one,
 * `*x` ends one, `*x*` may stand inside, `!x` stands in capitals; scripts without spaces have no word ends.
 */
export interface Words {
  /** Names a one-time code and nothing else. */
  strong: string;
  /** Names a code or password of some kind. */
  code: string;
  /** The occasion: verifying, confirming, signing in. */
  verify: string;
  /** Makes a neighbouring `code` something else: a postcode, a status, a booking. */
  other: string;
  /** Speaks of things to fetch or win: a code near them is for a shop or a locker. */
  goods: string;
  /** Telling others: warnings speak of codes they do not hold. */
  share: string;
  /** Names the number after it something else: account, order, telephone, amount. */
  label: string;
  /** What the number before it counts. */
  unit: string;
  /** A currency, before or after its amount. */
  money: string;
  /** Asks to type what stands beside it. */
  enter: string;
  /** How long something stays valid. */
  expire: string;
  /** Joins a name and its number: `is`. */
  link: string;
  /** Looks like one of the others and is not. */
  not: string;
}
