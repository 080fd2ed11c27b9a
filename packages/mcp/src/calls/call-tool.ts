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
import { understand } from "./arguments.ts";
import { follow } from "./follow.ts";
import { toResourceLink } from "./resources.ts";
import { explainIssues, toListedJson } from "./schema.ts";
import type { Call, Outcome, Tool } from "./tool.ts";

export interface Caller {
  state: State;
  /** Names of the tools that the key may use, so that no error leads to one that is hidden. */
  usable(): Promise<ReadonlySet<string>>;
  /** Whether the client can ask the person a question. */
  mayAsk(): boolean;
  log(line: string): void;
}

/** What a request that is not a wait may take, in ms. */
const requestMost = 10_000;

/** Checks the arguments, runs the tool, and answers with facts or with an error that names the next step. */
export async function callTool(
  tool: Tool,
  args: unknown,
  ctx: ServerContext,
  caller: Caller,
): Promise<CallToolResult | InputRequiredResult> {
  const { state } = caller;
  const ending = follow(ctx.mcpReq.signal, state.stopping);
  const { signal } = ending.controller;
  const requests = createRequests(signal, state.send);
  try {
    const parsed = v.safeParse(tool.input, understand(args, parameterTypes(tool)));
    if (!parsed.success)
      throw new ToolFailure(
        "bad_argument",
        explainIssues(parsed.issues, Object.keys(tool.input.entries)),
        toCorrectCall(tool, parsed.issues),
      );
    if (!isKey(state.settings.key))
      throw new ToolFailure(
        "key_invalid",
        `${state.settings.key === "" ? "No key is set" : "FRONTDESK_KEY holds a character that no key has"}. Ask the user to set FRONTDESK_KEY for this MCP server and to restart it.`,
        {
          tool: "account_whoami",
          hint: "to check it",
        },
      );
    return toResult(await tool.run(parsed.output, toCall(ctx, signal, caller, requests)));
  } catch (error) {
    const failure = explain(error);
    // Of a server that does not answer, or does not take the key, nobody need ask what the key may do.
    const usable = /^(?:service_down|key_invalid|cancelled)$/.test(failure.code) ? null : await caller.usable();
    return toErrorResult(failure, usable, requests.retryAfter());
  } finally {
    requests.close();
    ending.release();
  }

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
      lister: tool.lister,
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

/** Where a name or id that was left out can be seen. */
const listers: Record<string, string> = {
  mailbox: "mailbox_list",
  smsInbox: "sms_inbox_list",
  subdomain: "subdomain_list",
  keyId: "key_list",
};

/** The list that shows what was left out, or the call itself with its arguments' names. */
function toCorrectCall(tool: Tool, issues: readonly v.BaseIssue<unknown>[]): NextStep {
  const names = issues.map(({ received, path }) => (received === "undefined" ? String(path?.[0]?.key) : ""));
  const lister = names.map((name) => (name === "messageId" ? tool.lister : listers[name]));
  const [first] = lister;
  if (first !== undefined && first !== tool.name && !lister.includes(undefined))
    return { tool: first, hint: `for ${names.join(" and ")}` };
  return { tool: tool.name, hint: `with ${Object.keys(tool.input.entries).join(", ") || "no arguments"}` };
}

/** What each parameter is, by the list. */
function parameterTypes({ input }: Tool) {
  return (toListedJson(input).properties ?? {}) as Record<string, { type?: unknown }>;
}

type Requests = ReturnType<typeof createRequests>;

/** The requests of one call: they end with it, and each but a wait has its limit. */
function createRequests(signal: AbortSignal, send: Fetch) {
  const undo: (() => void)[] = [];
  // Node cuts a Request that nothing holds off from what aborts it (nodejs/node#55428).
  const sent: Request[] = [];
  let retryAfter: number | undefined;
  // A server in this process writes no date, and has the same clock.
  let ahead = 0;
  const limited = (request: Request) => {
    const { controller, release } = follow(signal, request.signal);
    const late = () => controller.abort(new DOMException("No answer in time.", "TimeoutError"));
    const timer = /[?&]wait=/.test(request.url) ? undefined : setTimeout(late, requestMost);
    undo.push(release, () => clearTimeout(timer));
    return controller.signal;
  };
  const fetch: Fetch = async (request) => {
    const own = new Request(request, { signal: limited(request) });
    sent.push(request, own);
    const response = await send(own);
    const pause = Number(response.headers.get("retry-after") ?? Number.NaN);
    if (Number.isFinite(pause)) retryAfter = Math.ceil(pause);
    const date = Date.parse(response.headers.get("date") ?? "");
    // A date has whole seconds; half of one is the best guess.
    if (Number.isFinite(date)) ahead = date + 500 - Date.now();
    return response;
  };
  return {
    fetch,
    retryAfter: () => retryAfter,
    serverNow: () => Date.now() + ahead,
    close() {
      for (const one of undo) one();
      sent.length = 0;
    },
  };
}

function toCall(ctx: ServerContext, signal: AbortSignal, { state, mayAsk }: Caller, requests: Requests): Call {
  const { baseUrl, key } = state.settings;
  const { fetch, serverNow } = requests;
  const { progressToken } = ctx.mcpReq._meta ?? {};
  return {
    desk: createFrontdesk({ retries: false, baseUrl, key, fetch }),
    openMailbox: ({ token, address }) => openMailbox({ retries: false, baseUrl, key: token, address, fetch }),
    openSmsInbox: ({ token }) => openSmsInbox({ retries: false, baseUrl, key: token, fetch }),
    signal,
    state,
    serverNow,
    confirm(id, question) {
      const answer = inputResponse(ctx.mcpReq.inputResponses, id);
      if (answer.kind !== "missing")
        return acceptedContent<{ allow?: unknown }>(ctx.mcpReq.inputResponses, id)?.allow === true ? "yes" : "no";
      return mayAsk() ? { ask: { id, question } } : null;
    },
    progress(progress, total, message) {
      if (progressToken === undefined || signal.aborted) return;
      const params = { progressToken, progress, total, message };
      // A client that has gone is told by its signal, not by this.
      ctx.mcpReq.notify({ method: "notifications/progress", params }).catch(() => {});
    },
  };
}

function toResult(outcome: Outcome): CallToolResult | InputRequiredResult {
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

function toErrorResult(
  failure: ToolFailure,
  usable: ReadonlySet<string> | null,
  retryAfter: number | undefined,
): CallToolResult {
  const { code, message, requiredScope } = failure;
  const next: NextStep =
    usable === null || usable.has(failure.next.tool)
      ? failure.next
      : { tool: "account_whoami", hint: `${failure.next.tool} is hidden here; this says why` };
  const waits = retryAfter !== undefined && (code === "rate_limited" || code === "service_down");
  const step = `${next.tool}${next.hint ? ` (${next.hint})` : ""}`;
  return {
    isError: true,
    content: [
      { type: "text", text: `${message}${waits ? ` Pause ${retryAfter} s.` : ""} Code: ${code}. Next: ${step}.` },
    ],
    structuredContent: {
      code,
      message,
      next: step,
      ...(waits ? { retryAfterSeconds: retryAfter } : {}),
      ...(requiredScope === undefined ? {} : { requiredScope }),
    },
  };
}
