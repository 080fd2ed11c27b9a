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
  setting,
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
  port: setting(port("port"), 8787, "HTTP port; 0 chooses a free one"),
  host: setting(text("host"), "127.0.0.1", "IP address or host name that the HTTP server listens on"),
  smtpPort: setting(port("smtp-port"), 2525, "SMTP port; 0 chooses a free one"),
  smtpHost: setting(text("smtp-host"), "127.0.0.1", "IP address or host name that the SMTP server listens on"),
  smtpTlsCert: setting(v.string(), "", "PEM certificate file for STARTTLS; self-signed if not given"),
  smtpTlsKey: setting(v.string(), "", "PEM private key file for STARTTLS"),
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
  catchAll: setting(
    v.pipe(
      v.string(),
      v.toLowerCase(),
      v.regex(/^[a-z0-9._-]*$/, "--catch-all must be the name of a mailbox, without its domain"),
    ),
    "",
    "Mailbox that receives mail for unknown names; rejected with 550 if not given",
  ),
  ...limitSettings,
  publicUrl: setting(
    v.union([v.literal(""), v.pipe(v.string(), v.url("--public-url must be a URL, such as https://desk.example.com"))]),
    "",
    "Public URL of this server; http://localhost:<port> if not given",
  ),
  mailDomain: setting(domain("mail-domain"), "desk.example.com", "Domain of the mailboxes, such as mail.example.com"),
  tunnelDomain: setting(
    domain("tunnel-domain"),
    "tunnel.localhost",
    "Domain for tunnel subdomains, such as tunnel.example.com",
  ),
  baseDomain: setting(
    domain("base-domain"),
    "vip.localhost",
    "Second tunnel domain, for accounts of tier vip or higher",
  ),
  edition: oneOf("edition", ["later", "earlier"], "later", "Edition of the API: later (with SMS) or earlier"),
  requireDurable: setting(
    trueOrFalse("require-durable"),
    false,
    "Fail to start if the storage may lose acknowledged data, such as a Redis without appendfsync always",
  ),
  storageTimeout: setting(
    wholeNumber("storage-timeout", 0, 3_600_000),
    10_000,
    "Timeout of a storage call, in milliseconds; 0: no limit",
  ),
  retentionDays: setting(wholeNumber("retention-days", 1, 3650), 30, "Days after which messages are deleted"),
  reservedMailboxes: setting(
    list("reserved-mailboxes"),
    defaultReservedMailboxes,
    "Mailbox names that cannot be registered, comma-separated",
  ),
  reservedSubdomains: setting(
    list("reserved-subdomains"),
    defaultReservedSubdomains,
    "Subdomains that cannot be registered, comma-separated",
  ),
  trustedProxies: setting(
    v.pipe(
      list("trusted-proxies"),
      v.everyItem(isIpOrCidr, "--trusted-proxies must be IPs or CIDR blocks, such as 127.0.0.1,10.0.0.0/8"),
    ),
    [],
    "IPs or CIDR blocks of proxies whose X-Forwarded-* headers are trusted, comma-separated",
  ),
  webhookAllow: setting(
    v.pipe(
      list("webhook-allow"),
      v.everyItem(isIpOrCidr, "--webhook-allow must be IPs or CIDR blocks, such as 127.0.0.1,10.0.0.0/8"),
    ),
    [],
    "Private IPs or CIDR blocks that webhooks may be sent to, comma-separated; loopback is allowed if the server listens only there",
  ),
  adminPort: setting(
    v.union([v.literal(""), port("admin-port")]),
    "",
    "Port of the admin endpoints: metrics, health, certificate checks; off if not given",
  ),
  adminHost: setting(text("admin-host"), "127.0.0.1", "IP address or host name that the admin endpoints listen on"),
  providerAuth: oneOf(
    "provider-auth",
    ["auto", "key"],
    "auto",
    "Credentials at provider APIs (/as/…): auto (any from programs on this machine, if HTTP listens on loopback only), key",
  ),
  providerPort: setting(
    v.union([v.literal(""), port("provider-port")]),
    "",
    "Port that stands in for the hosts of providers, as an HTTP proxy, for SDKs whose host is fixed; off if not given",
  ),
  providerHost: setting(
    text("provider-host"),
    "127.0.0.1",
    "IP address or host name that the provider port listens on",
  ),
  publicMetrics: setting(trueOrFalse("public-metrics"), false, "Serve /metrics on the public port, to everyone"),
  logLevel: oneOf("log-level", ["debug", "info", "warn", "error"], "info", "Log level; debug logs each request"),
  logFormat: oneOf("log-format", ["auto", "text", "json"], "auto", "Log format; auto: text on a terminal, else JSON"),
  auditLog: setting(text("audit-log"), "off", "File to which the audit log is appended as JSON lines; stdout; off"),
  dashboard: setting(
    trueOrFalse("dashboard"),
    true,
    "Serve the dashboard at /; --no-dashboard serves a plain page with links",
  ),
  oauth: oneOf(
    "oauth",
    ["auto", "on", "off"],
    "auto",
    "Let MCP clients sign in by OAuth: auto (if the public URL is https or loopback, and the dashboard is on), on, off",
  ),
  oauthCimd: oneOf(
    "oauth-cimd",
    ["auto", "on", "off"],
    "auto",
    "Fetch the metadata of OAuth clients whose id is a URL: auto (if the public URL is https and not loopback), on, off",
  ),
  packagesPublished: setting(
    trueOrFalse("packages-published"),
    false,
    "Show npm package names on pages; only if the packages are published",
  ),
  abuseContact: setting(
    v.pipe(v.string(), v.maxLength(200, "--abuse-contact must have at most 200 characters, such as an address")),
    "",
    "Contact for abuse reports, shown on error pages of tunnels",
  ),
  internalUrl: setting(
    httpOriginOrEmpty("internal-url"),
    "",
    "URL at which other servers of the same Redis reach this one, to share tunnels",
  ),
  secret: setting(
    v.pipe(
      v.string(),
      v.regex(
        /^(?:[A-Za-z0-9+/]{43}=)?$/,
        "FRONTDESK_SECRET must be 32 bytes in base64 (44 characters), such as from: openssl rand -base64 32",
      ),
    ),
    "",
    "32 bytes in base64 that encrypt stored records; generated beside a data folder if not given",
  ),
  clusterSecret: setting(
    v.pipe(
      v.string(),
      v.regex(/^(?:.{16,})?$/, "FRONTDESK_CLUSTER_SECRET must have at least 16 characters, the same on every server"),
    ),
    "",
    "Secret with which servers of a cluster authenticate each other; generated and kept in Redis if not given",
  ),
  companionApk: setting(
    text("companion-apk"),
    "companion/dist/frontdesk-companion.apk",
    "APK file of the companion app, served to phones if it exists",
  ),
  drain: setting(
    wholeNumber("drain", 0, 3_600_000),
    8_000,
    "Milliseconds that open requests may take to finish during shutdown",
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
