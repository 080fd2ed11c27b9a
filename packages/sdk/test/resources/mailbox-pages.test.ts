import { expect, test } from "vitest";
import { createFrontdesk } from "../../src/index.ts";

test("mailboxes are listed from all pages", async () => {
  const asked: (string | null)[] = [];
  const frontdesk = createFrontdesk({
    baseUrl: "https://desk.example",
    key: "svcagt_1",
    fetch: async ({ url }) => {
      const cursor = new URL(url).searchParams.get("cursor");
      asked.push(cursor);
      const [name, next] = asked.length === 1 ? ["a", "c1"] : ["b", null];
      const mailbox = { id: name, name, address: `${name}@desk.example`, token: `svcmbx_${name}` };
      return Response.json({ success: true, mailboxes: [mailbox], limit: 100, used: 2, next });
    },
  });
  expect((await frontdesk.mailboxes.list()).mailboxes.map(({ name }) => name)).toEqual(["a", "b"]);
  expect(asked).toEqual([null, "c1"]);
});

test("a limit of 0 mails is left to the server, and not replaced by the default", async () => {
  const urls: string[] = [];
  const fetch = async ({ url }: Request) => {
    urls.push(url);
    const mailboxes = [{ id: "m1", name: "a", address: "a@desk.example", token: "svcmbx_a" }];
    return Response.json({ success: true, mailboxes, limit: 1, used: 1, next: null, emails: [] });
  };
  await createFrontdesk({ baseUrl: "https://desk.example", key: "svcagt_1", fetch }).mailboxes.recent("m1", {
    limit: 0,
  });
  expect(urls.at(-1)).toBe("https://desk.example/svc-api/mailbox/m1/emails?limit=0");
});
