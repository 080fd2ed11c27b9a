import type { Cursor } from "../waiting/cursor.ts";
import type { RecipientOption, WaitOptions } from "../waiting/wait.ts";

/** A wait that times out throws. This is the default. */
export interface ThrowOnTimeout {
  errorOnTimeout?: true;
}
/** A wait that times out returns `null`. */
export interface NullOnTimeout {
  errorOnTimeout: false;
}

/** How long nothing may arrive. */
export interface NothingOptions {
  /** Milliseconds after the trigger has run. */
  for: number;
}

/** Settings of one kind of handle. */
export interface HandleSettings<Message> {
  /** The first cursor; `"now"` asks the server for that of the newest message. */
  start: Cursor | "now";
  /** Names of the options that only this channel has, such as `to`. */
  channelOptions: readonly string[];
  /** Options that every wait of the handle starts from. */
  defaults?: WaitOptions<Message> & RecipientOption;
}

/** Causes the message, such as a click; may return a promise. */
export type Trigger = () => unknown;
/** Options of a call that sets its start itself. */
export type WithoutStart<Options> = Omit<Options, "after" | "lookback">;
