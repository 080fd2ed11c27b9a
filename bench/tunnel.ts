/**
 * Tunnels beside their peers, in one run and in turns: `ssh -R`, the localtunnel client with pipenet's server, pipenet.
 * A peer that is not installed is left out and named. Every part is a process of its own, as in life.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { download, requestsPerSecond, upload } from "./tunnel-load.ts";

interface Route {
  name: string;
  port: number;
  host: string;
  /** Process ids whose memory is shown. */
  parts: Record<string, number>;
}

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 3);
const BULK = 64 * 1024 * 1024;
const PARTS = fileURLToPath(new URL("./tunnel-parts.ts", import.meta.url));
const { resolve } = createRequire(import.meta.url);
const folder = mkdtempSync(join(tmpdir(), "frontdesk-bench-"));
const children: ReturnType<typeof spawn>[] = [];

try {
  const app = await start("app");
  const routes: Route[] = [await frontdesk(app.port)];
  for (const open of [ssh, localtunnel, pipenet]) {
    const route = await open(app.port).catch((error: Error) => void console.log(`left out: ${error.message}`));
    if (route) routes.push(route);
  }
  routes.push({ name: "direct", port: app.port, host: "localhost", parts: {} });

  await compare("64 connections, requests/s", routes, (route) => requestsPerSecond(route, 64, SECONDS));
  await compare("1 connection, requests/s", routes, (route) => requestsPerSecond(route, 1, SECONDS));
  await compare("64 MB down, MB/s", routes, (route) => download(route, BULK));
  await compare("64 MB up, MB/s", routes, (route) => upload(route, BULK));
  const [own] = routes;
  if (own)
    for (const [part, pid] of Object.entries(own.parts)) console.log(`memory of ${part}: ${residentMegabytes(pid)} MB`);
} finally {
  for (const child of children) child.kill();
  rmSync(folder, { recursive: true, force: true });
}

/** Measures every route in turns and prints the medians, with ours as a ratio of each. */
async function compare(title: string, routes: Route[], measure: (route: Route) => Promise<number>): Promise<void> {
  const figures = new Map<string, number[]>();
  for (let round = 0; round < ROUNDS; round++) {
    for (const route of routes) {
      const figure = await measure(route).catch(() => 0);
      figures.set(route.name, [...(figures.get(route.name) ?? []), figure]);
    }
  }
  const median = (values: number[]) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
  const ours = median(figures.get("frontdesk") ?? []);
  console.log(`\n${title}`);
  for (const [name, values] of figures) {
    const figure = median(values);
    console.log(
      `  ${name.padEnd(12)} ${figure.toFixed(0).padStart(8)}   frontdesk / this: ${figure ? (ours / figure).toFixed(2) : "failed"}`,
    );
  }
}

async function frontdesk(appPort: number): Promise<Route> {
  const edge = await start("edge");
  const agent = await start("agent", String(edge.port), String(appPort));
  return {
    name: "frontdesk",
    port: edge.port,
    host: "demo.tunnel.localhost",
    parts: { edge: edge.pid, agent: agent.pid },
  };
}

async function ssh(appPort: number): Promise<Route> {
  if (!existsSync("/usr/sbin/sshd")) throw new Error("ssh -R (no sshd here)");
  const key = join(folder, "key");
  spawnSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", key]);
  const [control, entry] = [await freePort(), await freePort()];
  const config = join(folder, "sshd_config");
  writeFileSync(
    config,
    `ListenAddress 127.0.0.1\nPort ${control}\nHostKey ${key}\nAuthorizedKeysFile ${key}.pub\nStrictModes no\nAllowTcpForwarding remote\nUsePAM no\nPermitRootLogin yes\nPidFile none\n`,
  );
  spawnSync("mkdir", ["-p", "/run/sshd"]);
  run("/usr/sbin/sshd", ["-D", "-e", "-f", config]);
  await pause(500);
  const options = ["ExitOnForwardFailure=yes", "StrictHostKeyChecking=no", "UserKnownHostsFile=/dev/null"];
  const target = `127.0.0.1:${entry}:127.0.0.1:${appPort}`;
  const flags = options.flatMap((option) => ["-o", option]);
  run("ssh", [
    "-N",
    "-T",
    "-q",
    "-i",
    key,
    ...flags,
    "-p",
    String(control),
    "-R",
    target,
    `${userInfo().username}@127.0.0.1`,
  ]);
  return reachable({ name: "ssh -R", port: entry, host: "localhost", parts: {} });
}

async function localtunnel(appPort: number): Promise<Route> {
  const [server, client] = [installed("pipenet/dist/cli.js"), installed("localtunnel/bin/lt.js")];
  const port = await freePort();
  run(process.execPath, [server, "server", "--port", String(port), "--domain", "localhost"]);
  await pause(1_500);
  const flags = ["--host", `http://localhost:${port}`, "--port", String(appPort), "--subdomain", "demo1"];
  run(process.execPath, [client, ...flags]);
  return reachable({ name: "localtunnel", port, host: `demo1.localhost:${port}`, parts: {} });
}

async function pipenet(appPort: number): Promise<Route> {
  const cli = installed("pipenet/dist/cli.js");
  const [port, tunnelPort] = [await freePort(), await freePort()];
  const server = ["server", "--port", String(port), "--tunnel-port", String(tunnelPort), "--domain", "localhost"];
  run(process.execPath, [cli, ...server]);
  await pause(1_500);
  run(process.execPath, [
    cli,
    "client",
    "--host",
    `http://localhost:${port}`,
    "--port",
    String(appPort),
    "--subdomain",
    "demo2",
  ]);
  return reachable({ name: "pipenet", port, host: `demo2.localhost:${port}`, parts: {} });
}

/** A file of an installed package, which its own list of exports may hide. */
function installed(file: string): string {
  const found = (resolve.paths(file) ?? []).map((folder) => join(folder, file)).find(existsSync);
  if (found === undefined) throw new Error(`${file.split("/")[0]} (not installed)`);
  return found;
}

async function reachable(route: Route): Promise<Route> {
  for (let attempt = 0; attempt < 20; attempt++) {
    if ((await requestsPerSecond(route, 1, 0.1).catch(() => 0)) > 0) return route;
    await pause(250);
  }
  throw new Error(`${route.name} (did not come up)`);
}

async function start(part: string, ...options: string[]): Promise<{ port: number; pid: number }> {
  const child = run(process.execPath, ["--import", "tsx", PARTS, part, ...options], true);
  const [line] = (await once(child.stdout!, "data")) as [Buffer];
  return { port: Number(String(line).trim()), pid: child.pid! };
}

function run(command: string, flags: string[], piped = false): ReturnType<typeof spawn> {
  const child = spawn(command, flags, { stdio: ["ignore", piped ? "pipe" : "ignore", piped ? "inherit" : "ignore"] });
  child.on("error", () => {});
  children.push(child);
  return child;
}

async function freePort(): Promise<number> {
  const { createServer } = await import("node:net");
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}

function residentMegabytes(pid: number): string {
  const kilobytes = spawnSync("ps", ["-o", "rss=", "-p", String(pid)]).stdout.toString();
  return (Number(kilobytes) / 1024).toFixed(0);
}
