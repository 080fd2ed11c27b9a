import type { Family, Words } from "../words/kinds.ts";
import { CODE_UNITS, fold, isUnspacedScript, isWordLetter } from "./letters.ts";
import { withoutInvisible } from "./normalize.ts";

export type WordKind = keyof Words;

/** The kinds of words as bits: one word may have several meanings, and languages share words. `Words` explains each kind. */
export const wordKinds = {
  otp: 1,
  code: 2,
  pin: 4,
  verify: 8,
  neutral: 16,
  otherThing: 32,
  booking: 64,
  backup: 128,
  parcel: 256,
  goods: 512,
  sharing: 1_024,
  label: 2_048,
  unit: 4_096,
  money: 8_192,
  enter: 16_384,
  expire: 32_768,
  is: 65_536,
  callToAction: 131_072,
  boilerplate: 262_144,
  not: 524_288,
  number: 1_048_576,
  digits: 2_097_152,
  security: 4_194_304,
  check: 8_388_608,
  with: 16_777_216,
  changed: 33_554_432,
  friend: 67_108_864,
} as const satisfies Record<WordKind, number>;

/** Kinds that every word of a kind also has: "number" is also a label, "security" also speaks of verifying. */
const impliedKinds: Partial<Record<WordKind, number>> = {
  number: wordKinds.label,
  security: wordKinds.verify,
  check: wordKinds.verify,
};

/** Words that name a code. */
export const codeWordKinds = wordKinds.otp | wordKinds.code | wordKinds.pin;

/** Words of what is bought, sent or booked. */
export const purchaseWordKinds = wordKinds.goods | wordKinds.parcel | wordKinds.booking;

/** A known word or phrase in a text. */
export interface Term {
  /** Bits of `wordKinds`. */
  kinds: number;
  start: number;
  /** Offset after the whole word that contains it: `verifierings|kod` ends after `kod`. */
  end: number;
}

/** Whether a term has at least one of these kinds, which are bits of `wordKinds`. */
export function isOfKind(term: Term, kinds: number): boolean {
  return (term.kinds & kinds) !== 0;
}

/** Whether one of the terms has at least one of these kinds, which are bits of `wordKinds`. */
export function someOfKind(terms: readonly Term[], kinds: number): boolean {
  return terms.some((term) => isOfKind(term, kinds));
}

/** The words of some languages, in a trie. */
export interface Lexicon {
  /** Returns the known terms in order, the longest at each offset. Takes linear time. */
  find(text: string, folded: string): Term[];
}

/** A node of the trie: the entries that end here, by what may stand beside them in a text. */
interface TrieNode {
  children: Map<number, TrieNode>;
  /** Kinds of entries that must be a whole word. */
  wholeWord: number;
  /** Kinds of entries that begin a word: `word*`. */
  prefix: number;
  /** Kinds of entries that end a word: `*word`. */
  suffix: number;
  /** Kinds of entries that stand anywhere: `*word*`. */
  anywhere: number;
  /** Kinds of entries in capitals: `!WORD`. */
  capitals: number;
}

/** Few entries may begin inside a word, so most offsets of a text need only a small trie. */
interface Tries {
  atWordStart: TrieNode;
  insideWord: TrieNode;
}

/** The nodes of a trie's first letters, by code unit. An array is several times as fast as a map. */
type FirstNodes = (TrieNode | undefined)[];

/** Longer words are cut off here, so that a text without spaces is still searched. */
const MAX_WORD_LENGTH = 40;

/**
 * Builds the lexicon of these languages: one trie of all entries, for the start of a word, and a small one of those that also match
 * inside a word.
 */
export function createLexicon(families: readonly Family[]): Lexicon {
  const tries: Tries = { atWordStart: createNode(), insideWord: createNode() };
  for (const family of families) {
    for (const words of Object.values(family)) {
      // Object.entries() loses the key type of `Words`.
      for (const [kind, entries] of Object.entries(words) as [WordKind, string][]) {
        const kinds = wordKinds[kind] | (impliedKinds[kind] ?? 0);
        for (const entry of entries.split("|")) addEntry(tries, entry.trim(), kinds);
      }
    }
  }
  const atWordStart = nodesByFirstLetter(tries.atWordStart);
  const insideWord = nodesByFirstLetter(tries.insideWord);
  return { find: (text, folded) => findTerms(atWordStart, insideWord, text, folded) };
}

/** Returns the children of the root in an array by code unit, which is faster than a Map for the first letter of each word. */
function nodesByFirstLetter({ children }: TrieNode): FirstNodes {
  const nodes: FirstNodes = new Array(CODE_UNITS).fill(undefined);
  for (const [codeUnit, node] of children) nodes[codeUnit] = node;
  return nodes;
}

function createNode(): TrieNode {
  return { children: new Map(), wholeWord: 0, prefix: 0, suffix: 0, anywhere: 0, capitals: 0 };
}

/**
 * Adds an entry to the tries: `word`, `word*` (a beginning), `*word` (an end), `*word*` (any part) or `!WORD` (in capitals, also inside
 * a word: `mobileTAN`).
 */
