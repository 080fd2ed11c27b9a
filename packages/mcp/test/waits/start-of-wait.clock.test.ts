import { WaitTimeoutError } from "@frontdesk/sdk";
import { expect, onTestFinished, test, vi } from "vitest";
import type { ToolCall } from "../../src/calls/tool.ts";
import type { CodeWait, WaitMessage } from "../../src/waits/code-wait.ts";
import { waitForCode } from "../../src/waits/wait.ts";

const start = Date.UTC(2026, 0, 1);
const at = (msFromStart: number) => new Date(start + msFromStart).toISOString();

/** The facts of a wait that begins at `start`, and 50 seconds later ends with this message or times out. */
async function factsOf(
  found: WaitMessage | null,
  rejected: { recipient: string; at: string }[] = [],
  onWait = (_options: { match(message: WaitMessage): boolean }) => {},
) {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const timedOut = new WaitTimeoutError({
    ...{ reason: "no_message", address: "", timeout: 0, target: "message" },
    ...{ nearMisses: [], cursor: "c1", rejected: [], missed: 0 },
  });
  const waitForMessage = vi.fn(async (options): Promise<WaitMessage> => {
    onWait(options);
    const isFirst = waitForMessage.mock.calls.length === 1;
    if (isFirst) vi.advanceTimersByTime(50_000);
    if (!isFirst || found === null) throw timedOut;
    return found;
  });
  const wait: CodeWait = {
    ...{ inbox: { waitForMessage }, inboxId: "box1", name: "me@desk.test", channel: "email", after: undefined },
    ...{ tool: "mail_wait_code", readTool: "mail_read", listTool: "mailbox_list", seconds: 50 },
  };
  const begun = performance.now();
  // What a wait needs of a call.
  const call = {
    ...{ frontdesk: { client: { GET: async () => ({ data: { rejected } }) } }, progress: () => {} },
    state: { cursors: { get: () => undefined, set: () => {}, countEmpty: () => 1 }, maxWaitSeconds: 50 },
    ...{ serverNow: () => start + performance.now() - begun, signal: new AbortController().signal },
  } as unknown as ToolCall;
  return ((await waitForCode(wait, call)) as { facts: Record<string, unknown> }).facts;
}

/** Whether a wait ends with this message. */
async function matchOf(candidate: WaitMessage): Promise<boolean> {
  let isMatch = false;
  await factsOf(null, [], ({ match }) => {
    isMatch ||= match(candidate);
  });
  return isMatch;
}

const message = (receivedAt: string): WaitMessage => ({
  ...{ id: "m1", sender: "shop@a.test", body: "", received_at: receivedAt, links: [] },
  codes: [{ value: "480113", kind: "one_time" }],
});

test("a mail with a code of another kind alone is not the one that a wait is for", async () => {
  const matches = (...kinds: ("one_time" | "booking" | "reference")[]) => {
    const codes = kinds.map((kind) => ({ value: "480113", kind }));
    return matchOf({ ...message(at(0)), codes });
  };
  expect([await matches("booking"), await matches("reference", "booking")]).toEqual([false, false]);
  expect([await matches("booking", "one_time"), await matches()]).toEqual([true, false]);
});

test("a mail with a link to confirm is one that a wait is for, but not one with any link", async () => {
  const linked = (url: string, text: string) =>
    matchOf({ ...message(at(0)), codes: [], body: `${text}: ${url}`, links: [{ url, text }] });
  expect(await linked("https://shop.test/verify?token=Zk29xQpL81", "Confirm your email address")).toBe(true);
  expect(await linked("https://shop.test/catalogue", "Our new catalogue")).toBe(false);
});

test("a mail that arrived during a long wait is not noted as older than the call", async () => {
  expect(await factsOf(message(at(1_000)))).not.toHaveProperty("note");
});

test("the age of an older mail is its age at the start of the call", async () => {
  expect((await factsOf(message(at(-30_000)))).note).toMatch(/^Arrived 30 s before this call/);
});

test("the recipients that a long wait lists were rejected up to ten minutes before its start", async () => {
  const rejected = [
    { recipient: "mee@desk.test", at: at(-599_000) },
    { recipient: "mi@desk.test", at: at(-601_000) },
  ];
  expect((await factsOf(null, rejected)).rejected).toEqual(["mee@desk.test"]);
});
