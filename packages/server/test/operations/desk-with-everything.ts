import type { OperationId } from "@frontdesk/contract";
import { operations } from "@frontdesk/contract";
import { signSmsGate } from "../../src/sms/signature.ts";
import { type Answer, type Desk, deliver, openDesk } from "../api/harness.ts";

/** Seconds since 1970 at which every server of these tests stands still, so that no minute ends meanwhile. */
const seconds = Date.UTC(2026, 0, 1, 12, 0, 30) / 1000;

/** One account with something of every kind. */
export interface Owner {
  /** Its agent key with full access. */
  key: string;
  /** Another agent key. */
  keyId: string;
  subdomainId: string;
  mailbox: { id: string; token: string; address: string };
  mailId: string;
  sms: { id: string; token: string };
  smsId: string;
  phoneId: string;
  webhookId: string;
  authenticatorId: string;
}

/** What a valid request of one operation consists of. */
interface Valid {
  id?: string;
  name?: string;
  query?: string;
  body?: object;
  mail?: string;
}

/** A valid request of every operation. What a claim code gives is requested with one that was issued for it. */
const valid: Record<OperationId, (owner: Owner, desk: Desk) => Valid | Promise<Valid>> = {
  getServerVersion: () => ({}),
  checkSubdomain: () => ({ name: "free" }),
  checkMailbox: () => ({ query: "name=free" }),
  checkPhone: () => ({ query: "phone=5550123456" }),
  getTunnelSkill: () => ({}),
  getAccount: () => ({}),
  listSubdomains: () => ({}),
  registerSubdomain: () => ({ body: { name: unused() } }),
  renewSubdomainToken: ({ subdomainId }) => ({ id: subdomainId }),
  deleteSubdomain: ({ subdomainId }) => ({ id: subdomainId }),
  registerMailbox: () => ({ body: { name: unused() } }),
  listMailboxes: () => ({}),
  listRejectedMail: () => ({}),
  listMailboxEmails: ({ mailbox }) => ({ id: mailbox.id }),
  clearMailbox: ({ mailbox }) => ({ id: mailbox.id }),
  sendTestMail: ({ mailbox }) => ({ id: mailbox.id }),
  rotateMailboxToken: ({ mailbox }) => ({ id: mailbox.id }),
  deleteMailbox: ({ mailbox }) => ({ id: mailbox.id }),
  pushMail: ({ mailbox }) => ({ query: `to=${mailbox.address}`, mail: "Subject: Pushed\r\n\r\nYour code is 369385." }),
  getRecentMail: () => ({}),
  getMail: ({ mailId }) => ({ id: mailId }),
  registerSmsInbox: () => ({}),
  listSmsInboxes: () => ({}),
  listSmsInboxMessages: ({ sms }) => ({ id: sms.id }),
  rotateSmsInboxKey: ({ sms }) => ({ id: sms.id }),
  getPhoneSetup: ({ sms }) => ({ id: sms.id, query: "phone=5550123456" }),
  createPairing: ({ sms }) => ({ id: sms.id }),
  deleteSmsInbox: ({ sms }) => ({ id: sms.id }),
  pair: async ({ sms, key }, desk) => {
    const { body } = await desk.call("POST", `sms/${sms.id}/pair`, { token: key });
    return { body: { code: body.pairing.code } };
  },
  getRecentSms: () => ({}),
  getSms: ({ smsId }) => ({ id: smsId }),
  pushSms: () => ({ body: { phone: "5550100001", sender: "Bank", body: `Code ${unused()}` } }),
  pushFromSmsGate: ({ sms }) => ({
    id: sms.id,
    body: {
      event: "sms:received",
      payload: { sender: "Bank", recipient: "5550100001", message: "Code 1", receivedAt: "2026-01-01T12:00:00Z" },
    },
  }),
  registerWebhook: () => ({ body: { url: "http://127.0.0.1:9/hook" } }),
  listWebhooks: () => ({}),
  testWebhook: ({ webhookId }) => ({ id: webhookId }),
  deleteWebhook: ({ webhookId }) => ({ id: webhookId }),
  registerAuthenticator: () => ({ body: { name: unused(), secret: "JBSWY3DPEHPK3PXP" } }),
  listAuthenticators: () => ({}),
  getAuthenticatorCode: ({ authenticatorId }) => ({ id: authenticatorId }),
  deleteAuthenticator: ({ authenticatorId }) => ({ id: authenticatorId }),
  listAuditEntries: () => ({}),
  listAgentKeys: () => ({}),
  createAgentKey: () => ({ body: { name: "another" } }),
  updateAgentKey: ({ keyId }) => ({ id: keyId, body: { name: "renamed" } }),
  deleteAgentKey: ({ keyId }) => ({ id: keyId }),
  signIn: async (_owner, desk) => {
    const { accounts, claims } = desk.server.services;
    const account = await accounts.findByName("default");
    return { body: { code: (await claims.issue("sign-in", { account: account!.id })).code } };
  },
};

