/** First code points of the decimal digits that phones write in other locales: Arabic, Persian, Devanagari, Bengali, Myanmar, full-width. */
const zeros = [0x0660, 0x06f0, 0x0966, 0x09e6, 0x1040, 0xff10];

/** The text with the digits of other scripts as 0 to 9. */
export function toAsciiDigits(text: string): string {
  return text.replace(/[^\p{ASCII}]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0;
    const zero = zeros.find((first) => code >= first && code < first + 10);
    return zero === undefined ? character : String(code - zero);
  });
}
