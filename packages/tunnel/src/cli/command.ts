import { createRequire } from "node:module";
import { stripVTControlCharacters } from "node:util";
import { TunnelOptionsError } from "../client/errors.ts";
import type { TunnelOptions } from "../client/options.ts";
import { readConfig } from "./config.ts";
import { readFlags, rejectFlagsBesideConfig, type TunnelFlags, toTunnelUsage } from "./flags.ts";
import { createPrinter } from "./printer.ts";
import { runTunnels } from "./run.ts";
import { readToken } from "./token.ts";

/** What the command uses of its process. */
export interface CommandContext {
  environment: NodeJS.ProcessEnv;
  stdin: NodeJS.ReadableStream;
  out(line: string): void;
  err(line: string): void;
  /** Whether `out` is a terminal, which shows colours. */
  isTerminal: boolean;
  /** Closes the tunnels, like Ctrl-C. */
  signal: AbortSignal;
}

/** Runs `frontdesk-tunnel` with arguments. Resolves to the exit code: 0 success, 1 a tunnel was rejected, 2 an invalid option. */
export async function runCommand(argv: string[], context: CommandContext): Promise<number> {
  const { out, err, isTerminal, signal } = context;
  const formatArgument = argv.findLast(
    (arg, index) => arg.startsWith("--log-format=") || argv[index - 1] === "--log-format",
  );
  // Read before the flags are parsed, so that errors in them are printed as JSON too.
  const isJson = argv.includes("--json") || formatArgument?.replace("--log-format=", "") === "json";
  const printer = createPrinter({ isJson, out, err });
  const print = (text: string) => out(isTerminal ? text : stripVTControlCharacters(text));
  try {
    const flags = readFlags(argv);
    if (flags.help) print(await toTunnelUsage());
    else if (flags.version) print(createRequire(import.meta.url)("@frontdesk/tunnel/package.json").version);
    else {
      if (flags["log-format"] !== undefined && !["text", "json"].includes(flags["log-format"]))
        throw new TunnelOptionsError("log-format: give text or json");
      const { qr = false } = flags;
      const tunnels = await toTunnels(flags, context);
      return await runTunnels({ tunnels, printer, inspect: toInspectPort(flags, isJson), qr, signal });
    }
    return 0;
  } catch (error) {
    if (!(error instanceof TunnelOptionsError)) throw error;
    printer.error(error.message);
    return 2;
  }
}

/** Returns the options of all tunnels: of the file in `--config`, or of the one that the flags describe. */
async function toTunnels(flags: TunnelFlags, { environment, stdin }: CommandContext): Promise<TunnelOptions[]> {
  const drain = toDrainMs(flags.drain);
  const url = flags.url ?? (environment.FRONTDESK_URL || undefined);
  if (url !== undefined && !/^https?:\/\//.test(url)) {
    const source = flags.url === undefined ? "FRONTDESK_URL" : "--url";
    throw new TunnelOptionsError(
      `${source}: ${JSON.stringify(url)} is not a URL; give one such as http://localhost:8787`,
    );
  }
  if (flags.config !== undefined) {
    rejectFlagsBesideConfig(flags);
    const config = readConfig(flags.config);
    const tunnels: TunnelOptions[] = [];
    for (const tunnel of config.tunnels) {
      tunnels.push({
        token: await readToken({ token: tunnel.token, tokenFile: tunnel.token_file, environment, stdin }),
        port: tunnel.port,
        baseUrl: url ?? config.url,
        host: tunnel.host,
        https: tunnel.https,
        hostHeader: tunnel.host_header,
        basicAuth: tunnel.basic_auth,
        allowIp: tunnel.allow_ip,
        share: tunnel.share,
        indexable: tunnel.indexable,
        drain,
      });
    }
    return tunnels;
  }
  if (!/^\d+$/.test(flags.port ?? "")) throw new TunnelOptionsError("port: give -p <local port>, from 1 to 65535");
  return [
    {
      token: await readToken({ token: flags.token, tokenFile: flags["token-file"], environment, stdin }),
      port: Number(flags.port),
      baseUrl: url,
      host: flags.host,
      https: flags.https,
      hostHeader: flags["host-header"],
      basicAuth: flags["basic-auth"],
      allowIp: flags["allow-ip"]?.flatMap((entries) => entries.split(",")).map((entry) => entry.trim()),
      share: flags.share,
      indexable: flags.indexable,
      drain,
    },
  ];
}

/** Converts seconds to milliseconds. */
function toDrainMs(seconds: string | undefined): number | undefined {
  if (seconds === undefined) return undefined;
  if (!/^\d{1,5}$/.test(seconds)) throw new TunnelOptionsError("drain: give whole seconds, such as 30");
  return Number(seconds) * 1_000;
}

/** Returns the inspector's port; `null` for no inspector, which is the default with JSON output. */
function toInspectPort({ inspect, "no-inspect": off }: TunnelFlags, isJson: boolean): number | null {
  if (off || (isJson && inspect === undefined)) return null;
  if (inspect === undefined) return 4040;
  if (!/^\d{1,5}$/.test(inspect) || Number(inspect) > 65_535) throw new TunnelOptionsError("inspect: give a port");
  return Number(inspect);
}
