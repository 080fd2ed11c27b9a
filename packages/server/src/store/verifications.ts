import { hash, randomBytes, randomInt } from "node:crypto";
import type { Clock } from "../clock.ts";
import type { Kv, Locks, Write } from "../storage/types.ts";
import { accountLock, requireAccount } from "./accounts.ts";
import { deleteNumberedRecords } from "./numbered-records.ts";

/** A running check of a person's email address or number, as an app started it at a provider. */
export interface Verification {
  /** 32 hexadecimal digits. The first two name the record that holds the verification. */
  id: string;
  /** Provider and service: the same person may have one verification at each. */
  service: string;
  /** Email address or number. */
  to: string;
  channel: "sms" | "email";
  code: string;
  /** How often the code was sent. */
  sends: number;
  /** How many wrong codes were tried. */
  failures: number;
  /** Time of the start, ms since 1970. */
  created: number;
  /** Time of expiry, ms since 1970. */
  expires: number;
}

/** Rules of the provider. */
export interface VerificationRules {
  lifetimeMs: number;
  maxSends: number;
  maxFailures: number;
}

interface StartOptions extends Pick<Verification, "service" | "to" | "channel"> {
  rules: VerificationRules;
  /** Digits of a generated code. */
  length: number;
  /** Code that the app generated itself. */
  code?: string | undefined;
}

interface CheckOptions {
  service: string;
  /** Email address or number, or the verification's id. */
  target: { to: string } | { id: string };
  code: string;
  rules: VerificationRules;
  /** Whether the caller may check a verification. Others do not exist for it. @default every one */
  isVisible?: (verification: Verification) => boolean;
}

/** What a check found: the verification, which ends with `approved`, or why there was none to check. */
export type CheckOutcome =
  | { status: "approved" | "pending" | "too_many_checks"; verification: Verification }
  | { status: "not_found" };

/** Records per account. Each holds the verifications of some addresses, so that starting one rewrites a small record. */
const recordCount = 64;
/** Running verifications per record; above, the oldest ends. Bounds the record's size. */
const maxPerRecord = 50;

const recordKey = (account: string, record: number) => `verifications:${account}:${record}`;

export type VerificationStore = ReturnType<typeof createVerificationStore>;

/** Stores the verifications of all accounts, durably, so that a restart between code and check loses none. */
export function createVerificationStore({ kv, locks, clock }: { kv: Kv; locks: Locks; clock: Clock }) {
  /**
   * Returns the verifications in one of an account's numbered records that have not expired. There are several records, because a single
   * one with all of them would be rewritten whenever a verification starts.
   */
  async function load(account: string, record: number): Promise<Verification[]> {
    const stored = await kv.get<{ entries: Verification[] }>(recordKey(account, record));
    return (stored?.entries ?? []).filter(({ expires }) => expires > clock.now());
  }

  /** Returns the write that stores the verifications of a record; deletes an empty one. */
  function toWrite(account: string, record: number, entries: Verification[]): Write {
    return [recordKey(account, record), entries.length > 0 ? { entries } : null];
  }

  return {
    /**
     * Starts a verification of `to`, an email address or number. If one has not expired yet, counts that its code is sent again.
     * Returns the verification, whose code the caller sends, or `null` if it was sent too often. An account's verifications are stored in
     * a fixed number of records, by the hash of `to`; a full record drops its oldest, so that an account cannot fill the storage.
     */
    async start(
      account: string,
      { service, to, channel, rules, length, code }: StartOptions,
    ): Promise<Verification | null> {
      const record = hashToRecordNumber(to);
      return locks.with([accountLock(account)], async () => {
        await requireAccount(kv, account);
        const entries = await load(account, record);
        const running = entries.find((entry) => entry.service === service && entry.to === to);
        if (running && running.sends >= rules.maxSends) return null;
        const now = clock.now();
        // The same code is sent again, unless the app has generated a new one.
        const verification: Verification = running
          ? { ...running, channel, code: code ?? running.code, sends: running.sends + 1 }
          : {
              id: toId(record),
              service,
              to,
              channel,
              code: code ?? generateCode(length),
              sends: 1,
              failures: 0,
              created: now,
              expires: now + rules.lifetimeMs,
            };
        const others = entries.filter((entry) => entry !== running);
        await kv.commit([toWrite(account, record, [...others, verification].slice(-maxPerRecord))]);
        return verification;
      });
    },

    /**
     * Compares a person's code with that of a running verification. The right code ends the verification; too many
     * wrong ones block it until it expires. Verifications for which `isVisible` is false count as unknown.
     *
     * An account's verifications are spread over a fixed number of stored records, so that a check rewrites a small one. A hash
     * of the recipient, or the verification's id, gives the record's number.
     */
    async check(
      account: string,
      { service, target, code, rules, isVisible = () => true }: CheckOptions,
    ): Promise<CheckOutcome> {
      const record = "to" in target ? hashToRecordNumber(target.to) : recordNumberInId(target.id);
      const isIdMadeUp = Number.isNaN(record) || record >= recordCount;
      if (isIdMadeUp) return { status: "not_found" };
      return locks.with([accountLock(account)], async () => {
        const entries = await load(account, record);
        const isTarget = (entry: Verification) => ("to" in target ? entry.to === target.to : entry.id === target.id);
        const verification = entries.find((entry) => entry.service === service && isTarget(entry));
        if (!verification || !isVisible(verification)) return { status: "not_found" };
        if (verification.failures >= rules.maxFailures) return { status: "too_many_checks", verification };
        const others = entries.filter((entry) => entry !== verification);
        // Not in constant time: so few guesses are possible that their timing tells nothing.
        if (verification.code === code) {
          await kv.commit([toWrite(account, record, others)]);
          return { status: "approved", verification };
        }
        const failed = { ...verification, failures: verification.failures + 1 };
        await kv.commit([toWrite(account, record, [...others, failed])]);
        return { status: "pending", verification: failed };
      });
    },

    /** Deletes all verifications of an account. */
    deleteAll: (account: string): Promise<void> =>
      deleteNumberedRecords({ kv, locks }, account, { count: recordCount, keyOf: recordKey }),
  };
}

/** Returns the number of the record that holds the verifications of an email address or number: spread by 32 bits of a hash. */
function hashToRecordNumber(to: string): number {
  return Number.parseInt(hash("sha256", to, "hex").slice(0, 8), 16) % recordCount;
}

/** Returns a new id. Its first two hexadecimal digits are the number of its record, which is below 64. */
function toId(record: number): string {
  return record.toString(16).padStart(2, "0") + randomBytes(15).toString("hex");
}

/** Returns the record that an id names; `NaN` for a text that is no id. */
function recordNumberInId(id: string): number {
  return Number.parseInt(id.slice(0, 2), 16);
}

/** Returns random digits. */
function generateCode(length: number): string {
  return Array.from({ length }, () => randomInt(10)).join("");
}
