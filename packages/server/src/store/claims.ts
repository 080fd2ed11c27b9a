import { randomBytes } from "node:crypto";
import { type Clock, toTimestamp } from "../clock.ts";
import { Problem } from "../problem.ts";
import type { Kv, Locks, Write } from "../storage/types.ts";
import { hashToken } from "../text/ids.ts";
import { accountLock, requireAccount } from "./accounts.ts";

/** What a claim code may be traded for: an SMS token's key, or a key of the dashboard. */
export type ClaimPurpose = "pair" | "sign-in";

/** A claim code as stored, under its hash: the code itself is not kept. */
interface Claim {
  purpose: ClaimPurpose;
  account: string;
  /** The SMS token's id, or the account's where the claim is for all of it. */
  subject: string;
  /** Ms since 1970. */
  expires: number;
}

/** A claim code, for whoever is to have it. */
export interface IssuedClaimCode {
  /** 128 random bits, in base64url. */
  code: string;
  /** RFC 3339. */
  expires_at: string;
}

/** Codes of one subject that are good at the same time; the oldest gives way. */
const mostOfSubject = 10;
/** Milliseconds. */
const lifetime = 10 * 60_000;

const claimKey = (hash: string) => `claim:${hash}`;
const claimsOf = (subject: string) => `claims:${subject}`;

export type ClaimStore = ReturnType<typeof createClaimStore>;

/** Codes that are good once, for ten minutes, in place of a secret that would have to be shown and typed. */
export function createClaimStore({ kv, locks, clock }: { kv: Kv; locks: Locks; clock: Clock }) {
  return {
    /** `allow` runs under the account's lock and throws where the subject is gone. */
    async issue(
      purpose: ClaimPurpose,
      { account, subject = account }: { account: string; subject?: string },
      allow: () => Promise<unknown> = async () => {},
    ): Promise<IssuedClaimCode> {
      return locks.with([accountLock(account)], async () => {
        await requireAccount(kv, account);
        await allow();
        const now = clock.now();
        const code = randomBytes(16).toString("base64url");
        const claim: Claim = { purpose, account, subject, expires: now + lifetime };
        const hashes = await hashesOf(kv, subject);
        const known = await Promise.all(hashes.map((hash) => kv.get<Claim>(claimKey(hash))));
        const alive = hashes.filter((_hash, index) => (known[index]?.expires ?? 0) > now);
        const kept = [...alive, hashToken(code)].slice(-mostOfSubject);
        await kv.commit([
          ...hashes.filter((hash) => !kept.includes(hash)).map((hash): Write => [claimKey(hash), null]),
          [claimKey(hashToken(code)), claim],
          [claimsOf(subject), { hashes: kept }],
        ]);
        return { code, expires_at: toTimestamp(claim.expires) };
      });
    },

    /**
     * Uses a code up. `take` reads, under the same lock, what the code is traded for.
     *
     * @throws Problem `unauthenticated` for a code that is unknown, of another purpose, used or too old.
     */
    async redeem<T>(purpose: ClaimPurpose, code: string, take: (claim: Claim) => Promise<T>): Promise<T> {
      const hash = hashToken(code);
      const found = await kv.get<Claim>(claimKey(hash));
      if (found?.purpose !== purpose) throw refuse();
      // Rotating and deleting hold this lock too, so a code is never traded for what came after it.
      return locks.with([accountLock(found.account)], async () => {
        const claim = await kv.get<Claim>(claimKey(hash));
        if (!claim) throw refuse();
        const rest = (await hashesOf(kv, claim.subject)).filter((other) => other !== hash);
        await kv.commit([
          [claimKey(hash), null],
          [claimsOf(claim.subject), rest.length > 0 ? { hashes: rest } : null],
        ]);
        if (claim.expires <= clock.now()) throw refuse();
        return take(claim);
      });
    },

    /** Ends every code for an account as a whole. */
    async revoke(account: string): Promise<void> {
      await locks.with([accountLock(account)], async () => kv.commit(await claimDeletionWrites(kv, account)));
    },
  };
}

/** The writes that end every code for a subject, to be committed with what ends the subject or its key. */
export async function claimDeletionWrites(kv: Kv, subject: string): Promise<Write[]> {
  const hashes = await hashesOf(kv, subject);
  if (hashes.length === 0) return [];
  return [...hashes.map((hash): Write => [claimKey(hash), null]), [claimsOf(subject), null]];
}

async function hashesOf(kv: Kv, subject: string): Promise<string[]> {
  return (await kv.get<{ hashes: string[] }>(claimsOf(subject)))?.hashes ?? [];
}

function refuse(): Problem {
  return new Problem(
    "unauthenticated",
    "This code is unknown, was used already, or is older than ten minutes. Ask for a new one.",
    { headers: { "www-authenticate": "Bearer" } },
  );
}
