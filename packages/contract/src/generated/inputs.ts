// Generated from openapi.yaml by `npm run gen`. Do not edit.
import * as v from "valibot";
import { checks } from "../checks.ts";

const SubdomainRegistration = v.pipe(v.unknown(), v.check(checks.isNoList, "must be an object"), v.object({ "name": v.string("must be a string"), "domain_base": v.exactOptional(v.string("must be a string")) }, "must be an object"));
const MailboxRegistration = v.pipe(v.unknown(), v.check(checks.isNoList, "must be an object"), v.object({ "name": v.string("must be a string") }, "must be an object"));
const SmsRegistration = v.pipe(v.unknown(), v.check(checks.isNoList, "must be an object"), v.object({ "phone": v.exactOptional(v.string("must be a string")) }, "must be an object"));
const ClaimCode = v.pipe(v.unknown(), v.check(checks.isNoList, "must be an object"), v.object({ "code": v.pipe(v.string("must be a string"), v.nonEmpty("must not be empty"), v.check(checks.atMost(100), "must have at most 100 characters")) }, "must be an object"));
const ReceivedAt = v.nullable(v.union([v.string("must be a string"), v.number("must be a number")], "must be a string or number or null"));
const PushedSms = v.pipe(v.unknown(), v.check(checks.isNoList, "must be an object"), v.object({ "phone": v.exactOptional(v.nullable(v.string("must be a string"))), "sender": v.exactOptional(v.string("must be a string")), "body": v.exactOptional(v.string("must be a string")), "received_at": v.exactOptional(ReceivedAt) }, "must be an object"));
const SmsPush = v.pipe(v.unknown(), v.check(checks.isNoList, "must be an object"), v.object({ "phone": v.exactOptional(v.nullable(v.string("must be a string"))), "messages": v.exactOptional(v.pipe(v.array(PushedSms, "must be a list"), v.maxLength(1000, "must have at most 1000 entries"))), "sender": v.exactOptional(v.string("must be a string")), "body": v.exactOptional(v.string("must be a string")), "received_at": v.exactOptional(ReceivedAt) }, "must be an object"));
const SmsGateText = v.pipe(v.unknown(), v.check(checks.isNoList, "must be an object"), v.object({ "sender": v.exactOptional(v.nullable(v.string("must be a string"))), "phoneNumber": v.exactOptional(v.nullable(v.string("must be a string"))), "recipient": v.exactOptional(v.nullable(v.string("must be a string"))), "simNumber": v.exactOptional(v.nullable(v.pipe(v.number("must be a number"), v.integer("must be a whole number")))), "message": v.exactOptional(v.nullable(v.string("must be a string"))), "receivedAt": v.exactOptional(ReceivedAt) }, "must be an object"));
const SmsGatePayload = v.pipe(v.unknown(), v.check(checks.isNoList, "must be an object"), v.object({ "sender": v.exactOptional(v.nullable(v.string("must be a string"))), "phoneNumber": v.exactOptional(v.nullable(v.string("must be a string"))), "recipient": v.exactOptional(v.nullable(v.string("must be a string"))), "simNumber": v.exactOptional(v.nullable(v.pipe(v.number("must be a number"), v.integer("must be a whole number")))), "message": v.exactOptional(v.nullable(v.string("must be a string"))), "receivedAt": v.exactOptional(ReceivedAt), "messages": v.exactOptional(v.pipe(v.array(SmsGateText, "must be a list"), v.maxLength(1000, "must have at most 1000 entries"))) }, "must be an object"));
const SmsGateEvent = v.pipe(v.unknown(), v.check(checks.isNoList, "must be an object"), v.object({ "event": v.string("must be a string"), "payload": v.exactOptional(SmsGatePayload) }, "must be an object"));
const WebhookEvent = v.pipe(v.string("must be a string"), v.check(checks.isOneOf(["mail","sms"]), "must be one of mail, sms"));
const WebhookRegistration = v.pipe(v.unknown(), v.check(checks.isNoList, "must be an object"), v.object({ "url": v.pipe(v.string("must be a string"), v.check(checks.atMost(2048), "must have at most 2048 characters")), "events": v.exactOptional(v.pipe(v.array(WebhookEvent, "must be a list"), v.minLength(1, "must have at least 1 entries"))), "mailbox_id": v.exactOptional(v.string("must be a string")), "sms_id": v.exactOptional(v.string("must be a string")) }, "must be an object"));
const AuthenticatorRegistration = v.pipe(v.unknown(), v.check(checks.isNoList, "must be an object"), v.object({ "name": v.exactOptional(v.pipe(v.string("must be a string"), v.nonEmpty("must not be empty"), v.check(checks.atMost(64), "must have at most 64 characters"))), "uri": v.exactOptional(v.pipe(v.string("must be a string"), v.nonEmpty("must not be empty"), v.check(checks.atMost(2048), "must have at most 2048 characters"))), "secret": v.exactOptional(v.pipe(v.string("must be a string"), v.nonEmpty("must not be empty"), v.check(checks.atMost(512), "must have at most 512 characters"))), "issuer": v.exactOptional(v.nullable(v.pipe(v.string("must be a string"), v.check(checks.atMost(256), "must have at most 256 characters")))), "account": v.exactOptional(v.nullable(v.pipe(v.string("must be a string"), v.check(checks.atMost(256), "must have at most 256 characters")))), "digits": v.exactOptional(v.pipe(v.number("must be a number"), v.integer("must be a whole number"), v.minValue(6, "must be at least 6"), v.maxValue(8, "must be at most 8")), 6), "period": v.exactOptional(v.pipe(v.number("must be a number"), v.integer("must be a whole number"), v.minValue(10, "must be at least 10"), v.maxValue(300, "must be at most 300")), 30), "algorithm": v.exactOptional(v.pipe(v.string("must be a string"), v.check(checks.isOneOf(["SHA1","SHA256","SHA512"]), "must be one of SHA1, SHA256, SHA512")), "SHA1") }, "must be an object"));
const AgentKeyCreation = v.pipe(v.unknown(), v.check(checks.isNoList, "must be an object"), v.object({ "name": v.pipe(v.string("must be a string"), v.nonEmpty("must not be empty"), v.check(checks.atMost(100), "must have at most 100 characters")), "scopes": v.exactOptional(v.nullable(v.string("must be a string"))), "expiry": v.exactOptional(v.nullable(v.string("must be a string"))) }, "must be an object"));
const AgentKeyUpdate = v.pipe(v.unknown(), v.check(checks.isNoList, "must be an object"), v.object({ "name": v.exactOptional(v.pipe(v.string("must be a string"), v.nonEmpty("must not be empty"), v.check(checks.atMost(100), "must have at most 100 characters"))), "scopes": v.exactOptional(v.nullable(v.string("must be a string"))), "expiry": v.exactOptional(v.nullable(v.string("must be a string"))) }, "must be an object"));

