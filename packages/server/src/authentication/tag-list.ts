/** Parses a tag list such as `v=1; a=rsa-sha256` (RFC 6376, 3.2). Returns `null` if it is malformed or has a tag twice. */
export function parseTagList(text: string): Map<string, string> | null {
  const tags = new Map<string, string>();
  for (const part of text.split(";")) {
    const trimmed = part.trim();
    // The list may end with a semicolon.
    if (trimmed === "") continue;
    const equalsIndex = trimmed.indexOf("=");
    const name = trimmed.slice(0, equalsIndex).trim();
    const isMalformed = equalsIndex < 0 || !/^[A-Za-z][A-Za-z0-9_]*$/.test(name);
    if (isMalformed || tags.has(name)) return null;
    tags.set(name, trimmed.slice(equalsIndex + 1).trim());
  }
  return tags;
}

/** Splits the value of a tag at its colons, in lower case and without white space: `From : To` becomes `from` and `to`. */
export function splitTagValue(value: string): string[] {
  return value
    .split(":")
    .map((part) => part.trim().toLowerCase())
    .filter((part) => part !== "");
}
