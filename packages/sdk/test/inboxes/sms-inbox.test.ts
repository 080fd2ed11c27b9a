import { expect, test } from "vitest";
import { openMailbox, openSmsInbox } from "../../src/index.ts";

test("one SMS of an older server is read as it is written, even if it looks like HTML", async () => {
  const message = {
    id: "1",
    sender: "Shop",
    body: "Shop</p> <!-- Your sign-in code: 482913",
    received_at: "2000-01-01T00:00:00.000Z",
    phone_id: "p1",
    phone: "5550100001",
  };
  const inbox = openSmsInbox({
    baseUrl: "http://desk.test",
    key: "svcsms_x",
    fetch: async () => Response.json({ success: true, message }),
  });
  const { codes } = await inbox.message("1");
  expect(codes.map(({ value }) => value)).toEqual(["482913"]);
});

test("a wait for a code of a given form reads an SMS as it is written, even if it looks like HTML", async () => {
  const message = {
    ...{ id: "1", sender: "Shop", received_at: new Date().toISOString(), phone_id: "p1", phone: "5550100001" },
    ...{ snippet: "Shop", body: "Shop</p> <!-- Your sign-in code: 482913", links: [], codes: [] },
  };
  const inbox = openSmsInbox({
    baseUrl: "http://desk.test",
    key: "svcsms_x",
    fetch: async () => Response.json({ success: true, messages: [message], cursor: "c", more: false, missed: 0 }),
  });
  expect((await inbox.waitForCode({ after: "0", timeout: 0, length: 6 })).code).toBe("482913");
});

test("a handle reads twenty SMS or ten mails, unless it is told how many", async () => {
  const paths = new Set<string>();
  const asked: string[] = [];
  const options = {
    baseUrl: "http://desk.test",
    async fetch({ url }: Request) {
      paths.add(url.replace("http://desk.test", ""));
      return Response.json({ success: true, emails: [], messages: [], phones: [], token_full: false, cursor: "c" });
    },
  };
  const sms = openSmsInbox({ ...options, key: "svcsms_x" });
  const mailbox = openMailbox({ ...options, key: "svcm_x", address: "a@desk.test" });
  for (const inbox of [sms, mailbox]) {
    await inbox.currentCursor();
    paths.clear();
    await inbox.recent();
    await inbox.recent({ count: 7 });
    asked.push(...paths);
  }
  expect(asked).toEqual([
    "/svc-api/sms/recent?n=20",
    "/svc-api/sms/recent?n=7",
    "/svc-api/mail/recent?n=10",
    "/svc-api/mail/recent?n=7",
  ]);
});

test.each([
  ["+1 555-010-0199", "5550100199", true],
  ["+49 30 555-0177", "305550177", true],
  ["0305550177", "1515550177", true],
  ["5550177", "1515550177", true],
  ["0305550177", "1516550177", false],
  ["0305550177", "0305550178", false],
])("a wait for an SMS to %s takes one to %s: %s", async (phone, received, isTaken) => {
  const message = {
    ...{ id: "1", sender: "Shop", received_at: new Date().toISOString(), phone_id: "p1", phone: received },
    ...{ snippet: "Hi", body: "Hi", links: [], codes: [] },
  };
  const inbox = openSmsInbox({
    baseUrl: "http://desk.test",
    key: "svcsms_x",
    fetch: async () => Response.json({ success: true, messages: [message], cursor: "c", more: false, missed: 0 }),
  });
  const found = await inbox.waitForMessage({ after: "0", timeout: 0, errorOnTimeout: false, phone });
  expect(found?.id).toBe(isTaken ? "1" : undefined);
});
