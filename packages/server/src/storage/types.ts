import type { Bus as EdgeBus, Presence } from "@frontdesk/tunnel/edge";

/** A change of one key: a JSON object to store, or `null` to remove the key. */
export type Write = readonly [key: string, value: object | null];

/**
 * The key-value view that everything in the server builds on. It never lists keys: whatever must be
 * listed is kept in index records of bounded size.
 */
export interface Kv {
  /** The stored object, or `null`. It may be shared and frozen: to change it, commit a copy. */
  get<T extends object>(key: string): Promise<T | null>;
  /**
   * Stores all of the writes or none, durably. A frozen value may be handed to readers as it is, so
   * nothing in it may change any more; any other is copied at once: when the promise resolves they survive a crash. On a driver
   * without atomic writes they are applied in order behind a redo record, so a crash between two of them is
   * finished by `recover()`.
   */
  commit(writes: readonly Write[]): Promise<void>;
  /** Stores a little, for good. @throws Error where nothing more can be stored. */
  probe(): Promise<void>;
  /** Finishes what a crash left half done. Called once, before the first request. */
  recover(): Promise<void>;
  close(): Promise<void>;
}

/** Runs functions one at a time per key, on one server or on all servers of a cluster. */
export interface Locks {
  /** Holds every named key (in a fixed order, so two callers cannot deadlock) while `work` runs. */
  with<T>(keys: readonly string[], work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Adds up what the servers of a cluster count. */
export interface SharedCounters {
  /** Adds to each count and gives the totals, in the same order. A count that is not added to is gone after `lifetime` ms. */
  add(counts: readonly (readonly [key: string, more: number])[], lifetime: number): Promise<number[]>;
}

/** The edge's bus, which the inbox waits on as well. */
export interface ServerBus extends EdgeBus {
  /** Whether other servers hear what is said. */
  readonly isShared: boolean;
  close(): Promise<void>;
}

/** What `openStorage` returns: the parts that must agree on how many servers there are. */
export interface Backend {
  kv: Kv;
  locks: Locks;
  bus: ServerBus;
  /** Only where several servers can share this storage. */
  presence?: Presence;
  counters?: SharedCounters;
  /** For the log line at start, without credentials: `lmdb:./data`, `redis://host:6379`. */
  description: string;
  /** Sentences for the operator, such as that a Redis has no password. */
  warnings: string[];
  /** Sentences that say how what was acknowledged could be lost, such as that `fs:` is not crash-safe. */
  risks: string[];
  close(): Promise<void>;
}
