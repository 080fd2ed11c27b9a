const shortEscapes: Record<string, string> = {
  '"': '\\"',
  "\\": "\\\\",
  "\b": "\\b",
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
};

/**
 * Escapes text for a JSON string as an app does: as JSON requires (RFC 8259 section 7), and as `escapeMore` returns for a UTF-16
 * unit that the app escapes too.
 */
export function escapeJson(text: string, escapeMore: (unit: string) => string | undefined = () => undefined): string {
  const escapeAsRequired = (unit: string) => shortEscapes[unit] ?? (unit < " " ? toUnicodeEscape(unit) : unit);
  return text.replace(/[\s\S]/g, (unit) => escapeMore(unit) ?? escapeAsRequired(unit));
}

/** Returns an escape such as `\u001f`. */
export function toUnicodeEscape(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
