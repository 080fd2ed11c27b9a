import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Desk, openDesk } from "./harness.ts";

let desk: Desk;
/** Ids of the inboxes and tokens of the keys, by name. */
const ids: Record<string, string> = {};
const keys: Record<string, string> = {};

beforeAll(async () => {
  desk = await openDesk({ edition: "later", webhooksPerAccount: 0, freeSmsInboxes: 5 });
  ids.mailbox = (await desk.call("POST", "mailbox/register", { body: { name: "a" } })).body.mailbox.id;
  ids.sms = (await desk.call("POST", "sms/register", { body: {} })).body.sms_token.id;
  for (const scopes of ["mailbox:read", "sms:read", "mailbox:read,sms:read"]) {
    const { body } = await desk.call("POST", "agent-tokens/create", { body: { name: "k", scopes } });
    keys[scopes] = body.agent_token.token;
  }
});
afterAll(() => desk.server.close());

const register = (body: object, token?: string) =>
  desk.call("POST", "webhooks/register", {
    body: { url: "https://app.example.com/hook", ...body },
    ...(token && { token }),
  });
const lacks = (scope: string) => `This key lacks ${scope}, which this webhook's events need.`;

test.each<[inboxes: string[], events: string[] | undefined, key: string | null, chosen: string[] | string]>([
  [[], undefined, null, ["mail", "sms"]],
  [[], ["sms"], null, ["sms"]],
  [[], undefined, "mailbox:read", ["mail"]],
  [[], undefined, "sms:read", ["sms"]],
  [[], undefined, "mailbox:read,sms:read", ["mail", "sms"]],
  [["mailbox"], undefined, null, ["mail"]],
  [["sms"], undefined, null, ["sms"]],
  [["mailbox", "sms"], undefined, null, ["mail", "sms"]],
  [["mailbox"], ["sms", "mail"], null, ["mail", "sms"]],
  [["sms"], undefined, "mailbox:read", lacks("sms:read")],
  [["mailbox"], undefined, "sms:read", lacks("mailbox:read")],
  [["mailbox", "sms"], ["sms"], null, "`mailbox_id` is for the event `mail`, which `events` does not name."],
  [["mailbox", "sms"], ["mail"], null, "`sms_id` is for the event `sms`, which `events` does not name."],
])("a webhook for the inboxes %j with the events %j, of a key with the scopes %s, is for %j", async (...row) => {
  const [inboxes, events, key, chosen] = row;
  const inboxIds = Object.fromEntries(inboxes.map((kind) => [`${kind}_id`, ids[kind]]));
  const { status, body } = await register({ ...inboxIds, ...(events && { events }) }, key ? keys[key] : undefined);
  if (typeof chosen === "string") return expect([status >= 400, body.error]).toEqual([true, chosen]);
  const { mailbox_id, sms_id, events: shown } = body.webhook;
  expect([shown, mailbox_id, sms_id]).toEqual([chosen, inboxIds.mailbox_id ?? null, inboxIds.sms_id ?? null]);
});

test.each([
  ["http://app.example.com", "http://app.example.com/"],
  ["https://app.example.com:8443/hook?a=b#c", "https://app.example.com:8443/hook?a=b"],
  ["https://8.8.8.8/hook", "https://8.8.8.8/hook"],
  ["https://[2001:4860:4860::8888]/hook", "https://[2001:4860:4860::8888]/hook"],
])("a webhook to %s is sent to %s", async (url, stored) => {
  const { body } = await register({ url });
  expect(body.webhook.url).toBe(stored);
});

test.each(["mailbox", "sms"])("a webhook for a %s that is deleted while it is registered is refused", async (kind) => {
  const made = (await desk.call("POST", `${kind}/register`, { body: kind === "sms" ? {} : { name: "b" } })).body;
  const { id } = made.mailbox ?? made.sms_token;
  const { webhooks } = desk.server.services;
  const { register: store } = webhooks;
  vi.spyOn(webhooks, "register").mockImplementationOnce(async (...parameters) => {
    expect((await desk.call("DELETE", `${kind}/${id}`)).status).toBe(200);
    return store(...parameters);
  });
  const { status, body } = await register({ [`${kind}_id`]: id });
  const name = kind === "sms" ? "SMS inbox" : "mailbox";
  expect([status, body.error]).toEqual([404, `There is no ${name} with this id in this account.`]);
  const { webhooks: listed } = (await desk.call("GET", "webhooks/list")).body;
  expect(listed.filter((webhook: Record<string, string>) => webhook[`${kind}_id`] === id)).toEqual([]);
});
