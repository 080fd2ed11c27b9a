import { randomBytes } from "node:crypto";
import { tokenPrefixes } from "@frontdesk/basics";
import type { Clock } from "../clock.ts";
import { OptionsError } from "../problem.ts";
import type { Kv, Locks, Write } from "../storage/types.ts";
import type { AccountStore } from "../store/accounts.ts";
import type { AgentKeyStore } from "../store/agent-keys.ts";
import { findTokenRecord } from "../store/tokens.ts";

const recordKey = "bootstrapped";

/** That the first key was made; until it was shown, also which it is and by which start. */
interface BootstrapRecord {
  account: string;
  unshown?: { key: string; by: string; at: number };
}

/** Milliseconds in which another server of the same storage shows the key that it made. */
const displayTimeoutMs = 60_000;

interface BootstrapOptions {
  kv: Kv;
  locks: Locks;
  clock: Clock;
  accounts: AccountStore;
  agentKeys: AgentKeyStore;
  /** Whether other servers may be starting on this storage. */
  shared: boolean;
}

/** What the first start made, and what a later one should say. */
export interface BootstrapResult {
  /** The first key's value, on the one start that made it; else `null`. */
  key: string | null;
  warnings: string[];
  /** Notes that the key reached whoever is to have it. Without it the next start makes another in its place. */
  confirm(): Promise<void>;
}

/** On empty storage makes the account `default` and its first key, with full access (contract section 5). */
export async function bootstrap(parts: BootstrapOptions, given: string | undefined): Promise<BootstrapResult> {
  const { kv, locks, clock, accounts, agentKeys } = parts;
  if (given !== undefined && !new RegExp(`^${tokenPrefixes.agent}[0-9A-Za-z]{16,200}$`).test(given))
    throw new OptionsError(
      `FRONTDESK_BOOTSTRAP_KEY must be ${tokenPrefixes.agent} followed by at least 16 letters and digits`,
    );
  const by = randomBytes(8).toString("hex");
  const key = needsKey(await read()) ? await locks.with(["bootstrap"], createFirstKey) : null;
  return { key, warnings: key === null ? await bootstrapKeyWarnings(given, kv) : [], confirm };

  function read() {
    return kv.get<BootstrapRecord>(recordKey);
  }

  function needsKey(done: BootstrapRecord | null): boolean {
    if (done?.unshown === undefined) return done === null;
    return !parts.shared || clock.now() - done.unshown.at > displayTimeoutMs;
  }

  async function createFirstKey(): Promise<string | null> {
    const done = await read();
    if (!needsKey(done)) return null;
    if (done?.unshown) await agentKeys.remove(done.unshown.key, done.account).catch(() => {});
    const account = done?.account ?? ((await accounts.findByName("default")) ?? (await accounts.create("default"))).id;
    // One the operator chose is known to him already.
    const note = (key: string): Write => [
      recordKey,
      given === undefined ? { account, unshown: { key, by, at: clock.now() } } : { account },
    ];
    const { token } = await agentKeys.create(account, { name: "first key" }, { value: given, note });
    return token;
  }

  async function confirm(): Promise<void> {
    if (key === null) return;
    const done = await read();
    if (done?.unshown?.by === by) await kv.commit([[recordKey, { account: done.account }]]);
  }
}

async function bootstrapKeyWarnings(given: string | undefined, kv: Kv): Promise<string[]> {
  if (given === undefined || (await findTokenRecord(kv, given))?.owner === "agent") return [];
  return [
    "FRONTDESK_BOOTSTRAP_KEY is not a key of this storage and is ignored: it names the first key of empty storage alone. " +
      "Take the variable away, and make a key with `frontdesk key create`.",
  ];
}
