import { expect, onTestFinished, test, vi } from "vitest";
import { call, mailbox, smsInbox } from "./call.ts";

test.each([
  ["code signup", "No code reached signup@desk.test within 60000 ms"],
  ["code signup --link", "No link reached signup@desk.test within 60000 ms"],
  ["sms code s1", "No code reached this SMS inbox within 60000 ms"],
  ["sms code --link", "No link reached this SMS inbox within 60000 ms"],
])("%s waits for a minute unless it is told how long", async (argv, message) => {
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => now);
  onTestFinished(() => void vi.restoreAllMocks());
  const empty = (query: URLSearchParams) => {
    now += Number(query.get("wait")) * 1_000;
    return { emails: [], messages: [], phones: [], cursor: "c1", more: false, missed: 0 };
  };
  const { code, err, out } = await call(argv, {
    "mailbox/list": { mailboxes: [mailbox], limit: null, used: 1, next: null },
    "mailbox/rejected": { rejected: [] },
    "mail/recent": empty,
    "sms/list": { sms_tokens: [smsInbox("s1")], limit: 5, used: 1, next: null },
    "sms/recent": empty,
  });
  expect([code, out, now]).toEqual([3, [], 60_000]);
  expect(err).toEqual([expect.stringContaining(message)]);
});
