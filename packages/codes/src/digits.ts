/** A text with the digits of all scripts in use as ASCII, as long as before. */
export function toAsciiDigits(text: string): string {
  return text.replace(/(?!\d)\p{Nd}/gu, (digit) => {
    const unit = digit.charCodeAt(0);
    if (unit > 0x1819 && unit < 0xff10) return digit;
    // Each script's zero ends in 0, but in the scripts of India in 6.
    return String((unit & 15) - (unit > 0x900 && unit < 0xe00 ? 6 : 0));
  });
}
