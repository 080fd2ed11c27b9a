import { expect, onTestFinished, test } from "vitest";
import { firstKey, openDesk } from "./harness.ts";

async function open(options: Parameters<typeof openDesk>[0] = {}) {
  const desk = await openDesk(options);
  onTestFinished(() => desk.server.close());
  return desk;
}

test.each([`mailbox/check?name=${firstKey}`, `subdomain/check/${firstKey}`, `sms/check?phone=${firstKey}`])(
  "a credential that is sent as a name is not repeated by %s",
  async (path) => {
    const desk = await open();
    const { status, body } = await desk.call("GET", path, { token: null });
    expect(status).toBe(200);
    expect(JSON.stringify(body).toLowerCase()).not.toContain(firstKey.slice(7).toLowerCase());
  },
);

test.each([
  ["https://desk.test", "https://shop.tunnel.localhost"],
  ["http://desk.test:8443", "http://shop.tunnel.localhost:8443"],
])("with the public URL %s a tunnel's URL is %s", async (publicUrl, url) => {
  const desk = await open({ publicUrl });
  const { body } = await desk.call("POST", "subdomain/register", { body: { name: "shop" } });
  expect(body.subdomain).toMatchObject({ url, online: false, clients: 0 });
});

test("a subdomain with one tunnel client is online", async () => {
  const desk = await open();
  await desk.call("POST", "subdomain/register", { body: { name: "shop" } });
  desk.server.services.facts.clientsOf = () => 1;
  const { subdomains } = (await desk.call("GET", "subdomain/list")).body;
  expect(subdomains).toMatchObject([{ online: true, clients: 1 }]);
});

test("a server without SMTP offers no STARTTLS, whatever is set", async () => {
  const desk = await open({ smtp: false, smtpTls: "require" });
  const { body } = await desk.call("GET", "server/version", { token: null });
  expect(body.smtp).toEqual({ port: null, starttls: false });
});

test.each([
  ["normal", 403],
  ["vip", 200],
  ["svip", 200],
  ["ssvip", 200],
] as const)("an account of tier %s that registers a name under the base domain gets %i", async (tier, status) => {
  const desk = await open({ baseDomain: "vip.test" });
  const { accounts } = desk.server.services;
  await accounts.update((await accounts.findByName("default"))!.id, { tier });
  const body = { name: "shop", domain_base: "VIP.test" };
  expect((await desk.call("POST", "subdomain/register", { body })).status).toBe(status);
});

test("a name is taken only under the domain that it was registered for", async () => {
  const desk = await open({ baseDomain: "vip.test" });
  await desk.call("POST", "subdomain/register", { body: { name: "shop" } });
  const { accounts } = desk.server.services;
  await accounts.update((await accounts.findByName("default"))!.id, { tier: "vip" });
  await desk.call("POST", "subdomain/register", { body: { name: "club", domain_base: "vip.test" } });
  const isFree = async (path: string) => (await desk.call("GET", `subdomain/check/${path}`)).body.available;
  expect([await isFree("shop"), await isFree("shop?domain_base=vip.test")]).toEqual([false, true]);
  expect([await isFree("club"), await isFree("club?domain_base=vip.test")]).toEqual([true, false]);
});

test("the name of a mailbox for the operator is reserved", async () => {
  const desk = await open();
  const { body } = await desk.call("GET", "mailbox/check?name=Postmaster", { token: null });
  expect(body).toMatchObject({ available: false, reason: "reserved" });
  const refused = await desk.call("POST", "mailbox/register", { body: { name: "Postmaster" } });
  expect(refused.body.code).toBe("already_taken");
});

test.each(["postmaster", "admin"])("an authenticator may be named %s, which no mailbox may be", async (name) => {
  const desk = await open();
  expect((await desk.call("POST", "mailbox/register", { body: { name } })).body.code).toBe("already_taken");
  const body = { name, secret: "JBSWY3DPEHPK3PXP" };
  const { authenticator } = (await desk.call("POST", "authenticators/register", { body })).body;
  expect(authenticator).toMatchObject({ name });
});

test("a key that asks for its account is in use at that moment", async () => {
  let now = Date.UTC(2030, 0, 1);
  const desk = await open({ clock: { now: () => now } });
  now += 5_000;
  expect((await desk.call("GET", "account")).body.agent_token.last_used_at).toBe("2030-01-01T00:00:05.000Z");
});

test("rejected recipients are listed to the only account of a server, and to none of several", async () => {
  const desk = await open();
  desk.server.services.intake.onRecipientRejected("a@other.test", "other_domain");
  const rejected = async () => (await desk.call("GET", "mailbox/rejected")).body.rejected.length;
  expect(await rejected()).toBe(1);
  await desk.server.services.accounts.create("second");
  expect(await rejected()).toBe(0);
});
