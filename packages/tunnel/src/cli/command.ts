import { createRequire } from "node:module";
import { createCommand, Option, run, type Terminal } from "@frontdesk/basics/command-line";
import { TunnelOptionsError } from "../client/errors.ts";
import type { TunnelOptions } from "../client/options.ts";
import { readConfig } from "./config.ts";
import { createPrinter } from "./printer.ts";
import { runTunnels } from "./run.ts";
import { readToken } from "./token.ts";

const DEFAULT_INSPECTOR_PORT = 4040;

/**
 * Runs `frontdesk-tunnel` with arguments. Resolves to the exit code: 0 success, 1 a tunnel was rejected, 2 an invalid option. `run` parses
 * the arguments and runs the action, with a terminal that escapes control characters. Its exit code does not include that of the tunnels.
 */
export async function runCommand(argv: string[], terminal: Terminal, stdin: NodeJS.ReadableStream): Promise<number> {
  const isJson = wantsJson(argv);
  let tunnelsExitCode = 0;
  const createProgram = (safeTerminal: Terminal) =>
    createTunnelCommand(safeTerminal).action(async (flags) => {
      tunnelsExitCode = await runFlags(flags, { isJson, stdin, terminal: safeTerminal });
    });
  // Errors in the flags themselves are printed as JSON, too.
  const err = isJson ? createPrinter({ isJson, ...terminal }).error : terminal.err;
  const { version } = createRequire(import.meta.url)("@frontdesk/tunnel/package.json");
  const commandExitCode = await run(createProgram, argv, { ...terminal, err }, { version, explain: explainError });
  return commandExitCode || tunnelsExitCode;
}

/** Returns the message and exit code of an invalid option; `null` for other errors. */
function explainError(error: Error): { message: string; code: number } | null {
  return error instanceof TunnelOptionsError ? { message: error.message, code: 2 } : null;
}

interface CommandContext {
  isJson: boolean;
  stdin: NodeJS.ReadableStream;
  /** Escapes control characters in its output, which an app or visitor may have sent. */
  terminal: Terminal;
}

/** Runs the tunnels that the flags describe until they end or the command is stopped. Resolves to the exit code. */
async function runFlags(
  { inspect, qr, ...tunnelFlags }: TunnelFlags,
  { isJson, stdin, terminal }: CommandContext,
): Promise<number> {
  const neverAborted = new AbortController().signal;
  return runTunnels({
    tunnels: await toTunnels(tunnelFlags, terminal.env, stdin),
    printer: createPrinter({ isJson, ...terminal }),
    inspect: toInspectorPort(inspect, isJson),
    qr: qr === true,
    signal: terminal.stopSignal?.() ?? neverAborted,
  });
}

/** Returns the port of the inspector page; `null` for none: with `--no-inspect`, or by default for programs, which get JSON. */
function toInspectorPort(inspect: TunnelFlags["inspect"], isJson: boolean): number | null {
  if (inspect === undefined && !isJson) return DEFAULT_INSPECTOR_PORT;
  return typeof inspect === "number" ? inspect : null;
}

/**
 * Returns whether the arguments ask for JSON: `--json`, `--log-format json` or `--log-format=json`. The last format counts. Reads them
 * unparsed, because an error of the parser is printed in this format too.
 */
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
