/**
 * Replaces full-width digits, and those of the scripts up to Mongolian (U+1819), by ASCII digits: `٤٨٢` becomes `482`. The length
 * does not change.
 */
export function toAsciiDigits(text: string): string {
  return text.replace(/(?!\d)\p{Nd}/gu, (digit) => {
    const codeUnit = digit.charCodeAt(0);
    if (codeUnit > 0x1819 && codeUnit < 0xff10) return digit;
    // `٤` is U+0664: the last hexadecimal digit is its value. In the scripts of India (U+0900 to U+0DFF) that is 6 higher.
    const zero = codeUnit > 0x900 && codeUnit < 0xe00 ? 6 : 0;
    return String((codeUnit & 15) - zero);
  });
}