function addEntry({ atWordStart, insideWord }: Tries, entry: string, kinds: number): void {
  const isCapitals = entry.startsWith("!");
  const startsWithStar = entry.startsWith("*");
  const endsWithStar = entry.endsWith("*");
  const letters = entry.slice(isCapitals || startsWithStar ? 1 : 0, endsWithStar ? -1 : undefined);
  const word = fold(withoutInvisible(letters).normalize("NFKC"));
  // An open side may touch other letters. Scripts without spaces have no word boundaries.
  const isOpenLeft = startsWithStar || isUnspacedScript(word.charCodeAt(0));
  const isOpenRight = endsWithStar || isUnspacedScript(word.charCodeAt(word.length - 1));
  const matchesInside = isOpenLeft || isCapitals;
  for (const root of matchesInside ? [atWordStart, insideWord] : [atWordStart]) {
    const node = ensureNode(root, word);
    if (isCapitals) node.capitals |= kinds;
    else if (isOpenLeft && isOpenRight) node.anywhere |= kinds;
    else if (isOpenLeft) node.suffix |= kinds;
    else if (isOpenRight) node.prefix |= kinds;
    else node.wholeWord |= kinds;
  }
}

/** Returns the trie's node at which a word ends. Adds the nodes that are missing. */
function ensureNode(root: TrieNode, word: string): TrieNode {
  let node = root;
  for (let index = 0; index < word.length; index += 1) {
    const codeUnit = word.charCodeAt(index);
    const child = node.children.get(codeUnit) ?? createNode();
    node.children.set(codeUnit, child);
    node = child;
  }
  return node;
}

/**
 * Returns the known words of a text in order. Each term extends to the end of its word, and the next one may begin inside that word, as in
 * `verifierings|kod`. Searches `folded`; `text` is needed only to recognise capitals.
 */
function findTerms(atWordStart: FirstNodes, insideWord: FirstNodes, text: string, folded: string): Term[] {
  const terms: Term[] = [];
  let start = 0;
  while (start < folded.length) {
    const isWordStart = start === 0 || !isWordLetter(folded.charCodeAt(start - 1));
    const firstNode = (isWordStart ? atWordStart : insideWord)[folded.charCodeAt(start)];
    const match = firstNode && longestMatch(firstNode, text, folded, start, isWordStart);
    if (!match) {
      start += 1;
      continue;
    }
    const { kinds, end } = match;
    const term = { kinds, start, end: endOfWord(folded, start, end) };
    // The kind "not" only prevents a shorter entry from matching inside the word.
    if (!isOfKind(term, wordKinds.not)) terms.push(term);
    start = end;
  }
  return terms;
}

/**
 * Returns the longest entry that matches at `start`, with its own end; `undefined` if none does. `firstNode` is the trie's node
 * for its first letter. Each entry says whether it must begin or end at the border of a word.
 */
function longestMatch(
  firstNode: TrieNode,
  text: string,
  folded: string,
  start: number,
  isWordStart: boolean,
): { kinds: number; end: number } | undefined {
  let longestKinds = 0;
  let longestEnd = start;
  let node: TrieNode | undefined = firstNode;
  for (let end = start + 1; node; end += 1) {
    const isWordEnd = !isWordLetter(folded.charCodeAt(end));
    let kinds = node.anywhere;
    if (isWordStart) kinds |= node.prefix;
    if (isWordEnd) kinds |= node.suffix;
    if (isWordStart && isWordEnd) kinds |= node.wholeWord;
    // In capitals, a word may also begin after a small letter: `mobileTAN`.
    if (node.capitals && isWordEnd && isCapitalWord(text, start, end, isWordStart)) kinds |= node.capitals;
    if (kinds) {
      longestKinds = kinds;
      longestEnd = end;
    }
    node = node.children.get(folded.charCodeAt(end));
  }
  return longestKinds === 0 ? undefined : { kinds: longestKinds, end: longestEnd };
}

/**
 * Whether the text from `start` to `end` is in capitals, for words that mean something else in small letters: `TAN`, but not `tan`.
 * Also as the end of a word in small letters: `mobileTAN`.
 */
function isCapitalWord(text: string, start: number, end: number, isWordStart: boolean): boolean {
  const shown = text.slice(start, end);
  const followsSmallLetter = /\p{Ll}/u.test(text[start - 1] ?? "");
  return (isWordStart || followsSmallLetter) && shown === shown.toUpperCase();
}

/**
 * Returns the end of the word that contains a match; the match's end in scripts without spaces. A word is cut off after 40
 * characters, so that in a text which has lost its spaces, a term does not include all that follows.
 */
function endOfWord(folded: string, start: number, matchEnd: number): number {
  if (isUnspacedScript(folded.charCodeAt(matchEnd - 1))) return matchEnd;
  let end = matchEnd;
  while (end - start < MAX_WORD_LENGTH && isWordLetter(folded.charCodeAt(end))) end += 1;
  return end;
}
