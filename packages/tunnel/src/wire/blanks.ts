/** Only space and tab: `trim()` would also take the byte 0xA0, half of many a UTF-8 letter. */
export function trimBlanks(text: string, from = 0, to = text.length): string {
  let start = from;
  let end = to;
  while (start < end && (text.charCodeAt(start) === 32 || text.charCodeAt(start) === 9)) start++;
  while (end > start && (text.charCodeAt(end - 1) === 32 || text.charCodeAt(end - 1) === 9)) end--;
  return text.slice(start, end);
}

/**
 * The lower-case items of a comma-separated header. Split at a pattern that takes the blanks along, a header full of blanks
 * would cost the square of its length.
 */
export function listOf(value: string): string[] {
  return value
    .toLowerCase()
    .split(",")
    .map((item) => trimBlanks(item));
}
