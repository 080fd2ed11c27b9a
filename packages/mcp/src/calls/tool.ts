import type { Frontdesk, Mailbox, Scope, SmsInbox } from "@frontdesk/sdk";
import * as v from "valibot";
import type { State } from "../state/state.ts";
import type { Toolset } from "../state/toolsets.ts";
import type { MailReference } from "./resources.ts";

/** Context of one tool call. */
export interface ToolCall {
  /** Client of the key; its requests end with the call. */
  frontdesk: Frontdesk;
  /** Opens a mailbox from its record, without another request. */
  openMailbox(record: { token: string; address: string }): Mailbox;
  /** Opens an SMS inbox from its record, without another request. */
  openSmsInbox(record: { token: string }): SmsInbox;
  /** Aborts when the client cancels or disconnects. */
  signal: AbortSignal;
  /** State that outlives the call. */
  state: State;
  /** Server time in ms since 1970, estimated from the Date of its responses. */
  serverNow(): number;
  /** Asks the person at the client; `null` if the client cannot. The tool runs again with the answer. */
  confirm(id: string, question: string): "yes" | "no" | PersonQuestion | null;
  /** Reports the progress of a wait, if the client requested it. */
  progress(done: number, total: number, message: string): void;
}

/** A question that the person must answer before the tool can continue. */
export interface PersonQuestion {
  ask: { id: string; question: string };
}

/** Facts (returned as structured content and as JSON text), fenced text, or a question. */
export type ToolResult = { facts: Record<string, unknown>; mail?: MailReference } | { text: string } | PersonQuestion;

export interface Tool {
  name: string;
  title: string;
  description: string;
  toolset: Toolset | "account";
  /** Scope that the key needs. */
  scope: Scope | undefined;
  hints: { readOnlyHint: boolean; destructiveHint: boolean; idempotentHint: boolean; openWorldHint: boolean };
  input: v.StrictObjectSchema<v.ObjectEntries, undefined>;
  output: v.GenericSchema | undefined;
  /** Tool that lists the resources of this one; errors suggest it. */
  listTool: string;
  /** Needs the caller's machine: its ports or files. */
  isLocal: boolean;
  alwaysLoad: boolean;
  needsPerson: boolean;
  run(args: Record<string, unknown>, call: ToolCall): Promise<ToolResult>;
}

interface ToolDefinition<Entries extends v.ObjectEntries> {
  name: string;
  title: string;
  description: string;
  toolset: Toolset | "account";
  scope?: Scope;
  /** Effect of a call; sets the hints. */
  effect: "reads" | "adds" | "changes" | "removes";
  /** Whether repeating a call has no further effect. @default true for `reads` and `removes` */
  idempotent?: boolean;
  /** Returns untrusted content, or exposes something to the public. @default false */
  openWorld?: boolean;
  input: Entries;
  output?: v.ObjectEntries;
  listTool?: string;
  isLocal?: boolean;
  alwaysLoad?: boolean;
  needsPerson?: boolean;
  run(args: v.InferOutput<v.StrictObjectSchema<Entries, undefined>>, call: ToolCall): Promise<ToolResult>;
}

/**
 * Defines a tool, and derives the hints of the MCP protocol from its `effect`. `listTool` is the tool that lists what this one takes,
 * which its errors name; by default the one that says what the key may do.
 */
export function defineTool<const Entries extends v.ObjectEntries>({
  effect,
  idempotent = effect === "reads" || effect === "removes",
  openWorld = false,
  scope,
  input,
  output,
  listTool = "account_whoami",
  isLocal = false,
  alwaysLoad = false,
  needsPerson = false,
  run,
  ...rest
}: ToolDefinition<Entries>): Tool {
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
    listTool,
    isLocal,
    alwaysLoad,
    needsPerson,
    // `callTool` has checked the arguments against `input`.
    run: (args, call) => run(args as never, call),
  };
}
