import { randomBytes } from "node:crypto";
import { createFrontdesk, type Fetch, openMailbox } from "@frontdesk/sdk";
import type { CallToolResult, ServerContext } from "@modelcontextprotocol/server";
import * as v from "valibot";
import { type NextStep, ToolFailure, toFailure } from "./failure.ts";
import { isPermitted } from "./gate.ts";
import { toResourceLink } from "./resources.ts";
import { explainIssues } from "./schema.ts";
import { redact } from "./secrets.ts";
import type { State } from "./state.ts";
import type { Call, Outcome, Tool } from "./tool.ts";

export interface Caller {
  state: State;
  /** Names of the tools in the list, so that no error leads to one that is hidden. */
  listed: ReadonlySet<string>;
  /** The key's scopes as far as they are known by now. */
  knownScopes(): string | null | undefined;
  log(line: string): void;
}

/** What a request that is not a wait may take, in ms. */
const requestMost = 10_000;

/** Checks the arguments, runs the tool, and answers with facts or with an error that names the next step. */
export async function callTool(tool: Tool, args: unknown, ctx: ServerContext, caller: Caller): Promise<CallToolResult> {
  const { state } = caller;
  const signal = AbortSignal.any([ctx.mcpReq.signal, state.stopping]);
  const requests = createRequests(signal);
  try {
    const parsed = v.safeParse(tool.input, args ?? {});
    if (!parsed.success)
      throw new ToolFailure("bad_argument", explainIssues(parsed.issues, Object.keys(tool.input.entries)), {
        tool: tool.name,
        hint: `with ${Object.keys(tool.input.entries).join(", ") || "no arguments"}`,
      });
    if (state.settings.key === "")
      throw new ToolFailure(
        "key_invalid",
        "No key is set. Ask the user to set FRONTDESK_KEY for this MCP server and to restart it.",
        {
          tool: "account_whoami",
          hint: "to check it",
        },
      );
    const scopes = caller.knownScopes();
    if (scopes !== undefined && !isPermitted(tool, scopes))
      throw new ToolFailure(
        "scope_missing",
        `The key may not do this: it lacks the scope ${tool.scope}. Its owner can grant it.`,
        { tool: "account_whoami", hint: "to see its scopes" },
        tool.scope,
      );
    return toResult(await tool.run(parsed.output, toCall(ctx, signal, state, requests.fetch)));
  } catch (error) {
    return toErrorResult(explain(error), caller.listed, requests.retryAfter());
  } finally {
    requests.close();
  }

  function explain(error: unknown): ToolFailure {
    if (signal.aborted && !(error instanceof ToolFailure))
      return new ToolFailure("cancelled", "The call was cancelled before it finished.", {
        tool: tool.name,
        hint: "to start again",
      });
    const failure = toFailure(error, {
      tool: tool.name,
      scope: tool.scope,
      lister: tool.lister,
      remover: tool.remover,
    });
    if (failure.code !== "service_down") return failure;
    const id = randomBytes(4).toString("hex");
    const details = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    caller.log(`${tool.name} failed (${id}): ${redact(details, [state.settings.key])}`);
    return new ToolFailure(failure.code, `${failure.message} Request ${id}.`, failure.next);
  }
}

/** The requests of one call: they end with it, and each but a wait has its limit. */
function createRequests(signal: AbortSignal) {
  const timers: NodeJS.Timeout[] = [];
  let retryAfter: number | undefined;
  const limited = () => {
    const limit = new AbortController();
    timers.push(setTimeout(() => limit.abort(new DOMException("No answer in time.", "TimeoutError")), requestMost));
    return AbortSignal.any([signal, limit.signal]);
  };
  const fetch: Fetch = async (request) => {
    const waits = /[?&]wait=/.test(request.url);
    const response = await globalThis.fetch(request, {
      signal: waits ? AbortSignal.any([signal, request.signal]) : limited(),
    });
    const pause = Number(response.headers.get("retry-after") ?? Number.NaN);
    if (Number.isFinite(pause)) retryAfter = Math.ceil(pause);
    return response;
  };
  return { fetch, retryAfter: () => retryAfter, close: () => timers.forEach(clearTimeout) };
}

function toCall(ctx: ServerContext, signal: AbortSignal, state: State, fetch: Fetch): Call {
  const { baseUrl, key } = state.settings;
  const { progressToken } = ctx.mcpReq._meta ?? {};
  return {
    desk: createFrontdesk({ retries: false, baseUrl, accessKey: key, fetch }),
    openMailbox: ({ token, address }) => openMailbox({ retries: false, baseUrl, token, address, fetch }),
    signal,
    state,
    progress(progress, total, message) {
      if (progressToken === undefined || signal.aborted) return;
      const params = { progressToken, progress, total, message };
      // A client that has gone is told by its signal, not by this.
      ctx.mcpReq.notify({ method: "notifications/progress", params }).catch(() => {});
    },
  };
}

function toResult(outcome: Outcome): CallToolResult {
  if ("text" in outcome) return { content: [{ type: "text", text: outcome.text }] };
  const { facts, mail } = outcome;
  return {
    content: [{ type: "text", text: JSON.stringify(facts) }, ...(mail ? [toResourceLink(mail)] : [])],
    structuredContent: facts,
  };
}

function toErrorResult(
  failure: ToolFailure,
  listed: ReadonlySet<string>,
  retryAfter: number | undefined,
): CallToolResult {
  const { code, message, requiredScope } = failure;
  const next: NextStep = listed.has(failure.next.tool)
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
