import type { ServerContext } from "@modelcontextprotocol/server";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { callTool } from "../src/calls/call-tool.ts";
import { defineTool, type ToolCall } from "../src/calls/tool.ts";
import type { State } from "../src/state/state.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
});

/** Calls a tool that does this, at a server that responds so. */
function start(run: (call: ToolCall) => Promise<unknown>, send: State["send"]) {
  const tool = defineTool({
    name: "a_tool",
    title: "A tool",
    description: "For tests.",
    toolset: "account",
    effect: "reads",
    input: {},
    async run(_args, call) {
      await run(call);
      return { text: "done" };
    },
  });
  const client = new AbortController();
  const settings = { key: "svcagt_a", baseUrl: "http://desk.test" };
  const ctx = { mcpReq: { signal: client.signal } } as unknown as ServerContext;
  const state = { settings, send, isRemote: false, stopping: new AbortController().signal } as unknown as State;
  const caller = { state, usableTools: async () => new Set<string>(), canAskPerson: () => false, log() {} };
  return { client, done: callTool(tool, {}, ctx, caller) };
}

/** Gives no response until the request is given up. */
const silent: State["send"] = ({ signal }) =>
  new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
const list = ({ frontdesk }: ToolCall) => frontdesk.subdomains.list();
const hold = ({ openMailbox, signal }: ToolCall) =>
  openMailbox({ token: "svcm_1", address: "x@desk.example.com" }).waitForMessage({
    after: "m1",
    timeout: 20_000,
    signal,
  });

describe("a tool call", () => {
  test.each([
    ["succeeds", () => Response.json({ success: true, subdomains: [] }), undefined],
    ["is refused", () => Response.json({ error: "No.", code: "missing_scope" }, { status: 403 }), true],
  ])("leaves no timer when its request %s", async (_how, respond, isError) => {
    const { done } = start(list, async () => respond());
    expect(((await done) as { isError?: boolean }).isError).toBe(isError);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("aborts a request without a response after ten seconds, and leaves no timer", async () => {
    let givenUp = false;
    const { done } = start(list, (request) => {
      request.signal.addEventListener("abort", () => (givenUp = true));
      return silent(request);
    });
    await vi.advanceTimersByTimeAsync(9_999);
    expect(givenUp).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(givenUp).toBe(true);
    expect(await done).toMatchObject({ isError: true, structuredContent: { code: "service_down" } });
    expect(vi.getTimerCount()).toBe(0);
  });

  test("aborts its requests with the client, and leaves no timer", async () => {
    const { client, done } = start(list, silent);
    await vi.advanceTimersByTimeAsync(1_000);
    client.abort(new Error("gone"));
    expect(await done).toMatchObject({ isError: true, structuredContent: { code: "cancelled" } });
    expect(vi.getTimerCount()).toBe(0);
  });

  test("lets a long poll last longer than ten seconds", async () => {
    const signals: AbortSignal[] = [];
    const { client, done } = start(hold, (request) => {
      if (!request.url.includes("wait="))
        return Promise.resolve(Response.json({ success: true, emails: [], cursor: "m1" }));
      signals.push(request.signal);
      return silent(request);
    });
    await vi.waitUntil(() => signals.length > 0);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
    client.abort(new Error("gone"));
    await done;
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    expect(vi.getTimerCount()).toBe(0);
  });
});