/** What each operation accepts. Query values arrive as text and leave as what the contract says. */
export const inputs = {
  getServerVersion: {
    path: v.object({  }),
    query: v.object({  }),
    body: v.undefined(),
  },
  checkSubdomain: {
    path: v.object({ name: v.string("must be a string") }),
    query: v.object({ domain_base: v.optional(v.string("must be a string")) }),
    body: v.undefined(),
  },
  checkMailbox: {
    path: v.object({  }),
    query: v.object({ name: v.string("must be a string") }),
    body: v.undefined(),
  },
  checkPhone: {
    path: v.object({  }),
    query: v.object({ phone: v.string("must be a string") }),
    body: v.undefined(),
  },
  getTunnelSkill: {
    path: v.object({  }),
    query: v.object({  }),
    body: v.undefined(),
  },
  getAccount: {
    path: v.object({  }),
    query: v.object({  }),
    body: v.undefined(),
  },
  listSubdomains: {
    path: v.object({  }),
    query: v.object({ limit: v.optional(v.pipe(v.string(), v.regex(/^-?\d{1,15}$/, "must be a whole number"), v.transform(Number), v.minValue(1, "must be at least 1"), v.maxValue(1000, "must be at most 1000"))), cursor: v.optional(v.string("must be a string")) }),
    body: v.undefined(),
  },
  registerSubdomain: {
    path: v.object({  }),
    query: v.object({  }),
    body: SubdomainRegistration,
  },
  renewSubdomainToken: {
    path: v.object({ id: v.string("must be a string") }),
    query: v.object({  }),
    body: v.undefined(),
  },
  deleteSubdomain: {
    path: v.object({ id: v.string("must be a string") }),
    query: v.object({  }),
    body: v.undefined(),
  },
  registerMailbox: {
    path: v.object({  }),
    query: v.object({  }),
    body: MailboxRegistration,
  },
  listMailboxes: {
    path: v.object({  }),
    query: v.object({ limit: v.optional(v.pipe(v.string(), v.regex(/^-?\d{1,15}$/, "must be a whole number"), v.transform(Number), v.minValue(1, "must be at least 1"), v.maxValue(1000, "must be at most 1000"))), cursor: v.optional(v.string("must be a string")) }),
    body: v.undefined(),
  },
  listRejectedMail: {
    path: v.object({  }),
    query: v.object({  }),
    body: v.undefined(),
  },
  listMailboxEmails: {
    path: v.object({ id: v.string("must be a string") }),
    query: v.object({ limit: v.optional(v.pipe(v.string(), v.regex(/^-?\d{1,15}$/, "must be a whole number"), v.transform(Number), v.minValue(1, "must be at least 1"), v.maxValue(10, "must be at most 10")), "10") }),
    body: v.undefined(),
  },
  clearMailbox: {
    path: v.object({ id: v.string("must be a string") }),
    query: v.object({  }),
    body: v.undefined(),
  },
  sendTestMail: {
    path: v.object({ id: v.string("must be a string") }),
    query: v.object({  }),
    body: v.undefined(),
  },
  rotateMailboxToken: {
    path: v.object({ id: v.string("must be a string") }),
    query: v.object({  }),
    body: v.undefined(),
  },
  deleteMailbox: {
    path: v.object({ id: v.string("must be a string") }),
    query: v.object({  }),
    body: v.undefined(),
  },
  getRecentMail: {
    path: v.object({  }),
    query: v.object({ n: v.optional(v.pipe(v.string(), v.regex(/^-?\d{1,15}$/, "must be a whole number"), v.transform(Number), v.minValue(1, "must be at least 1"), v.maxValue(10, "must be at most 10")), "10"), after: v.optional(v.string("must be a string")), lookback: v.optional(v.pipe(v.string(), v.regex(/^-?\d{1,15}(?:\.\d{1,9})?$/, "must be a number"), v.transform(Number), v.minValue(0, "must be at least 0"), v.maxValue(3600, "must be at most 3600"))), to: v.optional(v.pipe(v.string("must be a string"), v.nonEmpty("must not be empty"), v.check(checks.atMost(500), "must have at most 500 characters"))), authenticated: v.optional(v.pipe(v.string("must be a string"), v.check(checks.isOneOf(["true","false"]), "must be one of true, false")), "false"), full: v.optional(v.pipe(v.string("must be a string"), v.check(checks.isOneOf(["true","false"]), "must be one of true, false")), "false"), wait: v.optional(v.pipe(v.string(), v.regex(/^-?\d{1,15}(?:\.\d{1,9})?$/, "must be a number"), v.transform(Number), v.minValue(0, "must be at least 0"), v.maxValue(50, "must be at most 50")), "0") }),
    body: v.undefined(),
  },
  getMail: {
    path: v.object({ id: v.string("must be a string") }),
    query: v.object({  }),
    body: v.undefined(),
  },
  pushMail: {
    path: v.object({  }),
    query: v.object({ to: v.optional(v.pipe(v.array(v.pipe(v.string("must be a string"), v.nonEmpty("must not be empty"), v.check(checks.atMost(500), "must have at most 500 characters")), "must be a list"), v.maxLength(100, "must have at most 100 entries"))) }),
    body: v.custom<AsyncIterable<Uint8Array>>(checks.isAsyncIterable),
  },
  registerSmsInbox: {
    path: v.object({  }),
    query: v.object({  }),
    body: SmsRegistration,
  },
  listSmsInboxes: {
    path: v.object({  }),
    query: v.object({ limit: v.optional(v.pipe(v.string(), v.regex(/^-?\d{1,15}$/, "must be a whole number"), v.transform(Number), v.minValue(1, "must be at least 1"), v.maxValue(1000, "must be at most 1000"))), cursor: v.optional(v.string("must be a string")) }),
    body: v.undefined(),
  },
  listSmsInboxMessages: {
    path: v.object({ id: v.string("must be a string") }),
    query: v.object({ limit: v.optional(v.pipe(v.string(), v.regex(/^-?\d{1,15}$/, "must be a whole number"), v.transform(Number), v.minValue(1, "must be at least 1"), v.maxValue(20, "must be at most 20")), "10"), phone_id: v.optional(v.string("must be a string")) }),
    body: v.undefined(),
  },
  rotateSmsInboxKey: {
    path: v.object({ id: v.string("must be a string") }),
    query: v.object({  }),
    body: v.undefined(),
  },
  getPhoneSetup: {
    path: v.object({ id: v.string("must be a string") }),
    query: v.object({ phone: v.string("must be a string"), phone2: v.optional(v.string("must be a string")) }),
    body: v.undefined(),
  },
  createPairing: {
    path: v.object({ id: v.string("must be a string") }),
    query: v.object({  }),
    body: v.undefined(),
  },
  deleteSmsInbox: {
    path: v.object({ id: v.string("must be a string") }),
    query: v.object({  }),
    body: v.undefined(),
  },
  pair: {
    path: v.object({  }),
    query: v.object({  }),
    body: ClaimCode,
  },
  getRecentSms: {
    path: v.object({  }),
    query: v.object({ n: v.optional(v.pipe(v.string(), v.regex(/^-?\d{1,15}$/, "must be a whole number"), v.transform(Number), v.minValue(1, "must be at least 1"), v.maxValue(20, "must be at most 20")), "20"), after: v.optional(v.string("must be a string")), lookback: v.optional(v.pipe(v.string(), v.regex(/^-?\d{1,15}(?:\.\d{1,9})?$/, "must be a number"), v.transform(Number), v.minValue(0, "must be at least 0"), v.maxValue(3600, "must be at most 3600"))), full: v.optional(v.pipe(v.string("must be a string"), v.check(checks.isOneOf(["true","false"]), "must be one of true, false")), "false"), wait: v.optional(v.pipe(v.string(), v.regex(/^-?\d{1,15}(?:\.\d{1,9})?$/, "must be a number"), v.transform(Number), v.minValue(0, "must be at least 0"), v.maxValue(50, "must be at most 50")), "0") }),
    body: v.undefined(),
  },
  getSms: {
    path: v.object({ id: v.string("must be a string") }),
    query: v.object({  }),
    body: v.undefined(),
  },
  pushSms: {
    path: v.object({  }),
    query: v.object({  }),
    body: SmsPush,
  },
  pushFromSmsGate: {
    path: v.object({ id: v.string("must be a string") }),
    query: v.object({ phone: v.optional(v.string("must be a string")), phone2: v.optional(v.string("must be a string")) }),
    body: SmsGateEvent,
  },
  registerWebhook: {
    path: v.object({  }),
    query: v.object({  }),
    body: WebhookRegistration,
  },
  listWebhooks: {
    path: v.object({  }),
    query: v.object({ limit: v.optional(v.pipe(v.string(), v.regex(/^-?\d{1,15}$/, "must be a whole number"), v.transform(Number), v.minValue(1, "must be at least 1"), v.maxValue(1000, "must be at most 1000"))), cursor: v.optional(v.string("must be a string")) }),
    body: v.undefined(),
  },
  testWebhook: {
    path: v.object({ id: v.string("must be a string") }),
    query: v.object({  }),
    body: v.undefined(),
  },
  deleteWebhook: {
    path: v.object({ id: v.string("must be a string") }),
    query: v.object({  }),
    body: v.undefined(),
  },
  registerAuthenticator: {
    path: v.object({  }),
    query: v.object({  }),
    body: AuthenticatorRegistration,
  },
  listAuthenticators: {
    path: v.object({  }),
    query: v.object({ limit: v.optional(v.pipe(v.string(), v.regex(/^-?\d{1,15}$/, "must be a whole number"), v.transform(Number), v.minValue(1, "must be at least 1"), v.maxValue(1000, "must be at most 1000"))), cursor: v.optional(v.string("must be a string")) }),
    body: v.undefined(),
  },
  getAuthenticatorCode: {
    path: v.object({ id: v.string("must be a string") }),
    query: v.object({  }),
    body: v.undefined(),
  },
  deleteAuthenticator: {
    path: v.object({ id: v.string("must be a string") }),
    query: v.object({  }),
    body: v.undefined(),
  },
  listAgentKeys: {
    path: v.object({  }),
    query: v.object({ limit: v.optional(v.pipe(v.string(), v.regex(/^-?\d{1,15}$/, "must be a whole number"), v.transform(Number), v.minValue(1, "must be at least 1"), v.maxValue(1000, "must be at most 1000"))), cursor: v.optional(v.string("must be a string")) }),
    body: v.undefined(),
  },
  createAgentKey: {
    path: v.object({  }),
    query: v.object({  }),
    body: AgentKeyCreation,
  },
  updateAgentKey: {
    path: v.object({ id: v.string("must be a string") }),
    query: v.object({  }),
    body: AgentKeyUpdate,
  },
  deleteAgentKey: {
    path: v.object({ id: v.string("must be a string") }),
    query: v.object({  }),
    body: v.undefined(),
  },
  listAuditEntries: {
    path: v.object({  }),
    query: v.object({ limit: v.optional(v.pipe(v.string(), v.regex(/^-?\d{1,15}$/, "must be a whole number"), v.transform(Number), v.minValue(1, "must be at least 1"), v.maxValue(1000, "must be at most 1000"))), cursor: v.optional(v.string("must be a string")) }),
    body: v.undefined(),
  },
  signIn: {
    path: v.object({  }),
    query: v.object({  }),
    body: ClaimCode,
  },
} as const;
