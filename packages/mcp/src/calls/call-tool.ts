import { randomBytes } from "node:crypto";
import { createFrontdesk, openMailbox, openSmsInbox } from "@frontdesk/sdk";
import {
  acceptedContent,
  type CallToolResult,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type ServerContext,
} from "@modelcontextprotocol/server";
import * as v from "valibot";
import type { State } from "../state/state.ts";
import { type NextStep, ToolFailure, toFailure } from "../text/failure.ts";
import { isKey, redact } from "../text/secrets.ts";
import { type CallRequests, createCallRequests } from "./call-requests.ts";
import { linkSignals } from "./link-signals.ts";
import { normalizeArguments } from "./normalize-arguments.ts";
import { toResourceLink } from "./resources.ts";
import { explainIssues, toInputJsonSchema } from "./schema.ts";
import type { Tool, ToolCall, ToolResult } from "./tool.ts";

/** What a call needs from the server of its connection. */
export interface CallContext {
  state: State;
  /** Names of the tools that the key may use: errors must not suggest hidden ones. */
  usableTools(): Promise<ReadonlySet<string>>;
  /** Whether the client can ask its user a question. */
  canAskPerson(): boolean;
  log(line: string): void;
}

/** Checks the arguments and runs the tool. Returns its result, or an error result that names the next step. */
export async function callTool(
  tool: Tool,
  args: unknown,
  ctx: ServerContext,
  caller: CallContext,
): Promise<CallToolResult | InputRequiredResult> {
  const { state } = caller;
  const linked = linkSignals(ctx.mcpReq.signal, state.stopping);
  const { signal } = linked.controller;
  const requests = createCallRequests(signal, state.send);
  try {
    const parsed = v.safeParse(tool.input, normalizeArguments(args, parameterTypes(tool)));
    if (!parsed.success)
      throw new ToolFailure(
        "bad_argument",
        explainIssues(parsed.issues, Object.keys(tool.input.entries)),
        toCorrectedCall(tool, parsed.issues),
      );
    const { key } = state.settings;
    if (!isKey(key)) {
      const reason = key === "" ? "No key is set" : "FRONTDESK_KEY contains a character that no key has";
      const message = `${reason}. Ask the user to set FRONTDESK_KEY for this MCP server and to restart it.`;
      throw new ToolFailure("key_invalid", message, { tool: "account_whoami", hint: "to check it" });
    }
    return toResult(await tool.run(parsed.output, createCall(ctx, signal, caller, requests)));
  } catch (error) {
    const failure = explain(error);
    // These leave no way to read the scopes: no server, no valid key, or a call that has ended.
    const areScopesUnknown = /^(?:service_down|key_invalid|cancelled)$/.test(failure.code);
    const usableTools = areScopesUnknown ? null : await caller.usableTools();
    return toErrorResult(failure, usableTools, requests.retryAfterSeconds());
  } finally {
    requests.close();
    linked.release();
  }

  /**
   * Converts an error to a failure, whose hint continues the sentence "Call <tool> …". Logs an unexpected error under a random id,
   * which the message names.
   */
  function explain(error: unknown): ToolFailure {
    const isServerStopping = state.isRemote && state.stopping.aborted;
    if (isServerStopping)
      return new ToolFailure("service_down", "The Frontdesk server is restarting.", {
        tool: tool.name,
        hint: "again in 10 seconds",
      });
    if (signal.aborted && !(error instanceof ToolFailure))
      return new ToolFailure("cancelled", "The call was cancelled before it finished.", {
        tool: tool.name,
        hint: "to start again",
      });
    const failure = toFailure(error, {
      tool: tool.name,
      scope: tool.scope,
      listTool: tool.listTool,
      server: state.isRemote
        ? "The Frontdesk server"
        : `The Frontdesk server at ${state.settings.baseUrl} (set by FRONTDESK_URL)`,
    });
    // Every unexpected error becomes this code.
    if (failure.code !== "service_down") return failure;
    const id = randomBytes(4).toString("hex");
    const details = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    caller.log(`${tool.name} failed (${id}): ${redact(details, [state.settings.key])}`);
    return new ToolFailure(failure.code, `${failure.message} Request ${id}.`, failure.next);
  }
}

/** The tool that lists the values of each parameter. */
const listToolOf: Record<string, string> = {
  mailbox: "mailbox_list",
  smsInbox: "sms_inbox_list",
  subdomain: "subdomain_list",
  keyId: "key_list",
};

/**
 * Returns the next step after wrong arguments. If only ids are missing, this is the tool that lists the first of them; the agent finds
 * the list of the next one in the same way. Else it is the same tool, with the names of its arguments.
 */
