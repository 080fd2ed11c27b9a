import { describe, expect, onTestFinished, test } from "vitest";
import { type Desk, deliver, openDesk } from "../api/harness.ts";
import { startReceiver } from "./receiver.ts";

async function open(options: Parameters<typeof openDesk>[0] = {}): Promise<Desk> {
  const desk = await openDesk(options);
  onTestFinished(() => desk.server.close());
  return desk;
}
async function register(desk: Desk, body: object, token?: string) {
  const answer = await desk.call("POST", "webhooks/register", { body, ...(token ? { token } : {}) });
  expect(answer.body).toMatchObject({ success: true });
  return answer.body;
}
const mailbox = async (desk: Desk, name: string) =>
  (await desk.call("POST", "mailbox/register", { body: { name } })).body.mailbox;

describe("a webhook", () => {
  test("is sent each mail and each SMS as it arrives, signed as Standard Webhooks are", async () => {
    const desk = await open();
    const receiver = await startReceiver();
    const { webhook, secret } = await register(desk, { url: receiver.url });
    receiver.secret = secret;
    expect(webhook).toMatchObject({ url: receiver.url, events: ["mail", "sms"], mailbox_id: null, deliveries: [] });
    const { id } = await mailbox(desk, "signup");
    await deliver(desk, "signup", { subject: "Your code", body: "Your code is 481220." });
    const { sms_token } = (await desk.call("POST", "sms/register", { body: {} })).body;
    await desk.call("POST", "sms/push", {
      token: sms_token.token,
      body: { phone: "5550100001", sender: "SHOP", body: "Code 903114" },
    });
    const received = await receiver.count(2);
    expect(received.map(({ type, data }) => [type, data])).toEqual(
      expect.arrayContaining([
        [
          "mail.received",
          expect.objectContaining({
            mailbox_id: id,
            subject: "Your code",
            body: "Your code is 481220.",
            codes: [expect.objectContaining({ value: "481220" })],
          }),
        ],
        ["sms.received", expect.objectContaining({ sms_id: sms_token.id, phone: "5550100001", body: "Code 903114" })],
      ]),
    );
  });

  test("is sent at most 65,536 characters of a long text, and no half character", async () => {
    const desk = await open();
    const receiver = await startReceiver();
    receiver.secret = (await register(desk, { url: receiver.url })).secret;
    await mailbox(desk, "signup");
    const lines = `${"Long as it is. ".repeat(5)}\n`.repeat(900).slice(0, 65_535);
    await deliver(desk, "signup", { body: `${lines}🔐` });
    const [received] = await receiver.count(1);
    expect(received?.data.body).toHaveLength(65_535);
    expect(received?.data.body).not.toMatch(/[\ud800-\udfff]/);
  });

  test("of one mailbox is sent only its mails, and is deleted with it", async () => {
    const desk = await open();
    const receiver = await startReceiver();
    const [one, other] = [await mailbox(desk, "one"), await mailbox(desk, "other")];
    const { webhook, secret } = await register(desk, { url: receiver.url, mailbox_id: one.id });
    receiver.secret = secret;
    expect(webhook).toMatchObject({ events: ["mail"], mailbox_id: one.id });
    await deliver(desk, other.name);
    await deliver(desk, one.name);
    expect((await receiver.count(1)).map(({ data }) => data.mailbox_id)).toEqual([one.id]);
    await desk.call("DELETE", `mailbox/${one.id}`);
    await expect.poll(async () => (await desk.call("GET", "webhooks/list")).body.webhooks).toEqual([]);
  });

  test("shows its latest attempts and tests", async () => {
    const desk = await open();
    const receiver = await startReceiver();
    const { webhook, secret } = await register(desk, { url: receiver.url });
    receiver.secret = secret;
    const tried = await desk.call("POST", `webhooks/${webhook.id}/test`);
    expect(tried.body.delivery).toMatchObject({ status: 204 });
    expect(receiver.received[0]?.type).toBe("webhook.test");
    receiver.stop();
    expect((await desk.call("POST", `webhooks/${webhook.id}/test`)).body.delivery).toMatchObject({
      status: null,
      error: "The connection was refused.",
    });
    const [listed] = (await desk.call("GET", "webhooks/list")).body.webhooks;
    expect(listed.deliveries.map(({ status }: { status: number }) => status)).toEqual([null, 204]);
    expect(JSON.stringify(listed)).not.toContain(secret);
  });

  test("that is deleted is sent nothing more", async () => {
    const desk = await open();
    const receiver = await startReceiver();
    const { webhook } = await register(desk, { url: receiver.url });
    await mailbox(desk, "signup");
    expect((await desk.call("DELETE", `webhooks/${webhook.id}`)).status).toBe(200);
    expect((await desk.call("DELETE", `webhooks/${webhook.id}`)).status).toBe(404);
    await deliver(desk, "signup");
    const { webhook: next, secret } = await register(desk, { url: `${receiver.url}/next` });
    receiver.secret = secret;
    await deliver(desk, "signup");
    expect((await receiver.count(1)).map(({ path }) => path)).toEqual(["/hook/next"]);
    expect((await desk.call("GET", "account")).body.account).toMatchObject({
      limits: { webhooks: 20 },
      usage: { webhooks: 1 },
    });
    expect(next.id).not.toBe(webhook.id);
  });
});

