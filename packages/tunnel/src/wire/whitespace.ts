/** Trims spaces and tabs only: `trim()` would also remove the byte 0xA0, which is part of many UTF-8 characters. */
export function trimWhitespace(text: string, from = 0, to = text.length): string {
  let start = from;
  let end = to;
  while (start < end && isSpaceOrTab(text, start)) start++;
  while (end > start && isSpaceOrTab(text, end - 1)) end--;
  return text.slice(start, end);
}

function isSpaceOrTab(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code === 32 || code === 9;
}

/**
 * Returns the items of a comma-separated header in lower case. Splits at commas only: a pattern that includes whitespace
 * would take quadratic time for a header full of it.
 */
export function toLowerCaseList(value: string): string[] {
  return value
    .toLowerCase()
    .split(",")
    .map((item) => trimWhitespace(item));
}
