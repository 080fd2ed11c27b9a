import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import http from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { attachEdge, createEdge, EDGE_SERVER_OPTIONS } from "../../src/edge/index.ts";

/** The namespace of clients; this process runs in the one of the edge and of visitors. */
const CLIENTS = process.env.FRONTDESK_NETNS_CLIENTS ?? "";
const EDGE_ADDRESS = "10.77.0.1";
const tsx = createRequire(import.meta.url).resolve("tsx");
const running = new Set<ChildProcess>();

/** An edge with one name that any token opens. */
export async function startEdge(): Promise<{ port: number; close(): Promise<void> }> {
  const subdomain = { id: "1", domain: "demo.tunnel.localhost", tokenHash: "1" };
  const edge = createEdge({
    tunnelDomain: "tunnel.localhost",
    baseDomain: "vip.localhost",
    publicUrl: "http://localhost",
    reserved: [],
    bus: { publish: async () => {}, subscribe: () => () => {}, onReconnect: () => () => {} },
    findByToken: async () => subdomain,
    findByDomain: async () => subdomain,
    log: { info() {}, warn() {} },
  });
  const server = http.createServer(EDGE_SERVER_OPTIONS);
  attachEdge(server, edge, (_request, response) => void response.end());
  server.listen(0, "0.0.0.0");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.close();
      await edge.close();
      server.closeAllConnections();
    },
  };
}

export interface Client {
  /** What it has said so far. */
  said: Record<string, unknown>[];
  /** Resolves when it says something with this field (and value). */
  says(field: string, value?: unknown): Promise<void>;
  signal(signal: NodeJS.Signals): void;
}

export async function startClient(port: number, word = "here"): Promise<Client> {
  const script = fileURLToPath(new URL("client.ts", import.meta.url));
  const given = JSON.stringify({ server: `http://${EDGE_ADDRESS}:${port}`, word });
  const child = spawn("ip", ["netns", "exec", CLIENTS, process.execPath, "--import", `file://${tsx}`, script, given], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  running.add(child);
  const said: Record<string, unknown>[] = [];
  const waiting = new Set<() => void>();
  createInterface(child.stdout).on("line", (line) => {
    said.push(JSON.parse(line));
    for (const look of waiting) look();
  });
  const client: Client = {
    said,
    says: (field, value) =>
      new Promise((resolve) => {
        const look = () => {
          if (!said.some((line) => (value === undefined ? field in line : line[field] === value))) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    // `ip netns exec` becomes the process that it starts.
    signal: (signal) => void child.kill(signal),
  };
  await client.says("type", "online");
  return client;
}

export function stopClients(): void {
  for (const child of running) child.kill("SIGKILL");
  running.clear();
}

/** Runs `ip` in the clients' namespace, or in this one. */
export function ip(where: "clients" | "edge", ...words: string[]): void {
  const { status, stderr } = spawnSync("ip", where === "clients" ? ["-n", CLIENTS, ...words] : words);
  if (status !== 0) throw new Error(`ip ${words.join(" ")}: ${stderr}`);
}

export interface Answer {
  status: number;
  bytes: number;
  text: string;
  /** Until the answer was complete. */
  ms: number;
}

/** Asks as a visitor does, on a connection of its own. */
export function visit(port: number, path = "/"): Promise<Answer> {
  const from = performance.now();
  return new Promise((resolve, reject) => {
    const options = { host: "127.0.0.1", port, path, agent: false, headers: { host: "demo.tunnel.localhost" } };
    http
      .get(options, (response) => {
        let bytes = 0;
        let text = "";
        response.on("data", (piece: Buffer) => {
          bytes += piece.length;
          if (text.length < 100) text += piece.subarray(0, 100);
        });
        response.on("close", () =>
          resolve({ status: response.statusCode ?? 0, bytes, text, ms: performance.now() - from }),
        );
      })
      .on("error", reject);
  });
}

/** Visitors one after the other until one is answered so; how many seconds that took. */
export async function untilStatus(port: number, status: number): Promise<number> {
  const from = performance.now();
  while ((await visit(port)).status !== status) await new Promise((resolve) => setTimeout(resolve, 50));
  return (performance.now() - from) / 1_000;
}
