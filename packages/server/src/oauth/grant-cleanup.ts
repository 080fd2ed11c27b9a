// Not the globals: a user's test that fakes them expects only timers of its own.
import { clearInterval, setInterval } from "node:timers";
import type { Clock } from "../clock.ts";
import { createExpiryCalendar } from "../inbox/expiry-calendar.ts";
import { ignoreNotFound } from "../problem.ts";
import type { Kv, Locks, Write } from "../storage/types.ts";
import type { AgentKeyStore } from "../store/agent-keys.ts";
import { readConnection, type StoredConnection } from "../store/connection-tokens.ts";
import { codeWrite } from "./authorization-codes.ts";

/** Deletes codes and connections that have expired. */
export interface GrantCleanup {
  /** Returns the write that has a code deleted after this time, ms since 1970. */
  enterCode(hash: string, expires: number): Promise<Write>;
  /** Returns the write that has a connection deleted once none of its tokens can be used. */
  enterConnection(key: KeyIds, connection: StoredConnection): Promise<Write>;
  /** Returns the write that has the connections deleted, at the next sweep, that a deleted key has approved. */
  planConnectionCleanup(key: KeyIds): Promise<Write>;
  /** Deletes what has expired. Runs automatically once a minute. */
  sweep(): Promise<void>;
  close(): Promise<void>;
}

/** The ids of a key, such as that of a connection, and of its account. */
export interface KeyIds {
  id: string;
  account: string;
}

interface GrantCleanupParts {
  kv: Kv;
  locks: Locks;
  /** Clock that decides when tokens expire. */
  clock: Clock;
  /** Clock that decides when something is deleted. It does not follow a wall clock that jumps ahead. */
  retentionClock: Clock;
  agentKeys: Pick<AgentKeyStore, "find" | "remove" | "removeApproved">;
}

/** Milliseconds between two sweeps. A sweep that finds nothing due is one read. */
const sweepIntervalMs = 60_000;

/**
 * Creates the cleanup of expired codes and connections. Starts its timer, which `close` stops. The calendar says by `retentionClock`
 * when to look, because a wall clock (`clock`) that jumps ahead must not have everything deleted.
 */
export function createGrantCleanup({ kv, locks, clock, retentionClock, agentKeys }: GrantCleanupParts): GrantCleanup {
  const calendar = createExpiryCalendar({ kv, locks, clock: retentionClock, name: "oauth" });
  /** Returns the write that makes a sweep visit the entry at this time. The caller commits it with what it writes itself. */
  const enter = async (entry: string, time: number) => (await calendar.enter(entry, time)).write;
  const enterConnection = ({ id, account }: KeyIds, connection: StoredConnection) =>
    enter(`connection:${id}:${account}`, lastTokenExpiryOf(connection));

  const deleteCode = (hash: string) => kv.commit([codeWrite(hash, null)]);

  /**
   * Deletes the agent key of a connection, and with it the connection, if it has expired, was ended, or if the key that approved it was
   * deleted: then `find` returns `null` for the connection's key too. A connection that was refreshed meanwhile gets a new entry in the
   * calendar, for its new end. `clock` is the wall clock, which decides when tokens expire.
   */
  async function visitConnection({ id, account }: KeyIds): Promise<void> {
    const connection = await readConnection(kv, id);
    const isApproved = connection !== null && (await agentKeys.find(id)) !== null;
    const isValid = isApproved && lastTokenExpiryOf(connection) > clock.now();
    if (isValid) return kv.commit([await enterConnection({ id, account }, connection)]);
    await agentKeys.remove(id, account).catch(ignoreNotFound);
  }

  /**
   * Deletes what an entry of the calendar names: the connection of `connection:<id>:<account>` unless it is due later, the
   * connections that the deleted key of `approver:<id>:<account>` had approved, or the code of `code:<hash>`.
   */
  async function visit(entry: string): Promise<void> {
    const [kind = "", idOrHash = "", account = ""] = entry.split(":");
    if (kind === "connection") await visitConnection({ id: idOrHash, account });
    else if (kind === "approver") await agentKeys.removeApproved(idOrHash, account);
    else await deleteCode(idOrHash);
  }

  const sweep = () => calendar.sweep(visit);
  // Ignores errors: requests report a failing storage, and the next sweep tries again.
  const timer = setInterval(() => void sweep().catch(() => {}), sweepIntervalMs).unref();

  return {
    enterCode: (hash, expires) => enter(`code:${hash}`, expires),
    enterConnection,
    /** Has the connections that the deleted key approved deleted at the next sweep. */
    planConnectionCleanup: ({ id, account }) => enter(`approver:${id}:${account}`, retentionClock.now()),
    sweep,
    /** Stops the timer. Closing the calendar ends a sweep early; resolves when it has ended. */
    async close() {
      clearInterval(timer);
      await calendar.close();
    },
  };
}

/** Returns when the last token of a connection ends, ms since 1970; 0 if it has none. */
function lastTokenExpiryOf({ access, refresh }: StoredConnection): number {
  return Math.max(0, ...[...access, ...refresh].map(({ expires }) => expires));
}
