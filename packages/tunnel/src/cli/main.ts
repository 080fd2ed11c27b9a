import { createRequire } from "node:module";
import { stripVTControlCharacters } from "node:util";
import { TunnelOptionsError } from "../agent/errors.ts";
import type { TunnelOptions } from "../agent/options.ts";
import { readConfig } from "./config.ts";
import { checkAlone, type Flags, readFlags, toUsage } from "./flags.ts";
import { createPrinter } from "./printer.ts";
import { run } from "./run.ts";
import { readToken } from "./token.ts";

/** For a program that only waits for a name to be looked up, say, and has nothing more to tell. */
const LEAVE_WITHIN = 500;

const argv = process.argv.slice(2);
const format = argv.findLast((word, at) => word.startsWith("--log-format=") || argv[at - 1] === "--log-format");
const json = argv.includes("--json") || format?.replace("--log-format=", "") === "json";
const printer = createPrinter({ json, out: console.log, err: console.error });
const stop = new AbortController();
// The second time it is meant at once, whatever still runs.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.on(signal, () => (stop.signal.aborted ? process.exit() : stop.abort()));
// Whoever read the lines is gone: leave as if told to.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => stop.abort());

try {
  process.exitCode = await start(readFlags(argv));
} catch (error) {
  if (!(error instanceof TunnelOptionsError)) throw error;
  printer.error(error.message);
  process.exitCode = 2;
}
setTimeout(() => process.exit(), LEAVE_WITHIN).unref();

async function start(flags: Flags): Promise<number> {
  if (flags.help) print(await toUsage());
  else if (flags.version) print(createRequire(import.meta.url)("@frontdesk/tunnel/package.json").version);
  else {
    if (flags["log-format"] !== undefined && !["text", "json"].includes(flags["log-format"]))
      throw new TunnelOptionsError("log-format: give text or json");
    const { qr = false } = flags;
    return run({ tunnels: await toTunnels(flags), printer, inspect: toInspectPort(flags), qr, signal: stop.signal });
  }
  return 0;
}

async function toTunnels(flags: Flags): Promise<TunnelOptions[]> {
  const { env: environment, stdin } = process;
  const drain = toDrain(flags.drain);
  const server = flags.server ?? (environment.FRONTDESK_SERVER || undefined);
  if (flags.config !== undefined) {
    checkAlone(flags);
    const config = readConfig(flags.config);
    const tunnels: TunnelOptions[] = [];
    for (const tunnel of config.tunnels) {
      tunnels.push({
        token: await readToken({ token: tunnel.token, tokenFile: tunnel.token_file, environment, stdin }),
        port: tunnel.port,
        server: server ?? config.server,
        host: tunnel.host,
        https: tunnel.https,
        hostHeader: tunnel.host_header,
        basicAuth: tunnel.basic_auth,
        allowIp: tunnel.allow_ip,
        share: tunnel.share,
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
      server,
      host: flags.host,
      https: flags.https,
      hostHeader: flags["host-header"],
      basicAuth: flags["basic-auth"],
      allowIp: flags["allow-ip"]?.flatMap((entries) => entries.split(",")).map((entry) => entry.trim()),
      share: flags.share,
      drain,
    },
  ];
}

/** Milliseconds. */
function toDrain(seconds: string | undefined): number | undefined {
  if (seconds === undefined) return undefined;
  if (!/^\d{1,5}$/.test(seconds)) throw new TunnelOptionsError("drain: give whole seconds, such as 30");
  return Number(seconds) * 1_000;
}

function toInspectPort({ inspect, "no-inspect": off }: Flags): number | null {
  if (off || (json && inspect === undefined)) return null;
  if (inspect === undefined) return 4040;
  if (!/^\d{1,5}$/.test(inspect) || Number(inspect) > 65_535) throw new TunnelOptionsError("inspect: give a port");
  return Number(inspect);
}

function print(text: string): void {
  console.log(process.stdout.isTTY ? text : stripVTControlCharacters(text));
}
