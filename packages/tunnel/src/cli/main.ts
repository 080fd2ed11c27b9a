import { type ArgsDef, defineCommand, type ParsedArgs, runMain } from "citty";
import { TunnelOptionsError } from "../errors.ts";
import type { TunnelOptions } from "../options.ts";
import { readConfig } from "./config.ts";
import { createPrinter } from "./printer.ts";
import { run } from "./run.ts";
import { readToken } from "./token.ts";

const args = {
  token: { type: "string", alias: "k", description: "Subdomain token (svc_…); - reads it from standard input" },
  port: { type: "string", alias: "p", description: "Local port to expose" },
  "token-file": { type: "string", description: "File that holds the token" },
  server: { type: "string", description: "Frontdesk server (FRONTDESK_SERVER; http://localhost:8787)" },
  host: { type: "string", description: "Host of the app (localhost)" },
  https: { type: "boolean", description: "The app speaks HTTPS; its certificate is not checked" },
  "host-header": { type: "string", description: "Host that the app sees; local stands for its own host:port" },
  "basic-auth": { type: "string", description: "Ask visitors for user:password" },
  "allow-ip": { type: "string", description: "Let only these addresses or CIDR blocks visit, separated by commas" },
  share: { type: "boolean", description: "Serve the name together with other clients that share it" },
  config: { type: "string", alias: "c", description: "YAML file with several tunnels" },
  inspect: { type: "string", description: "Port of the page that shows requests (4040); --no-inspect for none" },
  qr: { type: "boolean", description: "Print the address as a QR code" },
  json: { type: "boolean", description: "Print one JSON object a line" },
} satisfies ArgsDef;

const command = defineCommand({
  meta: { name: "frontdesk-tunnel", description: "Puts a local port under a public subdomain." },
  args,
  async run({ args: given, rawArgs }) {
    const json = given.json === true;
    const printer = createPrinter({ json, out: console.log, err: console.error });
    const stop = new AbortController();
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => stop.abort());
    try {
      process.exitCode = await run({
        tunnels: toTunnels(given),
        printer,
        inspect: toInspectPort(given.inspect, rawArgs, json),
        qr: given.qr === true,
        signal: stop.signal,
      });
    } catch (error) {
      if (!(error instanceof TunnelOptionsError)) throw error;
      printer.error(error.message);
      process.exitCode = 2;
    }
  },
});

function toTunnels(given: ParsedArgs<typeof args>): TunnelOptions[] {
  const environment = process.env;
  const server = given.server ?? environment.FRONTDESK_SERVER;
  if (given.config !== undefined) {
    const config = readConfig(given.config);
    return config.tunnels.map((tunnel) => ({
      token: readToken({ token: tunnel.token, tokenFile: tunnel.token_file, environment }),
      port: tunnel.port,
      server: server ?? config.server,
      host: tunnel.host,
      https: tunnel.https,
      hostHeader: tunnel.host_header,
      basicAuth: tunnel.basic_auth,
      allowIp: tunnel.allow_ip,
      share: tunnel.share,
    }));
  }
  if (!/^\d+$/.test(given.port ?? "")) throw new TunnelOptionsError("port: give -p <local port>, from 1 to 65535");
  return [
    {
      token: readToken({ token: given.token, tokenFile: given["token-file"], environment }),
      port: Number(given.port),
      server,
      host: given.host,
      https: given.https,
      hostHeader: given["host-header"],
      basicAuth: given["basic-auth"],
      allowIp: given["allow-ip"]?.split(",").map((entry) => entry.trim()),
      share: given.share,
    },
  ];
}

function toInspectPort(inspect: string | undefined, rawArgs: string[], json: boolean): number | null {
  if (rawArgs.includes("--no-inspect") || (json && inspect === undefined)) return null;
  if (inspect === undefined) return 4040;
  if (!/^\d{1,5}$/.test(inspect) || Number(inspect) > 65_535) throw new TunnelOptionsError("inspect: give a port");
  return Number(inspect);
}

await runMain(command);
