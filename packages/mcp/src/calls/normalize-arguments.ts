/** The JSON Schema type of each parameter. */
type ParameterTypes = Record<string, { type?: unknown }>;

/**
 * Corrects unambiguous mistakes of models: drops `null` and empty text, parses numbers in quotes, takes a URL for a domain
 * and `Name <a@b>` for an email address. Arguments that are missing become an empty object. What is no object, and arguments that
 * the tool does not have, are left to the check of the arguments.
 */
export function normalizeArguments(args: unknown, types: ParameterTypes): unknown {
  if (typeof args !== "object" || args === null || Array.isArray(args)) return args ?? {};
  const normalized: Record<string, unknown> = {};
  for (const [name, argument] of Object.entries(args)) {
    const value = typeof argument === "string" ? argument.trim() : argument;
    if (value === null || value === "") continue;
    const isKnown = Object.hasOwn(types, name);
    normalized[name] = isKnown ? normalizeValue(name, value, types[name]?.type) : value;
  }
  return normalized;
}

/** Corrects one argument by the type and name of its parameter. Returns what it cannot correct unchanged. */
function normalizeValue(name: string, value: unknown, type: unknown): unknown {
  if (type === "integer" || type === "number") {
    const isNumberText = typeof value === "string" && /^-?\d+(?:\.\d+)?$/.test(value);
    return isNumberText ? Number(value) : value;
  }
  // No other parameter takes a number. For a text, models write a phone number or an id of digits as one.
  if (typeof value === "number") return String(value);
  if (typeof value !== "string") return value;
  if (name === "subdomain") return toDomain(value);
  if (name === "mailbox") return toAddress(value);
  return value;
}

/** Returns the host of a tunnel's URL; other text unchanged. */
function toDomain(text: string): string {
  // A text without a colon or slash is a name already.
  if (!/[:/]/.test(text)) return text;
  const url = /^https?:\/\//i.test(text) ? text : `http://${text}`;
  return URL.canParse(url) ? new URL(url).hostname : text;
}

/** Returns `a@b` of `Name <a@b>` and `mailto:a@b`; other text unchanged. */
function toAddress(text: string): string {
  return (/<([^<>]+)>$/.exec(text)?.[1] ?? text).replace(/^mailto:/i, "").trim();
}

/**
 * Splits an alias, such as `signup+shop@desk.example.com`, into its mailbox `signup@desk.example.com` and the alias as `to`. Other
 * text is the mailbox.
 */
export function splitAlias(text: string): { mailbox: string; to?: string } {
  const [, name, tag, domain = ""] = /^([^+@]+)(\+[^@]*)?(@.+)?$/.exec(text) ?? [];
  if (name === undefined || tag === undefined) return { mailbox: text };
  // Without a domain the alias is not an address, so it cannot be the recipient of a mail.
  return { mailbox: name + domain, ...(domain === "" ? {} : { to: text }) };
}
