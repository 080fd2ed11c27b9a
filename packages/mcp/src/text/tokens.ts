/**
 * Estimates the tokens of a text: never fewer than o200k counts, and only slightly more for words. The real tables weigh
 * megabytes; a test compares this estimate with them in every script.
 */
export function estimateTokens(text: string): number {
  const counter = createTokenCounter();
  for (const letter of text) counter.add(letter.codePointAt(0) ?? 0);
  return counter.sum();
}

/** Returns the longest piece from `from` on within `maxTokens`; ends it at a line break if one is past the middle. */
export function cutToTokens(text: string, maxTokens: number, from = 0): string {
  const counter = createTokenCounter();
  let at = from;
  let lineEnd = from;
  while (at < text.length) {
    const point = text.codePointAt(at) ?? 0;
    counter.add(point);
    if (counter.sum() > maxTokens) break;
    // Surrogate pairs stay whole.
    at += point > 0xffff ? 2 : 1;
    if (point === 10) lineEnd = at;
  }
  if (at < text.length && lineEnd - from > (at - from) / 2) return text.slice(from, lineEnd);
  return text.slice(from, at);
}

type CharacterKind =
  | "small"
  | "large"
  | "digit"
  | "space"
  | "line"
  | "sign"
  | "common"
  | "chinese"
  | "pair"
  | "triple"
  | "quadruple";

/** Tokens of the first character of a run and of each further one: words are cheap, random letters and digits are not. */
const tokensOf: Record<CharacterKind, { first: number; more: number }> = {
  small: { first: 0.85, more: 0.34 },
  large: { first: 0.85, more: 0.6 },
  digit: { first: 1, more: 0.4 },
  space: { first: 0.25, more: 0.25 },
  line: { first: 1, more: 0.5 },
  sign: { first: 1, more: 0.7 },
  common: { first: 1, more: 1 },
  chinese: { first: 2.3, more: 2.3 },
  pair: { first: 2, more: 2 },
  triple: { first: 3, more: 3 },
  quadruple: { first: 4, more: 4 },
};

/** Longer runs of small letters are not words. */
const maxWordLength = 8;

/** Counts tokens character by character. */
function createTokenCounter() {
  let sum = 0;
  let last: CharacterKind | undefined;
  let run = 0;
  return {
    sum: () => sum,
    add(point: number): void {
      const kind = toKind(point);
      run = kind === last ? run + 1 : 1;
      sum += tokensOf[kind][run > 1 ? "more" : "first"];
      if (kind === "small" && run > maxWordLength) sum += 0.3;
      if (kind === "digit" && last === "space") sum += 0.5;
      last = kind;
    },
  };
}

function toKind(point: number): CharacterKind {
  if (point < 128) {
    if (point >= 97 && point <= 122) return "small";
    if (point >= 65 && point <= 90) return "large";
    if (point >= 48 && point <= 57) return "digit";
    if (point === 32) return "space";
    return point < 32 ? "line" : "sign";
  }
  if (point > 0xffff) return "quadruple";
  const isEveryday = (point >= 0x410 && point <= 0x451) || (point >= 0x5d0 && point <= 0x5ea);
  if (isEveryday || (point >= 0x621 && point <= 0x64a)) return "common";
  if (point < 0x800) return "pair";
  if (point >= 0x4e00 && point < 0x9f80) return "chinese";
  // Indic scripts, Thai and kana; other scripts split into more tokens.
  return (point >= 0x900 && point < 0xf80) || (point >= 0x3040 && point < 0x3100) ? "pair" : "triple";
}