let names = 0;
const unused = () => `name${++names}`;

export const allOperations = Object.entries(operations) as [OperationId, (typeof operations)[OperationId]][];

type Options = Parameters<typeof openDesk>[0];

/** A desk with one account that owns something of every kind, and another that does too. */
export async function openDeskWithEverything(options: Options = {}) {
  const desk = await openDesk({ clock: { now: () => seconds * 1000 }, ...options });
  const owner = await provide(desk, "default");
  return { desk, owner };
}

/** Gives an account one of each. */
export async function provide(desk: Desk, name: string): Promise<Owner> {
  const { accounts, agentKeys, webhooks } = desk.server.services;
  const account = (await accounts.findByName(name)) ?? (await accounts.create(name));
  const { token: key } = await agentKeys.create(account.id, { name: "full" });
  const call = async (method: string, path: string, body?: object) => {
    const answer = await desk.call(method, path, { token: key, ...(body ? { body } : {}) });
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const { mailbox } = await call("POST", "mailbox/register", { name: unused() });
  await deliver(desk, mailbox.name, { subject: "First", recipient: `${mailbox.name}+one@desk.example.com` });
  await deliver(desk, mailbox.name, { subject: "Second" });
  const { emails } = await call("GET", `mailbox/${mailbox.id}/emails`);
  const { subdomain } = await call("POST", "subdomain/register", { name: unused() });
  const { agent_token: other } = await call("POST", "agent-tokens/create", { name: "other" });
  const owner = { key, keyId: other.id, subdomainId: subdomain.id, mailbox, mailId: emails[0].id };
  // The earlier edition has no SMS, no webhooks and no authenticators.
  if (desk.server.services.options.edition === "earlier") {
    const none = { smsId: "none", phoneId: "none", webhookId: "none", authenticatorId: "none" };
    return { ...owner, sms: { id: "none", token: "svcsms_none" }, ...none };
  }
  const { sms_token: sms } = await call("POST", "sms/register");
  const texts = ["5550100001", "5550100002"].map((phone) => ({ phone, sender: "Bank", body: "Code 1" }));
  await desk.call("POST", "sms/push", { token: sms.token, body: { messages: texts } });
  const { messages } = await call("GET", `sms/${sms.id}/messages`);
  await call("POST", "webhooks/register", { url: "http://127.0.0.1:9/hook", events: ["mail"], mailbox_id: mailbox.id });
  const [webhookId = ""] = await webhooks.idsOf(account.id);
  const uri = "otpauth://totp/Shop:anna?secret=JBSWY3DPEHPK3PXP";
  const { authenticator } = await call("POST", "authenticators/register", { name: unused(), uri });
  const authenticatorId = authenticator.id;
  return { ...owner, sms, authenticatorId, smsId: messages[0].id, phoneId: messages[0].phone_id, webhookId };
}

/** Sends a valid request of an operation for its owner, or with another credential or query. */
export async function request(
  desk: Desk,
  operation: OperationId,
  owner: Owner,
  changes: { token?: string; query?: string; body?: object } = {},
): Promise<Answer> {
  const { method, path, token: kind } = operations[operation];
  const { id = "", name = "", query, body, mail } = { ...(await valid[operation](owner, desk)), ...changes };
  const credentials = { agent: owner.key, mailbox: owner.mailbox.token, sms: owner.sms.token };
  const token = changes.token ?? (kind === "none" || kind === "signature" ? null : credentials[kind]);
  const url = path.replace("{id}", id).replace("{name}", name) + (query ? `?${query}` : "");
  if (mail !== undefined)
    return desk.call(method, url, { token, raw: mail, headers: { "content-type": "message/rfc822" } });
  if (kind !== "signature") return desk.call(method, url, { token, ...(body ? { body } : {}) });
  const raw = JSON.stringify(body);
  const headers = {
    "content-type": "application/json",
    "x-timestamp": String(seconds),
    "x-signature": signSmsGate(owner.sms.token, raw, String(seconds)),
  };
  return desk.call(method, url, { token: null, raw, headers });
}
