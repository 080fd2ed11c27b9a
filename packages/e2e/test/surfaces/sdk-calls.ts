import type { OperationId } from "@frontdesk/contract";
import type { AccountMailbox, Authenticator, Frontdesk, SmsInbox, Subdomain } from "@frontdesk/sdk";

/** An account with one resource of each kind. */
export interface FilledAccount {
  frontdesk: Frontdesk;
  mailbox: AccountMailbox;
  smsInbox: SmsInbox;
  subdomain: Subdomain;
  authenticator: Authenticator;
  keyId: string;
  webhookId: string;
  /** Id of a mail in the mailbox, and of a message in the SMS inbox. */
  mailId: string;
  smsId: string;
}

const secret = "JBSWY3DPEHPK3PXP";
const sms = { phone: "5550123456", sender: "Shop", body: "Your code is 482913." };
const now = { timeout: 0, errorOnTimeout: false } as const;

/** Registers one resource of each kind. */
export async function fillAccount(frontdesk: Frontdesk, webhookUrl: string): Promise<FilledAccount> {
  const mailbox = await frontdesk.mailboxes.register("signup");
  await frontdesk.mailboxes.sendTestMail(mailbox);
  const smsInbox = await frontdesk.smsInboxes.register();
  await smsInbox.push({ messages: [sms] });
  return {
    frontdesk,
    mailbox,
    smsInbox,
    subdomain: await frontdesk.subdomains.register("demo"),
    authenticator: await frontdesk.authenticators.register({ name: "anna", secret }),
    keyId: (await frontdesk.agentKeys.create("ci")).id,
    webhookId: (await frontdesk.webhooks.register(webhookUrl)).id,
    mailId: (await frontdesk.mailboxes.recent(mailbox))[0]?.id ?? "",
    smsId: (await frontdesk.smsInboxes.recent(smsInbox))[0]?.id ?? "",
  };
}

/** Arguments with which a method of the SDK calls its operation; none if an operation is not here. */
export const sdkArguments: Partial<Record<OperationId, (account: FilledAccount) => readonly unknown[]>> = {
  checkSubdomain: () => ["free"],
  checkMailbox: () => ["free"],
  checkPhone: () => ["5550123456"],
  registerSubdomain: () => ["other"],
  renewSubdomainToken: ({ subdomain }) => [subdomain.id],
  deleteSubdomain: ({ subdomain }) => [subdomain.id],
  registerMailbox: () => ["other"],
  listMailboxEmails: ({ mailbox }) => [mailbox],
  clearMailbox: ({ mailbox }) => [mailbox],
  sendTestMail: ({ mailbox }) => [mailbox],
  rotateMailboxToken: ({ mailbox }) => [mailbox],
  deleteMailbox: ({ mailbox }) => [mailbox],
  getMail: ({ mailId }) => [mailId],
  listSmsInboxMessages: ({ smsInbox }) => [smsInbox],
  rotateSmsInboxKey: ({ smsInbox }) => [smsInbox],
  getPhoneSetup: ({ smsInbox }) => [smsInbox, ["5550123456"]],
  createPairing: ({ smsInbox }) => [smsInbox],
  deleteSmsInbox: ({ smsInbox }) => [smsInbox],
  getSms: ({ smsId }) => [smsId],
  pushSms: () => [{ messages: [sms] }],
  registerWebhook: () => ["http://127.0.0.1:9/other"],
  testWebhook: ({ webhookId }) => [webhookId],
  deleteWebhook: ({ webhookId }) => [webhookId],
  registerAuthenticator: () => [{ name: "other", secret }],
  getAuthenticatorCode: () => [{ minValidity: 0, allowRepeat: true }],
  deleteAuthenticator: ({ authenticator }) => [authenticator.id],
  createAgentKey: () => ["other"],
  updateAgentKey: ({ keyId }) => [keyId, { name: "renamed" }],
  deleteAgentKey: ({ keyId }) => [keyId],
};

/** Methods that wait. They take these options so as not to. */
export const waitingMethods: Record<string, readonly unknown[]> = {
  "Mailbox.waitForCode": [now],
  "SmsInbox.waitForCode": [now],
};
