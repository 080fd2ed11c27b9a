/** A program as a user writes it: right but for the lines that say `mistake`, each of which the compiler must report. */
export const program = `import {
  createClient, createFrontdesk, FrontdeskError, openMailbox, openSmsInbox, WaitTimeoutError,
  type AgentKey, type ErrorCode, type Mail, type Mailbox, type Scope, type Sms, type Tunnel,
} from "@frontdesk/sdk";
import { extractCodes, extractLinks } from "@frontdesk/sdk/codes";
import { createServer, type ServerOptions } from "@frontdesk/server";
import { createTestFrontdesk } from "@frontdesk/testing";
import { openTunnel } from "@frontdesk/tunnel";

const options = { baseUrl: "http://desk.test", key: "svcagt_1" };
export async function right(): Promise<void> {
  const frontdesk = createFrontdesk(options);
  const mailbox: Mailbox = await frontdesk.mailboxes.register("signup");
  const { code, candidates, message } = await mailbox.waitForCode({ timeout: 1_000, from: /shop/ });
  const digits: string = code.trim() + message.subject.toUpperCase() + candidates.length.toFixed();
  const { link } = await mailbox.waitForLink({ pick: "first" });
  const mail: Mail = await mailbox.waitForMessage({ match: ({ body }) => body.includes(digits + link) });
  const sms = openSmsInbox({ baseUrl: "http://desk.test", key: "svcsms_1" });
  const text: Sms = await sms.waitForMessage({ phone: "5550100" });
  const { data } = await frontdesk.client.GET("/svc-api/mailbox/list");
  const addresses: string[] = data?.mailboxes.map(({ address }) => address) ?? [];
  const keys: AgentKey[] = await frontdesk.agentKeys.list();
  const scope: Scope = "mailbox:read";
  await frontdesk.agentKeys.create("ci", { scopes: [scope], expiry: new Date() });
  const subdomain = await frontdesk.subdomains.register("demo");
  const tunnel: Tunnel = await subdomain.openTunnel({ port: 3000, basicAuth: "me:secret" });
  const desk = await createTestFrontdesk();
  const settings: Partial<ServerOptions> = { mailDomain: "desk.test", reservedMailboxes: ["root"] };
  await using server = await createServer({ storage: "memory:", smtp: false, ...settings });
  await fetch((await server.listen()).url.trim());
  await desk.deliverSms({ to: sms, body: mail.body });
  await desk.deliverMail({ to: addresses, text: mail.body + text.body + keys.length + tunnel.url });
}
export function failed(error: unknown): ErrorCode | null {
  if (error instanceof WaitTimeoutError) console.log(error.nearMisses.map(({ why }) => why.length), error.timeout.toFixed());
  return error instanceof FrontdeskError ? error.code : null;
}
export async function wrong(): Promise<void> {
  const frontdesk = createFrontdesk(options);
  createFrontdesk({ baseUrl: 8787, key: "svcagt_1" }); // mistake
  createFrontdesk({ baseUrl: "http://desk.test", key: null }); // mistake
  createClient({ baseUrl: "http://desk.test", key: 1 }); // mistake
  openMailbox({ baseUrl: "http://desk.test", kye: "svcm_1" }); // mistake
  openSmsInbox({ baseUrl: "http://desk.test", key: true }); // mistake
  const mailbox = await frontdesk.mailboxes.register(7); // mistake
  mailbox.adress; // mistake
  await mailbox.waitForCode({ timeuot: 1_000 }); // mistake
  await mailbox.waitForCode({ timeout: "30 s" }); // mistake
  await mailbox.waitForCode({ pick: "oldest" }); // mistake
  await mailbox.waitForLink({ minConfidence: "high" }); // mistake
  await mailbox.waitForLink({ length: 6 }); // mistake
  await mailbox.expectCode(); // mistake
  (await mailbox.waitForCode()).cod; // mistake
  (await mailbox.waitForMessage()).body.length(); // mistake
  const count: number = (await mailbox.waitForCode()).code; // mistake
  await frontdesk.mailbox.list(); // mistake
  await frontdesk.client.GET("/svc-api/mailbox/lst"); // mistake
  await frontdesk.client.GET("/svc-api/mailbox/list", { singal: AbortSignal.timeout(1) }); // mistake
  await frontdesk.client.POST("/svc-api/mailbox/register"); // mistake
  await frontdesk.client.POST("/svc-api/mailbox/register", { body: { nam: "signup" } }); // mistake
  (await frontdesk.client.GET("/svc-api/mailbox/list")).data?.mailboxes[0]?.adress; // mistake
  await frontdesk.agentKeys.create("ci", { scopes: ["mailbox:reed"] }); // mistake
  const subdomain = await frontdesk.subdomains.register("demo");
  await subdomain.openTunnel({ prot: 3000 }); // mistake
  await openTunnel({ port: 3000 }); // mistake
  extractCodes(new Date()); // mistake
  extractLinks("")[0]?.link; // mistake
  await (await createTestFrontdesk()).deliverMail({ to: "a@b.test", body: "Your code is 482913." }); // mistake
  await createTestFrontdesk({ mailDomian: "a.test" }); // mistake
  await createServer({ prot: 8787 }); // mistake
  await createServer({ storage: 7 }); // mistake
  await createServer({ smtpTls: "always" }); // mistake
  (await (await createServer()).listen()).smtp.trim(); // mistake
  const state: "not_fond" = new FrontdeskError(404, "not_found", "").code; // mistake
  console.log(count, state);
}
`;

