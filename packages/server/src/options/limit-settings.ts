import { setting, wholeNumber } from "./option-kinds.ts";

/** Limits that cannot be switched off: 0 is no mailbox, not an unlimited number. */
const quotas = {
  freeMailboxes: setting(wholeNumber("free-mailboxes", 0, 1_000_000), 5, "Mailboxes per account, without extras"),
  freeSmsInboxes: setting(wholeNumber("free-sms-inboxes", 0, 1_000_000), 5, "SMS inboxes per account, without extras"),
  smtpMaxSize: setting(wholeNumber("smtp-max-size", 1024, 1024 ** 3), 36_700_160, "Maximum size of a mail, in bytes"),
};

/** Limits that 0 switches off. */
export const switchableLimits = {
  subdomainsPerAccount: setting(
    wholeNumber("subdomains-per-account", 0, 1_000_000),
    50,
    "Subdomains per account, and thus certificates issued for it; 0: no limit",
  ),
  agentKeysPerAccount: setting(
    wholeNumber("agent-keys-per-account", 0, 1_000_000),
    100,
    "Agent keys per account; 0: no limit",
  ),
  webhooksPerAccount: setting(wholeNumber("webhooks-per-account", 0, 1_000), 20, "Webhooks per account; 0: no limit"),
  authenticatorsPerAccount: setting(
    wholeNumber("authenticators-per-account", 0, 1_000_000),
    50,
    "Authenticators per account; 0: no limit",
  ),
  clientsPerSubdomain: setting(
    wholeNumber("clients-per-subdomain", 0, 1_000_000),
    16,
    "Tunnel clients per subdomain; another one replaces the oldest; 0: no limit",
  ),
  maxWaits: setting(
    wholeNumber("max-waits", 0, 1_000_000),
    20_000,
    "Pending waits (long polls) per mailbox key or SMS key; 0: no limit",
  ),
  connectionsPerIp: setting(
    wholeNumber("connections-per-ip", 0, 10_000_000),
    16_384,
    "Open connections per IP, including loopback; tunnel clients and trusted proxies are exempt; 0: no limit",
  ),
  authFailuresPerIp: setting(
    wholeNumber("auth-failures-per-ip", 0, 1_000_000_000),
    300,
    "Wrong credentials per IP and minute; correct ones are always accepted; 0: no limit",
  ),
  oauthRegistrationsPerIp: setting(
    wholeNumber("oauth-registrations-per-ip", 0, 1_000_000_000),
    30,
    "Registrations of OAuth clients per IP and minute; 0: no limit",
  ),
  oauthAuthorizationsPerIp: setting(
    wholeNumber("oauth-authorizations-per-ip", 0, 1_000_000_000),
    60,
    "Authorization requests of OAuth clients per IP and minute; 0: no limit",
  ),
  requestsPerKey: setting(
    wholeNumber("requests-per-key", 0, 1_000_000_000),
    30_000,
    "Requests per key and minute; 0: no limit",
  ),
  requestsPerAccount: setting(
    wholeNumber("requests-per-account", 0, 1_000_000_000),
    120_000,
    "Requests per account (all its agent keys) and minute; 0: no limit",
  ),
  passwordFailuresPerVisitor: setting(
    wholeNumber("password-failures-per-visitor", 0, 1_000_000_000),
    60,
    "Wrong passwords per visitor, tunnel and minute; 0: no limit",
  ),
  abortsPerVisitor: setting(
    wholeNumber("aborts-per-visitor", 0, 1_000_000_000),
    600,
    "Aborted requests per visitor, tunnel and minute; 0: no limit",
  ),
  bufferPerConnection: setting(
    wholeNumber("buffer-per-connection", 0, 1024 ** 4),
    4 * 1024 ** 2,
    "Bytes buffered per tunnel connection while the other end does not read; 0: no limit",
  ),
  bufferPerTunnel: setting(
    wholeNumber("buffer-per-tunnel", 0, 1024 ** 4),
    48 * 1024 ** 2,
    "Bytes buffered per tunnel, for all its connections and visitors; 0: no limit",
  ),
  bufferTotal: setting(
    wholeNumber("buffer-total", 0, 1024 ** 4),
    128 * 1024 ** 2,
    "Bytes buffered for all tunnels of this server; 0: no limit",
  ),
  smtpConnections: setting(
    wholeNumber("smtp-connections", 0, 10_000_000),
    2_000,
    "Open SMTP connections; above this, the IP with the most connections loses an idle one; 0: no limit",
  ),
  smtpConnectionsPerIp: setting(
    wholeNumber("smtp-connections-per-ip", 0, 10_000_000),
    200,
    "Open SMTP connections per IP; 0: no limit",
  ),
  smtpUnknownRecipients: setting(
    wholeNumber("smtp-unknown-recipients", 0, 1_000_000),
    20,
    "Unknown recipients per SMTP connection; 0: no limit, and rejections are not delayed",
  ),
  smtpNoops: setting(
    wholeNumber("smtp-noops", 0, 1_000_000),
    100,
    "Consecutive SMTP commands without a mail, such as NOOP, per connection; 0: no limit",
  ),
  smtpIdle: setting(
    wholeNumber("smtp-idle", 0, 86_400_000),
    60_000,
    "Milliseconds after which an idle SMTP connection is closed; 0: no limit",
  ),
  smtpBytesPerIp: setting(
    wholeNumber("smtp-bytes-per-ip", 0, 1024 ** 4),
    1024 ** 3,
    "Bytes of mail per IP and minute; 0: no limit",
  ),
};

/**
 * Settings that limit one account, key, IP address or client. The defaults do not affect normal use, including an office behind
 * one IP address and a CI with a hundred pending waits.
 */
export const limitSettings = { ...quotas, ...switchableLimits };
