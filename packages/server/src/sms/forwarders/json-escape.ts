const short: Record<string, string> = {
  '"': '\\"',
  "\\": "\\\\",
  "\b": "\\b",
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
};

/** The inside of a JSON string as an app writes it: what JSON asks for, and what `more` says of a UTF-16 unit. */
export function escapeJson(text: string, more: (unit: string) => string | undefined = () => undefined): string {
  return text.replace(/[\s\S]/g, (unit) => more(unit) ?? short[unit] ?? (unit < " " ? toHex(unit) : unit));
}

/** `\u001f` */
export function toHex(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
