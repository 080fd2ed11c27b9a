const length = 140;

const SURROGATE = /[\uD800-\uDFFF]/;

/** The first 140 characters of a text, white space collapsed (contract section 3). */
export function toSnippet(text: string): string {
  // White space may stretch the part that is needed, but not without limit.
  const collapsed = text.slice(0, 20_000).replace(/\s+/g, " ").trim();
  if (collapsed.length <= length) return collapsed;
  const start = collapsed.slice(0, length * 2);
  return SURROGATE.test(start) ? [...start].slice(0, length).join("") : start.slice(0, length);
}

/** At most this many UTF-16 units of a header, never half a character. */
export function truncate(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = /[\uD800-\uDBFF]/.test(text.charAt(most - 1)) ? most - 1 : most;
  return text.slice(0, end);
}
