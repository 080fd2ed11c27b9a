// The ways in

export { createFrontdesk, type Frontdesk, type FrontdeskOptions } from "./frontdesk.ts";
export type { MailSummary } from "./mail-source.ts";
export { type Mail, Mailbox, MailboxAlias, type OpenMailboxOptions, openMailbox } from "./mailbox.ts";
export type { KnownMailbox, OwnMailbox } from "./mailboxes.ts";
export {
  type OpenSmsInboxOptions,
  openSmsInbox,
  type Sms,
  type SmsFindOptions,
  SmsInbox,
  type SmsSummary,
  type SmsWaitOptions,
} from "./sms-inbox.ts";

// Waiting

export type { FindWaitOptions, FoundCode, FoundLink, LinkWaitOptions } from "./search.ts";
export type { WaitOptions } from "./wait.ts";

// Managing

export type { Tunnel, TunnelEnd, TunnelOptions, TunnelStatus } from "@frontdesk/tunnel";
export type { AgentKeySettings } from "./agent-keys.ts";
export type { CallOptions } from "./sending.ts";
export type { Subdomain } from "./subdomains.ts";
export type { WebhookSettings } from "./webhooks.ts";

// What the API's answers hold

export type {
  AgentKey,
  Code,
  ErrorCode,
  Link,
  MailboxRecord,
  NewAgentKey,
  Phone,
  Scope,
  SmsTokenRecord,
  Webhook,
  WebhookDelivery,
} from "./records.ts";

// Errors

export {
  AlreadyTakenError,
  FrontdeskError,
  InternalError,
  InvalidRequestError,
  LimitReachedError,
  MethodNotAllowedError,
  MissingScopeError,
  type NearMiss,
  NotFoundError,
  OwnKeyError,
  PayloadTooLargeError,
  RateLimitedError,
  TokenFullError,
  UnauthenticatedError,
  UnavailableError,
  UnreachableError,
  UnsupportedMediaTypeError,
  VipRequiredError,
  WaitTimeoutError,
  type WaitTimeoutReason,
} from "./errors.ts";

// The typed low level

export { type ClientOptions, createClient, type FrontdeskClient, unwrap } from "./client.ts";
export type { Fetch } from "./sending.ts";
