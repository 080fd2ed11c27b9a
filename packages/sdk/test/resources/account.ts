import {
  type Authenticator,
  createFrontdesk,
  type Fetch,
  type Frontdesk,
  type Mailbox,
  type SmsInbox,
} from "../../src/index.ts";
import type { CallOptions } from "../../src/requests/send-request.ts";

const at = "2026-01-01T12:00:00.000Z";
export const mailbox = {
  ...{ id: "m1", name: "anna", address: "anna@desk.test", token: "svcm_1" },
  ...{ email_count: 3, created_at: at },
};
export const smsToken = { id: "s1", token: "svcsms_1", phones: [], token_full: true, message_count: 2, created_at: at };
export const subdomain = {
  id: "d1",
  name: "demo",
  domain: "demo.desk.test",
  url: "https://demo.desk.test",
  token: "svc_1",
};
export const agentKey = { id: "k1", name: "ci", token: "svcagt_1" };
export const authenticator = { id: "a1", name: "github", period: 30, digits: 6 };
export const webhook = { id: "w1", url: "https://hook.test/" };
const text = { body: "the text", links: [], codes: [] };

/** What the server of these tests responds to every request: each call takes its own fields. */
const fields = {
  ...{ mailbox, mailboxes: [mailbox], sms_token: smsToken, sms_tokens: [smsToken], subdomain, subdomains: [subdomain] },
  ...{ agent_token: agentKey, agent_tokens: [agentKey], authenticator, authenticators: [authenticator] },
  ...{ webhook, webhooks: [webhook], secret: "whsec_1", delivery: { id: "v1" }, entries: [{ action: "signed_in" }] },
  ...{ emails: [{ id: "e1" }], email: { id: "e1", ...text }, messages: [{ id: "t1" }], message: { id: "t1", ...text } },
  ...{ stored: 4, duplicates: 5, phones: [{ id: "p1" }], token_full: true, pairing: { code: "c1" }, apps: [] },
  ...{ account: { name: "default" }, code: "482913", valid_for: 20, limit: 6, used: 7, cursor: "c9", reason: "taken" },
};
export const response = { success: true, ...fields };
/** The response of a call that returns all of it but the constant field. */
export const allFields: object = fields;

/** The client of an account, and a handle of each kind. */
export interface Account extends Frontdesk {
  Mailbox: Mailbox;
  SmsInbox: SmsInbox;
  Authenticator: Authenticator;
}

/** A call, the requests that it sends, and what it returns of the response. */
export interface Call {
  run(account: Account, options: CallOptions): Promise<unknown>;
  /** Method, path and query of each request, and its body if it has one. */
  sends: (string | [string, unknown])[];
  /** @default nothing */
  returns?: object;
}

/** Opens the account at a server that is this function. */
export async function openAccount(fetch: Fetch): Promise<Account> {
  const frontdesk = createFrontdesk({ baseUrl: "http://desk.test", key: "svcagt_1", fetch });
  return {
    ...frontdesk,
    Mailbox: await frontdesk.mailboxes.register(),
    SmsInbox: await frontdesk.smsInboxes.register(),
    Authenticator: await frontdesk.authenticators.register({ secret: "JBSWY3DPEHPK3PXP" }),
  };
}
