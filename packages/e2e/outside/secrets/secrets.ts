/** Secrets that were planted, each by a name, and the search for them. */
export class Secrets {
  readonly #planted = new Map<string, string>();

  /** Notes a secret and gives it back. */
  plant(name: string, value: string): string {
    this.#planted.set(name, value);
    return value;
  }

  /** By name. */
  get all(): [name: string, value: string][] {
    return [...this.#planted];
  }

  /** Names of those that a text shows, at least in part, and in whatever case. */
  in(text: string): string[] {
    const seen = text.toLowerCase();
    return this.all.filter(([, value]) => seen.includes(toNeedle(value))).map(([name]) => name);
  }
}

/** What begins behind a prefix that everyone knows. */
function toNeedle(value: string): string {
  return value
    .replace(/^[a-z]+_/, "")
    .slice(0, 12)
    .toLowerCase();
}

/** As `Authorization: Basic` has it. */
export function toBasic(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
}