describe("a receiver", () => {
  test.each([
    ["answers 500", 500],
    ["redirects", 302],
  ])("that %s is tried again, and holds up nothing that comes meanwhile", async (_what, status) => {
    let now = Date.now();
    const desk = await open({ clock: { now: () => now } });
    const receiver = await startReceiver();
    receiver.secret = (await register(desk, { url: receiver.url })).secret;
    receiver.answer = (_request, response) =>
      void response.writeHead(receiver.received.length === 1 ? status : 204, { location: "/elsewhere" }).end();
    await mailbox(desk, "signup");
    await deliver(desk, "signup", { subject: "first" });
    await receiver.count(1);
    await deliver(desk, "signup", { subject: "second" });
    await receiver.count(2);
    // Its first backoff is about a second, by a clock that stood still until now.
    now += 2_000;
    const received = await receiver.count(3);
    expect(received.map(({ path }) => path)).toEqual(["/hook", "/hook", "/hook"]);
    expect(received.map(({ data }) => data.subject)).toEqual(["first", "second", "first"]);
    expect(received[2]?.id).toBe(received[0]?.id);
    expect(received[1]?.id).not.toBe(received[0]?.id);
  });

  test("that rejects only one message gets all others at once, including later ones", async () => {
    const desk = await open();
    const receiver = await startReceiver();
    receiver.secret = (await register(desk, { url: receiver.url })).secret;
    let isBusy = true;
    receiver.answer = (_request, response) => {
      const subject = receiver.received.at(-1)?.data.subject;
      response.writeHead(isBusy || subject === "refused" ? 500 : 204).end();
    };
    await mailbox(desk, "signup");
    for (const subject of ["refused", "one", "two", "three"]) await deliver(desk, "signup", { subject });
    await receiver.count(4);
    isBusy = false;
    await deliver(desk, "signup", { subject: "four" });
    const seen = () => new Set(receiver.received.slice(4).map(({ data }) => data.subject));
    await expect.poll(seen).toEqual(new Set(["refused", "one", "two", "three", "four"]));
    await deliver(desk, "signup", { subject: "five" });
    await expect.poll(seen).toContain("five");
  });
});

test("deleting a mailbox deletes its queued messages, and no others", async () => {
  const desk = await open();
  const receiver = await startReceiver();
  receiver.secret = (await register(desk, { url: receiver.url })).secret;
  const { id } = await mailbox(desk, "gone");
  await mailbox(desk, "kept");
  receiver.answer = (_request, response) => void response.writeHead(503).end();
  for (const [name, subject] of Object.entries({ gone: "of the gone", kept: "first" }))
    await deliver(desk, name, { subject });
  await receiver.count(2);
  // None is under way any more.
  const noted = async () => (await desk.call("GET", "webhooks/list")).body.webhooks[0].deliveries.length;
  await expect.poll(async () => (await noted()) - receiver.received.length).toBe(0);
  await desk.call("DELETE", `mailbox/${id}`);
  const before = receiver.received.length;
  receiver.answer = (_request, response) => void response.writeHead(204).end();
  await deliver(desk, "kept", { subject: "second" });
  const seen = () => new Set(receiver.received.slice(before).map(({ data }) => data.subject));
  await expect.poll(seen).toEqual(new Set(["first", "second"]));
});

