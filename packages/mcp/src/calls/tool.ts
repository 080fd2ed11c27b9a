import type { Frontdesk, Mailbox, Scope, SmsInbox } from "@frontdesk/sdk";
import * as v from "valibot";
import type { State } from "../state/state.ts";
import type { Toolset } from "../state/toolsets.ts";
import type { MailReference } from "./resources.ts";

/** What a call of a tool is given. */
export interface Call {
  /** Everything the key may manage; its requests end with the call. */
  desk: Frontdesk;
  /** A mailbox whose record is at hand, without asking for it once more. */
  openMailbox(record: { token: string; address: string }): Mailbox;
  /** The same for an SMS token. */
  openSmsInbox(record: { token: string }): SmsInbox;
  /** Aborts when the client cancels or is gone. */
  signal: AbortSignal;
  /** What outlives the call. */
  state: State;
  /** Milliseconds since 1970 by the server's clock, as far as its answers told it. */
  serverNow(): number;
  /** Asks the person at the client; `null` where the client can't. The tool is run anew with the answer. */
  confirm(id: string, question: string): "yes" | "no" | Question | null;
  /** Tells a client that asked for it how far a wait is. */
  progress(done: number, total: number, message: string): void;
}

/** A question that must be answered before the tool can go on. */
export interface Question {
  ask: { id: string; question: string };
}

/** Facts, shown as structured content and as the same JSON in text; or text alone, where a fence must hold. */
export type Outcome = { facts: Record<string, unknown>; mail?: MailReference } | { text: string } | Question;

export interface Tool {
  name: string;
  title: string;
  description: string;
  toolset: Toolset | "account";
  /** What the key must hold. */
  scope: Scope | undefined;
  hints: { readOnlyHint: boolean; destructiveHint: boolean; idempotentHint: boolean; openWorldHint: boolean };
  input: v.StrictObjectSchema<v.ObjectEntries, undefined>;
  output: v.GenericSchema | undefined;
  /** For errors: what lists the tool's things. */
  lister: string;
  /** Needs the caller's own machine. */
  isLocal: boolean;
  alwaysLoad: boolean;
  needsPerson: boolean;
  run(args: Record<string, unknown>, call: Call): Promise<Outcome>;
}

interface Definition<Entries extends v.ObjectEntries> {
  name: string;
  title: string;
  description: string;
  toolset: Toolset | "account";
  scope?: Scope;
  /** What the call does to the world. */
  effect: "reads" | "adds" | "changes" | "removes";
  /** Twice is as good as once. @default true for what reads or removes */
  idempotent?: boolean;
  /** Brings in what strangers wrote, or lets strangers in. @default false */
  openWorld?: boolean;
  input: Entries;
  output?: v.ObjectEntries;
  lister?: string;
  isLocal?: boolean;
  alwaysLoad?: boolean;
  needsPerson?: boolean;
  run(args: v.InferOutput<v.StrictObjectSchema<Entries, undefined>>, call: Call): Promise<Outcome>;
}

/** A tool, with every hint spelled out. */
export function defineTool<const Entries extends v.ObjectEntries>({
  effect,
  idempotent = effect === "reads" || effect === "removes",
  openWorld = false,
  scope,
  input,
  output,
  lister = "account_whoami",
  isLocal = false,
  alwaysLoad = false,
  needsPerson = false,
  run,
  ...rest
}: Definition<Entries>): Tool {
  return {
    ...rest,
    scope,
    hints: {
      readOnlyHint: effect === "reads",
      destructiveHint: effect === "removes",
      idempotentHint: idempotent,
      openWorldHint: openWorld,
    },
    input: v.strictObject(input),
    output: output && v.object(output),
    lister,
    isLocal,
    alwaysLoad,
    needsPerson,
    // The arguments have passed `input` before a tool is run.
    run: (args, call) => run(args as never, call),
  };
}
