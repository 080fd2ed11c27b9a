import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { createTestFrontdesk, type TestFrontdeskOptions, type TestMail } from "../src/index.ts";

async function open(options: TestFrontdeskOptions = {}) {
  const desk = await createTestFrontdesk(options);
  onTestFinished(desk.close);
  return desk;
}

test.each<[keyof TestFrontdeskOptions, TestFrontdeskOptions, object]>([
  ["mailDomain", { mailDomain: "mail.test" }, { mail_domain: "mail.test", tunnel_domain: "tunnel.localhost" }],
  ["tunnelDomain", { tunnelDomain: "tunnel.test" }, { mail_domain: "desk.example.com", tunnel_domain: "tunnel.test" }],
  ["edition", { edition: "earlier" }, { edition: "earlier" }],
  ["edition", {}, { edition: "later" }],
])("the option %s arrives at the server: %j", async (_name, options, version) => {
  expect(await (await open(options)).frontdesk.version()).toMatchObject(version);
});

test("the limits are those that are given, and otherwise more than any test registers", async () => {
  const limitsOf = async (options: TestFrontdeskOptions) =>
    (await (await open(options)).frontdesk.account()).account.limits;
  expect(await limitsOf({ mailboxes: 3, smsInboxes: 4 })).toMatchObject({ mailboxes: 3, sms_tokens: 4 });
  expect(await limitsOf({})).toMatchObject({ mailboxes: 1_000_000, sms_tokens: 1_000_000 });
});

/** Returns a port that is free now. */
async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // It listens on TCP.
  server.close();
  await once(server, "close");
  return port;
}

test("each port is the one that is given", async () => {
  const [port, smtpPort, providerPort] = [await findFreePort(), await findFreePort(), await findFreePort()];
  const { url, smtp, frontdesk } = await open({ listen: { port, smtpPort, providerPort } });
  expect([new URL(url).port, smtp]).toEqual([`${port}`, `127.0.0.1:${smtpPort}`]);
  expect((await frontdesk.version()).providers).toMatchObject({ port: providerPort });
});

test("a port that is not given is a free one beside one that is", async () => {
  const { smtp, frontdesk } = await open({ listen: { port: await findFreePort() } });
  const { providers } = await frontdesk.version();
  const [smtpPort, providerPort] = [Number(smtp?.split(":")[1]), providers?.port ?? 0];
  // The default ports of a server, which may be in use, are below.
  expect(Math.min(smtpPort, providerPort)).toBeGreaterThan(10_000);
});

test("without ports it has a name and no SMTP, and its key has full access", async () => {
  const { url, smtp, key, frontdesk } = await open();
  expect([url, smtp, key]).toEqual(["http://desk.test", null, expect.stringMatching(/^svcagt_\w+$/)]);
  expect((await frontdesk.account()).agent_token.scopes).toBe(null);
});

test.each<[string, Omit<TestMail, "to">, object]>([
  ["text", { text: "The text" }, { sender: "hello@example.com", subject: "", body: "The text" }],
  ["from and subject", { from: "Shop <a@b.test>", subject: "Hi" }, { sender: "Shop <a@b.test>", subject: "Hi" }],
  ["html", { html: "<p>The <b>text</b></p>" }, { body: "The text" }],
  ["raw", { raw: "From: c@d.test\r\nSubject: Raw\r\n\r\nThe text" }, { sender: "c@d.test", subject: "Raw" }],
])("a mail is delivered with its %s", async (_what, mail, expected) => {
  const { frontdesk, deliverMail } = await open();
  const mailbox = await frontdesk.mailboxes.register("anna");
  const to = [mailbox.address, "nobody@desk.example.com"];
  expect(await deliverMail({ to, ...mail })).toEqual({ accepted: [mailbox.address], rejected: [to[1]] });
  const message = await mailbox.waitForMessage();
  expect({ ...message, body: message.body.trim() }).toMatchObject(expected);
});

test("an SMS is delivered with its sender, by default a shop", async () => {
  const { frontdesk, deliverSms } = await open();
  const inbox = await frontdesk.smsInboxes.register();
  await deliverSms({ to: inbox, body: "One" });
  await deliverSms({ to: inbox, from: "Bank", body: "Two" });
  const { messages } = await inbox.recent();
  expect(messages.map(({ sender, phone, snippet }) => [sender, phone, snippet])).toEqual([
    ["Bank", "5550100100", "Two"],
    ["SHOP", "5550100100", "One"],
  ]);
});
