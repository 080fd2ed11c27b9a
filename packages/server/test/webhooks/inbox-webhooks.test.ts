import { expect, onTestFinished, test, vi } from "vitest";
import { StorageError } from "../../src/problem.ts";
import { openDesk } from "../api/harness.ts";
import { startReceiver } from "./receiver.ts";

test("deleting an inbox deletes the webhooks that are for it alone, whatever its kind", async () => {
  const desk = await openDesk();
  onTestFinished(() => desk.server.close());
  const register = async (target: object) => {
    const body = { url: "https://hooks.example.com/", ...target };
    return (await desk.call("POST", "webhooks/register", { body })).body.webhook.id;
  };
  const { id: mailbox_id } = (await desk.call("POST", "mailbox/register", { body: { name: "gone" } })).body.mailbox;
  const { id: sms_id } = (await desk.call("POST", "sms/register", { body: {} })).body.sms_token;
  const kept = await register({});
  const [ofMailbox] = [await register({ mailbox_id }), await register({ sms_id })];
  const ids = async () => (await desk.call("GET", "webhooks/list")).body.webhooks.map(({ id }: { id: string }) => id);
  expect(await ids()).toHaveLength(3);
  await desk.call("DELETE", `sms/${sms_id}`);
  await expect.poll(async () => (await ids()).sort()).toEqual([kept, ofMailbox].sort());
  await desk.call("DELETE", `mailbox/${mailbox_id}`);
  await expect.poll(ids).toEqual([kept]);
});

test("a webhook of one SMS inbox is sent only its messages", async () => {
  const desk = await openDesk();
  onTestFinished(() => desk.server.close());
  const receiver = await startReceiver();
  const register = async () => (await desk.call("POST", "sms/register", { body: {} })).body.sms_token;
  const [own, other] = [await register(), await register()];
  const { body } = await desk.call("POST", "webhooks/register", { body: { url: receiver.url, sms_id: own.id } });
  receiver.secret = body.secret;
  // Standard Webhooks: base64 with its padding, which strict receivers decode.
  expect(body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  for (const { token } of [other, own])
    await desk.call("POST", "sms/push", { token, body: { phone: "5550100001", sender: "SHOP", body: "Code 903114" } });
  expect((await receiver.count(1)).map(({ data }) => data.sms_id)).toEqual([own.id]);
});

test.each([
  ["", 200],
  ["https://desk.example.com", 400],
])("a server on loopback with the public URL %j answers %d to a webhook on its machine", async (publicUrl, status) => {
  const desk = await openDesk({ host: "127.0.0.1", publicUrl });
  onTestFinished(() => desk.server.close());
  const body = { url: "https://127.0.0.1:1/" };
  expect((await desk.call("POST", "webhooks/register", { body })).status).toBe(status);
});

test.each([
  ["mailbox", "mailboxes"],
  ["sms", "smsInboxes"],
] as const)("an inbox that could not be deleted keeps its webhook: %s", async (path, store) => {
  const desk = await openDesk();
  onTestFinished(() => desk.server.close());
  const { services } = desk.server;
  const { body } = await desk.call("POST", `${path}/register`, { body: path === "mailbox" ? { name: "kept" } : {} });
  const { id } = body.mailbox ?? body.sms_token;
  const onInboxDeleted = vi.spyOn(services.webhookDispatcher, "onInboxDeleted");
  vi.spyOn(services[store], "remove").mockRejectedValueOnce(new StorageError("It failed", { fault: "failed" }));
  expect((await desk.call("DELETE", `${path}/${id}`)).status).toBe(503);
  expect(onInboxDeleted).not.toHaveBeenCalled();
  expect((await desk.call("DELETE", `${path}/${id}`)).status).toBe(200);
  expect(onInboxDeleted).toHaveBeenCalledTimes(1);
});

test.each([
  ["mailbox", "mailbox_id"],
  ["sms", "sms_id"],
] as const)("an inbox that is deleted while its webhook is registered leaves no webhook: %s", async (path, field) => {
  const desk = await openDesk();
  onTestFinished(() => desk.server.close());
  const { webhooks } = desk.server.services;
  const { body } = await desk.call("POST", `${path}/register`, { body: path === "mailbox" ? { name: "gone" } : {} });
  const { id } = body.mailbox ?? body.sms_token;
  const register = webhooks.register.bind(webhooks);
  vi.spyOn(webhooks, "register").mockImplementationOnce(async (...given) => {
    expect((await desk.call("DELETE", `${path}/${id}`)).status).toBe(200);
    return register(...given);
  });
  const hook = { url: "https://hooks.example.com/", [field]: id };
  expect((await desk.call("POST", "webhooks/register", { body: hook })).status).toBe(404);
  expect((await desk.call("GET", "webhooks/list")).body.webhooks).toEqual([]);
});

test.each([
  ["list", "GET", "webhooks/list"],
  ["usage", "GET", "account"],
  ["registration", "POST", "webhooks/register"],
])(
  "the webhook of an inbox that was deleted just before a crash is gone at the next %s",
  async (_what, method, path) => {
    const desk = await openDesk({ webhooksPerAccount: 2 });
    onTestFinished(() => desk.server.close());
    const { services } = desk.server;
    const register = async (target: object) => {
      const body = { url: "https://hooks.example.com/", ...target };
      return (await desk.call("POST", "webhooks/register", { body })).body.webhook.id;
    };
    const { id: mailbox_id } = (await desk.call("POST", "mailbox/register", { body: { name: "gone" } })).body.mailbox;
    const { id: sms_id } = (await desk.call("POST", "sms/register", { body: {} })).body.sms_token;
    const ids = [await register({ mailbox_id }), await register({ sms_id })];
    // What the crash prevented.
    vi.spyOn(services.webhookDispatcher, "onInboxDeleted").mockReturnValue();
    await desk.call("DELETE", `mailbox/${mailbox_id}`);
    await desk.call("DELETE", `sms/${sms_id}`);
    const body = { url: "https://hooks.example.com/" };
    const { status } = await desk.call(method, path, method === "POST" ? { body } : {});
    expect(status).toBe(200);
    expect(await Promise.all(ids.map((id) => services.webhooks.find(id)))).toEqual([null, null]);
  },
);
