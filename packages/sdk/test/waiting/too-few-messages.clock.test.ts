import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { openMailbox } from "../../src/index.ts";

let now = 0;
beforeEach(() => {
  now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => now);
  onTestFinished(() => void vi.restoreAllMocks());
});

/** Opens a mailbox that gets so many mails, one every seven seconds, and the seconds of the long polls. */
function openWith(count: number, failure?: Response) {
  const waits: string[] = [];
  let arrived = 0;
  const fetch = async ({ url }: Request) => {
    const wait = new URL(url).searchParams.get("wait");
    const isOver = wait === null || arrived === count;
    if (wait !== null) waits.push(wait);
    if (wait !== null && isOver && failure) return failure;
    now += wait === null ? 0 : isOver ? Number(wait) * 1_000 : 7_000;
    const cursor = isOver ? `m${arrived}` : `m${++arrived}`;
    const mail = { id: cursor, sender: "Shop", subject: "Hi", snippet: "", received_at: "2026-01-01T00:00:00.000Z" };
    const content = { body: "Hello", links: [], codes: [], recipient: "signup@desk.test", authenticated: "none" };
    return Response.json({ success: true, emails: isOver ? [] : [{ ...mail, ...content }], cursor });
  };
  const options = { baseUrl: "http://desk.test", key: "svcm_1", address: "signup@desk.test", fetch };
  return { mailbox: openMailbox(options), waits };
}

test.each([
  ["1", 1, ["m1"]],
  ["2", 2, ["m1", "m2"]],
])("too few messages end with an error that has those %s that arrived", async (_what, count, received) => {
  const { mailbox } = openWith(count);
  const error = await mailbox.waitForMessages({ count: 3, timeout: 20_000 }).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({
    ...{ name: "WaitTimeoutError", reason: "no_message", address: "signup@desk.test", timeout: 20_000 },
    ...{ received: received.map((id) => ({ id })), cursor: received.at(-1) },
  });
  expect(String(error)).toContain(`No 3 messages (${count} did) reached signup@desk.test within 20000 ms: `);
});

test("too few messages are returned if a timeout is to be no error", async () => {
  const { mailbox } = openWith(2);
  const messages = await mailbox.waitForMessages({ count: 3, timeout: 20_000, errorOnTimeout: false });
  expect(messages.map(({ id }) => id)).toEqual(["m1", "m2"]);
});

test("a request that fails ends the wait for several messages with its error", async () => {
  const { mailbox } = openWith(2, Response.json({ error: "No.", code: "unauthenticated" }, { status: 401 }));
  await expect(mailbox.waitForMessages({ count: 3 })).rejects.toMatchObject({ status: 401, message: "No." });
});

test("several messages are waited for together for a minute, if no time is given", async () => {
  const { mailbox, waits } = openWith(100);
  const messages = await mailbox.waitForMessages({ count: 100, errorOnTimeout: false });
  expect([messages.length, waits]).toEqual([9, ["25", "25", "25", "25", "25", "25", "18", "11", "4"]]);
});
