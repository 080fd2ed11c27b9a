import { expect, test } from "vitest";
import { openSmsInbox } from "../../src/index.ts";

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
