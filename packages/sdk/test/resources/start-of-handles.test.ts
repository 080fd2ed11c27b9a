import { beforeEach, describe, expect, test } from "vitest";
import type { Fetch } from "../../src/index.ts";
import { type Account, openAccount, response } from "./account.ts";

let account: Account;
let sent: string[];
beforeEach(async () => {
  sent = [];
  account = await openAccount(respond);
  sent = [];
});

/** Lists one message after the cursor that a read of the newest gives, and another before it. */
const respond: Fetch = async ({ url, method }) => {
  const { pathname, searchParams } = new URL(url);
  sent.push(`${method} ${pathname.replace("/svc-api/", "")}`);
  const later = {
    id: "m2",
    sender: "a@b.test",
    received_at: "2999-01-01T00:00:00.000Z",
    body: "",
    links: [],
    codes: [],
  };
  const list = searchParams.get("after") === "m1" ? [later] : [later, { ...later, id: "m1" }];
  const messages = searchParams.has("full") ? list : [];
  return Response.json({ ...response, emails: messages, messages, cursor: "m1" });
};

type Handle = { waitForMessage(): Promise<{ id: string }> };
const fromTheFirst: Record<string, (account: Account) => Promise<Handle>> = {
  "a registered mailbox": ({ mailboxes }) => mailboxes.register("anna"),
  "a mailbox that was not there": ({ mailboxes }) => mailboxes.openOrRegister("other"),
  "a registered SMS inbox": ({ smsInboxes }) => smsInboxes.register(),
};
const fromNow: typeof fromTheFirst = {
  "an opened mailbox": ({ mailboxes }) => mailboxes.open("anna"),
  "a mailbox that was there": ({ mailboxes }) => mailboxes.openOrRegister("anna"),
  "a mailbox with a new key": ({ mailboxes }) => mailboxes.rotate("anna"),
  "an opened SMS inbox": ({ smsInboxes }) => smsInboxes.open("s1"),
  "an SMS inbox with a new key": ({ smsInboxes }) => smsInboxes.rotate("s1"),
};

test.each(Object.entries(fromTheFirst))("%s begins at its first message", async (_what, open) => {
  expect((await (await open(account)).waitForMessage()).id).toBe("m1");
});

test.each(Object.entries(fromNow))("%s begins after the messages that it has", async (_what, open) => {
  expect((await (await open(account)).waitForMessage()).id).toBe("m2");
});

describe("the end of the block of a registered mailbox", () => {
  test("deletes it by its id, in one request", async () => {
    const mailbox = await account.mailboxes.register("anna");
    sent = [];
    await mailbox[Symbol.asyncDispose]();
    expect(sent).toEqual(["DELETE mailbox/m1"]);
  });
});
