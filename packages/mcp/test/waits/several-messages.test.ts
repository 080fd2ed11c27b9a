import { FrontdeskError, WaitTimeoutError } from "@frontdesk/sdk";
import { expect, test, vi } from "vitest";
import type { ToolCall } from "../../src/calls/tool.ts";
import type { CodeWait, WaitMessage } from "../../src/waits/code-wait.ts";
import { waitForCode } from "../../src/waits/wait.ts";

const receivedAt = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();
const withCode = (id: string, value: string, second: number): WaitMessage => ({
  ...{ id, sender: "shop@a.test", body: "", received_at: receivedAt(second), links: [] },
  codes: [{ value, kind: "one_time" }],
});
const url = "https://shop.test/verify?token=Zk29xQpL81";
const withLink = (id: string, second: number): WaitMessage => ({
  ...withCode(id, "", second),
  ...{ codes: [], body: `Confirm your email address: ${url}`, links: [{ url, text: "Confirm your email address" }] },
});
const timedOut = new WaitTimeoutError({
  ...{ reason: "no_message", address: "", timeout: 0, target: "message" },
  ...{ nearMisses: [], cursor: "c1", rejected: [], missed: 0 },
});

/** Waits at an inbox that returns these messages one after the other, or fails so. The facts, and the cursors that were stored. */
async function waitAt(responses: (WaitMessage | Error)[], after?: string) {
  const waitForMessage = vi.fn(async (_options: object) => {
    const next = responses.shift() ?? timedOut;
    if (next instanceof Error) throw next;
    return next;
  });
  const wait: CodeWait = {
    ...{ inbox: { waitForMessage }, inboxId: "box1", name: "me@desk.test", channel: "email", after },
    ...{ tool: "mail_wait_code", readTool: "mail_read", listTool: "mailbox_list", seconds: 5 },
  };
  const set = vi.fn();
  const progress = vi.fn();
  // What a wait needs of a call.
  const call = {
    state: { cursors: { get: () => undefined, set, countEmpty: () => 1 }, maxWaitSeconds: 50 },
    ...{ progress, serverNow: () => Date.UTC(2026, 0, 1, 0, 0, 10), signal: new AbortController().signal },
  } as unknown as ToolCall;
  const outcome = await waitForCode(wait, call).catch((error: unknown) => ({ error }));
  return { outcome: outcome as { facts?: object; error?: unknown }, set, waits: waitForMessage.mock.calls };
}

test("of several messages the newest is returned, and of the older ones a code, or that they have a link", async () => {
  const messages = [withLink("m1", 1), withCode("m2", "111111", 2), withCode("m3", "222222", 4)];
  const { outcome, set, waits } = await waitAt(messages);
  expect(outcome.facts).toMatchObject({
    ...{ code: "222222", messageId: "m3", cursor: "m3" },
    older: "a link (messageId m1), 3 s older; 111111 (messageId m2), 2 s older",
  });
  expect(set.mock.calls).toEqual([["box1", "m3"]]);
  const starts = waits.map(([options]) => ({ ...options, match: undefined, signal: undefined }));
  expect(starts).toEqual([
    { lookback: 600_000, timeout: 5_000 },
    { after: "m1", timeout: 0 },
    { after: "m2", timeout: 0 },
    { after: "m3", timeout: 0 },
  ]);
});

test("a message with a link alone is returned without a code", async () => {
  const { outcome } = await waitAt([withLink("m1", 10)]);
  expect(outcome.facts).toEqual({
    ...{ status: "found", messageId: "m1", cursor: "m1", from: "shop@a.test", link: url, linkHost: "shop.test" },
    ...{ begin: expect.stringMatching(/^<<outside/), until: expect.stringMatching(/^<<end/) },
  });
});

test("a failure while the messages after the first are read fails the wait, which stores no cursor", async () => {
  const failure = new FrontdeskError(500, "internal", "broken");
  const { outcome, set } = await waitAt([withCode("m1", "111111", 1), failure]);
  expect(outcome).toEqual({ error: failure });
  expect(set).not.toHaveBeenCalled();
});
