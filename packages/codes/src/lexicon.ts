import { fold, isRunning, isWordLetter } from "./letters.ts";
import type { Family, Words } from "./words/kinds.ts";

export type Kind = keyof Words;

/** What a word may be, one bit a kind: the same word has several meanings, and languages share words. */
export const kinds = {
  strong: 1,
  code: 2,
  pin: 4,
  verify: 8,
  own: 16,
  other: 32,
  booking: 64,
  backup: 128,
  parcel: 256,
  goods: 512,
  share: 1_024,
  label: 2_048,
  unit: 4_096,
  money: 8_192,
  enter: 16_384,
  expire: 32_768,
  link: 65_536,
  act: 131_072,
  aside: 262_144,
  not: 524_288,
  number: 1_048_576,
  digits: 2_097_152,
  safe: 4_194_304,
  check: 8_388_608,
} as const satisfies Record<Kind, number>;

/** What some kinds are besides. */
const besides: Partial<Record<Kind, number>> = { number: kinds.label, safe: kinds.verify, check: kinds.verify };

/** What names a code. */
export const namesCode = kinds.strong | kinds.code | kinds.pin;

/** A known word or phrase in a text. */
export interface Term {
  /** Bits of `kinds`. */
  is: number;
  start: number;
  /** Behind the whole word that it is in. */
  end: number;
}

/** The words of some languages, made searchable. */
export interface Lexicon {
  /** Every known term of a text from left to right, the longest at each place; linear in the text. */
  find(text: string, folded: string): Term[];
}

interface Node {
  next: Map<number, Node>;
  /** For each of the four ways to stand in a word (open to the left, to the right), the kinds. */
  is: [whole: number, begins: number, ends: number, inside: number];
  upper: number;
}

const longestWord = 40;

export function createLexicon(families: readonly Family[]): Lexicon {
  const root = createNode();
  // The keys of an object literal of type `Words` are kinds.
  for (const family of families)
    for (const words of Object.values(family))
      for (const [kind, entries] of Object.entries(words) as [Kind, string][])
        for (const entry of entries.split("|")) learn(root, entry.trim(), kinds[kind] | (besides[kind] ?? 0));
  return { find: (text, folded) => find(root, text, folded) };
}

function createNode(): Node {
  return { next: new Map(), is: [0, 0, 0, 0], upper: 0 };
}

function learn(root: Node, entry: string, kind: number): void {
  const upper = entry.startsWith("!");
  const left = entry.startsWith("*");
  const right = entry.endsWith("*");
  const word = fold(entry.slice(upper || left ? 1 : 0, right ? -1 : undefined).normalize("NFKC"));
  if (word === "") return;
  let node = root;
  for (let index = 0; index < word.length; index += 1) {
    const unit = word.charCodeAt(index);
    let next = node.next.get(unit);
    if (!next) {
      next = createNode();
      node.next.set(unit, next);
    }
    node = next;
  }
  // Scripts without spaces have no word ends.
  const openLeft = left || isRunning(word.charCodeAt(0));
  const openRight = right || isRunning(word.charCodeAt(word.length - 1));
  if (upper) node.upper |= kind;
  else node.is[openLeft ? (openRight ? 3 : 2) : openRight ? 1 : 0] |= kind;
}

function find(root: Node, text: string, folded: string): Term[] {
  const terms: Term[] = [];
  for (let start = 0; start < folded.length; start += 1) {
    let node = root.next.get(folded.charCodeAt(start));
    if (!node) continue;
    const left = start === 0 || !isWordLetter(folded.charCodeAt(start - 1));
    let is = 0;
    let end = 0;
    for (let at = start + 1; node; at += 1) {
      const right = !isWordLetter(folded.charCodeAt(at));
      const [whole, begins, ends, inside] = node.is;
      let here: number = inside;
      if (left) here |= begins;
      if (right) here |= ends;
      if (left && right) here |= whole;
      // `mobileTAN`: capitals part words too.
      if (
        node.upper &&
        right &&
        (left || /\p{Ll}/u.test(text[start - 1] ?? "")) &&
        text.slice(start, at) === text.slice(start, at).toUpperCase()
      )
        here |= node.upper;
      if (here) {
        is = here;
        end = at;
      }
      node = node.next.get(folded.charCodeAt(at));
    }
    if (!is) continue;
    const from = start;
    start = end - 1;
    // The rest of the word belongs to it, yet may hold another term: `verifierings|kod`. Where words run together there is none.
    while (!isRunning(folded.charCodeAt(start)) && end - from < longestWord && isWordLetter(folded.charCodeAt(end)))
      end += 1;
    if (!(is & kinds.not)) terms.push({ is, start: from, end });
  }
  return terms;
}
