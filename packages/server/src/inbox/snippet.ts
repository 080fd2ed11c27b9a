const snippetLength = 140;
/** UTF-16 units of a text in which the snippet is searched. */
const maxSearchedLength = 20_000;

/** Matches a half of a character that takes two UTF-16 units. */
const SURROGATE = /[\uD800-\uDFFF]/;

/** Returns the first 140 characters of a text, with white space collapsed (contract section 3). */
export function toSnippet(text: string): string {
  // Bounded, because white space can make the needed part of the text arbitrarily long.
  const collapsed = text.slice(0, maxSearchedLength).replace(/\s+/g, " ").trim();
  if (collapsed.length <= snippetLength) return collapsed;
  // A character takes one or two UTF-16 units, so this contains the first 140 characters.
  const start = collapsed.slice(0, snippetLength * 2);
  // Characters of two units (surrogate pairs) must not be split. Spreading the text keeps them whole, but is slow.
  return SURROGATE.test(start) ? [...start].slice(0, snippetLength).join("") : start.slice(0, snippetLength);
}

/** Returns at most `maxLength` UTF-16 units of a text, without splitting a character. */
export function truncate(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const splitsCharacter = /[\uD800-\uDBFF]/.test(text.charAt(maxLength - 1));
  return text.slice(0, splitsCharacter ? maxLength - 1 : maxLength);
}
