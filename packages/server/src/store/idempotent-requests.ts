import { hash } from "node:crypto";
import type { Clock } from "../clock.ts";
import type { Kv, Locks } from "../storage/types.ts";
import { accountLock, requireAccount } from "./accounts.ts";
import { deleteNumberedRecords } from "./numbered-records.ts";

/** A request that its client may repeat without having it carried out again. */
export interface IdempotentRequest {
  /** Where the key counts: the same key is another one elsewhere. */
  scope: string;
  /** The client's own name for the request. */
  key: string;
  /** Digest of the body. */
  digest: string;
}

interface AnsweredRequest<Reply> {
  /** Digest of scope and key. */
  id: string;
  digest: string;
  reply: Reply;
  /** Time at which it is forgotten, ms since 1970. */
  expires: number;
}

/** How long a request is remembered, as at Resend. */
const lifetimeMs = 24 * 60 * 60_000;
/** Records per account. Each holds some requests, so that remembering one rewrites a small record. */
const recordCount = 128;
/** Requests per record; above, the oldest is forgotten. Bounds the record's size. */
const maxPerRecord = 20;

/** Returns the number of the record for a request. The first 32 bits of its hash spread the requests over the records. */
const toRecordNumber = (id: string) => Number.parseInt(id.slice(0, 8), 16) % recordCount;

/** `record` is the number of the record, below `recordCount`. */
const recordKey = (account: string, record: number) => `idempotent-requests:${account}:${record}`;

export type IdempotentRequestStore = ReturnType<typeof createIdempotentRequestStore>;

/** Remembers the replies to idempotent requests of all accounts, for all servers of the storage and after a restart. */
export function createIdempotentRequestStore({ kv, locks, clock }: { kv: Kv; locks: Locks; clock: Clock }) {
  /**
   * Returns the requests, with their replies, in one of an account's numbered records, without expired ones. Several records, because
   * one of all requests would be rewritten for each of them.
   */
  async function load<Reply>(account: string, record: number): Promise<AnsweredRequest<Reply>[]> {
    const stored = await kv.get<{ entries: AnsweredRequest<Reply>[] }>(recordKey(account, record));
    return (stored?.entries ?? []).filter(({ expires }) => expires > clock.now());
  }

  return {
    /**
     * Carries a request out by calling `send`, and remembers its reply if it succeeds: for a day, or until its record has too many newer
     * ones (`maxPerRecord`). A request with the same scope and key is a repetition: waits for the earlier request and returns its reply,
     * or `null` if the bodies differ (`digest`).
     */
    async runOnce<Reply extends object>(
      account: string,
      { scope, key, digest }: IdempotentRequest,
      send: () => Promise<Reply>,
    ): Promise<Reply | null> {
      const id = hash("sha256", JSON.stringify([scope, key]), "hex");
      const record = toRecordNumber(id);
      return locks.with([`idempotent-request:${account}:${id}`], async () => {
        const earlier = (await load<Reply>(account, record)).find((entry) => entry.id === id);
        if (earlier) return earlier.digest === digest ? earlier.reply : null;
        const reply = await send();
        await locks.with([accountLock(account)], async () => {
          // Nothing would delete what is stored after the account's deletion.
          await requireAccount(kv, account);
          const entries = [...(await load(account, record)), { id, digest, reply, expires: clock.now() + lifetimeMs }];
          await kv.commit([[recordKey(account, record), { entries: entries.slice(-maxPerRecord) }]]);
        });
        return reply;
      });
    },

    /** Forgets all requests of an account. */
    deleteAll: (account: string): Promise<void> =>
      deleteNumberedRecords({ kv, locks }, account, { count: recordCount, keyOf: recordKey }),
  };
}
