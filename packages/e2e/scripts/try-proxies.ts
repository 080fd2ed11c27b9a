/**
 * Sends a request, an upload, an event stream and a WebSocket through nginx, Caddy and HAProxy to a tunnel whose agent dials
 * through the same proxy. Each takes its configuration from docs/how-to/tunnels-behind-proxies.md. Exits 1 when one fails or is missing.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import http from "node:http";
import net, { type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { WebSocket, WebSocketServer } from "ws";
import { attachEdge, EDGE_SERVER_OPTIONS } from "../../tunnel/src/edge/attach.ts";
import { createEdge } from "../../tunnel/src/edge/edge.ts";
import { openTunnel } from "../../tunnel/src/index.ts";

const HOST = "demo.tunnel.example.com";
const guide = readFileSync(
  fileURLToPath(new URL("../../../docs/how-to/tunnels-behind-proxies.md", import.meta.url)),
  "utf8",
);
const folder = mkdtempSync(join(tmpdir(), "frontdesk-proxies-"));

const proxies = {
  nginx: (file: string) => ["nginx", "-c", file, "-p", folder, "-g", "daemon off;"],
  caddy: (file: string) => ["caddy", "run", "--config", file, "--adapter", "caddyfile"],
  haproxy: (file: string) => ["haproxy", "-f", file, "-db"],
};

const edgePort = await startEdge();
const appPort = await startApp();
let failures = 0;
for (const [name, command] of Object.entries(proxies)) {
  const port = await freePort();
  const file = join(folder, `${name}.conf`);
  writeFileSync(file, configure(name, port));
  const [program = "", ...flags] = command(file);
  const proxy = spawn(program, flags, { stdio: "ignore", env: { ...process.env, HOME: folder } });
  try {
    await up(proxy, port);
    await attempt(port);
    console.log(`${name}: a request, an upload, an event stream and a WebSocket pass`);
  } catch (error) {
    failures++;
    console.error(`${name}: ${error instanceof Error ? error.message : error}`);
  } finally {
    proxy.kill();
  }
}
rmSync(folder, { recursive: true, force: true });
process.exit(failures === 0 ? 0 : 1);

/** The guide's block for this proxy, with ports for the ones it names. */
function configure(name: string, port: number): string {
  const language = name === "caddy" ? "caddyfile" : name;
  const block = new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(guide)?.[1];
  if (block === undefined) throw new Error(`the guide has no configuration for ${name}`);
  const text = block.replaceAll("127.0.0.1:8787", `127.0.0.1:${edgePort}`);
  if (name === "haproxy") return text.replace("bind :80", `bind 127.0.0.1:${port}`);
  if (name === "nginx") {
    const server = text.replace("listen 80", `listen 127.0.0.1:${port}`);
    return `pid ${folder}/nginx.pid; error_log ${folder}/error.log; events {}\nhttp { access_log off; ${server} }\n`;
  }
  // Certificates are another matter: here the same site is served without TLS.
  return text
    .replace(/^\{[\s\S]*?^\}\n/m, "{\n\tadmin off\n}\n")
    .replace("https://", `http://:${port}`)
    .replace(/\ttls \{[\s\S]*?\n\t\}\n/, "");
}

async function attempt(port: number): Promise<void> {
  const tunnel = await openTunnel({
    token: "svc_try",
    port: appPort,
    baseUrl: `http://127.0.0.1:${port}`,
    signal: AbortSignal.timeout(10_000),
  });
  try {
    const body = "u".repeat(3_000_000);
    check(await ask(port, "/echo", body), body, "the upload came back changed");
    check(await ask(port, "/address"), "127.0.0.1", "the visitor's address did not come through");
    await stream(port);
    await socket(port);
  } finally {
    await tunnel.close();
  }
}

async function stream(port: number): Promise<void> {
  const request = http.get({ host: "127.0.0.1", port, path: "/events", headers: { host: HOST } });
  const [response] = (await once(request, "response", { signal: AbortSignal.timeout(5_000) })) as [
    http.IncomingMessage,
  ];
  const [first] = (await once(response, "data", { signal: AbortSignal.timeout(5_000) })) as [Buffer];
  check(String(first), "data: now\n\n", "the event did not come at once");
  request.destroy();
}

async function socket(port: number): Promise<void> {
  const client = new WebSocket(`ws://127.0.0.1:${port}/`, { headers: { host: HOST } });
  await once(client, "open", { signal: AbortSignal.timeout(5_000) });
  client.send("hello");
  const [echo] = (await once(client, "message", { signal: AbortSignal.timeout(5_000) })) as [Buffer];
  check(String(echo), "hello", "the WebSocket's echo is wrong");
  client.terminate();
}

async function ask(port: number, path: string, body?: string): Promise<string> {
  const request = http.request({
    host: "127.0.0.1",
    port,
    path,
    method: body ? "POST" : "GET",
    headers: { host: HOST },
  });
  request.end(body);
  const [response] = (await once(request, "response", { signal: AbortSignal.timeout(10_000) })) as [
    http.IncomingMessage,
  ];
  let text = "";
  for await (const piece of response) text += piece;
  return text;
}

function check(got: string, wanted: string, complaint: string): void {
  if (got !== wanted) throw new Error(`${complaint}: ${got.slice(0, 80)}`);
}

async function startApp(): Promise<number> {
  const app = http.createServer((request, response) => {
    if (request.url === "/echo") request.pipe(response);
    else if (request.url === "/address") response.end(request.headers["x-forwarded-for"]);
    else response.writeHead(200, { "content-type": "text/event-stream" }).write("data: now\n\n");
  });
  new WebSocketServer({ server: app }).on("connection", (peer) =>
    peer.on("message", (bytes) => peer.send(String(bytes))),
  );
  return listen(app);
}

async function startEdge(): Promise<number> {
  const subdomain = { id: "1", domain: HOST, tokenHash: "1" };
  const server = http.createServer(EDGE_SERVER_OPTIONS);
  const edge = createEdge({
    tunnelDomain: "tunnel.example.com",
    baseDomain: "vip.example.com",
    publicUrl: "http://api.example.com",
    trustedProxies: ["127.0.0.1"],
    reserved: [],
    bus: { publish: async () => {}, subscribe: () => () => {}, onReconnect: () => () => {} },
    findByToken: async () => subdomain,
    findByDomain: async () => subdomain,
    log: { info() {}, warn() {} },
  });
  attachEdge(server, edge, (_request, response) => void response.end());
  return listen(server);
}

async function listen(server: net.Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

async function freePort(): Promise<number> {
  const server = net.createServer();
  const port = await listen(server);
  server.close();
  await once(server, "close");
  return port;
}

async function up(proxy: ChildProcess, port: number): Promise<void> {
  let failed: Error | undefined;
  proxy.on("error", (error) => {
    failed = error;
  });
  for (let turn = 0; turn < 100 && failed === undefined; turn++) {
    const socket = net.connect(port, "127.0.0.1");
    const open = await Promise.race([
      once(socket, "connect").then(() => true),
      once(socket, "close").then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (open) return;
    await pause(100);
  }
  throw failed ?? new Error("did not start");
}
