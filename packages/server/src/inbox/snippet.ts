const snippetLength = 140;
const maxUnitsPerCharacter = 2;
/** UTF-16 units of a text in which the snippet is searched. White space can make the needed part arbitrarily long. */
const maxSearchedLength = 20_000;

/** Matches a half of a character that takes two UTF-16 units. */
const SURROGATE = /[\uD800-\uDFFF]/;

/** Returns the first 140 characters of a text, with white space collapsed (contract section 3). */
export function toSnippet(text: string): string {
  const collapsed = text.slice(0, maxSearchedLength).replace(/\s+/g, " ").trim();
  if (collapsed.length <= snippetLength) return collapsed;
  const start = collapsed.slice(0, snippetLength * maxUnitsPerCharacter);
  // Characters of two units (surrogate pairs) must not be split. Spreading the text keeps them whole, but is slow.
  return SURROGATE.test(start) ? [...start].slice(0, snippetLength).join("") : start.slice(0, snippetLength);
}

/** Returns at most `maxLength` UTF-16 units of a text, without splitting a character. */
export function truncate(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const splitsCharacter = /[\uD800-\uDBFF]/.test(text.charAt(maxLength - 1));
  return text.slice(0, splitsCharacter ? maxLength - 1 : maxLength);
}
