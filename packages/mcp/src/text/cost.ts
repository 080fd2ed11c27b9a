/**
 * What a text costs a model, in tokens, before anyone counts: never less than o200k takes, and not far above it for words.
 * The tables that models count by weigh megabytes; a test holds this to them in every script.
 */
export function costOf(text: string): number {
  const till = createTill();
  for (const letter of text) till.add(letter.codePointAt(0) ?? 0);
  return till.sum();
}

/** As much of a text, from `from` on, as costs no more than `most`; at a line's end where that is past the middle. */
export function cutByCost(text: string, most: number, from = 0): string {
  const till = createTill();
  let at = from;
  let lineEnd = from;
  while (at < text.length) {
    const point = text.codePointAt(at) ?? 0;
    till.add(point);
    if (till.sum() > most) break;
    // A pair of surrogates stays whole.
    at += point > 0xffff ? 2 : 1;
    if (point === 10) lineEnd = at;
  }
  if (at < text.length && lineEnd - from > (at - from) / 2) return text.slice(from, lineEnd);
  return text.slice(from, at);
}

type Kind =
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

/** Words are cheap once begun; letters and digits in a jumble cost a token each or two. */
const price: Record<Kind, { first: number; more: number }> = {
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

/** Longer runs of small letters are no words. */
const longestWord = 8;

function createTill() {
  let sum = 0;
  let last: Kind | undefined;
  let run = 0;
  return {
    sum: () => sum,
    add(point: number): void {
      const kind = toKind(point);
      run = kind === last ? run + 1 : 1;
      sum += price[kind][run > 1 ? "more" : "first"];
      if (kind === "small" && run > longestWord) sum += 0.3;
      if (kind === "digit" && last === "space") sum += 0.5;
      last = kind;
    },
  };
}

function toKind(point: number): Kind {
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
  // Scripts of India, Thai, kana; the rest falls to pieces.
  return (point >= 0x900 && point < 0xf80) || (point >= 0x3040 && point < 0x3100) ? "pair" : "triple";
}
