import type { Schemas } from "@frontdesk/contract";

export type { ErrorCode, Scope } from "@frontdesk/contract";

/** What the API says of a mailbox, with its key. */
export type MailboxRecord = Schemas["Mailbox"];
/** What the API says of an SMS token, with its key and its numbers. */
export type SmsInboxRecord = Schemas["SmsInbox"];
/** One number of an SMS token. */
export type Phone = Schemas["Phone"];
/** A webhook without its secret, and a try of it. */
export type Webhook = Schemas["Webhook"];
export type WebhookDelivery = Schemas["WebhookDelivery"];
/** An agent key without its value. */
export type AgentKey = Schemas["AgentKey"];
/** An agent key just made, with the value that is shown this once. */
export type NewAgentKey = Schemas["NewAgentKey"];
/** A code that was found in a message. */
export type Code = Schemas["Code"];
/** What a person can follow in a message. */
export type Link = Schemas["Link"];
