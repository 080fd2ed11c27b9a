import { randomBytes } from "node:crypto";
import { tokenPrefixes } from "@frontdesk/basics";
import type { Clock } from "../clock.ts";
import { OptionsError } from "../problem.ts";
import type { Kv, Locks, Write } from "../storage/types.ts";
import type { AccountStore, StoredAccount } from "../store/accounts.ts";
import type { AgentKeyStore } from "../store/agent-keys.ts";
import type { AuditEvent } from "../store/audit-log.ts";
import { findTokenRecord } from "../store/tokens.ts";

/** Storage key of the bootstrap record. */
const bootstrapRecordKey = "bootstrapped";

/** Record that the first key was created. */
interface BootstrapRecord {
  account: string;
  /** Set until the key was printed: its id, the id of the start that created it, and the time, ms since 1970. */
  unshown?: { key: string; by: string; at: number };
}

/** Time in which another server of the same storage prints the key that it created. */
const displayTimeoutMs = 60_000;

interface BootstrapOptions {
  kv: Kv;
  locks: Locks;
  clock: Clock;
  accounts: AccountStore;
  agentKeys: AgentKeyStore;
  /** Whether other servers may start on this storage at the same time. */
  shared: boolean;
}

/** Result of a server's start: the first key, if this start created it, and warnings. */
export interface BootstrapResult {
  /** The first agent key on the start that created it, else `null`. */
  key: string | null;
  warnings: string[];
  /** Records that the key was printed. Without this call the next start replaces the key. */
  confirm(): Promise<void>;
}

/**
 * On empty storage, creates the account `default` and its first key, with full access (contract section 5). `chosenKey` is that
 * key, from FRONTDESK_BOOTSTRAP_KEY; if `undefined`, a random one is generated.
 */
export async function bootstrap(options: BootstrapOptions, chosenKey: string | undefined): Promise<BootstrapResult> {
  const { kv, locks, clock, accounts, agentKeys } = options;
  if (chosenKey !== undefined && !isWellFormedKey(chosenKey))
    throw new OptionsError(
      `FRONTDESK_BOOTSTRAP_KEY must be ${tokenPrefixes.agent} followed by at least 16 letters and digits`,
    );
  const startId = randomBytes(8).toString("hex");
  const key = needsKey(await readRecord()) ? await locks.with(["bootstrap"], createFirstKey) : null;
  // A chosen key that was just created is in the storage. Otherwise it may be a mistake.
  return { key, warnings: key === null ? await bootstrapKeyWarnings(chosenKey, kv) : [], confirm };

  function readRecord() {
    return kv.get<BootstrapRecord>(bootstrapRecordKey);
  }

  /** Returns whether this start must create the first key: there is none, or the server that created it ended before printing it. */
  function needsKey(record: BootstrapRecord | null): boolean {
    if (record === null) return true;
    if (record.unshown === undefined) return false;
    // On a shared storage, the server that created the key may still be about to print it.
    return !options.shared || clock.now() - record.unshown.at > displayTimeoutMs;
  }

  /** Creates the first key and replaces one that was never printed. Called with the lock; `null` if another server had it before. */
  async function createFirstKey(): Promise<string | null> {
    const record = await readRecord();
    if (!needsKey(record)) return null;
    // Nobody knows the key that was never printed, so a failed deletion does no harm.
    if (record?.unshown) await agentKeys.remove(record.unshown.key, record.account).catch(() => {});
    const account = await findOrCreateAccount(record);
    /**
     * Returns the write, committed with the key, that records the key as not printed yet by this start (`by`). If this start ends before it
     * has confirmed the printing, a later start replaces the key. A key that the operator chose needs no printing.
     */
    function toRelatedWrite(keyId: string): Write {
      const unshown = { key: keyId, by: startId, at: clock.now() };
      return [bootstrapRecordKey, chosenKey === undefined ? { account: account.id, unshown } : { account: account.id }];
    }
    /** Returns the audit event. The server itself creates the key: by no other key, and from no IP address. */
    const toEvent = (keyId: string) =>
      ({ account, key_id: null, action: "key.created", target: `key:${keyId}`, ip: null }) satisfies AuditEvent;
    const createOptions = { value: chosenKey, toRelatedWrite, toEvent };
    const { token } = await agentKeys.create(account.id, { name: "first key" }, createOptions);
    return token;
  }

  /** Returns the account of an earlier first key, else the account `default`. */
  async function findOrCreateAccount(record: BootstrapRecord | null): Promise<StoredAccount> {
    if (record) return accounts.get(record.account);
    // An earlier start may have created the account, and have ended before it stored the record.
    return (await accounts.findByName("default")) ?? accounts.create("default");
  }

  /**
   * Records that the first key was printed, by a record without `unshown`: so no later start replaces the key. Does nothing if another
   * start has replaced it already.
   */
  async function confirm(): Promise<void> {
    if (key === null) return;
    const record = await readRecord();
    if (record?.unshown?.by === startId) await kv.commit([[bootstrapRecordKey, { account: record.account }]]);
  }
}

/** Returns whether a key has the prefix of agent keys, followed by 16 letters and digits or more: fewer could be guessed. At most 200. */
function isWellFormedKey(key: string): boolean {
  return key.startsWith(tokenPrefixes.agent) && /^[0-9A-Za-z]{16,200}$/.test(key.slice(tokenPrefixes.agent.length));
}

/**
 * Returns a warning if the operator chose a first key that this storage does not have. Tokens of other things, such as mailboxes, are
 * stored with the keys; only those with the owner `agent` are agent keys.
 */
async function bootstrapKeyWarnings(chosenKey: string | undefined, kv: Kv): Promise<string[]> {
  if (chosenKey === undefined || (await findTokenRecord(kv, chosenKey))?.owner === "agent") return [];
  return [
    "FRONTDESK_BOOTSTRAP_KEY is not a key of this storage and is ignored: it names the first key of empty storage alone. " +
      "Take the variable away, and make a key with `frontdesk key create`.",
  ];
}
