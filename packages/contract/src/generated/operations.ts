// Generated from openapi.yaml by `npm run gen`. Do not edit.
/** Every operation of the contract, by its operationId. */
export const operations = {
  getServerVersion: {"method":"GET","path":"/svc-api/server/version","token":"none","scope":null,"edition":null,"body":"none","answer":"application/json"},
  checkSubdomain: {"method":"GET","path":"/svc-api/subdomain/check/{name}","token":"none","scope":null,"edition":null,"body":"none","answer":"application/json"},
  checkMailbox: {"method":"GET","path":"/svc-api/mailbox/check","token":"none","scope":null,"edition":null,"body":"none","answer":"application/json"},
  checkPhone: {"method":"GET","path":"/svc-api/sms/check","token":"none","scope":null,"edition":"later","body":"none","answer":"application/json"},
  getTunnelSkill: {"method":"GET","path":"/downloads/svc-tunnel-skill.md","token":"none","scope":null,"edition":null,"body":"none","answer":"text/markdown"},
  getAccount: {"method":"GET","path":"/svc-api/account","token":"agent","scope":null,"edition":null,"body":"none","answer":"application/json"},
  listSubdomains: {"method":"GET","path":"/svc-api/subdomain/list","token":"agent","scope":"subdomain:read","edition":null,"body":"none","answer":"application/json"},
  registerSubdomain: {"method":"POST","path":"/svc-api/subdomain/register","token":"agent","scope":"subdomain:create","edition":null,"body":"required","answer":"application/json"},
  renewSubdomainToken: {"method":"POST","path":"/svc-api/subdomain/{id}/renew-token","token":"agent","scope":"subdomain:renew","edition":null,"body":"none","answer":"application/json"},
  deleteSubdomain: {"method":"DELETE","path":"/svc-api/subdomain/{id}","token":"agent","scope":"subdomain:delete","edition":null,"body":"none","answer":"application/json"},
  registerMailbox: {"method":"POST","path":"/svc-api/mailbox/register","token":"agent","scope":"mailbox:create","edition":null,"body":"required","answer":"application/json"},
  listMailboxes: {"method":"GET","path":"/svc-api/mailbox/list","token":"agent","scope":"mailbox:read","edition":null,"body":"none","answer":"application/json"},
  listRejectedMail: {"method":"GET","path":"/svc-api/mailbox/rejected","token":"agent","scope":"mailbox:read","edition":null,"body":"none","answer":"application/json"},
  listMailboxEmails: {"method":"GET","path":"/svc-api/mailbox/{id}/emails","token":"agent","scope":"mailbox:read","edition":null,"body":"none","answer":"application/json"},
  clearMailbox: {"method":"DELETE","path":"/svc-api/mailbox/{id}/emails","token":"agent","scope":"mailbox:delete","edition":null,"body":"none","answer":"application/json"},
  sendTestMail: {"method":"POST","path":"/svc-api/mailbox/{id}/test","token":"agent","scope":"mailbox:read","edition":null,"body":"none","answer":"application/json"},
  rotateMailboxToken: {"method":"POST","path":"/svc-api/mailbox/{id}/token","token":"agent","scope":"mailbox:renew","edition":null,"body":"none","answer":"application/json"},
  deleteMailbox: {"method":"DELETE","path":"/svc-api/mailbox/{id}","token":"agent","scope":"mailbox:delete","edition":null,"body":"none","answer":"application/json"},
  getRecentMail: {"method":"GET","path":"/svc-api/mail/recent","token":"mailbox","scope":null,"edition":null,"body":"none","answer":"application/json"},
  getMail: {"method":"GET","path":"/svc-api/mail/message/{id}","token":"mailbox","scope":null,"edition":null,"body":"none","answer":"application/json"},
  registerSmsInbox: {"method":"POST","path":"/svc-api/sms/register","token":"agent","scope":"sms:create","edition":"later","body":"optional","answer":"application/json"},
  listSmsInboxes: {"method":"GET","path":"/svc-api/sms/list","token":"agent","scope":"sms:read","edition":"later","body":"none","answer":"application/json"},
  listSmsInboxMessages: {"method":"GET","path":"/svc-api/sms/{id}/messages","token":"agent","scope":"sms:read","edition":"later","body":"none","answer":"application/json"},
  rotateSmsInboxKey: {"method":"POST","path":"/svc-api/sms/{id}/token","token":"agent","scope":"sms:renew","edition":"later","body":"none","answer":"application/json"},
  getPhoneSetup: {"method":"GET","path":"/svc-api/sms/{id}/setup","token":"agent","scope":"sms:read","edition":"later","body":"none","answer":"application/json"},
  createPairing: {"method":"POST","path":"/svc-api/sms/{id}/pair","token":"agent","scope":"sms:read","edition":"later","body":"none","answer":"application/json"},
  deleteSmsInbox: {"method":"DELETE","path":"/svc-api/sms/{id}","token":"agent","scope":"sms:delete","edition":"later","body":"none","answer":"application/json"},
  pair: {"method":"POST","path":"/svc-api/sms/pair","token":"none","scope":null,"edition":"later","body":"required","answer":"application/json"},
  getRecentSms: {"method":"GET","path":"/svc-api/sms/recent","token":"sms","scope":null,"edition":"later","body":"none","answer":"application/json"},
  getSms: {"method":"GET","path":"/svc-api/sms/message/{id}","token":"sms","scope":null,"edition":"later","body":"none","answer":"application/json"},
  pushSms: {"method":"POST","path":"/svc-api/sms/push","token":"sms","scope":null,"edition":"later","body":"required","answer":"application/json"},
  pushFromSmsGate: {"method":"POST","path":"/svc-api/sms/{id}/smsgate","token":"signature","scope":null,"edition":"later","body":"required","answer":"application/json"},
  registerWebhook: {"method":"POST","path":"/svc-api/webhooks/register","token":"agent","scope":null,"edition":"later","body":"required","answer":"application/json"},
  listWebhooks: {"method":"GET","path":"/svc-api/webhooks/list","token":"agent","scope":null,"edition":"later","body":"none","answer":"application/json"},
  testWebhook: {"method":"POST","path":"/svc-api/webhooks/{id}/test","token":"agent","scope":null,"edition":"later","body":"none","answer":"application/json"},
  deleteWebhook: {"method":"DELETE","path":"/svc-api/webhooks/{id}","token":"agent","scope":null,"edition":"later","body":"none","answer":"application/json"},
  listAgentKeys: {"method":"GET","path":"/svc-api/agent-tokens/list","token":"agent","scope":"token:read","edition":null,"body":"none","answer":"application/json"},
  createAgentKey: {"method":"POST","path":"/svc-api/agent-tokens/create","token":"agent","scope":"token:write","edition":null,"body":"required","answer":"application/json"},
  updateAgentKey: {"method":"PUT","path":"/svc-api/agent-tokens/{id}","token":"agent","scope":"token:write","edition":"later","body":"optional","answer":"application/json"},
  deleteAgentKey: {"method":"DELETE","path":"/svc-api/agent-tokens/{id}","token":"agent","scope":"token:write","edition":null,"body":"none","answer":"application/json"},
  signIn: {"method":"POST","path":"/svc-api/sign-in","token":"none","scope":null,"edition":null,"body":"required","answer":"application/json"},
} as const;

/** Every scope an agent key can hold. */
export const scopes = ["subdomain:read","subdomain:create","subdomain:delete","subdomain:renew","mailbox:read","mailbox:create","mailbox:delete","mailbox:renew","sms:read","sms:create","sms:delete","sms:renew","token:read","token:write"] as const;

/** Every `code` an error can carry. */
export const errorCodes = ["invalid_request","unauthenticated","missing_scope","limit_reached","vip_required","token_full","own_key","not_found","method_not_allowed","already_taken","payload_too_large","unsupported_media_type","rate_limited","internal","unavailable"] as const;
