import { type NearMiss, WaitTimeoutError } from "@frontdesk/sdk";
import { describe, expect, test, vi } from "vitest";
import type { ToolCall } from "../../src/calls/tool.ts";
import type { CodeWait } from "../../src/waits/code-wait.ts";
import { toPending } from "../../src/waits/pending.ts";

const now = Date.UTC(2026, 0, 1);
const at = (msAgo: number) => new Date(now - msAgo).toISOString();
const miss = (id: string, changes: Partial<NearMiss> = {}): NearMiss => ({
  ...{ id, sender: "Shop <shop@a.test>", subject: "Hi", snippet: "", received_at: at(30_000) },
  ...{ why: "the sender is not @b.test", ...changes },
});

interface Given {
  nearMisses?: NearMiss[];
  inspected?: string[];
  attempts?: number;
  missed?: number;
  wait?: Partial<CodeWait>;
  rejected?: { recipient: string; at: string }[] | Error;
}

/** The facts of a wait that timed out. */
async function pendingOf({
  nearMisses = [],
  inspected = [],
  attempts = 1,
  missed = 0,
  wait = {},
  rejected = [],
}: Given) {
  const get = vi.fn(async (..._request: unknown[]) => {
    if (rejected instanceof Error) throw rejected;
    return { data: { rejected } };
  });
  const error = new WaitTimeoutError({
    ...{ reason: "no_message", address: "me@desk.test", timeout: 1_000, target: "message" },
    ...{ nearMisses, cursor: "c9", rejected: [], missed },
  });
  const full = {
    ...{ name: "me@desk.test", channel: "email", tool: "mail_wait_code", readTool: "mail_read", after: "c1" },
    ...wait,
  } as CodeWait;
  // What a call needs here.
  const call = { frontdesk: { client: { GET: get } }, serverNow: () => now, signal: new AbortController().signal };
  const emptyWait = { wait: full, inspected: new Set(inspected), attempts, startedAt: now };
  const result = await toPending(error, emptyWait, call as unknown as ToolCall);
  return { facts: (result as { facts: Record<string, unknown> }).facts, get };
}

const retry = "mail_wait_code again with after set to this cursor";

describe("the next step after an empty wait", () => {
  test.each<[string, Given, string]>([
    ["is to wait again", {}, `Call ${retry}.`],
    ["is the same after two calls", { attempts: 2 }, `Call ${retry}.`],
    ["is to ask the user after three", { attempts: 3 }, `Ask the user whether the message was sent; then ${retry}.`],
    [
      "is to read a mail without a code",
      { nearMisses: [miss("a"), miss("b")], inspected: ["a"] },
      `A mail arrived without a code: mail_read with messageId a, or ${retry}.`,
    ],
    [
      "is to read the newest of several",
      { nearMisses: [miss("a"), miss("b")], inspected: ["a", "b"] },
      `A mail arrived without a code: mail_read with messageId b, or ${retry}.`,
    ],
    [
      "is to read an SMS without a code",
      { nearMisses: [miss("a")], inspected: ["a"], wait: { channel: "sms" } },
      `An SMS message arrived without a code: mail_read with messageId a, or ${retry}.`,
    ],
    [
      "is to wait without the filter",
      { nearMisses: [miss("a")], attempts: 3 },
      "What arrived did not match the filter; mail_wait_code without that filter takes it.",
    ],
    [
      "is to give the right address",
      { rejected: [{ recipient: "mee@desk.test", at: at(0) }], attempts: 3 },
      `Mail to an unknown address was rejected: give the site the right one, then ${retry}.`,
    ],
  ])("%s", async (_what, given, next) => {
    expect((await pendingOf(given)).facts.next).toBe(next);
  });
});

test("the cursor stays before a message that was filtered out, and moves past others", async () => {
  expect((await pendingOf({})).facts.cursor).toBe("c9");
  expect((await pendingOf({ nearMisses: [miss("a")], inspected: ["a"] })).facts.cursor).toBe("c9");
  expect((await pendingOf({ nearMisses: [miss("a"), miss("b")], inspected: ["a"] })).facts.cursor).toBe("c1");
  expect((await pendingOf({ nearMisses: [miss("a")], wait: { after: undefined } })).facts).not.toHaveProperty("cursor");
});

test("messages that were dropped unread are counted, if there were any", async () => {
  expect((await pendingOf({ missed: 2 })).facts).toHaveProperty("missed", 2);
  expect((await pendingOf({})).facts).not.toHaveProperty("missed");
});

