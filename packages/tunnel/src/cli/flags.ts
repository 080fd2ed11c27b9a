import { parseArgs } from "node:util";
import { errorMessage } from "@frontdesk/basics";
import { type ArgDef, defineCommand, renderUsage } from "citty";
import { TunnelOptionsError } from "../client/errors.ts";

const FLAGS = {
  token: { type: "string", short: "k", description: "Subdomain token (svc_…); - reads it from standard input" },
  port: { type: "string", short: "p", description: "Local port to expose" },
  "token-file": { type: "string", description: "File that holds the token" },
  url: { type: "string", description: "URL of the Frontdesk server (FRONTDESK_URL; http://localhost:8787)" },
  host: { type: "string", description: "Host of the app (localhost)" },
  https: { type: "boolean", description: "The app uses HTTPS; its certificate is not checked" },
  "host-header": { type: "string", description: "Host header for the app; local means its own host:port" },
  "basic-auth": { type: "string", description: "Require user:password from visitors" },
  "allow-ip": {
    type: "string",
    multiple: true,
    description: "Allow only visitors from these IP addresses or CIDR blocks, separated by commas",
  },
  share: { type: "boolean", description: "Share the name with other clients that use --share" },
  indexable: { type: "boolean", description: "Let search engines index the URL (no X-Robots-Tag: noindex)" },
  config: { type: "string", short: "c", description: "YAML file with several tunnels" },
  inspect: { type: "string", description: "Port of the inspector page, which shows requests (4040)" },
  "no-inspect": { type: "boolean", description: "No inspector page" },
  qr: { type: "boolean", description: "Print the URL as a QR code" },
  drain: { type: "string", description: "Seconds that current requests may take to finish on exit (30)" },
  json: { type: "boolean", description: "Print one JSON object per line" },
  "log-format": { type: "string", description: "text or json (same as --json)" },
  version: { type: "boolean", short: "v", description: "Print the version" },
  help: { type: "boolean", short: "h", description: "Print this help" },
} as const;

export type TunnelFlags = ReturnType<typeof readFlags>;

/** Parses the command line. Unknown flags are errors: a mistyped --basic-auth must not open an unprotected tunnel. */
export function readFlags(argv: string[]) {
  try {
    return parseArgs({ args: argv, options: FLAGS }).values;
  } catch (error) {
    // Only the first sentence: in others, Node suggests a syntax that does not help here.
    const [sentence = ""] = errorMessage(error).split(/\.\s|\.$/);
    throw new TunnelOptionsError(`${sentence}. --help lists all options.`);
  }
}

const ALLOWED_WITH_CONFIG: ReadonlySet<string> = new Set([
  "config",
  "url",
  "inspect",
  "no-inspect",
  "qr",
  "json",
  "log-format",
  "drain",
]);

/** Throws on flags of a single tunnel next to --config: a --basic-auth there would protect none of the file's tunnels. */
export function rejectFlagsBesideConfig(flags: TunnelFlags): void {
  const misplaced = Object.keys(flags).find((name) => !ALLOWED_WITH_CONFIG.has(name));
  if (misplaced !== undefined) throw new TunnelOptionsError(`--${misplaced}: with --config, set this in the file`);
}

/** Returns the text of `--help`. */
export function toTunnelUsage(): Promise<string> {
  const args = Object.entries(FLAGS).map(([name, flag]): [string, ArgDef] => [
    name,
    { type: flag.type, description: flag.description, ...("short" in flag && { alias: flag.short }) },
  ]);
  const meta = { name: "frontdesk-tunnel", description: "Exposes a local port at a public subdomain." };
  return renderUsage(defineCommand({ meta, args: Object.fromEntries(args) }));
}
