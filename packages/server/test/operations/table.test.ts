import { type OperationId, operations } from "@frontdesk/contract";
import { expect, test } from "vitest";

/** Method, path, credential, scope and edition of each operation, written down a second time from the interface. */
const expected: Record<OperationId, string> = {
  getServerVersion: "GET server/version none",
  checkSubdomain: "GET subdomain/check/{name} none",
  checkMailbox: "GET mailbox/check none",
  checkPhone: "GET sms/check none later",
  getTunnelSkill: "GET /downloads/svc-tunnel-skill.md none",
  getAccount: "GET account agent",
  listSubdomains: "GET subdomain/list agent subdomain:read",
  registerSubdomain: "POST subdomain/register agent subdomain:create",
  renewSubdomainToken: "POST subdomain/{id}/renew-token agent subdomain:renew",
  deleteSubdomain: "DELETE subdomain/{id} agent subdomain:delete",
  registerMailbox: "POST mailbox/register agent mailbox:create",
  listMailboxes: "GET mailbox/list agent mailbox:read",
  listRejectedMail: "GET mailbox/rejected agent mailbox:read",
  listMailboxEmails: "GET mailbox/{id}/emails agent mailbox:read",
  clearMailbox: "DELETE mailbox/{id}/emails agent mailbox:delete",
  sendTestMail: "POST mailbox/{id}/test agent mailbox:read",
  rotateMailboxToken: "POST mailbox/{id}/token agent mailbox:renew",
  deleteMailbox: "DELETE mailbox/{id} agent mailbox:delete",
  pushMail: "POST mail/push agent mail:push later",
  getRecentMail: "GET mail/recent mailbox",
  getMail: "GET mail/message/{id} mailbox",
  registerSmsInbox: "POST sms/register agent sms:create later",
  listSmsInboxes: "GET sms/list agent sms:read later",
  listSmsInboxMessages: "GET sms/{id}/messages agent sms:read later",
  rotateSmsInboxKey: "POST sms/{id}/token agent sms:renew later",
  getPhoneSetup: "GET sms/{id}/setup agent sms:read later",
  createPairing: "POST sms/{id}/pair agent sms:read later",
  deleteSmsInbox: "DELETE sms/{id} agent sms:delete later",
  pair: "POST sms/pair none later",
  getRecentSms: "GET sms/recent sms later",
  getSms: "GET sms/message/{id} sms later",
  pushSms: "POST sms/push sms later",
  pushFromSmsGate: "POST sms/{id}/smsgate signature later",
  registerWebhook: "POST webhooks/register agent later",
  listWebhooks: "GET webhooks/list agent later",
  testWebhook: "POST webhooks/{id}/test agent later",
  deleteWebhook: "DELETE webhooks/{id} agent later",
  registerAuthenticator: "POST authenticators/register agent authenticator:create later",
  listAuthenticators: "GET authenticators/list agent authenticator:read later",
  getAuthenticatorCode: "GET authenticators/{id}/code agent authenticator:read later",
  deleteAuthenticator: "DELETE authenticators/{id} agent authenticator:delete later",
  listAuditEntries: "GET audit agent audit:read later",
  listAgentKeys: "GET agent-tokens/list agent token:read",
  createAgentKey: "POST agent-tokens/create agent token:write",
  updateAgentKey: "PUT agent-tokens/{id} agent token:write later",
  deleteAgentKey: "DELETE agent-tokens/{id} agent token:write",
  signIn: "POST sign-in none",
};

test("every operation requires the credential and the scope that the interface states", () => {
  const table = Object.entries(operations).map(([id, { method, path, token, scope, edition }]) => {
    const words = [method, path.replace("/svc-api/", ""), token, scope, edition];
    return [id, words.filter((word) => word !== null).join(" ")];
  });
  expect(Object.fromEntries(table)).toEqual(expected);
});
