import { costOf, cutByCost } from "./cost.ts";

/** Characters nobody sees, and that hide or reorder text: controls, zero-width, directions, tags, fillers. */
const unseen =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\uffff\u{1d173}-\u{1d17a}\u{e0000}-\u{e00ff}\u{e01f0}-\u{e0fff}]|\u034f|\p{Variation_Selector}/gu;

/** What would pass for a mark of ours, in whatever brackets. */
const likeMark =
  /([<＜‹〈])(?=[<＜‹〈]\s{0,20}\/?\s{0,20}(?:outside|end)\b)|«(?=\s{0,20}\/?\s{0,20}(?:outside|end)\b)/giu;
/** Markup that a chat fetches a picture for, and so tells its sender that and by whom it was read. */
const picture =
  /!(?=\[)|<(?=\s{0,20}\/?\s{0,20}(?:img|image|picture|svg|object|embed|iframe|video|audio|source|link|style)\b)/giu;

/** What costs more than this, in tokens, is no line of a list. */
const mostOfLine = 60;

/** A stranger's text, as a person would see it, with nothing in it that acts. */
export function clean(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(/[\u2028\u2029]/g, "\n")
    .replace(unseen, "")
    .replace(/\p{Surrogate}/gu, "")
    .replace(likeMark, "$& ")
    .replace(picture, "$& ");
}

/** A stranger's subject or name on one line, cut to a length that lists can bear. */
export function cleanLine(text: string, most = 120): string {
  const line = clean(text).replace(/\s+/g, " ").trim();
  const letters = [...line];
  if (letters.length <= most && costOf(line) <= mostOfLine) return line;
  return `${cutByCost(letters.slice(0, most - 1).join(""), mostOfLine - 1)}…`;
}
