import type { Position } from "../waiting/cursor.ts";
import type { Addressed, WaitOptions } from "../waiting/wait.ts";

/** A wait that ends empty throws, unless this is `false`: then it answers `null`. @default true */
export interface Throwing {
  errorOnTimeout?: true;
}
export interface Quiet {
  errorOnTimeout: false;
}

/** Where a handle stands at first, what its waits start from, and what its channel's waits take beside. */
export interface HandleSettings<Message> {
  start: Position | "now";
  /** Options of the channel's own, such as `to`. */
  own: readonly string[];
  defaults?: WaitOptions<Message> & Addressed;
}

/** What causes the message that is waited for. */
export type Trigger = () => unknown;
/** A wait for it begins behind its own mark. */
export type Triggered<Options> = Omit<Options, "after" | "lookback">;