test("three messages are named, the newest first, each with its reason", async () => {
  const { facts } = await pendingOf({
    nearMisses: ["a", "b", "c", "d"].map((id) => miss(id, { subject: `Subject ${id}` })),
    inspected: ["d"],
    wait: { from: "@b.test" },
  });
  expect(facts.notTaken).toEqual(
    ["d", "c", "b"].map((id) => ({
      ...{ messageId: id, from: "Shop <shop@a.test>", subject: `Subject ${id}`, age: "30 s" },
      why: id === "d" ? "contains no code or link" : "left out by from",
    })),
  );
  expect(facts).toMatchObject({ more: 1, begin: expect.stringMatching(/^<<outside/), until: expect.anything() });
});

test.each<[string, Partial<NearMiss>, Partial<CodeWait>, string]>([
  [
    "a sender that is not authenticated",
    { why: "its sender is not authenticated (fail)" },
    {},
    "sender not authenticated",
  ],
  ["its age", { why: "it was received at x, more than 1 ms ago" }, {}, "too old when it arrived"],
  ["its sender", { why: "the sender is not x" }, { from: "x" }, "left out by from"],
  ["its number", { why: "`match` returned false" }, { channel: "sms" }, "came on another number"],
  ["its number, with a sender given", { why: "`match` returned false" }, { from: "x" }, "came on another number"],
])("a message was not taken for %s", async (_what, changes, wait, why) => {
  const { facts } = await pendingOf({ nearMisses: [miss("a", changes)], wait });
  expect(facts.notTaken).toMatchObject([{ why }]);
});

test("an SMS has no subject", async () => {
  const { subject: _subject, ...sms } = miss("a");
  const { facts } = await pendingOf({ nearMisses: [sms], wait: { channel: "sms" } });
  expect(facts.notTaken).toEqual([{ messageId: "a", from: "Shop <shop@a.test>", age: "30 s", why: expect.anything() }]);
});

describe("rejected mail to a similar address", () => {
  const rejectedOf = async (...rejected: [recipient: string, msAgo: number][]) =>
    (await pendingOf({ rejected: rejected.map(([recipient, msAgo]) => ({ recipient, at: at(msAgo) })) })).facts
      .rejected;

  test.each<[string, [recipient: string, msAgo: number][], string[] | undefined]>([
    ["is named", [["mee@desk.test", 0]], ["mee@desk.test"]],
    ["is named in any case", [["ME@DESK.TESTS", 0]], ["ME@DESK.TESTS"]],
    ["is named on one line", [["m\ne@desk.test", 0]], ["m e@desk.test"]],
    [
      "is named once",
      [
        ["mee@desk.test", 0],
        ["mee@desk.test", 1],
      ],
      ["mee@desk.test"],
    ],
    [
      "is named beside one that was rejected again and again",
      [...[0, 1, 2, 3].map((msAgo): [string, number] => ["mee@desk.test", msAgo]), ["mef@desk.test", 4]],
      ["mee@desk.test", "mef@desk.test"],
    ],
    [
      "is named up to three letters away",
      [
        ["me123@desk.test", 0],
        ["me1234@desk.test", 0],
      ],
      ["me123@desk.test"],
    ],
    [
      "is named for ten minutes",
      [
        ["mee@desk.test", 600_000],
        ["mef@desk.test", 600_001],
      ],
      ["mee@desk.test"],
    ],
    ["is none of another kind", [["other@else.test", 0]], undefined],
    [
      "is named three times at most",
      [
        ["me1@desk.test", 0],
        ["me2@desk.test", 0],
        ["me3@desk.test", 0],
        ["me4@desk.test", 0],
      ],
      ["me1@desk.test", "me2@desk.test", "me3@desk.test"],
    ],
  ])("%s", async (_what, rejected, named) => {
    expect(await rejectedOf(...rejected)).toEqual(named);
  });

  test("is looked for only for mail, if nothing arrived, and never fails the wait", async () => {
    expect((await pendingOf({ wait: { channel: "sms" } })).get).not.toHaveBeenCalled();
    expect((await pendingOf({ nearMisses: [miss("a")] })).get).not.toHaveBeenCalled();
    const { facts, get } = await pendingOf({ rejected: new Error("no permission") });
    expect(get).toHaveBeenCalledTimes(1);
    expect(facts).toEqual({ status: "pending", cursor: "c9", next: `Call ${retry}.` });
  });
});

test("a long sender or subject is cut, to save the agent's tokens", async () => {
  const { facts } = await pendingOf({ nearMisses: [miss("a", { sender: "s".repeat(61), subject: "t".repeat(61) })] });
  const [shown] = facts.notTaken as { from: string; subject: string }[];
  expect([shown?.from, shown?.subject]).toEqual([`${"s".repeat(59)}…`, `${"t".repeat(59)}…`]);
});
