import type { Schemas } from "@frontdesk/contract";

export type { ErrorCode, Scope } from "@frontdesk/contract";

/** A mailbox as the API returns it, with its key as `token`. */
export type MailboxRecord = Schemas["Mailbox"];
/** An SMS inbox as the API returns it, with its key as `token` and its numbers. */
export type SmsInboxRecord = Schemas["SmsInbox"];
/** A number of an SMS inbox. */
export type Phone = Schemas["Phone"];
/** A webhook without its secret. */
export type Webhook = Schemas["Webhook"];
/** One attempt to deliver a message to a webhook. */
export type WebhookDelivery = Schemas["WebhookDelivery"];
/** An authenticator without its secret. */
export type AuthenticatorRecord = Schemas["Authenticator"];
/** An agent key without the secret. */
export type AgentKey = Schemas["AgentKey"];
/** A new agent key with its secret, which is returned only once. */
export type NewAgentKey = Schemas["NewAgentKey"];
/** An entry of the audit log. */
export type AuditEntry = Schemas["AuditEntry"];
/** A code that was extracted from a message. */
export type Code = Schemas["Code"];
/** A link that a person can follow in a message. */
export type Link = Schemas["Link"];
