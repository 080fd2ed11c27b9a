const shortEscapes: Record<string, string> = {
  '"': '\\"',
  "\\": "\\\\",
  "\b": "\\b",
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
};

/** Escapes text for a JSON string as an app does: as JSON requires, and by `escapeMore` for each UTF-16 unit. */
export function escapeJson(text: string, escapeMore: (unit: string) => string | undefined = () => undefined): string {
  return text.replace(
    /[\s\S]/g,
    (unit) => escapeMore(unit) ?? shortEscapes[unit] ?? (unit < " " ? toUnicodeEscape(unit) : unit),
  );
}

/** Returns an escape such as `\u001f`. */
export function toUnicodeEscape(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
