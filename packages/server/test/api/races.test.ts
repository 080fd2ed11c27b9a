import { expect, onTestFinished, test, vi } from "vitest";
import { type Desk, openDesk } from "./harness.ts";

async function open(options: Parameters<typeof openDesk>[0] = {}) {
  const desk = await openDesk(options);
  onTestFinished(() => desk.server.close());
  const account = (await desk.server.services.accounts.findByName("default"))!;
  return { desk, account, services: desk.server.services };
}

const registerMailbox = async (desk: Desk, name: string) =>
  (await desk.call("POST", "mailbox/register", { body: { name } })).body.mailbox;

test.each([
  ["mailbox/register", { name: "signup" }, { extra_mailboxes: 1 }],
  ["sms/register", {}, { extra_sms_tokens: 1 }],
] as const)("%s goes by a limit that was raised after the key was checked", async (path, body, settings) => {
  const { desk, account, services } = await open({ freeMailboxes: 0, freeSmsInboxes: 0 });
  await services.accounts.update(account.id, settings);
  // The account as it was when the key was checked.
  vi.spyOn(services.accounts, "get").mockResolvedValueOnce(account);
  expect((await desk.call("POST", path, { body })).status).toBe(200);
});

test("a test mail to a mailbox that is deleted meanwhile is not reported as delivered", async () => {
  const { desk, services } = await open();
  const { id } = await registerMailbox(desk, "signup");
  vi.spyOn(services.mail, "receive").mockResolvedValueOnce([]);
  const { status, body } = await desk.call("POST", `mailbox/${id}/test`);
  expect([status, body.code]).toEqual([404, "not_found"]);
});

const mail = "To: a@desk.example.com, b@desk.example.com\r\nSubject: Hi\r\n\r\nHello";
const push = (desk: Desk) =>
  desk.call("POST", "mail/push", { raw: mail, headers: { "content-type": "message/rfc822" } });

test("a pushed mail names the mailboxes that were deleted before it was stored", async () => {
  const { desk, services } = await open();
  const [{ id }] = [await registerMailbox(desk, "a"), await registerMailbox(desk, "b")];
  vi.spyOn(services.mail, "receive").mockResolvedValueOnce([id]);
  const { body } = await push(desk);
  expect(body).toMatchObject({ stored: 1, rejected: [{ recipient: "b@desk.example.com", reason: "deleted" }] });
});

test("a pushed mail whose mailboxes were all deleted before it was stored is not reported as stored", async () => {
  const { desk, services } = await open();
  await registerMailbox(desk, "a");
  vi.spyOn(services.mail, "receive").mockResolvedValueOnce([]);
  const { status, body } = await push(desk);
  expect([status, body.code]).toEqual([404, "not_found"]);
});

test("an SMS that is pushed to an inbox while it is deleted gets 401, and counts nowhere", async () => {
  const { desk, account, services } = await open();
  const { id, token } = (await desk.call("POST", "sms/register", { body: {} })).body.sms_token;
  vi.spyOn(services.sms, "deliver").mockImplementationOnce(async () => {
    await services.smsInboxes.remove(id, account.id);
    return [];
  });
  const body = { phone: "5550100000", sender: "SHOP", body: "Code 7731" };
  expect((await desk.call("POST", "sms/push", { token, body })).status).toBe(401);
  expect(await services.metrics.text()).not.toContain("frontdesk_sms_total{");
});

test("an SMS by a provider's route to an inbox that is deleted meanwhile gets 401", async () => {
  const { desk, account, services } = await open();
  const { id, token } = (await desk.call("POST", "sms/register", { body: {} })).body.sms_token;
  const { find } = services.smsInboxes;
  vi.spyOn(services.smsInboxes, "find").mockImplementationOnce(async () => {
    await services.smsInboxes.remove(id, account.id);
    return find(id);
  });
  const answer = await desk.call("POST", "/as/vonage/sms/json", {
    token,
    body: { from: "SHOP", to: "+15550100000", text: "Code 7731" },
  });
  expect(answer.body.messages).toMatchObject([{ status: "4" }]);
});

test("an SMS inbox that is deleted meanwhile gets no code to pair a phone with", async () => {
  const { desk, account, services } = await open();
  const { id } = (await desk.call("POST", "sms/register", { body: {} })).body.sms_token;
  const { issue } = services.claims;
  vi.spyOn(services.claims, "issue").mockImplementationOnce(async (...claim) => {
    await services.smsInboxes.remove(id, account.id);
    return issue(...claim);
  });
  expect((await desk.call("POST", `sms/${id}/pair`)).status).toBe(404);
});

test("pushed SMS are counted in the metrics, and repeated ones apart", async () => {
  const { desk, services } = await open();
  const { token } = (await desk.call("POST", "sms/register", { body: {} })).body.sms_token;
  const body = { phone: "5550100000", sender: "SHOP", body: "Code 7731", received_at: "2026-01-01T00:00:00Z" };
  for (let time = 0; time < 3; time++) await desk.call("POST", "sms/push", { token, body });
  const text = await services.metrics.text();
  expect(text).toContain('frontdesk_sms_total{outcome="stored"} 1\n');
  expect(text).toContain('frontdesk_sms_total{outcome="duplicate"} 2\n');
});