/** Tests as users of Vitest, Playwright and msw write them, with mistakes in the same way. */
export const fixtureUsers = `import { handlers } from "@frontdesk/testing/msw";
import { createTestFrontdesk } from "@frontdesk/testing";
import { test as browserTest } from "@frontdesk/testing/playwright";
import { test } from "@frontdesk/testing/vitest";

const kinds = [
  ["vitest", () => test("right", async ({ mailbox, smsInbox, tunnel, frontdesk, frontdeskServer }) => {
    const { code } = await mailbox.expectCode(() => {});
    const { phone } = await smsInbox.waitForMessage({ timeout: 1_000 });
    const { url } = await tunnel({ port: 3000 });
    const words: string[] = [code, phone, url, frontdeskServer.url, (await frontdesk.mailboxes.register()).address];
    words.pop();
  })],
  ["playwright", () => browserTest("right", async ({ page, mailbox, smsInbox, tunnel, frontdesk, frontdeskServer }) => {
    const { code } = await mailbox.expectCode(() => page.click("button"));
    const { phone } = await smsInbox.waitForMessage({ timeout: 1_000 });
    const { url } = await tunnel({ port: 3000 });
    const words: string[] = [code, phone, url, frontdeskServer.url, (await frontdesk.mailboxes.register()).address];
    await page.fill("input", words.join());
  })],
] as const;
kinds.map(([name]) => name);
export const use = async () => handlers(await createTestFrontdesk());

export const wrong = () => {
  test("v", async ({ mailbox }) => { const n: number = mailbox.address; return void n; }); // mistake
  test("v", async ({ mailbox }) => void (await mailbox.expectCode())); // mistake
  test("v", async ({ smsInbox }) => void (await smsInbox.waitForCode({ timeout: "1" }))); // mistake
  test("v", async ({ tunnel }) => void (await tunnel({ port: "3000" }))); // mistake
  test("v", async ({ frontdesk }) => void frontdesk.mailbox); // mistake
  test("v", async ({ frontdeskServer }) => void frontdeskServer.port); // mistake
  test("v", async ({ inbox }) => void inbox); // mistake
  browserTest("p", async ({ mailbox }) => { const n: number = mailbox.address; return void n; }); // mistake
  browserTest("p", async ({ mailbox }) => void (await mailbox.expectCode())); // mistake
  browserTest("p", async ({ smsInbox }) => void (await smsInbox.waitForCode({ timeout: "1" }))); // mistake
  browserTest("p", async ({ tunnel }) => void (await tunnel({ port: "3000" }))); // mistake
  browserTest("p", async ({ frontdesk }) => void frontdesk.mailbox); // mistake
  browserTest("p", async ({ frontdeskServer }) => void frontdeskServer.port); // mistake
  browserTest("p", async ({ inbox }) => void inbox); // mistake
  handlers({ url: 1 }); // mistake
};
`;
