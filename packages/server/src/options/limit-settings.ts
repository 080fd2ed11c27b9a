import * as v from "valibot";
import { wholeNumber } from "./option-kinds.ts";

/** Limits that cannot be switched off: 0 is no mailbox, not an unlimited number. */
const quotas = {
  freeMailboxes: v.pipe(
    v.optional(wholeNumber("free-mailboxes", 0, 1_000_000), 5),
    v.description("Mailboxes per account, without extras"),
  ),
  freeSmsInboxes: v.pipe(
    v.optional(wholeNumber("free-sms-inboxes", 0, 1_000_000), 5),
    v.description("SMS inboxes per account, without extras"),
  ),
  smtpMaxSize: v.pipe(
    v.optional(wholeNumber("smtp-max-size", 1024, 1024 ** 3), 36_700_160),
    v.description("Maximum size of a mail, in bytes"),
  ),
};

/** Limits that 0 switches off. */
export const switchableLimits = {
  subdomainsPerAccount: v.pipe(
    v.optional(wholeNumber("subdomains-per-account", 0, 1_000_000), 50),
    v.description("Subdomains per account, and thus certificates issued for it; 0: no limit"),
  ),
  agentKeysPerAccount: v.pipe(
    v.optional(wholeNumber("agent-keys-per-account", 0, 1_000_000), 100),
    v.description("Agent keys per account; 0: no limit"),
  ),
  webhooksPerAccount: v.pipe(
    v.optional(wholeNumber("webhooks-per-account", 0, 1_000), 20),
    v.description("Webhooks per account; 0: no limit"),
  ),
  clientsPerSubdomain: v.pipe(
    v.optional(wholeNumber("clients-per-subdomain", 0, 1_000_000), 16),
    v.description("Tunnel clients per subdomain; another one replaces the oldest; 0: no limit"),
  ),
  maxWaits: v.pipe(
    v.optional(wholeNumber("max-waits", 0, 1_000_000), 20_000),
    v.description("Pending waits (long polls) per mailbox key or SMS key; 0: no limit"),
  ),
  connectionsPerIp: v.pipe(
    v.optional(wholeNumber("connections-per-ip", 0, 10_000_000), 16_384),
    v.description(
      "Open connections per IP, including loopback; tunnel clients and trusted proxies are exempt; 0: no limit",
    ),
  ),
  authFailuresPerIp: v.pipe(
    v.optional(wholeNumber("auth-failures-per-ip", 0, 1_000_000_000), 300),
    v.description("Wrong credentials per IP and minute; correct ones are always accepted; 0: no limit"),
  ),
  requestsPerKey: v.pipe(
    v.optional(wholeNumber("requests-per-key", 0, 1_000_000_000), 30_000),
    v.description("Requests per key and minute; 0: no limit"),
  ),
  requestsPerAccount: v.pipe(
    v.optional(wholeNumber("requests-per-account", 0, 1_000_000_000), 120_000),
    v.description("Requests per account (all its agent keys) and minute; 0: no limit"),
  ),
  passwordFailuresPerVisitor: v.pipe(
    v.optional(wholeNumber("password-failures-per-visitor", 0, 1_000_000_000), 60),
    v.description("Wrong passwords per visitor, tunnel and minute; 0: no limit"),
  ),
  abortsPerVisitor: v.pipe(
    v.optional(wholeNumber("aborts-per-visitor", 0, 1_000_000_000), 600),
    v.description("Aborted requests per visitor, tunnel and minute; 0: no limit"),
  ),
  bufferPerConnection: v.pipe(
    v.optional(wholeNumber("buffer-per-connection", 0, 1024 ** 4), 4 * 1024 ** 2),
    v.description("Bytes buffered per tunnel connection while the other end does not read; 0: no limit"),
  ),
  bufferPerTunnel: v.pipe(
    v.optional(wholeNumber("buffer-per-tunnel", 0, 1024 ** 4), 48 * 1024 ** 2),
    v.description("Bytes buffered per tunnel, for all its connections and visitors; 0: no limit"),
  ),
  bufferTotal: v.pipe(
    v.optional(wholeNumber("buffer-total", 0, 1024 ** 4), 128 * 1024 ** 2),
    v.description("Bytes buffered for all tunnels of this server; 0: no limit"),
  ),
  smtpConnections: v.pipe(
    v.optional(wholeNumber("smtp-connections", 0, 10_000_000), 2_000),
    v.description("Open SMTP connections; above this, the IP with the most connections loses an idle one; 0: no limit"),
  ),
  smtpConnectionsPerIp: v.pipe(
    v.optional(wholeNumber("smtp-connections-per-ip", 0, 10_000_000), 200),
    v.description("Open SMTP connections per IP; 0: no limit"),
  ),
  smtpUnknownRecipients: v.pipe(
    v.optional(wholeNumber("smtp-unknown-recipients", 0, 1_000_000), 20),
    v.description("Unknown recipients per SMTP connection; 0: no limit, and rejections are not delayed"),
  ),
  smtpNoops: v.pipe(
    v.optional(wholeNumber("smtp-noops", 0, 1_000_000), 100),
    v.description("Consecutive SMTP commands without a mail, such as NOOP, per connection; 0: no limit"),
  ),
  smtpIdle: v.pipe(
    v.optional(wholeNumber("smtp-idle", 0, 86_400_000), 60_000),
    v.description("Milliseconds after which an idle SMTP connection is closed; 0: no limit"),
  ),
  smtpBytesPerIp: v.pipe(
    v.optional(wholeNumber("smtp-bytes-per-ip", 0, 1024 ** 4), 1024 ** 3),
    v.description("Bytes of mail per IP and minute; 0: no limit"),
  ),
};

/**
 * Settings that limit one account, key, IP address or client. The defaults do not affect normal use, including an office behind
 * one IP address and a CI with a hundred pending waits.
 */
export const limitSettings = { ...quotas, ...switchableLimits };
