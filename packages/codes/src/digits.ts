/** Replaces the digits of all living scripts by ASCII digits: `٤٨٢` becomes `482`. The length does not change. */
export function toAsciiDigits(text: string): string {
  return text.replace(/(?!\d)\p{Nd}/gu, (digit) => {
    const codeUnit = digit.charCodeAt(0);
    // Historic scripts above U+1819, and mathematical digits, are kept; full-width digits start at U+FF10.
    if (codeUnit > 0x1819 && codeUnit < 0xff10) return digit;
    // The last hexadecimal digit of a script's zero is 0, but 6 in the scripts of India (U+0900 to U+0DFF).
    const zero = codeUnit > 0x900 && codeUnit < 0xe00 ? 6 : 0;
    return String((codeUnit & 15) - zero);
  });
}
