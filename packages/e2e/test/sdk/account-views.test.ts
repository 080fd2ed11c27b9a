import { NotFoundError } from "@frontdesk/sdk";
import { beforeEach, describe, expect, test } from "vitest";
import { type Desk, openDesk } from "./harness.ts";

let desk: Desk;
beforeEach(async () => {
  desk = await openDesk();
});

test("the version tells edition, domains and limits, without a constant field", async () => {
  const server = await desk.frontdesk.version();
  expect(server).toMatchObject({ name: "frontdesk", edition: "later", mail_domain: "desk.example.com" });
  expect(server).not.toHaveProperty("success");
});

describe("a check says whether a name can be registered, and if not, why", () => {
  test("mailbox", async () => {
    const { mailboxes } = desk.frontdesk;
    expect(await mailboxes.check("signup")).toEqual({
      available: true,
      name: "signup",
      address: "signup@desk.example.com",
    });
    await mailboxes.register("signup");
    expect(await mailboxes.check("signup")).toMatchObject({ available: false, reason: "taken" });
  });

  test("subdomain, also under another domain", async () => {
    const { subdomains } = desk.frontdesk;
    expect(await subdomains.check("demo")).toEqual({ available: true, name: "demo", domain: "demo.tunnel.localhost" });
    expect(await subdomains.check("demo", { domainBase: "vip.localhost" })).toMatchObject({
      domain: "demo.vip.localhost",
    });
    await subdomains.register("demo");
    expect(await subdomains.check("demo")).toMatchObject({ available: false, reason: "taken" });
  });

  test("phone number", async () => {
    const { smsInboxes } = desk.frontdesk;
    expect(await smsInboxes.check("5550123456")).toMatchObject({ valid: true, phone: "5550123456" });
    expect(await smsInboxes.check("12")).toMatchObject({ valid: false });
  });
});

test("recent mails are read with the agent key, newest first, as many as asked for", async () => {
  const { mailboxes } = desk.frontdesk;
  const mailbox = await mailboxes.register("signup");
  for (const subject of ["first", "second", "third"]) await desk.mail("signup", { subject });
  const subjects = async (limit?: number) =>
    (await mailboxes.recent("signup", limit === undefined ? {} : { limit })).map((mail) => mail.subject);
  expect(await subjects()).toEqual(["third", "second", "first"]);
  expect(await subjects(1)).toEqual(["third"]);
  expect(await mailboxes.recent(mailbox)).toHaveLength(3);
  await expect(mailboxes.recent("nobody")).rejects.toBeInstanceOf(NotFoundError);
  // @ts-expect-error A misspelt option is rejected.
  await expect(mailboxes.recent("signup", { limits: 1 })).rejects.toThrow("no option `limits`");
});

test("a test mail wakes a wait with the code that the call returns", async () => {
  const mailbox = await desk.frontdesk.mailboxes.register("signup");
  let sent = { recipient: "", code: "" };
  const found = await mailbox.expectCode(async () => {
    sent = await desk.frontdesk.mailboxes.sendTestMail(mailbox);
  });
  expect(found.code).toBe(sent.code.replace(/\D/g, ""));
  expect(sent.recipient).toBe(mailbox.address);
});

describe("an SMS inbox, by the agent key", () => {
  test("shows its recent messages, of one number or of all", async () => {
    const { smsInboxes } = desk.frontdesk;
    const inbox = await smsInboxes.register();
    const push = (phone: string, body: string) => inbox.push({ messages: [{ phone, sender: "Shop", body }] });
    await push("5550100001", "one");
    await push("5550100002", "two");
    const snippets = async (options = {}) => (await smsInboxes.recent(inbox, options)).map((sms) => sms.snippet);
    expect(await snippets()).toEqual(["two", "one"]);
    expect(await snippets({ limit: 1 })).toEqual(["two"]);
    const [{ phones } = { phones: [] }] = (await smsInboxes.list()).sms_tokens;
    expect(await snippets({ phoneId: phones[0]?.id })).toEqual(["one"]);
  });

  test("has the settings of each app for its numbers", async () => {
    const { smsInboxes } = desk.frontdesk;
    const inbox = await smsInboxes.register();
    const { apps, limits } = await smsInboxes.phoneSetup(inbox, ["5550123456", "5550987654"]);
    const shortcuts = apps.find(({ name }) => name === "shortcuts");
    expect(shortcuts?.lines.join("\n")).toContain(inbox.key);
    expect(apps.find(({ name }) => name === "smsforwarder")?.lines.join("\n")).toContain("5550987654");
    expect(limits.length).toBeGreaterThan(0);
  });

  test("is paired by a link that gives the key once", async () => {
    const { smsInboxes, client } = desk.frontdesk;
    const inbox = await smsInboxes.register();
    const { link, code, expires_at } = await smsInboxes.createPairing(inbox.id ?? "");
    expect(link).toContain(`/pair#${code}`);
    expect(Date.parse(expires_at)).toBeGreaterThan(Date.now());
    const claim = () => client.POST("/svc-api/sms/pair", { body: { code } });
    expect((await claim()).data?.sms_token.token).toBe(inbox.key);
    expect((await claim()).response.ok).toBe(false);
  });
});
