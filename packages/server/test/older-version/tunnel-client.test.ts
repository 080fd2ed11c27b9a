import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createServer as createHttpServer, get, type IncomingMessage, request } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { createServer } from "../../src/index.ts";
import { temporaryFolder } from "../storage/folder.ts";

const key = "svcagt_TheKeyOfTheOlderTunnelClient000000";
const tarball = fileURLToPath(new URL("./2d61a7f/frontdesk-tunnel.tgz", import.meta.url));
const megabyte = Buffer.alloc(1_000_000, "abcdefghij");

/** An app that echoes bodies, serves a long response and switches protocols. */
async function startApp(): Promise<number> {
  const app = createHttpServer(async (visit, response) => {
    if (visit.url === "/long") return void response.end(megabyte);
    const body = await text(visit);
    response.setHeader("x-seen-host", visit.headers.host ?? "");
    response.end(`${visit.method} ${visit.url} ${body.length}`);
  });
  app.on("upgrade", (_visit, socket) => {
    socket.on("error", () => {});
    socket.write("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n");
    socket.pipe(socket);
  });
  await once(app.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => {
    app.closeAllConnections();
    app.close();
  });
  return (app.address() as AddressInfo).port;
}

async function startOldClient(env: { url: string; token: string; port: number }): Promise<ChildProcess> {
  const { dir } = temporaryFolder();
  expect(spawnSync("tar", ["-xzf", tarball, "-C", dir]).status).toBe(0);
  const command = join(dir, "package/bin/frontdesk-tunnel.js");
  const args = [command, "-k", env.token, "-p", String(env.port), "--url", env.url, "--host", "127.0.0.1", "--json"];
  const client = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void client.kill("SIGKILL"));
  const [line] = (await once(createInterface(client.stdout), "line")) as [string];
  expect(JSON.parse(line)).toMatchObject({ url: expect.stringContaining("demo.tunnel.localhost") });
  return client;
}

test("a tunnel client of an older version serves visitors through this version's edge", async () => {
  await using server = await createServer({ storage: "memory:", bootstrapKey: key, smtp: false, port: 0 });
  const { url } = await server.listen();
  const { port } = new URL(url);
  const registered = await fetch(`${url}/svc-api/subdomain/register`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ name: "demo" }),
  });
  const { subdomain } = (await registered.json()) as { subdomain: { token: string } };
  const client = await startOldClient({ url, token: subdomain.token, port: await startApp() });
  const target = { host: "127.0.0.1", port, headers: { host: `demo.tunnel.localhost:${port}` } };

  const [page] = (await once(get({ ...target, path: "/page?q=1" }), "response")) as [IncomingMessage];
  expect([page.statusCode, await text(page)]).toEqual([200, "GET /page?q=1 0"]);

  const upload = request({ ...target, path: "/upload", method: "POST" });
  upload.end(megabyte);
  const [uploaded] = (await once(upload, "response")) as [IncomingMessage];
  expect(await text(uploaded)).toBe("POST /upload 1000000");

  const [long] = (await once(get({ ...target, path: "/long" }), "response")) as [IncomingMessage];
  expect(await text(long)).toBe(megabyte.toString());

  const socketRequest = request({
    ...target,
    path: "/socket",
    headers: { ...target.headers, connection: "Upgrade", upgrade: "websocket" },
  }).end();
  const [, socket] = (await once(socketRequest, "upgrade")) as [IncomingMessage, Socket];
  socket.write("hello");
  const [echoed] = (await once(socket, "data")) as [Buffer];
  expect(echoed.toString()).toBe("hello");
  socket.destroy();

  client.kill("SIGTERM");
  const [code] = await once(client, "exit");
  expect(code).toBe(0);
});
