import { expect, test } from "vitest";
import { openMailbox } from "../../src/index.ts";
import type { InboxSource, MessageSummary } from "../../src/waiting/inbox-source.ts";
import { waitFor } from "../../src/waiting/wait.ts";

const mail = (id: string): MessageSummary => ({
  id,
  sender: "a@shop.example",
  snippet: "",
  received_at: "2026-01-01T00:00:00Z",
});

test("a wait without time still reads every mail that has arrived, page by page", async () => {
  const following: Record<string, string> = { start: "a", a: "b", b: "c" };
  const source: InboxSource<MessageSummary> = {
    address: "signup@desk.example.com",
    channel: "email",
    async recent({ after = "" }) {
      const id = following[after];
      const messages = id === undefined ? [] : [mail(id)];
      return { messages, cursor: id ?? after, more: id !== undefined && id !== "c", missed: 0, now: 0 };
    },
    body: async () => "",
  };
  const wait = (sought: string) => {
    const state = { cursor: { type: "cursor" as const, cursor: "start" }, returned: new Set<string>() };
    const inspect = ({ id }: MessageSummary) => (id === sought ? { found: id } : { why: "it is another" });
    return waitFor(source, async () => state, { target: "message", pick: "first", inspect }, { timeout: 0 });
  };
  expect((await wait("c")).found).toBe("c");
  await expect(wait("d")).rejects.toMatchObject({ nearMisses: [{ id: "a" }, { id: "b" }, { id: "c" }] });
});

test("a server that ends each long poll at once, as one does that is stopping, is asked at intervals", async () => {
  let reads = 0;
  const source: InboxSource<MessageSummary> = {
    address: "signup@desk.example.com",
    channel: "email",
    async recent({ after = "" }) {
      reads++;
      return { messages: [], cursor: after, more: false, missed: 0, now: 0 };
    },
    body: async () => "",
  };
  const state = { cursor: { type: "cursor" as const, cursor: "start" }, returned: new Set<string>() };
  const inspect = () => ({ why: "none arrives" });
  const wait = waitFor(source, async () => state, { target: "message", pick: "first", inspect }, { timeout: 250 });
  await expect(wait).rejects.toMatchObject({ reason: "no_message" });
  // Four, every 100 ms and at the end, or a few more that a timer rounds off.
  expect(reads).toBeLessThan(10);
});

test.each([
  [0, undefined],
  [-1, RangeError],
])("a mailbox can be watched for %i ms: with the error %o", async (milliseconds, error) => {
  const fetch = async () => Response.json({ success: true, emails: [], cursor: "c1", more: false, missed: 0 });
  const mailbox = openMailbox({ baseUrl: "http://desk.test", key: "svcm_x", address: "demo@desk.example.com", fetch });
  const outcome = await mailbox.expectNothing(() => {}, { for: milliseconds }).catch((thrown) => thrown.constructor);
  expect(outcome).toBe(error);
});