describe("what a key may not read", () => {
  const keyOf = async (desk: Desk, scopes: string) =>
    (await desk.call("POST", "agent-tokens/create", { body: { name: "k", scopes } })).body.agent_token;

  test("no webhook of it is sent, and it sees none that is", async () => {
    const desk = await open();
    const receiver = await startReceiver();
    const { token } = await keyOf(desk, "mailbox:read");
    const { webhook } = await register(desk, { url: receiver.url }, token);
    expect(webhook.events).toEqual(["mail"]);
    const { webhook: texts } = await register(desk, { url: receiver.url, events: ["sms"] });
    expect((await desk.call("GET", "webhooks/list", { token })).body.webhooks).toHaveLength(1);
    const asks = [
      desk.call("POST", "webhooks/register", { token, body: { url: receiver.url, events: ["sms"] } }),
      desk.call("DELETE", `webhooks/${texts.id}`, { token }),
      desk.call("POST", `webhooks/${texts.id}/test`, { token }),
      desk.call("GET", "webhooks/list", { token: (await keyOf(desk, "subdomain:read")).token }),
    ];
    for (const { status, body } of await Promise.all(asks)) expect([status, body.code]).toEqual([403, "missing_scope"]);
  });

  test.each(["revoked", "of fewer scopes"])("ends the webhook once the key is %s", async (how) => {
    const desk = await open();
    const receiver = await startReceiver();
    const { id, token } = await keyOf(desk, "mailbox:read");
    await register(desk, { url: receiver.url }, token);
    await mailbox(desk, "signup");
    if (how === "revoked") await desk.call("DELETE", `agent-tokens/${id}`);
    else await desk.call("PUT", `agent-tokens/${id}`, { body: { scopes: "sms:read" } });
    await deliver(desk, "signup");
    await expect.poll(async () => (await desk.call("GET", "webhooks/list")).body.webhooks).toEqual([]);
    expect(receiver.received).toEqual([]);
  });
});

test.each([
  [{ url: "nonsense" }, /absolute URL/],
  [{ url: "ftp://a.example/x" }, /begin with https/],
  [{ url: "https://me:secret@a.example/x" }, /a user or password/],
  [{ url: "https://me@a.example/x" }, /a user or password/],
  [{ url: "https://:secret@a.example/x" }, /a user or password/],
  [{ url: "https://[fd00::1]/x" }, /not a public IP address/],
  [{ url: "https://10.1.2.3/x" }, /not a public IP address/],
  [{ url: "https://a.example/x", events: [] }, /at least 1/],
  [{ url: "https://a.example/x", events: ["fax"] }, /events/],
  [{ url: "https://a.example/x", events: ["sms"], mailbox_id: "MAILBOX" }, /`mailbox_id` is for the event/],
  [{ url: "https://a.example/x", events: ["mail"], sms_id: "any" }, /`sms_id` is for the event/],
  [{ url: "https://a.example/x", events: ["mail"], mailbox_id: "MAILBOX", sms_id: "any" }, /`sms_id` is for/],
])("refuses %j", async (body, sentence) => {
  const desk = await open();
  const { id } = await mailbox(desk, "signup");
  const filled = JSON.parse(JSON.stringify(body).replace("MAILBOX", id));
  const answer = await desk.call("POST", "webhooks/register", { body: filled });
  expect([answer.status, answer.body.error]).toEqual([400, expect.stringMatching(sentence)]);
});

test("a fragment, which no server is sent, is not part of a webhook's URL", async () => {
  const { webhook } = await register(await open(), { url: "https://a.example/x?y=1#z" });
  expect(webhook.url).toBe("https://a.example/x?y=1");
});

test("an account has its limit of webhooks, and another's mailbox is not there", async () => {
  const desk = await open({ webhooksPerAccount: 1 });
  const url = "https://a.example/x";
  expect((await desk.call("POST", "webhooks/register", { body: { url, mailbox_id: "none" } })).status).toBe(404);
  expect((await desk.call("POST", "webhooks/register", { body: { url, sms_id: "none" } })).status).toBe(404);
  await register(desk, { url });
  const second = await desk.call("POST", "webhooks/register", { body: { url } });
  expect([second.status, second.body.code]).toEqual([403, "limit_reached"]);
});
