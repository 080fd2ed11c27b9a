import { createRequire } from "node:module";
import { createCommand, Option, run, type Terminal } from "@frontdesk/basics/command-line";
import { TunnelOptionsError } from "../client/errors.ts";
import type { TunnelOptions } from "../client/options.ts";
import { readConfig } from "./config.ts";
import { createPrinter } from "./printer.ts";
import { runTunnels } from "./run.ts";
import { readToken } from "./token.ts";

/** Runs `frontdesk-tunnel` with arguments. Resolves to the exit code: 0 success, 1 a tunnel was rejected, 2 an invalid option. */
export async function runCommand(argv: string[], terminal: Terminal, stdin: NodeJS.ReadableStream): Promise<number> {
  // Read before the flags are parsed, so that errors in them are printed as JSON too.
  const isJson = wantsJson(argv);
  const err = isJson ? createPrinter({ isJson, ...terminal }).error : terminal.err;
  // JSON is for programs, which need no inspector page. Else the page has this port.
  const defaultInspect = isJson ? false : 4040;
  /** Result of the tunnels; `run` itself returns that of parsing the flags. */
  let exitCode = 0;
  const neverAborted = new AbortController().signal;
  /** Creates the program. Its terminal escapes control characters, which an app or visitor may have sent. */
  function createProgram(safeTerminal: Terminal) {
    return createTunnelCommand(safeTerminal).action(async ({ inspect = defaultInspect, qr = false, ...flags }) => {
      exitCode = await runTunnels({
        tunnels: await toTunnels(flags, terminal.env, stdin),
        printer: createPrinter({ isJson, ...safeTerminal }),
        // False is `--no-inspect`. The type also permits true, which no flag gives.
        inspect: typeof inspect === "number" ? inspect : null,
        qr,
        signal: terminal.stopSignal?.() ?? neverAborted,
      });
    });
  }
  const { version } = createRequire(import.meta.url)("@frontdesk/tunnel/package.json");
  const explain = (error: Error) => (error instanceof TunnelOptionsError ? { message: error.message, code: 2 } : null);
  return (await run(createProgram, argv, { ...terminal, err }, { version, explain })) || exitCode;
}

/** Returns whether the arguments ask for JSON: `--json`, `--log-format json` or `--log-format=json`. Of several formats, the last counts. */
function wantsJson(argv: readonly string[]): boolean {
  const format = argv.findLast((arg, index) => arg.startsWith("--log-format=") || argv[index - 1] === "--log-format");
  return argv.includes("--json") || format?.replace("--log-format=", "") === "json";
}

/** Flags that a file has for each of its tunnels: a --basic-auth beside --config would protect none of them. */
const flagsOfOneTunnel = "token port tokenFile host https hostHeader basicAuth allowIp share indexable".split(" ");

/** Creates the command with its flags. Unknown flags are errors: a mistyped --basic-auth must not open an unprotected tunnel. */
export function createTunnelCommand(terminal: Terminal) {
  return createCommand(terminal, {
    name: "frontdesk-tunnel",
    description: "Exposes a local port at a public subdomain.",
    examples: [
      "frontdesk-tunnel --token-file demo.token --port 3000",
      "FRONTDESK_TUNNEL_TOKEN=svc_… frontdesk-tunnel -p 3000 --url https://desk.example.com",
      "frontdesk-tunnel --config tunnels.yaml --json",
    ],
  })
    .option("-k, --token <token>", "Subdomain token (svc_…); - reads it from standard input [FRONTDESK_TUNNEL_TOKEN]")
    .option("-p, --port <port>", "Local port to expose")
    .option("--token-file <file>", "File that holds the token [FRONTDESK_TUNNEL_TOKEN_FILE]")
    .option("--url <url>", "URL of the Frontdesk server [FRONTDESK_URL, default http://localhost:8787]")
    .option("--host <host>", "Host of the app (default localhost)")
    .option("--https", "The app uses HTTPS; its certificate is not checked")
    .option("--host-header <host>", "Host header for the app; local means its own host:port")
    .option("--basic-auth <user:pass>", "Require user:password from visitors")
    .option(
      "--allow-ip <ip,block>",
      "Allow only visitors from these IP addresses or CIDR blocks, separated by commas",
      addEntries,
    )
    .option("--share", "Share the name with other clients that use --share")
    .option("--indexable", "Let search engines index the URL (no X-Robots-Tag: noindex)")
    .addOption(new Option("-c, --config <file>", "YAML file with several tunnels").conflicts(flagsOfOneTunnel))
    .option("--inspect <port>", "Port of the inspector page, which shows requests (default 4040)", toPort)
    .option("--no-inspect", "No inspector page")
    .option("--qr", "Print the URL as a QR code")
    .option("--drain <seconds>", "Seconds that current requests may take to finish on exit (default 30)", toDrainMs)
    .option("--json", "Print one JSON object per line")
    .addOption(new Option("--log-format <format>", "text or json (same as --json)").choices(["text", "json"]));
}

