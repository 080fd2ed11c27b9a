import { type Frontdesk, LimitReachedError } from "@frontdesk/sdk";
import { describe, expect, test, vi } from "vitest";
import { inboxTimeoutMs, openTestSmsInbox } from "../src/fixtures/test-sms-inbox.ts";
import { openWorkerMailbox, sharedName } from "../src/fixtures/worker-mailbox.ts";
import { createTestFrontdesk } from "../src/index.ts";

const workers = 8;
const openAll = (frontdesk: Parameters<typeof openWorkerMailbox>[0]) =>
  Promise.all(Array.from({ length: workers }, () => openWorkerMailbox(frontdesk)));

describe("eight workers", () => {
  test("have a mailbox each if there is room, and leave none behind", async () => {
    await using desk = await createTestFrontdesk();
    const opened = await openAll(desk.frontdesk);
    expect(new Set(opened.map(({ mailbox }) => mailbox.address)).size).toBe(workers);
    await Promise.all(opened.map(({ close }) => close()));
    expect((await desk.frontdesk.mailboxes.list()).used).toBe(0);
  });

  test.each([1, 3, 5])("share one if the account may have %i, and none is rejected", async (limit) => {
    await using desk = await createTestFrontdesk({ mailboxes: limit });
    const { frontdesk } = desk;
    const opened = await openAll(frontdesk);
    const names = opened.map(({ mailbox }) => mailbox.name);
    expect(new Set(names).size).toBe(limit);
    expect(names.filter((name) => name === sharedName)).toHaveLength(workers - limit + 1);
    const first = opened.find(({ mailbox }) => mailbox.name !== sharedName);
    await first?.close();
    // Those who lean on the shared one go on, whoever has gone.
    const aliases = opened.filter((one) => one !== first).map(({ mailbox }) => mailbox.alias());
    await Promise.all(aliases.map((alias) => alias.currentCursor()));
    const waits = aliases.map((alias) => alias.waitForCode());
    for (const [index, { address }] of aliases.entries())
      await desk.deliverMail({ to: address, text: `Your code is ${481_220 + index}.` });
    expect((await Promise.all(waits)).map(({ code }) => code)).toEqual(aliases.map((_, index) => `${481_220 + index}`));
    await Promise.all(opened.map(({ close }) => close()));
    expect((await frontdesk.mailboxes.list()).mailboxes.map(({ name }) => name)).toEqual([sharedName]);
  });

  test("use aliases of an existing mailbox if the account was full before", async () => {
    await using desk = await createTestFrontdesk({ mailboxes: 1 });
    await desk.frontdesk.mailboxes.register("signup");
    const opened = await openAll(desk.frontdesk);
    expect(opened.map(({ mailbox }) => mailbox.name)).toEqual(Array(workers).fill("signup"));
    await Promise.all(opened.map(({ close }) => close()));
    expect((await desk.frontdesk.mailboxes.list()).used).toBe(1);
  });
});

test("a worker ends only when its mailbox is deleted, and with the error if it cannot be", async () => {
  await using desk = await createTestFrontdesk();
  const { close } = await openWorkerMailbox(desk.frontdesk);
  vi.spyOn(desk.frontdesk.mailboxes, "delete").mockRejectedValueOnce(new Error("unreachable"));
  await expect(close()).rejects.toThrow("unreachable");
  await close();
  expect((await desk.frontdesk.mailboxes.list()).used).toBe(0);
});

describe("a worker that finds the account full", () => {
  test.each([
    [["test-worker-a", "signup"], "signup"],
    [["signup", "test-worker-a"], "signup"],
    [["test-worker-a", "test-worker-b", "test-workers"], "test-workers"],
  ])("uses no mailbox of another worker, of %j", async (names, expected) => {
    await using desk = await createTestFrontdesk({ mailboxes: names.length });
    for (const name of names) await desk.frontdesk.mailboxes.register(name);
    const { mailbox, close } = await openWorkerMailbox(desk.frontdesk);
    expect(mailbox.name).toBe(expected);
    await close();
    expect((await desk.frontdesk.mailboxes.list()).used).toBe(names.length);
  });

  test("says what to do if all belong to other workers", async () => {
    await using desk = await createTestFrontdesk({ mailboxes: 1 });
    await desk.frontdesk.mailboxes.register("test-worker-a");
    await expect(openWorkerMailbox(desk.frontdesk)).rejects.toThrow(
      new Error(
        "This account is limited to 1 mailboxes, and all of them belong to other test workers. Raise its limit, or delete what earlier runs left: `frontdesk mailbox list` shows them, by names that start with test-worker-.",
      ),
    );
  });
});

test("a test without room for an SMS inbox gets the next that is released", async () => {
  await using desk = await createTestFrontdesk({ smsInboxes: 1 });
  const first = await openTestSmsInbox(desk.frontdesk, 10_000);
  const second = openTestSmsInbox(desk.frontdesk, 10_000);
  await first.close();
  await (await second).close();
  expect((await desk.frontdesk.smsInboxes.list()).used).toBe(0);
  await desk.frontdesk.smsInboxes.register();
  await expect(openTestSmsInbox(desk.frontdesk, 0)).rejects.toMatchObject({
    code: "limit_reached",
    message: expect.stringMatching(
      / None became free within 0 ms: other tests use them, or interrupted runs left theirs\. `frontdesk sms list` shows them, `frontdesk sms delete` deletes one\.$/,
    ),
  });
});

test.each<[string, Error, RegExp]>([
  ["the limit of the account", new LimitReachedError(403, "limit_reached", "Full."), /None became free within 200 ms/],
  ["anything else", new Error("No scope."), /^No scope\.$/],
])(
  "a test for which %s prevents an SMS inbox does not try again if its time ends before",
  async (_what, error, message) => {
    const register = vi.fn(async () => {
      throw error;
    });
    const frontdesk = { smsInboxes: { register } } as unknown as Frontdesk; // It uses no more.
    await expect(openTestSmsInbox(frontdesk, 200)).rejects.toThrow(message);
    expect(register).toHaveBeenCalledOnce();
  },
);

test("an SMS inbox that the test has deleted ends without an error", async () => {
  await using desk = await createTestFrontdesk();
  const { inbox, close } = await openTestSmsInbox(desk.frontdesk, 0);
  await desk.frontdesk.smsInboxes.delete(inbox);
  await close();
});

test("a test waits for an SMS inbox only as long as the error can still be reported within the test", () => {
  expect([5_000, 30_000, 0, Number.POSITIVE_INFINITY].map(inboxTimeoutMs)).toEqual([4_000, 26_000, 60_000, 60_000]);
});
