import { existsSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { userInfo } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { bundle } from "./bundle.ts";
import { cargoPeer } from "./cargo-peers.ts";
import type { Effort } from "./measure.ts";
import { freePort, runCommand, startNode, startQuietly, temporaryPath } from "./processes.ts";
import { type Aim, requestsPerSecond } from "./tunnel-load.ts";

/** A way to the app, with the processes whose memory and work is of interest. */
export interface Route extends Aim {
  pids: Record<string, number>;
}

/** Opens a way to the app that listens on this port. Rejects with what is missing, where a peer is not installed. */
export type OpenRoute = (appPort: number, effort: Effort) => Promise<Route>;

type Peer = "ssh" | "bore" | "rathole" | "localtunnel" | "pipenet";
export const peers: Record<Peer, OpenRoute> = { ssh, bore, rathole, localtunnel, pipenet };

/** `far`: the agent reaches the edge over a path of so many milliseconds one way. */
export async function frontdesk(appPort: number, far = 0): Promise<Route> {
  const port = await freePort();
  const start = async (script: string, parameters: object) =>
    startNode([await bundle(script), JSON.stringify(parameters)]);
  const edge = await start("parts/tunnel-edge.ts", { port });
  const edgePort = far > 0 ? await longWay(port, far) : port;
  const agent = await start("parts/tunnel-agent.ts", { edgePort, appPort });
  return { port, host: "demo.tunnel.localhost", pids: { edge: edge.pid, agent: agent.pid } };
}

/** A port that leads to this one over a long path. */
export async function longWay(to: number, delay: number): Promise<number> {
  const relay = await startNode([await bundle("parts/tunnel-relay.ts"), JSON.stringify({ to, delay })]);
  return Number(relay.line);
}

async function ssh(appPort: number): Promise<Route> {
  if (!existsSync("/usr/sbin/sshd")) throw new Error("ssh -R is left out: there is no sshd here");
  const key = temporaryPath("key");
  runCommand("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", key]);
  const [control, entry] = [await freePort(), await freePort()];
  const config = join(dirname(key), "sshd_config");
  writeFileSync(
    config,
    `ListenAddress 127.0.0.1
Port ${control}
HostKey ${key}
AuthorizedKeysFile ${key}.pub
StrictModes no
AllowTcpForwarding remote
UsePAM no
PermitRootLogin yes
PidFile none
`,
  );
  runCommand("mkdir", ["-p", "/run/sshd"]);
  startQuietly("/usr/sbin/sshd", ["-D", "-e", "-f", config]);
  await pause(500);
  const options = ["ExitOnForwardFailure=yes", "StrictHostKeyChecking=no", "UserKnownHostsFile=/dev/null"];
  startQuietly("ssh", [
    ...["-N", "-T", "-q", "-i", key],
    ...options.flatMap((option) => ["-o", option]),
    ...["-p", String(control)],
    ...["-R", `127.0.0.1:${entry}:127.0.0.1:${appPort}`],
    `${userInfo().username}@127.0.0.1`,
  ]);
  return reachable({ port: entry, host: "localhost", pids: {} });
}

/** It listens at a port of its own, which none of ours may be. */
async function bore(appPort: number, { quick, progress }: Effort): Promise<Route> {
  const command = cargoPeer("bore", !quick, progress);
  const entry = await freePort();
  const edge = startQuietly(command, ["server", "--min-port", "1024", "--bind-addr", "127.0.0.1"]);
  await pause(500);
  const agent = startQuietly(command, ["local", String(appPort), "--to", "127.0.0.1", "--port", String(entry)]);
  return reachable({ port: entry, host: "localhost", pids: { edge, agent } });
}

async function rathole(appPort: number, { quick, progress }: Effort): Promise<Route> {
  const command = cargoPeer("rathole", !quick, progress);
  const [control, entry] = [await freePort(), await freePort()];
  const [server, client] = ["server.toml", "client.toml"].map(temporaryPath) as [string, string];
  const service = 'token = "bench"\n';
  writeFileSync(
    server,
    `[server]\nbind_addr = "127.0.0.1:${control}"\n[server.services.app]\n${service}bind_addr = "127.0.0.1:${entry}"\n`,
  );
  writeFileSync(
    client,
    `[client]\nremote_addr = "127.0.0.1:${control}"\n[client.services.app]\n${service}local_addr = "127.0.0.1:${appPort}"\n`,
  );
  const edge = startQuietly(command, ["--server", server]);
  await pause(500);
  const agent = startQuietly(command, ["--client", client]);
  return reachable({ port: entry, host: "localhost", pids: { edge, agent } });
}

async function localtunnel(appPort: number): Promise<Route> {
  const [server, client] = [installed("pipenet/dist/cli.js"), installed("localtunnel/bin/lt.js")];
  const port = await freePort();
  startQuietly(process.execPath, [server, "server", "--port", String(port), "--domain", "localhost"]);
  await pause(1_500);
  const flags = ["--host", `http://localhost:${port}`, "--port", String(appPort), "--subdomain", "demo1"];
  startQuietly(process.execPath, [client, ...flags]);
  return reachable({ port, host: `demo1.localhost:${port}`, pids: {} });
}

async function pipenet(appPort: number): Promise<Route> {
  const cli = installed("pipenet/dist/cli.js");
  const [port, tunnelPort] = [await freePort(), await freePort()];
  const server = ["server", "--port", String(port), "--tunnel-port", String(tunnelPort), "--domain", "localhost"];
  startQuietly(process.execPath, [cli, ...server]);
  await pause(1_500);
  const client = ["client", "--host", `http://localhost:${port}`, "--port", String(appPort), "--subdomain", "demo2"];
  startQuietly(process.execPath, [cli, ...client]);
  return reachable({ port, host: `demo2.localhost:${port}`, pids: {} });
}

/** A file of an installed package, which its own list of exports may hide. */
function installed(file: string): string {
  const found = (createRequire(import.meta.url).resolve.paths(file) ?? [])
    .map((folder) => join(folder, file))
    .find(existsSync);
  if (found === undefined) throw new Error(`${file.split("/")[0]} is left out: it is not installed`);
  return found;
}

async function reachable(route: Route): Promise<Route> {
  for (let attempt = 0; attempt < 40; attempt++) {
    if ((await requestsPerSecond(route, 1, 0.1).catch(() => 0)) > 0) return route;
    await pause(250);
  }
  throw new Error(`${route.host} is left out: it did not come up`);
}
