import type { Bus as EdgeBus, Presence } from "@frontdesk/tunnel/edge";

import type { StartedEncryption } from "./encryption/types.ts";

/** A change of one key: a JSON object to store, or `null` to delete the key. */
export type Write = readonly [key: string, value: object | null];

/** The key-value store of the server. It never lists keys: lists are stored in index records of bounded size. */
export interface Kv {
  /** Returns the stored object, or `null`. It may be shared and frozen: to change it, commit a copy. */
  get<T extends object>(key: string): Promise<T | null>;
  /**
   * Applies all writes or none. Resolves once they are durable. Frozen values are shared with readers, others are copied. On a
   * driver without atomic writes, a redo record is stored first. After a crash, the next start finishes the commit with it.
   */
  commit(writes: readonly Write[]): Promise<void>;
  /** Stores a small record durably. @throws Error if nothing more can be stored. */
  probe(): Promise<void>;
  close(): Promise<void>;
}

/** Runs functions one at a time per key, on one server or on all servers of a cluster. */
export interface Locks {
  /** Holds all locks while `work` runs. They are taken in a fixed order, so that two callers cannot deadlock. */
  with<T>(keys: readonly string[], work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Counters that the servers of a cluster share. */
export interface SharedCounters {
  /**
   * Adds to each counter and returns the totals in the same order; `undefined` for one that failed. Deletes a counter `lifetime` ms
   * after its last change.
   */
  add(counts: readonly (readonly [key: string, more: number])[], lifetime: number): Promise<(number | undefined)[]>;
}

/** The bus of the tunnel edge, which long polls use too. */
export interface ServerBus extends EdgeBus {
  /** Whether other servers receive what is published. */
  readonly isShared: boolean;
  close(): Promise<void>;
}

/** Result of `openStorage`: parts that must agree on how many servers there are. */
export interface Backend {
  kv: Kv;
  locks: Locks;
  bus: ServerBus;
  /** Set only if several servers can share this storage. */
  presence?: Presence;
  counters?: SharedCounters;
  /** For the log line at start, without credentials: `lmdb:./data`, `redis://host:6379`. */
  description: string;
  /** Sentences for the operator, such as that a Redis has no password. */
  warnings: string[];
  /** Sentences about how acknowledged data could be lost, such as that `fs:` is not crash-safe. */
  risks: string[];
  /** Set if records are stored encrypted. */
  encryption: StartedEncryption | null;
  close(): Promise<void>;
}
