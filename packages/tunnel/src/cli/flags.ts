import { parseArgs } from "node:util";
import { type ArgDef, defineCommand, renderUsage } from "citty";
import { TunnelOptionsError } from "../client/errors.ts";

const FLAGS = {
  token: { type: "string", short: "k", description: "Subdomain token (svc_…); - reads it from standard input" },
  port: { type: "string", short: "p", description: "Local port to expose" },
  "token-file": { type: "string", description: "File that holds the token" },
  url: { type: "string", description: "Where the Frontdesk server is (FRONTDESK_URL; http://localhost:8787)" },
  host: { type: "string", description: "Host of the app (localhost)" },
  https: { type: "boolean", description: "The app speaks HTTPS; its certificate is not checked" },
  "host-header": { type: "string", description: "Host that the app sees; local stands for its own host:port" },
  "basic-auth": { type: "string", description: "Ask visitors for user:password" },
  "allow-ip": {
    type: "string",
    multiple: true,
    description: "Let only these addresses or CIDR blocks visit, separated by commas",
  },
  share: { type: "boolean", description: "Serve the name together with other clients that share it" },
  indexable: { type: "boolean", description: "Let search engines list the address (no X-Robots-Tag: noindex)" },
  config: { type: "string", short: "c", description: "YAML file with several tunnels" },
  inspect: { type: "string", description: "Port of the page that shows requests (4040)" },
  "no-inspect": { type: "boolean", description: "No such page" },
  qr: { type: "boolean", description: "Print the address as a QR code" },
  drain: { type: "string", description: "Seconds that running requests may take to finish at the end (30)" },
  json: { type: "boolean", description: "Print one JSON object a line" },
  "log-format": { type: "string", description: "text or json; json is the same as --json" },
  version: { type: "boolean", short: "v", description: "Print the version" },
  help: { type: "boolean", short: "h", description: "Print this" },
} as const;

export type Flags = ReturnType<typeof readFlags>;

/** Reads the command line. What it does not know is an error: a mistyped guard must not open a tunnel without it. */
export function readFlags(argv: string[]) {
  try {
    return parseArgs({ args: argv, options: FLAGS }).values;
  } catch (error) {
    const [sentence = ""] = (error instanceof Error ? error.message : String(error)).split(/\.\s|\.$/);
    throw new TunnelOptionsError(`${sentence}. --help lists all options.`);
  }
}

const BESIDE_CONFIG: ReadonlySet<string> = new Set([
  "config",
  "url",
  "inspect",
  "no-inspect",
  "qr",
  "json",
  "log-format",
  "drain",
]);

/** Each tunnel of a file has its own options; one that is given beside the file would guard none of them. */
export function checkAlone(flags: Flags): void {
  const lost = Object.keys(flags).find((name) => !BESIDE_CONFIG.has(name));
  if (lost !== undefined) throw new TunnelOptionsError(`--${lost}: with --config, it belongs into the file`);
}

/** What `--help` prints. */
export function toUsage(): Promise<string> {
  const args = Object.entries(FLAGS).map(([name, flag]): [string, ArgDef] => [
    name,
    { type: flag.type, description: flag.description, ...("short" in flag && { alias: flag.short }) },
  ]);
  const meta = { name: "frontdesk-tunnel", description: "Puts a local port under a public subdomain." };
  return renderUsage(defineCommand({ meta, args: Object.fromEntries(args) }));
}
