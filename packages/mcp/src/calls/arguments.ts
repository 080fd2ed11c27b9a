/** What models send in place of what is asked for, where there is no doubt about what is meant. */

/** Of each parameter: what the list says that it is. */
type Types = Record<string, { type?: unknown }>;

/** Drops what stands for nothing, and reads figures in quotes, addresses of mail and of tunnels. */
export function understand(args: unknown, types: Types): unknown {
  if (typeof args !== "object" || args === null || Array.isArray(args)) return args ?? {};
  const understood: Record<string, unknown> = {};
  for (const [name, given] of Object.entries(args)) {
    const value = typeof given === "string" ? given.trim() : given;
    if (value === null || value === "") continue;
    understood[name] = Object.hasOwn(types, name) ? read(name, value, types[name]?.type) : value;
  }
  return understood;
}

function read(name: string, value: unknown, type: unknown): unknown {
  if (type === "integer" || type === "number")
    return typeof value === "string" && /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : value;
  if (typeof value === "number") return String(value);
  if (typeof value !== "string") return value;
  if (name === "subdomain") return toDomain(value);
  if (name === "mailbox") return toAddress(value);
  return value;
}

/** A tunnel's address is as good as its domain. */
function toDomain(text: string): string {
  const url = /^https?:\/\//i.test(text) ? text : `http://${text}`;
  return /[:/]/.test(text) && URL.canParse(url) ? new URL(url).hostname : text;
}

/** `Name <a@b>` and `mailto:a@b` are `a@b`. */
function toAddress(text: string): string {
  return (/<([^<>]+)>$/.exec(text)?.[1] ?? text).replace(/^mailto:/i, "").trim();
}

/** An address, or a name, and the mailbox that it belongs to: `name+tag@` is `name@`. */
export function toMailbox(text: string): { mailbox: string; to?: string } {
  const [, name, tag, domain = ""] = /^([^+@]+)(\+[^@]*)?(@.+)?$/.exec(text) ?? [];
  if (name === undefined || tag === undefined) return { mailbox: text };
  return { mailbox: name + domain, ...(domain === "" ? {} : { to: text }) };
}
