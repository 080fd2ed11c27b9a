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
  let end = from;
  let lineEnd = from;
  while (end < text.length) {
    const codePoint = text.codePointAt(end) ?? 0;
    counter.add(codePoint);
    if (counter.sum() > maxTokens) break;
    // Surrogate pairs stay whole.
    end += codePoint > 0xffff ? 2 : 1;
    const isLineBreak = codePoint === 10;
    if (isLineBreak) lineEnd = end;
  }
  const isLinePastMiddle = lineEnd - from > (end - from) / 2;
  if (end < text.length && isLinePastMiddle) return text.slice(from, lineEnd);
  return text.slice(from, end);
}

type CharacterKind =
  | "lowercase"
  | "uppercase"
  | "digit"
  | "space"
  | "control"
  | "punctuation"
  | "single"
  | "chinese"
  | "pair"
  | "triple"
  | "quadruple";

/** Tokens of the first character of a run and of each further one: words are cheap, random letters and digits are not. */
const tokensOf: Record<CharacterKind, { firstOfRun: number; laterInRun: number }> = {
  lowercase: { firstOfRun: 0.85, laterInRun: 0.34 },
  uppercase: { firstOfRun: 0.85, laterInRun: 0.6 },
  digit: { firstOfRun: 1, laterInRun: 0.4 },
  space: { firstOfRun: 0.25, laterInRun: 0.25 },
  control: { firstOfRun: 1, laterInRun: 0.5 },
  punctuation: { firstOfRun: 1, laterInRun: 0.7 },
  single: { firstOfRun: 1, laterInRun: 1 },
  chinese: { firstOfRun: 2.3, laterInRun: 2.3 },
  pair: { firstOfRun: 2, laterInRun: 2 },
  triple: { firstOfRun: 3, laterInRun: 3 },
  quadruple: { firstOfRun: 4, laterInRun: 4 },
};

/** Longer runs of small letters are not words. */
const maxWordLength = 8;
/** Additional tokens per character of such a run, and for a number after a space. */
const extraInLongWord = 0.3;
const extraForNumberAfterSpace = 0.5;

/** Creates a counter that estimates tokens from the kinds of characters. The weights fit the o200k tokenizer. */
function createTokenCounter() {
  let sum = 0;
  let previousKind: CharacterKind | undefined;
  let runLength = 0;
  return {
    sum: () => sum,
    /** Adds the tokens of the next character, by its kind and its position in a run of that kind. */
    add(codePoint: number): void {
      const kind = toKind(codePoint);
      runLength = kind === previousKind ? runLength + 1 : 1;
      sum += tokensOf[kind][runLength === 1 ? "firstOfRun" : "laterInRun"];
      // Small letters beyond the length of a word cost more. So does a number after a space: o200k joins a space only with a word.
      if (kind === "lowercase" && runLength > maxWordLength) sum += extraInLongWord;
      if (kind === "digit" && previousKind === "space") sum += extraForNumberAfterSpace;
      previousKind = kind;
    },
  };
}

/**
 * Returns the kind of a character by its Unicode block, to estimate its tokens. Most kinds beyond ASCII are named by their tokens: a
 * `pair` has two.
 */
function toKind(codePoint: number): CharacterKind {
  if (codePoint < 128) {
    if (codePoint >= 97 && codePoint <= 122) return "lowercase";
    if (codePoint >= 65 && codePoint <= 90) return "uppercase";
    if (codePoint >= 48 && codePoint <= 57) return "digit";
    if (codePoint === 32) return "space";
    return codePoint < 32 ? "control" : "punctuation";
  }
  const isEmojiOrRare = codePoint > 0xffff;
  if (isEmojiOrRare) return "quadruple";
  // Even random letters of these scripts have on average at most one token each.
  const isRussian = codePoint >= 0x410 && codePoint <= 0x451;
  const isHebrew = codePoint >= 0x5d0 && codePoint <= 0x5ea;
  const isArabic = codePoint >= 0x621 && codePoint <= 0x64a;
  if (isRussian || isHebrew || isArabic) return "single";
  if (codePoint < 0x800) return "pair";
  if (codePoint >= 0x4e00 && codePoint < 0x9f80) return "chinese";
  const isIndicOrThai = codePoint >= 0x900 && codePoint < 0xf80;
  const isKana = codePoint >= 0x3040 && codePoint < 0x3100;
  return isIndicOrThai || isKana ? "pair" : "triple";
}
