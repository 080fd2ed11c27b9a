import { cutToTokens, estimateTokens } from "./tokens.ts";

/** Invisible characters, which can hide or reorder text: controls, zero-width, directions, tags, fillers. */
const invisible =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are removed
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\uffff\u{1d173}-\u{1d17a}\u{e0000}-\u{e00ff}\u{e01f0}-\u{e0fff}]|\u034f|\p{Variation_Selector}/gu;

/** Imitations of our fence marks, in any brackets. */
const fenceLike =
  /([<＜‹〈])(?=[<＜‹〈]\s{0,20}\/?\s{0,20}(?:outside|end)\b)|«(?=\s{0,20}\/?\s{0,20}(?:outside|end)\b)/giu;
/** Markup for which a chat client loads a remote file: a tracking pixel. */
const remoteMarkup =
  /!(?=\[)|<(?=\s{0,20}\/?\s{0,20}(?:img|image|picture|svg|object|embed|iframe|video|audio|source|link|style)\b)/giu;

/** Longest line of a list, in tokens. */
const maxLineTokens = 60;

/**
 * Returns untrusted text without invisible characters. Inserts a blank into imitations of our fence marks, and into markup with which a
 * sender would make the chat client load a remote file: both lose their effect.
 */
export function clean(text: string): string {
  return (
    text
      .replace(/\r\n?/g, "\n")
      .replace(/[\u2028\u2029]/g, "\n")
      .replace(invisible, "")
      // With the flag `u`, this matches only a half of a pair, which stands for no character.
      .replace(/\p{Surrogate}/gu, "")
      .replace(fenceLike, "$& ")
      .replace(remoteMarkup, "$& ")
  );
}

/** Returns an untrusted subject or name on one line, cut for lists. */
export function cleanLine(text: string, maxLength = 120): string {
  const line = clean(text).replace(/\s+/g, " ").trim();
  const codePoints = [...line];
  if (codePoints.length <= maxLength && estimateTokens(line) <= maxLineTokens) return line;
  // The ellipsis is one character and one token.
  return `${cutToTokens(codePoints.slice(0, maxLength - 1).join(""), maxLineTokens - 1)}…`;
}
