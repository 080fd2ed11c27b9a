import { expect, test } from "vitest";
import { openMailbox } from "../../src/index.ts";

const mailbox = openMailbox({
  baseUrl: "http://desk.test",
  key: "svcm_TestTestTestTestTestTest12345678",
  address: "signup@desk.test",
});

test.each(["a", "a".repeat(64), "A.b_c-9"])("an alias may have the tag %s", (tag) => {
  expect(mailbox.alias(tag).address).toBe(`signup+${tag}@desk.test`);
});

test.each([
  ["leaves out earlier mail if its tag was chosen", "shop", undefined],
  ["begins with the first mail if its tag was drawn at random", undefined, "1"],
] as const)("a wait of an alias %s", async (_what, tag, id) => {
  const mail = { id: "1", subject: "Hello", sender: "a@b.example", codes: [], received_at: "2026-01-01T00:00:00Z" };
  const alias = openMailbox({
    baseUrl: "http://desk.test",
    key: "svcm_TestTestTestTestTestTest12345678",
    address: "signup@desk.test",
    async fetch(input) {
      const { pathname, searchParams } = new URL(input instanceof Request ? input.url : String(input));
      if (!pathname.endsWith("/recent"))
        return Response.json({ success: true, email: { ...mail, body: "", links: [] } });
      const emails = searchParams.has("after") ? [] : [{ ...mail, recipient: searchParams.get("to") }];
      return Response.json({ success: true, emails, cursor: "cursor", more: false });
    },
  }).alias({ ...(tag && { tag }) });
  expect((await alias.waitForMessage({ timeout: 0, errorOnTimeout: false }))?.id).toBe(id);
});

test.each(["", "a".repeat(65), "a b", "a@b", "ä", "a+b"])("an alias cannot have the tag «%s»", (tag) => {
  expect(() => mailbox.alias(tag)).toThrow(TypeError);
});
