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
 * Schema of the server's settings: flags of `frontdesk serve`, environment variables `FRONTDESK_…` and defaults
 * (contract section 10). `--help` prints the descriptions.
 */
export const optionsSchema = v.object({
  port: v.pipe(v.optional(port("port"), 8787), v.description("HTTP port; 0 chooses a free one")),
  host: v.pipe(
    v.optional(text("host"), "127.0.0.1"),
    v.description("IP address or host name that the HTTP server listens on"),
  ),
  smtpPort: v.pipe(v.optional(port("smtp-port"), 2525), v.description("SMTP port; 0 chooses a free one")),
  smtpHost: v.pipe(
    v.optional(text("smtp-host"), "127.0.0.1"),
    v.description("IP address or host name that the SMTP server listens on"),
  ),
  smtpTlsCert: v.pipe(
    v.optional(v.string(), ""),
    v.description("PEM certificate file for STARTTLS; self-signed if not given"),
  ),
  smtpTlsKey: v.pipe(v.optional(v.string(), ""), v.description("PEM private key file for STARTTLS")),
  smtpTls: oneOf(
    "smtp-tls",
    ["auto", "off", "offer", "require"],
    "auto",
    "Offer STARTTLS: auto (to all clients with --smtp-tls-cert, else to public IPs only), off, offer (always), require",
  ),
  smtpAuth: oneOf(
    "smtp-auth",
    ["auto", "any", "none"],
    "auto",
    "Accept any SMTP credentials; they grant nothing. auto (private networks only), any, none",
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
    v.description("Mailbox that receives mail for unknown names; rejected with 550 if not given"),
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
    v.description("Public URL of this server; http://localhost:<port> if not given"),
  ),
  mailDomain: v.pipe(
    v.optional(domain("mail-domain"), "desk.example.com"),
    v.description("Domain of the mailboxes, such as mail.example.com"),
  ),
  tunnelDomain: v.pipe(
    v.optional(domain("tunnel-domain"), "tunnel.localhost"),
    v.description("Domain for tunnel subdomains, such as tunnel.example.com"),
  ),
  baseDomain: v.pipe(
    v.optional(domain("base-domain"), "vip.localhost"),
    v.description("Second tunnel domain, for accounts of tier vip or higher"),
  ),
  edition: oneOf("edition", ["later", "earlier"], "later", "Edition of the API: later (with SMS) or earlier"),
  requireDurable: v.pipe(
    v.optional(trueOrFalse("require-durable"), false),
    v.description(
      "Fail to start if the storage may lose acknowledged data, such as a Redis without appendfsync always",
    ),
  ),
  storageTimeout: v.pipe(
    v.optional(wholeNumber("storage-timeout", 0, 3_600_000), 10_000),
    v.description("Timeout of a storage call, in milliseconds; 0: no limit"),
  ),
  retentionDays: v.pipe(
    v.optional(wholeNumber("retention-days", 1, 3650), 30),
    v.description("Days after which messages are deleted"),
  ),
  reservedMailboxes: v.pipe(
    v.optional(list("reserved-mailboxes"), defaultReservedMailboxes),
    v.description("Mailbox names that cannot be registered, comma-separated"),
  ),
  reservedSubdomains: v.pipe(
    v.optional(list("reserved-subdomains"), defaultReservedSubdomains),
    v.description("Subdomains that cannot be registered, comma-separated"),
  ),
  trustedProxies: v.pipe(
    v.optional(
      v.pipe(
        list("trusted-proxies"),
        v.everyItem(isIpOrCidr, "--trusted-proxies must be IPs or CIDR blocks, such as 127.0.0.1,10.0.0.0/8"),
      ),
      [],
    ),
    v.description("IPs or CIDR blocks of proxies whose X-Forwarded-* headers are trusted, comma-separated"),
  ),
  webhookAllow: v.pipe(
    v.optional(
      v.pipe(
        list("webhook-allow"),
        v.everyItem(isIpOrCidr, "--webhook-allow must be IPs or CIDR blocks, such as 127.0.0.1,10.0.0.0/8"),
      ),
      [],
    ),
    v.description(
      "Private IPs or CIDR blocks that webhooks may be sent to, comma-separated; loopback is allowed if the server listens only there",
    ),
  ),
  adminPort: v.pipe(
    v.optional(v.union([v.literal(""), port("admin-port")]), ""),
    v.description("Port of the admin endpoints: metrics, health, certificate checks; off if not given"),
  ),
  adminHost: v.pipe(
    v.optional(text("admin-host"), "127.0.0.1"),
    v.description("IP address or host name that the admin endpoints listen on"),
  ),
  publicMetrics: v.pipe(
    v.optional(trueOrFalse("public-metrics"), false),
    v.description("Serve /metrics on the public port, to everyone"),
  ),
  logLevel: oneOf("log-level", ["debug", "info", "warn", "error"], "info", "Log level; debug logs each request"),
  logFormat: oneOf("log-format", ["auto", "text", "json"], "auto", "Log format; auto: text on a terminal, else JSON"),
  dashboard: v.pipe(
    v.optional(trueOrFalse("dashboard"), true),
    v.description("Serve the dashboard at /; --no-dashboard serves a plain page with links"),
  ),
  packagesPublished: v.pipe(
    v.optional(trueOrFalse("packages-published"), false),
    v.description("Show npm package names on pages; only if the packages are published"),
  ),
  abuseContact: v.pipe(
    v.optional(
      v.pipe(v.string(), v.maxLength(200, "--abuse-contact must have at most 200 characters, such as an address")),
      "",
    ),
    v.description("Contact for abuse reports, shown on error pages of tunnels"),
  ),
  internalUrl: v.pipe(
    v.optional(httpOriginOrEmpty("internal-url"), ""),
    v.description("URL at which other servers of the same Redis reach this one, to share tunnels"),
  ),
  clusterSecret: v.pipe(
    v.optional(
      v.pipe(
        v.string(),
        v.regex(/^(?:.{16,})?$/, "FRONTDESK_CLUSTER_SECRET must have at least 16 characters, the same on every server"),
      ),
      "",
    ),
    v.description(
      "Secret with which servers of a cluster authenticate each other; generated and kept in Redis if not given",
    ),
  ),
  companionApk: v.pipe(
    v.optional(text("companion-apk"), "companion/dist/frontdesk-companion.apk"),
    v.description("APK file of the companion app, served to phones if it exists"),
  ),
  drain: v.pipe(
    v.optional(wholeNumber("drain", 0, 3_600_000), 8_000),
    v.description("Milliseconds that open requests may take to finish during shutdown"),
  ),
});

/** The server's settings, with defaults applied. */
export type ServerOptions = v.InferOutput<typeof optionsSchema>;

/** Options of `createServer`: any of the settings, and options that have no flag. */
export type CreateServerOptions = Partial<ServerOptions> & {
  /** `memory:`, `lmdb:<dir>`, `fs:<dir>`, `redis://…`, or any unstorage storage. @default "lmdb:./data" */
  storage?: string | CustomStorage;
  /** First agent key on empty storage; generated if not given. */
  bootstrapKey?: string;
  /** `false` starts no SMTP listener. @default true */
  smtp?: boolean;
};

/** Validates settings and applies defaults. @throws OptionsError that names each invalid flag */
export function parseOptions(options: unknown): ServerOptions {
  const result = v.safeParse(optionsSchema, options);
  if (!result.success) throw new OptionsError(result.issues.map(toOptionMessage).join("\n"));
  return result.output;
}
