/** Characters nobody sees, and that hide or reorder text: controls, zero-width, directions, tags, fillers. */
const unseen =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\uffff\u{1d173}-\u{1d17a}\u{e0000}-\u{e00ff}\u{e01f0}-\u{e0fff}]|\u034f|\p{Variation_Selector}/gu;

/** A stranger's text, as a person would see it. */
export function clean(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(/[\u2028\u2029]/g, "\n")
    .replace(unseen, "")
    .replace(/\p{Surrogate}/gu, "");
}

/** A stranger's subject or name on one line, cut to a length that lists can bear. */
export function cleanLine(text: string, most = 120): string {
  const line = clean(text).replace(/\s+/g, " ").trim();
  return [...line].length <= most ? line : `${[...line].slice(0, most - 1).join("")}…`;
}
