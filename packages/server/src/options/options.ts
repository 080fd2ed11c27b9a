import * as v from "valibot";
import { OptionsError } from "../problem.ts";
import type { CustomStorage } from "../storage/custom-storage.ts";
import { defaultReservedMailboxes, defaultReservedSubdomains } from "../text/names.ts";
import { limitSettings } from "./limit-settings.ts";
import {
  domain,
  httpOriginOrEmpty,
  isIpOrCidr,
  list,
  oneOf,
  port,
  text,
  toOptionMessage,
  trueOrFalse,
  wholeNumber,
} from "./option-kinds.ts";

/**
 * Every setting of the server: the flag of `frontdesk serve`, its environment variable `FRONTDESK_…` and its default
 * (contract section 10). The descriptions are what `--help` prints.
 */
export const optionsSchema = v.object({
  port: v.pipe(v.optional(port("port"), 8787), v.description("HTTP port; 0 takes any free one")),
  host: v.pipe(v.optional(text("host"), "127.0.0.1"), v.description("Address the HTTP server listens on")),
  smtpPort: v.pipe(v.optional(port("smtp-port"), 2525), v.description("SMTP port; 0 takes any free one")),
  smtpHost: v.pipe(v.optional(text("smtp-host"), "127.0.0.1"), v.description("Address the SMTP server listens on")),
  smtpTlsCert: v.pipe(
    v.optional(v.string(), ""),
    v.description("PEM certificate for STARTTLS; self-signed when empty"),
  ),
  smtpTlsKey: v.pipe(v.optional(v.string(), ""), v.description("PEM key for STARTTLS")),
  smtpTls: oneOf(
    "smtp-tls",
    ["auto", "off", "offer", "require"],
    "auto",
    "STARTTLS: auto (with a certificate for all, self-signed for public addresses alone), off, offer or require",
  ),
  smtpAuth: oneOf(
    "smtp-auth",
    ["auto", "any", "none"],
    "auto",
    "AUTH, which takes any credentials and gives no right: auto (for private addresses), any or none",
  ),
  catchAll: v.pipe(
    v.optional(
      v.pipe(
        v.string(),
        v.toLowerCase(),
        v.regex(/^[a-z0-9._-]*$/, "--catch-all must be the name of a mailbox, without its domain"),
      ),
      "",
    ),
    v.description("Mailbox that takes the mail for unknown names of the mail domain; refused when empty"),
  ),
  ...limitSettings,
  publicUrl: v.pipe(
    v.optional(
      v.union([
        v.literal(""),
        v.pipe(v.string(), v.url("--public-url must be a URL, such as https://desk.example.com")),
      ]),
      "",
    ),
    v.description("Where clients reach this server; http://localhost:<port> when empty"),
  ),
  mailDomain: v.pipe(v.optional(domain("mail-domain"), "desk.example.com"), v.description("Domain of the mailboxes")),
  tunnelDomain: v.pipe(
    v.optional(domain("tunnel-domain"), "tunnel.localhost"),
    v.description("Domain under which tunnels get their names"),
  ),
  baseDomain: v.pipe(
    v.optional(domain("base-domain"), "vip.localhost"),
    v.description("Two-level domain for names of vip accounts"),
  ),
  edition: oneOf("edition", ["later", "earlier"], "later", "Edition of the interface: later (with SMS) or earlier"),
  requireDurable: v.pipe(
    v.optional(trueOrFalse("require-durable"), false),
    v.description(
      "true refuses to start on a storage that would lose acknowledged data, such as a Redis without appendfsync always",
    ),
  ),
  storageTimeout: v.pipe(
    v.optional(wholeNumber("storage-timeout", 0, 3_600_000), 10_000),
    v.description("Milliseconds that a call of the storage may take before it is given up; 0 for no limit"),
  ),
  retentionDays: v.pipe(
    v.optional(wholeNumber("retention-days", 1, 3650), 30),
    v.description("Days after which a message is gone"),
  ),
  reservedMailboxes: v.pipe(
    v.optional(list("reserved-mailboxes"), defaultReservedMailboxes),
    v.description("Mailbox names nobody may register, comma-separated"),
  ),
  reservedSubdomains: v.pipe(
    v.optional(list("reserved-subdomains"), defaultReservedSubdomains),
    v.description("Subdomains nobody may register, comma-separated"),
  ),
  trustedProxies: v.pipe(
    v.optional(
      v.pipe(
        list("trusted-proxies"),
        v.everyItem(isIpOrCidr, "--trusted-proxies must be addresses or blocks, such as 127.0.0.1,10.0.0.0/8"),
      ),
      [],
    ),
    v.description("Addresses of proxies whose X-Forwarded-* headers count, comma-separated"),
  ),
  webhookAllow: v.pipe(
    v.optional(
      v.pipe(
        list("webhook-allow"),
        v.everyItem(isIpOrCidr, "--webhook-allow must be addresses or blocks, such as 127.0.0.1,10.0.0.0/8"),
      ),
      [],
    ),
    v.description(
      "Addresses that are not public to which webhooks may be sent, comma-separated; this machine's own where only it reaches the server",
    ),
  ),
  adminPort: v.pipe(
    v.optional(v.union([v.literal(""), port("admin-port")]), ""),
    v.description("Port of the operator's pages: metrics, health and certificate questions; none when empty"),
  ),
  adminHost: v.pipe(v.optional(text("admin-host"), "127.0.0.1"), v.description("Address those pages listen on")),
  publicMetrics: v.pipe(
    v.optional(trueOrFalse("public-metrics"), false),
    v.description("true shows /metrics on the public port, to everyone"),
  ),
  logLevel: oneOf("log-level", ["debug", "info", "warn", "error"], "info", "How much is logged; debug: each request"),
  logFormat: oneOf("log-format", ["auto", "text", "json"], "auto", "auto: in words on a terminal, else in JSON"),
  dashboard: v.pipe(
    v.optional(trueOrFalse("dashboard"), true),
    v.description("The dashboard at /; with --no-dashboard a plain page says where everything is"),
  ),
  packagesPublished: v.pipe(
    v.optional(trueOrFalse("packages-published"), false),
    v.description("true says that the packages are on the registry, so that pages may tell their names to run"),
  ),
  abuseContact: v.pipe(
    v.optional(
      v.pipe(v.string(), v.maxLength(200, "--abuse-contact must have at most 200 characters, such as an address")),
      "",
    ),
    v.description("Where abuse of a tunnel can be reported; shown on the error pages of tunnels"),
  ),
  internalUrl: v.pipe(
    v.optional(httpOriginOrEmpty("internal-url"), ""),
    v.description("Where the other servers of this Redis reach this one, for its tunnels; none when empty"),
  ),
  clusterSecret: v.pipe(
    v.optional(
      v.pipe(
        v.string(),
        v.regex(/^(?:.{16,})?$/, "FRONTDESK_CLUSTER_SECRET must have at least 16 characters, the same on every server"),
      ),
      "",
    ),
    v.description("Proves the servers to each other; drawn and kept in Redis when empty"),
  ),
  companionApk: v.pipe(
    v.optional(text("companion-apk"), "companion/dist/frontdesk-companion.apk"),
    v.description("The companion app, served to phones where this file is"),
  ),
  drain: v.pipe(
    v.optional(wholeNumber("drain", 0, 3_600_000), 8_000),
    v.description("Milliseconds that open requests are given at a stop"),
  ),
});

/** The server's settings, complete. */
export type ServerOptions = v.InferOutput<typeof optionsSchema>;

/** What `createServer` takes: any of the settings, and the parts that no flag can name. */
export type CreateServerOptions = Partial<ServerOptions> & {
  /** `memory:`, `lmdb:<dir>`, `fs:<dir>`, `redis://…`, or any unstorage storage. @default "lmdb:./data" */
  storage?: string | CustomStorage;
  /** The text of the first agent key on empty storage; drawn when absent. */
  bootstrapKey?: string;
  /** `false` starts no SMTP listener. @default true */
  smtp?: boolean;
};

/** @throws OptionsError naming each flag that is wrong. */
export function parseOptions(options: unknown): ServerOptions {
  const result = v.safeParse(optionsSchema, options);
  if (!result.success) throw new OptionsError(result.issues.map(toOptionMessage).join("\n"));
  return result.output;
}
