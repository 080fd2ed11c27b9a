import { fold, isRunning, isWordLetter } from "./letters.ts";
import { abjad } from "./words/abjad.ts";
import { asian } from "./words/asian.ts";
import { indic } from "./words/indic.ts";
import type { Words } from "./words/kinds.ts";
import { latin } from "./words/latin.ts";

export type Kind = keyof Words;

/** A known word or phrase in a text. */
export interface Term {
  kind: Kind;
  start: number;
  end: number;
}

interface Node {
  next: Map<number, Node>;
  kind?: Kind;
  openLeft?: boolean;
  openRight?: boolean;
  upper?: boolean;
}

const root: Node = { next: new Map() };
for (const words of [latin, abjad, indic, asian] as Partial<Words>[]) {
  for (const kind of Object.keys(words) as Kind[])
    for (const [place, entries] of [words[kind] ?? ""].flat().entries())
      for (const entry of entries.split("|")) learn(entry, kind, place);
}

/** Every known term of a text from left to right, the longest at each place; linear in the text. */
export function findTerms(text: string, folded: string): Term[] {
  const terms: Term[] = [];
  for (let start = 0; start < folded.length; start += 1) {
    let node = root.next.get(folded.charCodeAt(start));
    if (!node) continue;
    const leftOpen = start === 0 || !isWordLetter(folded.charCodeAt(start - 1));
    let found: Term | undefined;
    for (let end = start + 1; node; end += 1) {
      if (
        node.kind &&
        (leftOpen || node.openLeft) &&
        (node.openRight || !isWordLetter(folded.charCodeAt(end))) &&
        !(node.upper && text.slice(start, end) !== text.slice(start, end).toUpperCase())
      ) {
        found = { kind: node.kind, start, end };
      }
      node = node.next.get(folded.charCodeAt(end));
    }
    if (!found) continue;
    terms.push(found);
    start = found.end - 1;
    // The rest of the word belongs to it, yet may hold another term: `verifierings|kod`. No word is longer than forty.
    while (found.end - start < 40 && isWordLetter(folded.charCodeAt(found.end))) found.end += 1;
  }
  return terms;
}

function learn(entry: string, kind: Kind, place: number) {
  const upper = entry.startsWith("!");
  const word = fold(entry.slice(upper ? 1 : 0).normalize("NFKC"));
  let node = root;
  for (let index = 0; index < word.length; index += 1) {
    const unit = word.charCodeAt(index);
    let next = node.next.get(unit);
    if (!next) {
      next = { next: new Map() };
      node.next.set(unit, next);
    }
    node = next;
  }
  node.kind ??= kind;
  if (node.kind !== kind) return;
  // Scripts without spaces have no word ends.
  node.openLeft ||= place > 1 || isRunning(word.charCodeAt(0));
  node.openRight ||= place > 0 || isRunning(word.charCodeAt(word.length - 1));
  if (upper) node.upper = true;
}
