import { createStorage, type Storage } from "unstorage";
import { beforeEach, expect, test } from "vitest";
import { type Desk, deliver, openDesk } from "./harness.ts";

let storage: Storage;
let desk: Desk;

beforeEach(async () => {
  storage = createStorage();
  desk = await openDesk({ storage });
});

/** Every key and every value of the storage, as one text. */
async function everything(): Promise<string> {
  const rows = (await storage.getKeys()).map(async (key) => `${key} ${JSON.stringify(await storage.getItem(key))}`);
  return (await Promise.all(rows)).join("\n");
}

test("a deleted mailbox leaves nothing in the storage: no mail, no name, no key", async () => {
  const before = await everything();
  const { mailbox } = (await desk.call("POST", "mailbox/register", { body: { name: "leaving" } })).body;
  await desk.call("POST", "mailbox/register", { body: { name: "staying" } });
  for (const name of ["leaving", "staying"])
    await deliver(desk, name, { subject: `Subject-${name}`, body: `Body-${name}`, sender: `${name}@sender.test` });
  for (const trace of ["Subject-leaving", "Body-leaving"]) expect(await everything()).toContain(trace);

  expect((await desk.call("DELETE", `mailbox/${mailbox.id}`)).status).toBe(200);
  const left = await everything();
  expect(left).not.toContain("leaving");
  // The expiry calendar alone may name the inbox until its hour comes; it holds nothing of the mails.
  expect(left.split("\n").filter((row) => row.includes(mailbox.id) && !row.startsWith("expiry"))).toEqual([]);
  expect(left).toContain("Body-staying");
  expect(before).not.toContain("staying");
});

test("a deleted SMS inbox leaves nothing in the storage: no message, no number, no key", async () => {
  const { sms_token } = (await desk.call("POST", "sms/register", { body: {} })).body;
  const messages = [{ phone: "5550123456", sender: "BankOfTests", body: "Body-leaving", received_at: Date.now() }];
  expect((await desk.call("POST", "sms/push", { token: sms_token.token, body: { messages } })).status).toBe(200);
  expect(await everything()).toContain("Body-leaving");

  expect((await desk.call("DELETE", `sms/${sms_token.id}`)).status).toBe(200);
  const left = await everything();
  for (const trace of ["Body-leaving", "BankOfTests", "5550123456", sms_token.token]) expect(left).not.toContain(trace);
  expect(left.split("\n").filter((row) => row.includes(sms_token.id) && !row.startsWith("expiry"))).toEqual([]);
});

test("a push gets 401 if its SMS inbox is deleted while the body arrives, for nothing is stored then", async () => {
  const { id, token } = (await desk.call("POST", "sms/register", { body: {} })).body.sms_token;
  const push = JSON.stringify({ phone: "5550123456", sender: "BankOfTests", body: "Too late" });
  const raw = new ReadableStream(
    {
      async pull(controller) {
        await desk.call("DELETE", `sms/${id}`);
        controller.enqueue(Buffer.from(push));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const headers = { "content-type": "application/json" };
  expect((await desk.call("POST", "sms/push", { token, raw, headers })).status).toBe(401);
});
