import { inspect } from "node:util";
import { expect, test } from "vitest";
import { createFrontdesk, openMailbox, openSmsInbox } from "../../src/index.ts";

const baseUrl = "http://desk.test";
const record = { id: "1", name: "demo", token: "svc_SECRET" };
const frontdesk = createFrontdesk({
  baseUrl,
  key: "svcagt_SECRET",
  fetch: async () =>
    Response.json({
      success: true,
      subdomains: [record],
      mailboxes: [record],
      sms_tokens: [record],
      limit: 5,
      used: 1,
    }),
});

test.each([
  ["mailbox", async () => openMailbox({ baseUrl, key: "svcm_SECRET" })],
  ["SMS inbox", async () => openSmsInbox({ baseUrl, key: "svcsms_SECRET" })],
  ["subdomain", async () => (await frontdesk.subdomains.list())[0]],
  ["mailbox's record", async () => (await frontdesk.mailboxes.list()).mailboxes[0]],
  ["SMS token's record", async () => (await frontdesk.smsInboxes.list()).sms_tokens[0]],
])("a %s that is logged, copied or made JSON does not show its key", async (_what, open) => {
  const handle = await open();
  expect(inspect(handle, { depth: 10 })).not.toContain("SECRET");
  expect(inspect({ ...handle }, { depth: 10 })).not.toContain("SECRET");
  expect(JSON.stringify(handle)).not.toContain("SECRET");
  const { key, token }: { key?: string; token?: string } = handle ?? {};
  expect(key ?? token).toContain("SECRET");
});

test("a logged client does not show its key", () => {
  expect(inspect(frontdesk, { depth: 10, showHidden: true })).not.toContain("SECRET");
});

test("the key of a handle has no spaces around it, such as the line break of a file", () => {
  expect(openMailbox({ baseUrl, key: " svcm_1\n" }).key).toBe("svcm_1");
  expect(openSmsInbox({ baseUrl, key: " svcsms_1\n" }).key).toBe("svcsms_1");
});
