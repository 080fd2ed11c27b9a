import { LRUCache } from "lru-cache";
import { isAbsentRecord, type ResolveDns } from "./bounded-resolver.ts";

/** Milliseconds for which a response is used again. The time that its domain asks for is not known: `node:dns` drops it. */
export const DNS_CACHE_MS = 60_000;
const MAX_RESPONSES = 5_000;
/** Limits in bytes: of one response, and of all. Longer ones are not remembered; senders decide what their DNS says. */
const MAX_RESPONSE_BYTES = 16 * 1024;
const MAX_TOTAL_BYTES = 8 * 1024 * 1024;
/** Bytes of an entry besides its texts. */
const ENTRY_BYTES = 200;

/** What a name server said: the records, or the code that means that there are none. */
type Response = { records: unknown } | { absenceCode: string };

/** A resolver that remembers responses. */
export interface DnsCache {
  resolve: ResolveDns;
  /** Returns the time until which a response is remembered, ms since 1970; 0 if it is not. */
  expiryOf(name: string, type: string): number;
}

/** Wraps a resolver and remembers responses, because a sender's mails all need the same records. Failures are not remembered. */
export function cacheDns(resolveDns: ResolveDns, now: () => number): DnsCache {
  const responses = new LRUCache<string, { response: Response; until: number }>({
    max: MAX_RESPONSES,
    maxSize: MAX_TOTAL_BYTES,
    maxEntrySize: MAX_RESPONSE_BYTES,
    sizeCalculation: ({ response }, key) =>
      ENTRY_BYTES + key.length + ("records" in response ? countBytes(response.records) : 0),
  });
  /** Lookups that run. Others for the same name join them. */
  const runningLookups = new Map<string, Promise<Response>>();

  /**
   * Queries DNS and remembers the response under `key`, even if it says that there are no records. Failures are not remembered. The
   * caller adds this lookup to `runningLookups`, until it ends.
   */
  async function lookUp(key: string, name: string, type: string): Promise<Response> {
    try {
      const response = await toResponse(async () => resolveDns(name, type));
      responses.set(key, { response, until: now() + DNS_CACHE_MS });
      return response;
    } finally {
      runningLookups.delete(key);
    }
  }

  /** Returns a remembered response, or `undefined` if there is none or it has expired. */
  function recall(key: string): Response | undefined {
    const remembered = responses.get(key);
    return remembered && isCurrent(remembered.until, now()) ? remembered.response : undefined;
  }

  return {
    /** Returns the remembered records, or queries DNS. Callers that need the same records at the same time share one query. */
    async resolve(name, type) {
      const key = toCacheKey(name, type);
      let response = recall(key);
      if (response === undefined) {
        const lookup = runningLookups.get(key) ?? lookUp(key, name, type);
        runningLookups.set(key, lookup);
        response = await lookup;
      }
      if ("records" in response) return response.records;
      // A new error each time, because callers change the error that they catch.
      throw Object.assign(new Error(`There is no ${type} record of ${name}`), { code: response.absenceCode });
    },
    /** Returns until when a response is remembered, ms since 1970; 0 if it is not. */
    expiryOf: (name, type) => responses.peek(toCacheKey(name, type))?.until ?? 0,
  };
}

const toCacheKey = (name: string, type: string) => `${type} ${name.toLowerCase()}`;

/** Returns whether something remembered until a time still counts. */
export function isCurrent(until: number, now: number): boolean {
  // Nothing is remembered for longer than `DNS_CACHE_MS`. If more is left, the clock was set back, and the true age is unknown.
  return until > now && until - now <= DNS_CACHE_MS;
}

/** Returns the records, or the error code that says that there are none. @throws any other error of the resolver */
async function toResponse(resolve: () => Promise<unknown>): Promise<Response> {
  try {
    return { records: await resolve() };
  } catch (error) {
    if (isAbsentRecord(error)) return { absenceCode: error.code };
    throw error;
  }
}

/** Estimates the memory that DNS records take, in bytes: of their texts, and of the objects and arrays around them. */
function countBytes(records: unknown): number {
  const bytesPerCharacter = 2;
  if (typeof records === "string") return records.length * bytesPerCharacter;
  // A number, such as an MX record's priority, counts with its object.
  if (typeof records !== "object" || records === null) return 0;
  return Object.values(records).reduce((sum: number, part) => sum + countBytes(part), ENTRY_BYTES);
}