function toCorrectedCall(tool: Tool, issues: readonly v.BaseIssue<unknown>[]): NextStep {
  const isEachMissing = issues.every(({ received }) => received === "undefined");
  const names = issues.map(({ path }) => String(path?.[0]?.key));
  // Messages are the only ids with two lists, of mail and of SMS: the tool names its own.
  const listTools = names.map((name) => (name === "messageId" ? tool.listTool : listToolOf[name]));
  const [first] = listTools;
  const canListAll = isEachMissing && !listTools.includes(undefined);
  const isOtherTool = first !== undefined && first !== tool.name;
  if (canListAll && isOtherTool) return { tool: first, hint: `for ${names.join(" and ")}` };
  return { tool: tool.name, hint: `with ${Object.keys(tool.input.entries).join(", ") || "no arguments"}` };
}

/** Returns the JSON Schema of each parameter. */
function parameterTypes({ input }: Tool) {
  return (toInputJsonSchema(input).properties ?? {}) as Record<string, { type?: unknown }>;
}

/** Creates what a tool gets for one call: clients whose requests end with it, and functions to ask a person and to report progress. */
function createCall(
  ctx: ServerContext,
  signal: AbortSignal,
  { state, canAskPerson }: CallContext,
  requests: CallRequests,
): ToolCall {
  const { baseUrl, key } = state.settings;
  const { fetch, serverNow } = requests;
  const { progressToken } = ctx.mcpReq._meta ?? {};
  return {
    // Without retries, which could outlast the time that clients allow a call: a failure tells the agent when to call again.
    frontdesk: createFrontdesk({ retries: false, baseUrl, key, fetch }),
    openMailbox: ({ token, address }) => openMailbox({ retries: false, baseUrl, key: token, address, fetch }),
    openSmsInbox: ({ token }) => openSmsInbox({ retries: false, baseUrl, key: token, fetch }),
    signal,
    state,
    serverNow,
    /**
     * Asks the person at the client to allow something. Returns the question at first, for the tool to return it as its result. When
     * the client repeats the call with the answer, returns that: "yes", or "no" also for a question that the person closed. Returns
     * `null` if the client cannot ask.
     */
    confirm(id, question) {
      const { inputResponses } = ctx.mcpReq;
      const hasResponse = inputResponse(inputResponses, id).kind !== "missing";
      if (hasResponse) return acceptedContent<{ allow?: unknown }>(inputResponses, id)?.allow === true ? "yes" : "no";
      return canAskPerson() ? { ask: { id, question } } : null;
    },
    /** Notifies the client of progress, if it asked for that. Ignores a failure: a disconnected client aborts the signal anyway. */
    progress(progress, total, message) {
      if (progressToken === undefined || signal.aborted) return;
      const params = { progressToken, progress, total, message };
      ctx.mcpReq.notify({ method: "notifications/progress", params }).catch(() => {});
    },
  };
}

/** Converts a tool's result to that of the protocol: a question, text, or facts with a link to the mail. */
function toResult(outcome: ToolResult): CallToolResult | InputRequiredResult {
  if ("ask" in outcome) {
    const { id, question } = outcome.ask;
    const requestedSchema = {
      type: "object" as const,
      properties: { allow: { type: "boolean" as const, title: "Allow" } },
      required: ["allow"],
    };
    return inputRequired({ inputRequests: { [id]: inputRequired.elicit({ message: question, requestedSchema }) } });
  }
  if ("text" in outcome) return { content: [{ type: "text", text: outcome.text }] };
  const { facts, mail } = outcome;
  return {
    content: [{ type: "text", text: JSON.stringify(facts) }, ...(mail ? [toResourceLink(mail)] : [])],
    structuredContent: facts,
  };
}

/**
 * Converts a failure to a result that tells the agent the next step. `usableTools`: the tools to suggest, `null` for all.
 * `retryAfterSeconds`: the pause that a response of the server asked for, if one did.
 */
function toErrorResult(
  failure: ToolFailure,
  usableTools: ReadonlySet<string> | null,
  retryAfterSeconds: number | undefined,
): CallToolResult {
  const { code, message, requiredScope } = failure;
  const step = toStep(failure.next, usableTools);
  // Only after these failures does it help to wait. Any other failure of the call has nothing to do with the pause.
  const isTemporary = code === "rate_limited" || code === "service_down";
  const showsPause = isTemporary && retryAfterSeconds !== undefined;
  const pause = showsPause ? ` Pause ${retryAfterSeconds} s.` : "";
  return {
    isError: true,
    content: [{ type: "text", text: `${message}${pause} Code: ${code}. Next: ${step}.` }],
    structuredContent: {
      code,
      message,
      next: step,
      ...(showsPause ? { retryAfterSeconds } : {}),
      ...(requiredScope === undefined ? {} : { requiredScope }),
    },
  };
}

/**
 * Returns the next step as text: the tool, with the hint in brackets. A tool that the agent cannot use is replaced by `account_whoami`,
 * which says why it is hidden. If `usableTools` is `null`, they are unknown, and any tool counts as usable.
 */
function toStep({ tool, hint }: NextStep, usableTools: ReadonlySet<string> | null): string {
  const isUsable = usableTools === null || usableTools.has(tool);
  if (!isUsable) return `account_whoami (${tool} is hidden here; this says why)`;
  return hint ? `${tool} (${hint})` : tool;
}
