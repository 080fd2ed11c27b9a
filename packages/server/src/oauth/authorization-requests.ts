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
const slots = 4096;
/** Slots that are tried for a new request. */
const triedSlots = 8;
/** Time in which a person decides. */
const lifetimeMs = 10 * 60_000;
/** Bytes of a request's id. */
const idBytes = 16;

const slotKey = (slot: number) => `oauth-request:${slot}`;

export type AuthorizationRequests = ReturnType<typeof createAuthorizationRequests>;

/** Stores the requests that wait for a person's consent. Each is used once, within ten minutes. */
export function createAuthorizationRequests({ kv, locks, clock }: { kv: Kv; locks: Locks; clock: Clock }) {
  /** Returns the request of an id, or `null` if there is none (any more). */
  async function read(id: string): Promise<{ key: string; request: StoredRequest } | null> {
    const slot = /^(\d{1,4})\.[\w-]{22}$/.exec(id)?.[1];
    if (slot === undefined) return null;
    const key = slotKey(Number(slot));
    const request = await kv.get<StoredRequest>(key);
    const isOpen = request?.hash === hashToken(id) && request.expires > clock.now();
    return isOpen ? { key, request } : null;
  }

  /** Returns a free slot, else the one of those tried whose request expires first. */
  async function chooseSlot(): Promise<number> {
    let [oldest, oldestExpires] = [0, Number.POSITIVE_INFINITY];
    for (let attempt = 0; attempt < triedSlots; attempt++) {
      const slot = randomInt(slots);
      const expires = (await kv.get<StoredRequest>(slotKey(slot)))?.expires ?? 0;
      if (expires <= clock.now()) return slot;
      if (expires < oldestExpires) [oldest, oldestExpires] = [slot, expires];
    }
    return oldest;
  }

  return {
    /** Stores a request. Returns its id, which only the person's browser gets. */
    async add(request: AuthorizationRequest): Promise<string> {
      const slot = await chooseSlot();
      const id = `${slot}.${randomBytes(idBytes).toString("base64url")}`;
      const stored: StoredRequest = { ...request, hash: hashToken(id), expires: clock.now() + lifetimeMs };
      await locks.with([slotKey(slot)], () => kv.commit([[slotKey(slot), stored]]));
      return id;
    },

    /** Returns a request that is still open. @throws Problem `not_found` */
    async get(id: string): Promise<AuthorizationRequest> {
      return (await read(id))?.request ?? requestGone();
    },

    /** Returns a request and deletes it, so that it is decided once. @throws Problem `not_found` */
    async take(id: string): Promise<AuthorizationRequest> {
      const slot = (await read(id))?.key ?? requestGone();
      return locks.with([slot], async () => {
        // Read again: another server may have taken it before this one got the lock.
        const found = (await read(id)) ?? requestGone();
        await kv.commit([[found.key, null]]);
        return found.request;
      });
    },
  };
}

function requestGone(): never {
  throw new Problem(
    "not_found",
    "This request was decided already, or is older than ten minutes. Start again in the app that asked for it.",
  );
}
