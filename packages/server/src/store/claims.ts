import { randomBytes } from "node:crypto";
import { type Clock, toTimestamp } from "../clock.ts";
import { Problem } from "../problem.ts";
import type { Kv, Locks, Write } from "../storage/types.ts";
import { hashToken } from "../text/ids.ts";
import { accountLock, requireAccount } from "./accounts.ts";

/** What a claim code is exchanged for: the key of an SMS inbox (`pair`), or a new agent key for the dashboard (`sign-in`). */
export type ClaimPurpose = "pair" | "sign-in";

/** A claim code as stored, under its hash. The code itself is not stored. */
interface Claim {
  purpose: ClaimPurpose;
  account: string;
  /** Id of the SMS inbox, or of the account for `sign-in`. */
  subject: string;
  /** Time of expiry, ms since 1970. */
  expires: number;
}

/** A new claim code, to be shown once. */
export interface IssuedClaimCode {
  /** 128 random bits, in base64url. */
  code: string;
  /** RFC 3339. */
  expires_at: string;
}

/** Valid codes per subject, so that its record stays small; above, the oldest is deleted. */
const maxCodesPerSubject = 10;
const lifetimeMs = 10 * 60_000;

const claimKey = (hash: string) => `claim:${hash}`;
const subjectKey = (subject: string) => `claims:${subject}`;

export type ClaimStore = ReturnType<typeof createClaimStore>;

/** Stores claim codes. Each is valid once, for ten minutes, and replaces a secret that would have to be shown and typed. */
export function createClaimStore({ kv, locks, clock }: { kv: Kv; locks: Locks; clock: Clock }) {
  return {
    /**
     * Creates a claim code: valid once, for ten minutes, to pair a phone with an SMS inbox or to sign in to an account.
     * That inbox or account (by default) is its subject. If the subject has `maxCodesPerSubject` valid codes already, the oldest ends.
     * `checkAllowed` is called under the account's lock and throws if the inbox was deleted.
     */
    async issue(
      purpose: ClaimPurpose,
      { account, subject = account }: { account: string; subject?: string },
      checkAllowed: () => Promise<unknown> = async () => {},
    ): Promise<IssuedClaimCode> {
      return locks.with([accountLock(account)], async () => {
        await requireAccount(kv, account);
        await checkAllowed();
        const now = clock.now();
        const code = randomBytes(16).toString("base64url");
        const hash = hashToken(code);
        const claim: Claim = { purpose, account, subject, expires: now + lifetimeMs };
        const earlierHashes = await codeHashesOf(kv, subject);
        const validHashes = await selectValid(kv, earlierHashes, now);
        const remaining = [...validHashes, hash].slice(-maxCodesPerSubject);
        const endedHashes = earlierHashes.filter((earlierHash) => !remaining.includes(earlierHash));
        await kv.commit([
          ...endedHashes.map((endedHash): Write => [claimKey(endedHash), null]),
          [claimKey(hash), claim],
          [subjectKey(subject), { hashes: remaining }],
        ]);
        return { code, expires_at: toTimestamp(claim.expires) };
      });
    },

    /**
     * Redeems a claim code. `exchange` is called under the account's lock and returns what the code is exchanged for:
     * an inbox's key or an account. An expired code is deleted, too. A change of the inbox's key holds the same lock and deletes the
     * codes, so an older code never gives out the new key. A record of the claim's `subject` (its inbox or account) lists the valid codes.
     *
     * @throws Problem `unauthenticated` for a code that is unknown, for another purpose, used or expired.
     */
    async redeem<T>(purpose: ClaimPurpose, code: string, exchange: (claim: Claim) => Promise<T>): Promise<T> {
      const hash = hashToken(code);
      const issued = await kv.get<Claim>(claimKey(hash));
      if (issued?.purpose !== purpose) throw invalidCode();
      return locks.with([accountLock(issued.account)], async () => {
        // Read again: another request may have redeemed the code before this one got the lock.
        const claim = await kv.get<Claim>(claimKey(hash));
        if (!claim) throw invalidCode();
        const remaining = (await codeHashesOf(kv, claim.subject)).filter((other) => other !== hash);
        await kv.commit([
          [claimKey(hash), null],
          [subjectKey(claim.subject), remaining.length > 0 ? { hashes: remaining } : null],
        ]);
        if (claim.expires <= clock.now()) throw invalidCode();
        return exchange(claim);
      });
    },

    /** Deletes every `sign-in` code of an account. */
    async revoke(account: string): Promise<void> {
      await locks.with([accountLock(account)], async () => kv.commit(await claimDeletionWrites(kv, account)));
    },
  };
}

/** Returns the writes that delete every code of a subject, to commit together with its deletion or key rotation. */
export async function claimDeletionWrites(kv: Kv, subject: string): Promise<Write[]> {
  const hashes = await codeHashesOf(kv, subject);
  if (hashes.length === 0) return [];
  return [...hashes.map((hash): Write => [claimKey(hash), null]), [subjectKey(subject), null]];
}

/** Returns the hashes of a subject's codes, oldest first. Some may have expired. */
async function codeHashesOf(kv: Kv, subject: string): Promise<string[]> {
  return (await kv.get<{ hashes: string[] }>(subjectKey(subject)))?.hashes ?? [];
}

/** Returns the hashes whose codes have not expired. A code without a record counts as expired. */
async function selectValid(kv: Kv, hashes: readonly string[], now: number): Promise<string[]> {
  const claims = await Promise.all(hashes.map((hash) => kv.get<Claim>(claimKey(hash))));
  return hashes.filter((_hash, index) => (claims[index]?.expires ?? 0) > now);
}

/** Creates the problem for a claim code that cannot be redeemed. A 401 must have the header (RFC 9110 section 15.5.2). */
function invalidCode(): Problem {
  return new Problem(
    "unauthenticated",
    "This code is unknown, was used already, or is older than ten minutes. Request a new one.",
    { headers: { "www-authenticate": "Bearer" } },
  );
}
