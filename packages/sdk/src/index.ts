// Clients and handles

export { createFrontdesk, type Frontdesk, type FrontdeskOptions } from "./frontdesk.ts";
export type { MailSummary } from "./inboxes/mail-source.ts";
export {
  type AliasOptions,
  type Mail,
  Mailbox,
  MailboxAlias,
  type OpenMailboxOptions,
  openMailbox,
} from "./inboxes/mailbox.ts";
export {
  type OpenSmsInboxOptions,
  openSmsInbox,
  type Sms,
  type SmsFindOptions,
  SmsInbox,
  type SmsSummary,
  type SmsWaitOptions,
} from "./inboxes/sms-inbox.ts";
export type { AccountMailbox, RegisteredMailbox } from "./resources/mailboxes.ts";

// Waiting

export type { FindWaitOptions, FoundCode, FoundLink, LinkWaitOptions } from "./waiting/search.ts";
export type { WaitOptions } from "./waiting/wait.ts";

// Managing

export type {
  ExpectRequestOptions,
  IterateRequestsOptions,
  Tunnel,
  TunnelEnd,
  TunnelOptions,
  TunnelRequest,
  TunnelStatus,
} from "@frontdesk/tunnel";
export type { CallOptions } from "./requests/send-request.ts";
export type { AgentKeySettings } from "./resources/agent-keys.ts";
export type { AuditListOptions } from "./resources/audit.ts";
export type {
  Authenticator,
  AuthenticatorCode,
  AuthenticatorCodeOptions,
  AuthenticatorSettings,
} from "./resources/authenticators.ts";
export type { Subdomain } from "./resources/subdomains.ts";
export type { WebhookSettings } from "./resources/webhooks.ts";

// Records of the API

export type {
  AgentKey,
  AuditEntry,
  AuthenticatorRecord,
  Code,
  ErrorCode,
  Link,
  MailboxRecord,
  NewAgentKey,
  Phone,
  Scope,
  SmsInboxRecord,
  Webhook,
  WebhookDelivery,
} from "./waiting/records.ts";

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
  UnexpectedMessageError,
  UnreachableError,
  UnsupportedMediaTypeError,
  VipRequiredError,
  WaitTimeoutError,
  type WaitTimeoutReason,
} from "./errors.ts";

// Typed calls of every path

export { type ClientOptions, createClient, type FrontdeskClient, unwrap } from "./requests/client.ts";
export type { Fetch } from "./requests/send-request.ts";
