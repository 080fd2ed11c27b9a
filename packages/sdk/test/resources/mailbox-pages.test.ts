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
