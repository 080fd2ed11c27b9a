import { maxEntries } from "@frontdesk/basics";
import { LRUCache } from "lru-cache";
import type { ResolveDns } from "./bounded-resolver.ts";
import { DNS_CACHE_MS, type DnsCache, isCurrent } from "./dns-cache.ts";

/** What was made of DNS records, and how long it holds. */
interface Derived<T> {
  value: T;
  /** Time until which it holds, ms since 1970; 0 if it holds for one mail only. */
  until: number;
}

/**
 * Returns what `derive` makes of DNS records, or what it made of them before. The key names all that the result depends on
 * besides the records.
 */
export type DeriveOnce = <T>(
  key: string,
  resolveDns: ResolveDns,
  derive: (resolveDns: ResolveDns) => Promise<T>,
) => Promise<Derived<T>>;

/** Derives the result again each time. `until: 0`: it is not to be remembered. */
export const deriveAlways: DeriveOnce = async (_key, resolveDns, derive) => ({
  value: await derive(resolveDns),
  until: 0,
});

const MAX_RESULTS = 2_000;
/** Longer keys are not remembered; senders decide what they say. */
const MAX_KEY_CHARACTERS = 600;
/** Begins a macro of SPF, which may stand for the sender's address: then a result holds for one mail only. */
const MACRO_START = "%{";

/**
 * Creates a cache of results that are derived from DNS records, such as parsed keys. A result is remembered no longer
 * than the DNS cache keeps each of the responses that it comes from (`expiryOf`; 0 for a failed lookup), and not at all if a record has
 * an SPF macro: that may stand for the sender's address, so the result holds for one mail only.
 */
export function createDerivedResults({ expiryOf }: Pick<DnsCache, "expiryOf">, now: () => number): DeriveOnce {
  const results = new LRUCache<string, Derived<unknown>>(maxEntries(MAX_RESULTS));

  return async <T>(key: string, resolveDns: ResolveDns, derive: (resolveDns: ResolveDns) => Promise<T>) => {
    const cached = results.get(key);
    // The cast is safe: a key begins with the kind of its result, such as `dkim`, so all results under one key have one type.
    if (cached && isCurrent(cached.until, now())) return cached as Derived<T>;
    let until = now() + DNS_CACHE_MS;
    const value = await derive(async (name, type) => {
      try {
        const records = await resolveDns(name, type);
        if (hasMacro(records)) until = 0;
        return records;
      } finally {
        until = Math.min(until, expiryOf(name, type));
      }
    });
    if (key.length <= MAX_KEY_CHARACTERS && until > now()) results.set(key, { value, until });
    return { value, until };
  };
}

/** Returns whether a record contains an SPF macro, which may stand for the sender's address: then a result holds for one mail only. */
function hasMacro(records: unknown): boolean {
  // The strings of a TXT record are parts of one text.
  const isMacroIn = (record: unknown) => [record].flat().join("").includes(MACRO_START);
  return Array.isArray(records) && records.some(isMacroIn);
}
