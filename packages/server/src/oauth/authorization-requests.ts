import { randomBytes, randomInt } from "node:crypto";
import type { Scope } from "@frontdesk/contract";
import type { Clock } from "../clock.ts";
import { Problem } from "../problem.ts";
import type { Kv, Locks } from "../storage/types.ts";
import { hashToken } from "../text/ids.ts";

/** What a client has asked for, checked, while a person decides on it. */
export interface AuthorizationRequest {
  clientId: string;
  clientName: string;
  /** Host that publishes the client's metadata; `null` if it has registered itself. */
  verifiedHost: string | null;
  redirectUri: string;
  /** SHA-256 of the client's verifier, in base64url. */
  challenge: string;
  state: string | null;
  scopes: Scope[];
}

/** A request as stored, under its slot. */
interface StoredRequest extends AuthorizationRequest {
  /** Hash of the request's id. */
  hash: string;
  /** Time of expiry, ms since 1970. */
  expires: number;
}

/** Open requests in all. Above, the oldest of some is replaced: anybody can send one, so they must not fill the storage. */
const slotCount = 4096;
/** How many slots, chosen at random, are tried for a new request. */
const maxSlotAttempts = 8;
/** Time in which a person decides. */
const lifetimeMs = 10 * 60_000;
/** Bytes of a request's id. */
const idBytes = 16;
/** An id: the number of its slot, a dot, and the random bytes in base64url. */
const idPattern = /^(\d{1,4})\.[\w-]{22}$/;

const slotKey = (slot: number) => `oauth-request:${slot}`;

export type AuthorizationRequests = ReturnType<typeof createAuthorizationRequests>;

/** Stores the requests that wait for a person's consent. Each is used once, within ten minutes. */
export function createAuthorizationRequests({ kv, locks, clock }: { kv: Kv; locks: Locks; clock: Clock }) {
  /**
   * Returns the open request with this id and its storage key; `null` if it is unknown, expired or decided already. The id names
   * the slot, one of a fixed number of records, that stores the request.
   */
  async function read(id: string): Promise<{ key: string; request: StoredRequest } | null> {
    const slot = idPattern.exec(id)?.[1];
    if (slot === undefined) return null;
    const key = slotKey(Number(slot));
    const request = await kv.get<StoredRequest>(key);
    // The slot may have a newer request by now, with another hash.
    const isOpen = request?.hash === hashToken(id) && request.expires > clock.now();
    return isOpen ? { key, request } : null;
  }

  /**
   * Chooses the slot that stores a new request: tries some at random, and returns a free one, else the one whose request expires
   * first, which will be replaced. Anybody can send requests, so the number of slots is fixed: they must not fill the storage.
   */
  async function chooseSlot(): Promise<number> {
    let oldest = 0;
    let oldestExpires = Number.POSITIVE_INFINITY;
    for (let attempt = 0; attempt < maxSlotAttempts; attempt++) {
      const slot = randomInt(slotCount);
      // 0: a slot that was never used is as free as one whose request has expired.
      const expires = (await kv.get<StoredRequest>(slotKey(slot)))?.expires ?? 0;
      if (expires <= clock.now()) return slot;
      if (expires >= oldestExpires) continue;
      oldest = slot;
      oldestExpires = expires;
    }
    return oldest;
  }

  return {
    /**
     * Stores a request in one of a fixed number of slots, because anybody can send requests; it may replace the oldest (`chooseSlot`).
     * Returns its id, `<slot>.<random>`, which only the person's browser gets.
     */
    async add(request: AuthorizationRequest): Promise<string> {
      const slot = await chooseSlot();
      const id = `${slot}.${randomBytes(idBytes).toString("base64url")}`;
      const stored: StoredRequest = { ...request, hash: hashToken(id), expires: clock.now() + lifetimeMs };
      // Under the lock of `take`, which could otherwise delete this request in place of the one that it has just read.
      await locks.with([slotKey(slot)], () => kv.commit([[slotKey(slot), stored]]));
      return id;
    },

    /** Returns a request that is still open. @throws Problem `not_found` */
    async get(id: string): Promise<AuthorizationRequest> {
      return (await read(id))?.request ?? throwNotOpen();
    },

    /** Returns a request and deletes it, so that it is decided once. @throws Problem `not_found` */
    async take(id: string): Promise<AuthorizationRequest> {
      const key = (await read(id))?.key ?? throwNotOpen();
      return locks.with([key], async () => {
        // Read again: another server may have taken it before this one got the lock.
        const { request } = (await read(id)) ?? throwNotOpen();
        await kv.commit([[key, null]]);
        return request;
      });
    },
  };
}

/** Throws the error for a request that is not open: unknown, expired or decided already. @throws Problem `not_found` */
function throwNotOpen(): never {
  throw new Problem(
    "not_found",
    "This request was decided already, or is older than ten minutes. Start again in the app that asked for it.",
  );
}
