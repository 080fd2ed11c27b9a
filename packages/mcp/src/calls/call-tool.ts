import { randomBytes } from "node:crypto";
import { createFrontdesk, type Fetch, openMailbox, openSmsInbox } from "@frontdesk/sdk";
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

/** Time limit of a request that is not a long poll. */
const requestTimeoutMs = 10_000;

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
  const requests = createRequests(signal, state.send);
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
    return toErrorResult(failure, usableTools, requests.retryAfter());
  } finally {
    requests.close();
    linked.release();
  }

  /** Converts an error to a failure. Logs an unexpected error under a random id, which the message names. */
  function explain(error: unknown): ToolFailure {
    if (state.isRemote && state.stopping.aborted)
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

/** Returns the next step after wrong arguments: the tool that lists the missing ids, or the same tool with its argument names. */
function toCorrectedCall(tool: Tool, issues: readonly v.BaseIssue<unknown>[]): NextStep {
  // "" for an argument that is not missing but wrong, which no tool lists. Only mail and SMS tools have a `messageId`.
  const names = issues.map(({ received, path }) => (received === "undefined" ? String(path?.[0]?.key) : ""));
  const listTools = names.map((name) => (name === "messageId" ? tool.listTool : listToolOf[name]));
  const [first] = listTools;
  const areAllListed = !listTools.includes(undefined);
  if (first !== undefined && first !== tool.name && areAllListed)
    return { tool: first, hint: `for ${names.join(" and ")}` };
  return { tool: tool.name, hint: `with ${Object.keys(tool.input.entries).join(", ") || "no arguments"}` };
}

/** Returns the JSON Schema of each parameter. */
function parameterTypes({ input }: Tool) {
  return (toInputJsonSchema(input).properties ?? {}) as Record<string, { type?: unknown }>;
}

type Requests = ReturnType<typeof createRequests>;

/** Creates the `fetch` for the requests of one tool call. They are aborted with it; each but a long poll has a time limit. */
function createRequests(signal: AbortSignal, send: Fetch) {
  const cleanUps: (() => void)[] = [];
  // References each Request: Node detaches a collected one from its signal (nodejs/node#55428).
  const references: Request[] = [];
  let retryAfter: number | undefined;
  // Stays 0 for a server in this process, which sends no Date.
  let clockOffsetMs = 0;
  /** Returns a signal that aborts with the call, the request's own signal or, except for long polls, the time limit. */
  function withTimeout(request: Request): AbortSignal {
    const { controller, release } = linkSignals(signal, request.signal);
    const onTimeout = () => controller.abort(new DOMException("No response in time.", "TimeoutError"));
    const isLongPoll = /[?&]wait=/.test(request.url);
    const timer = isLongPoll ? undefined : setTimeout(onTimeout, requestTimeoutMs);
    cleanUps.push(release, () => clearTimeout(timer));
    return controller.signal;
  }
  /** Sends a request within the limits. Notes what the response says about retries and the server's clock. */
  async function fetch(request: Request): Promise<Response> {
    const limitedRequest = new Request(request, { signal: withTimeout(request) });
    references.push(request, limitedRequest);
    const response = await send(limitedRequest);
    const retryAfterHeader = response.headers.get("retry-after");
    const retryAfterSeconds = retryAfterHeader === null ? Number.NaN : Number(retryAfterHeader);
    if (Number.isFinite(retryAfterSeconds)) retryAfter = Math.ceil(retryAfterSeconds);
    const date = Date.parse(response.headers.get("date") ?? "");
    // Date has whole seconds: add half a second on average.
    if (Number.isFinite(date)) clockOffsetMs = date + 500 - Date.now();
    return response;
  }
  return {
    fetch,
    retryAfter: () => retryAfter,
    serverNow: () => Date.now() + clockOffsetMs,
    close() {
      for (const cleanUp of cleanUps) cleanUp();
      references.length = 0;
    },
  };
}

/** Creates what a tool gets for one call: clients whose requests end with it, and functions to ask a person and to report progress. */
function createCall(
  ctx: ServerContext,
  signal: AbortSignal,
  { state, canAskPerson }: CallContext,
  requests: Requests,
): ToolCall {
  const { baseUrl, key } = state.settings;
  const { fetch, serverNow } = requests;
  const { progressToken } = ctx.mcpReq._meta ?? {};
  return {
    frontdesk: createFrontdesk({ retries: false, baseUrl, key, fetch }),
    openMailbox: ({ token, address }) => openMailbox({ retries: false, baseUrl, key: token, address, fetch }),
    openSmsInbox: ({ token }) => openSmsInbox({ retries: false, baseUrl, key: token, fetch }),
    signal,
    state,
    serverNow,
    /**
     * Asks the person at the client to allow something. The first call gets the question, to return it as its result; the client
     * repeats the call with the answer. Returns `null` if the client cannot ask.
     */
    confirm(id, question) {
      const { inputResponses } = ctx.mcpReq;
      const hasResponse = inputResponse(inputResponses, id).kind !== "missing";
      // A person who closes the question without an answer does not allow it.
      if (hasResponse) return acceptedContent<{ allow?: unknown }>(inputResponses, id)?.allow === true ? "yes" : "no";
      return canAskPerson() ? { ask: { id, question } } : null;
    },
    /** Notifies the client of progress, if it asked for that. */
    progress(progress, total, message) {
      if (progressToken === undefined || signal.aborted) return;
      const params = { progressToken, progress, total, message };
      // A disconnected client aborts the signal; this failure says nothing new.
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

/** Converts a failure to a result that tells the agent the next step. Suggests `account_whoami` in place of a tool that is not in `usableTools` (`null`: all). */
function toErrorResult(
  failure: ToolFailure,
  usableTools: ReadonlySet<string> | null,
  retryAfter: number | undefined,
): CallToolResult {
  const { code, message, requiredScope } = failure;
  const next: NextStep =
    usableTools === null || usableTools.has(failure.next.tool)
      ? failure.next
      : { tool: "account_whoami", hint: `${failure.next.tool} is hidden here; this says why` };
  const showsRetry = retryAfter !== undefined && (code === "rate_limited" || code === "service_down");
  const step = `${next.tool}${next.hint ? ` (${next.hint})` : ""}`;
  return {
    isError: true,
    content: [
      { type: "text", text: `${message}${showsRetry ? ` Pause ${retryAfter} s.` : ""} Code: ${code}. Next: ${step}.` },
    ],
    structuredContent: {
      code,
      message,
      next: step,
      ...(showsRetry ? { retryAfterSeconds: retryAfter } : {}),
      ...(requiredScope === undefined ? {} : { requiredScope }),
    },
  };
}
