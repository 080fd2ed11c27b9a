import * as v from "valibot";
import { wholeNumber } from "./option-kinds.ts";

const quotas = {
  freeMailboxes: v.pipe(
    v.optional(wholeNumber("free-mailboxes", 0, 1_000_000), 5),
    v.description("Mailboxes each account has without extras"),
  ),
  freeSmsInboxes: v.pipe(
    v.optional(wholeNumber("free-sms-inboxes", 0, 1_000_000), 5),
    v.description("SMS tokens each account has without extras"),
  ),
  smtpMaxSize: v.pipe(
    v.optional(wholeNumber("smtp-max-size", 1024, 1024 ** 3), 36_700_160),
    v.description("Largest mail taken, in bytes"),
  ),
};

/** Those that 0 switches off. */
export const switchableLimits = {
  subdomainsPerAccount: v.pipe(
    v.optional(wholeNumber("subdomains-per-account", 0, 1_000_000), 50),
    v.description("Subdomains each account may have, and so certificates it may have issued; 0 for no limit"),
  ),
  agentKeysPerAccount: v.pipe(
    v.optional(wholeNumber("agent-keys-per-account", 0, 1_000_000), 100),
    v.description("Agent keys each account may have; 0 for no limit"),
  ),
  webhooksPerAccount: v.pipe(
    v.optional(wholeNumber("webhooks-per-account", 0, 1_000), 20),
    v.description("Webhooks each account may have; 0 for no limit"),
  ),
  clientsPerSubdomain: v.pipe(
    v.optional(wholeNumber("clients-per-subdomain", 0, 1_000_000), 16),
    v.description(
      "Tunnel clients that may share one subdomain; the next takes the place of the oldest; 0 for no limit",
    ),
  ),
  maxWaits: v.pipe(
    v.optional(wholeNumber("max-waits", 0, 1_000_000), 20_000),
    v.description("Waits that may be held by one mailbox key or SMS key at once; 0 for no limit"),
  ),
  connectionsPerIp: v.pipe(
    v.optional(wholeNumber("connections-per-ip", 0, 10_000_000), 16_384),
    v.description(
      "Open connections one address may have, loopback's too; agents' own and trusted proxies' excepted; 0 for no limit",
    ),
  ),
  authFailuresPerIp: v.pipe(
    v.optional(wholeNumber("auth-failures-per-ip", 0, 1_000_000_000), 300),
    v.description("Wrong credentials one address may send in a minute; right ones always pass; 0 for no limit"),
  ),
  requestsPerKey: v.pipe(
    v.optional(wholeNumber("requests-per-key", 0, 1_000_000_000), 30_000),
    v.description("Requests one key may send in a minute; 0 for no limit"),
  ),
  requestsPerAccount: v.pipe(
    v.optional(wholeNumber("requests-per-account", 0, 1_000_000_000), 120_000),
    v.description("Requests the agent keys of one account may send in a minute; 0 for no limit"),
  ),
  passwordFailuresPerVisitor: v.pipe(
    v.optional(wholeNumber("password-failures-per-visitor", 0, 1_000_000_000), 60),
    v.description("Wrong passwords one visitor may send to a tunnel in a minute; 0 for no limit"),
  ),
  abortsPerVisitor: v.pipe(
    v.optional(wholeNumber("aborts-per-visitor", 0, 1_000_000_000), 600),
    v.description("Requests one visitor may give up at a tunnel in a minute; 0 for no limit"),
  ),
  bufferPerConnection: v.pipe(
    v.optional(wholeNumber("buffer-per-connection", 0, 1024 ** 4), 4 * 1024 ** 2),
    v.description("Bytes held for one connection of a tunnel whose other end does not read; 0 for no limit"),
  ),
  bufferPerTunnel: v.pipe(
    v.optional(wholeNumber("buffer-per-tunnel", 0, 1024 ** 4), 48 * 1024 ** 2),
    v.description("The same for all connections of one tunnel and its visitors; 0 for no limit"),
  ),
  bufferTotal: v.pipe(
    v.optional(wholeNumber("buffer-total", 0, 1024 ** 4), 128 * 1024 ** 2),
    v.description("The same for all tunnels of this server; 0 for no limit"),
  ),
  smtpConnections: v.pipe(
    v.optional(wholeNumber("smtp-connections", 0, 10_000_000), 2_000),
    v.description("SMTP connections open in all; beyond, the address with the most gives one up; 0 for no limit"),
  ),
  smtpConnectionsPerIp: v.pipe(
    v.optional(wholeNumber("smtp-connections-per-ip", 0, 10_000_000), 200),
    v.description("SMTP connections one address may have open; 0 for no limit"),
  ),
  smtpUnknownRecipients: v.pipe(
    v.optional(wholeNumber("smtp-unknown-recipients", 0, 1_000_000), 20),
    v.description("Unknown recipients one SMTP connection may name; 0 for no limit, and no delay of the answers"),
  ),
  smtpNoops: v.pipe(
    v.optional(wholeNumber("smtp-noops", 0, 1_000_000), 100),
    v.description(
      "Commands that bring no mail, such as NOOP, which one SMTP connection may send in a row; 0 for no limit",
    ),
  ),
  smtpIdle: v.pipe(
    v.optional(wholeNumber("smtp-idle", 0, 86_400_000), 60_000),
    v.description("Milliseconds an SMTP client may stay silent; 0 for no limit"),
  ),
  smtpBytesPerIp: v.pipe(
    v.optional(wholeNumber("smtp-bytes-per-ip", 0, 1024 ** 4), 1024 ** 3),
    v.description("Bytes of mail one address may send in a minute; 0 for no limit"),
  ),
};

/**
 * The settings that bound what one account, key, address or peer may take. Nobody who uses the server as it is meant to be
 * used meets one of them, an office behind one address and a CI with a hundred waits included.
 */
export const limitSettings = { ...quotas, ...switchableLimits };