type TunnelFlags = ReturnType<ReturnType<typeof createTunnelCommand>["opts"]>;

/** Returns the options of all tunnels: those in the file of `--config`, or the one that the flags describe. */
async function toTunnels(
  flags: Omit<TunnelFlags, "inspect" | "qr">,
  environment: Terminal["env"],
  stdin: NodeJS.ReadableStream,
): Promise<TunnelOptions[]> {
  // `runCommand` has read the two flags of the format already, so they are left out.
  const { config, token, tokenFile, port = "", url: urlFlag, drain, json: _, logFormat: _format, ...options } = flags;
  const url = urlFlag ?? (environment.FRONTDESK_URL || undefined);
  if (url !== undefined && !/^https?:\/\//.test(url)) {
    const source = urlFlag === undefined ? "FRONTDESK_URL" : "--url";
    throw new TunnelOptionsError(
      `${source}: ${JSON.stringify(url)} is not a URL; give one such as http://localhost:8787`,
    );
  }
  if (config !== undefined) return toTunnelsOfFile(config, { url, drain, environment, stdin });
  const isNumber = /^\d+$/.test(port);
  if (!isNumber) throw new TunnelOptionsError("port: give -p <local port>, from 1 to 65535");
  const ownToken = await readToken({ token, tokenFile, environment, stdin });
  return [{ ...options, token: ownToken, port: Number(port), baseUrl: url, drain }];
}

interface FileContext {
  /** From the flag `--url` or the variable; has precedence over that in the file. */
  url: string | undefined;
  drain: number | undefined;
  environment: Terminal["env"];
  stdin: NodeJS.ReadableStream;
}

/** Returns the options of the tunnels in a config file. `url` and `drain` apply to all of them. */
async function toTunnelsOfFile(path: string, { url, drain, ...sources }: FileContext): Promise<TunnelOptions[]> {
  const config = readConfig(path);
  const tunnels: TunnelOptions[] = [];
  // One after the other, because several may read their token from standard input.
  for (const { token, token_file: tokenFile, host_header, basic_auth, allow_ip, ...options } of config.tunnels)
    tunnels.push({
      ...options,
      token: await readToken({ token, tokenFile, ...sources }),
      baseUrl: url ?? config.url,
      hostHeader: host_header,
      basicAuth: basic_auth,
      allowIp: allow_ip,
      drain,
    });
  return tunnels;
}

/** Adds the entries of a comma-separated text to those of earlier flags. */
function addEntries(text: string, earlier: string[] = []): string[] {
  return [...earlier, ...text.split(",").map((entry) => entry.trim())];
}

/** Parses seconds. Returns milliseconds. @throws TunnelOptionsError */
function toDrainMs(seconds: string): number {
  if (!/^\d{1,5}$/.test(seconds)) throw new TunnelOptionsError("drain: give whole seconds, such as 30");
  return Number(seconds) * 1_000;
}

/** Parses the inspector's port. @throws TunnelOptionsError */
function toPort(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) throw new TunnelOptionsError("--inspect: give a port");
  return Number(text);
}
