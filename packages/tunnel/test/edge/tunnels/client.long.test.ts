import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import net, { type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { toTerminalQrCode } from "@frontdesk/basics";
import { expect, onTestFinished, test } from "vitest";
import type { RequestRecord } from "../../../src/index.ts";
import { runInProcess, startCommand } from "../command.ts";
import { startFront } from "../front.ts";
import { createTestbed, type Testbed } from "../testbed.ts";

const PATIENT = { timeout: 20_000 };

const serverOf = (bed: Testbed) => ["--url", `http://127.0.0.1:${bed.port}`];

/** The port of an app that says its name. */
async function startApp(bed: Testbed, word = "here"): Promise<string> {
  const app = await bed.startApp((_request, response) => void response.end(word));
  return String((app.address() as AddressInfo).port);
}

function fileWith(content: string): string {
  const folder = mkdtempSync(join(tmpdir(), "frontdesk-client-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "file");
  writeFileSync(file, content);
  return file;
}

test.each(["SIGTERM", "SIGINT"] as const)(
  "the command prints its URL and each request, and on %s exits at once and frees the name",
  async (signal) => {
    await using bed = await createTestbed();
    const port = await startApp(bed);
    const command = startCommand(["-k", "-", "-p", port, ...serverOf(bed), "--json"], {
      stdin: `${bed.register("demo")}\n`,
    });
    expect(await command.next("online")).toMatchObject({ url: "http://demo.tunnel.localhost:8787" });
    await bed.get("demo", "/a");
    expect(await command.next("request")).toMatchObject({ method: "GET", path: "/a", status: 200, app_down: false });
    expect(await command.stop(signal)).toBe(0);
    expect(await command.next("closed")).toMatchObject({ reason: "closed" });
    expect(JSON.parse((await bed.get("demo")).body).code).toBe("tunnel_offline");
  },
);

test("the text output shows the URL, a QR code, each request and its problems", async () => {
  await using bed = await createTestbed();
  const app = await bed.startApp((_request, response) => {
    response.writeHead(403, { "content-type": "text/plain" }).end("Blocked request. This host is not allowed.");
  });
  const { port } = app.address() as AddressInfo;
  const command = runInProcess(["-p", String(port), ...serverOf(bed), "--qr", "--inspect", "0"], {
    environment: { FRONTDESK_TUNNEL_TOKEN: bed.register("demo") },
  });
  const url = "http://demo.tunnel.localhost:8787";
  const code = await toTerminalQrCode(url);
  await expect.poll(() => command.said, PATIENT).toContain(code);
  expect(command.said).toMatch(/^Inspect requests at http:\/\/localhost:\d+\nOnline at http:\/\/demo/);
  await bed.get("demo", "/page");
  await expect.poll(() => command.said, PATIENT).toMatch(/^GET {4}\/page 403 \d+ ms$/m);
  await expect.poll(() => command.said, PATIENT).toContain("--host-header local");
});

test("a rejected token ends the command with a clear message, without the token", async () => {
  await using bed = await createTestbed();
  const file = fileWith("svc_wrong\n");
  const command = startCommand(["-p", "1", ...serverOf(bed), "--no-inspect", "--token-file", file]);
  expect(await command.exited).toBe(1);
  expect(command.said).toContain("refused the token");
  expect(command.said).not.toContain("svc_wrong");
  expect(command.said).not.toContain("Inspect requests");
});

test("a rotated token ends the command with a clear message", async () => {
  await using bed = await createTestbed();
  const command = runInProcess(["-k", bed.register("demo"), "-p", await startApp(bed), ...serverOf(bed), "--json"]);
  await command.next("online");
  await bed.renew("demo");
  expect(await command.next("closed")).toMatchObject({ reason: "refused", error: expect.stringContaining("rotated") });
  expect(await command.exited).toBe(1);
});

test("a wrong option ends the command before it opens anything", async () => {
  await using bed = await createTestbed();
  const token = bed.register("demo");
  const command = runInProcess(["-k", token, "-p", "3000", ...serverOf(bed), "--basic-ath", "me:secret"]);
  expect(await command.exited).toBe(2);
  expect(command.said).toBe("Unknown flag --basic-ath. Did you mean --basic-auth?\n");
});

test("options set the owner's rules", async () => {
  await using bed = await createTestbed();
  const app = await bed.startApp((request, response) => void response.end(request.headers.host));
  const { port } = app.address() as AddressInfo;
  const rules = ["--basic-auth", "me:secret", "--host-header", "local", "--allow-ip", "9.9.9.9,10.0.0.0/8"];
  const token = bed.register("demo");
  const flags = ["-k", token, "-p", String(port), ...serverOf(bed), "--json", ...rules];
  const command = runInProcess([...flags, "--allow-ip", "127.0.0.1"]);
  await command.next("online");
  expect((await bed.get("demo")).status).toBe(401);
  const authorization = `Basic ${Buffer.from("me:secret").toString("base64")}`;
  expect(await bed.get("demo", "/", { headers: { authorization } })).toMatchObject({
    status: 200,
    body: `localhost:${port}`,
  });
  const narrow = runInProcess(flags);
  await narrow.next("online");
  expect((await bed.get("demo", "/", { headers: { authorization } })).status).toBe(403);
});

test("a config file describes several tunnels, and a rejected one does not end the others", async () => {
  await using bed = await createTestbed();
  const [one, two] = [await startApp(bed, "one"), await startApp(bed, "two")];
  const config = fileWith(
    `url: http://127.0.0.1:${bed.port}
tunnels:
  - { token: ${bed.register("one")}, port: ${one} }
  - { token_file: ${fileWith(bed.register("two"))}, port: ${two} }
  - { token: svc_wrong, port: 3 }
`,
  );
  const command = runInProcess(["-c", config, "--json"]);
  expect(await command.next("closed")).toMatchObject({
    port: 3,
    reason: "refused",
    error: expect.stringContaining("refused the token"),
  });
  await expect.poll(async () => (await bed.get("one")).body, PATIENT).toBe("one");
  await expect.poll(async () => (await bed.get("two")).body, PATIENT).toBe("two");
  expect(await command.next("request", { path: "/" })).toHaveProperty("port");
  expect(await command.stop()).toBe(1);
});

test.each([
  [
    "webpack's server",
    "/",
    "HTTP/1.1 403 Forbidden\r\nContent-Type: text/html\r\nContent-Length: 19\r\n\r\nInvalid Host header",
    /--host-header local/,
  ],
  ["Next.js", "/_next/webpack-hmr", "Unauthorized", /"demo\.tunnel\.localhost" to allowedDevOrigins/],
])("when %s rejects the host, the command prints a hint", async (_server, path, answer, hint) => {
  await using bed = await createTestbed();
  const app = net.createServer((socket) => socket.once("data", () => socket.end(answer)).on("error", () => {}));
  app.listen(0, "127.0.0.1");
  await once(app, "listening");
  onTestFinished(() => void app.close());
  const port = String((app.address() as AddressInfo).port);
  const command = runInProcess(["-k", bed.register("demo"), "-p", port, ...serverOf(bed), "--json"]);
  await command.next("online");
  const upgrade =
    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n";
  await bed.raw(`GET ${path} HTTP/1.1\r\nHost: demo.tunnel.localhost\r\n${upgrade}\r\n`, /\r\n\r\n/);
  expect((await command.next("hint")).text).toMatch(hint);
});

test("a second client takes over the name, unless both share it", async () => {
  await using bed = await createTestbed();
  const token = bed.register("demo");
  const flags = ["-k", token, ...serverOf(bed), "--json"];
  const first = runInProcess([...flags, "-p", await startApp(bed, "first")]);
  await first.next("online");
  runInProcess([...flags, "-p", await startApp(bed, "second"), "--share"]);
  expect(await first.next("closed")).toMatchObject({ reason: "replaced" });
  expect(await first.exited).toBe(1);
  expect((await bed.get("demo")).body).toBe("second");
  const third = runInProcess([...flags, "-p", await startApp(bed, "third"), "--share"]);
  await third.next("online");
  const bodies = [await bed.get("demo"), await bed.get("demo")].map(({ body }) => body);
  expect(bodies.sort()).toEqual(["second", "third"]);
});

test("network failures never end the command, and it reports them", async () => {
  await using bed = await createTestbed();
  const front = await startFront(bed);
  const server = `http://127.0.0.1:${front.port}`;
  const command = runInProcess(["-k", bed.register("demo"), "-p", await startApp(bed), "--url", server, "--json"]);
  await command.next("offline", { reason: `connect ECONNREFUSED 127.0.0.1:${front.port}` });
  await front.listen();
  front.behave((socket) => socket.destroy());
  expect((await command.next("offline")).reason).toMatch(/ECONNREFUSED|hang up|ECONNRESET/);
  front.behave((socket) => socket.end("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n"));
  await command.next("offline", { reason: "it answered 403 instead of opening a tunnel" });
  front.behave((socket) => socket.end("HTTP/1.1 502 Bad Gateway\r\nContent-Length: 5\r\n\r\nnginx"));
  await command.next("offline", { reason: "it answered 502 instead of opening a tunnel" });
  front.behave((socket) => socket.end("\x15\x03\x01\x00\x02\x02\x46"));
  expect((await command.next("offline", {})).reason).toBeTruthy();
  front.behave("pass");
  await command.next("online");
  expect((await bed.get("demo")).body).toBe("here");
  await front.cut();
  await command.next("offline");
  await command.next("online");
  expect((await bed.get("demo")).body).toBe("here");
  expect(await command.stop()).toBe(0);
});

test.each([
  ["a name that does not exist", "http://nowhere.invalid", /ENOTFOUND|EAI_AGAIN/],
  ["a server without TLS", "https", /begin with http:/],
])("%s is retried, and SIGINT still exits at once", async (_what, server, reason) => {
  await using bed = await createTestbed();
  const address = server === "https" ? `https://127.0.0.1:${bed.port}` : server;
  const command = startCommand(["-k", "svc_a", "-p", "1", "--url", address, "--json"]);
  for (let turn = 0; turn < 2; turn++) expect((await command.next("offline")).reason).toMatch(reason);
  expect(await command.stop("SIGINT")).toBe(0);
});

test("the command exits cleanly when nobody reads its output any more", async () => {
  await using bed = await createTestbed();
  const command = startCommand(["-k", bed.register("demo"), "-p", await startApp(bed), ...serverOf(bed), "--json"]);
  await command.next("online");
  command.child.stdout?.destroy();
  await expect.poll(async () => (await bed.get("demo")).status, PATIENT).toBe(502);
  expect(await command.exited).toBe(0);
  expect(command.said).not.toContain("EPIPE");
});

test("the owner learns of every request, also of those without a response", async () => {
  await using bed = await createTestbed();
  const heard: RequestRecord[] = [];
  const app = await bed.startApp((request, response) => {
    request.resume();
    response.end("body");
  });
  await bed.open("demo", (app.address() as AddressInfo).port, { onRequest: (request) => heard.push(request) });
  await bed.get("demo", "/one");
  await bed.get("demo", "/two", {
    method: "POST",
    body: "x".repeat(100_000),
    headers: { "transfer-encoding": "chunked" },
  });
  app.close();
  app.closeAllConnections();
  await once(app, "close");
  await expect.poll(async () => (await bed.get("demo", "/three")).status, PATIENT).toBe(502);
  const facts = heard.map(({ method, path, status, appDown }) => `${method} ${path} ${status} ${appDown}`);
  expect(facts.slice(0, 2)).toEqual(["GET /one 200 false", "POST /two 200 false"]);
  expect(facts.at(-1)).toBe("GET /three 502 true");
});
