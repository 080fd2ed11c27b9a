import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { expect, onTestFinished, test } from "vitest";
import { openTunnel, type Tunnel } from "../../src/index.ts";
import { CONTROL_PATH, type EdgeFrame, encodeFrame } from "../../src/wire/index.ts";
import { frame } from "../wire/ends.ts";

const PING = frame(0, 5, 0);
const PONG = frame(0, 6, 0);
const GREETING: EdgeFrame[] = [
  { type: "welcome", session: "one", secret: "proof", url: "http://demo.example", heartbeat: 60_000 },
  { type: "dial", count: 1 },
];

/** A tunnel with one data connection without requests, which the client has in use. `heard`: what the server gets on that. */
async function openIdle() {
  const sockets: Duplex[] = [];
  let control: Duplex | undefined;
  let heard = Buffer.alloc(0);
  const server = http.createServer();
  server.on("upgrade", ({ url }, socket) => {
    sockets.push(socket.on("error", () => {}));
    socket.write("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: frontdesk-tunnel/1\r\n\r\n");
    if (url === CONTROL_PATH) {
      control = socket;
      socket.once("data", () => socket.write(GREETING.map(encodeFrame).join("")));
      return;
    }
    socket.on("data", (bytes: Buffer) => {
      heard = Buffer.concat([heard, bytes]);
    });
    // The client answers it once it serves the connection.
    socket.write(PING);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const tunnel = await openTunnel({ token: "svc_a", port: 1, baseUrl, drain: 3_600_000 });
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await Promise.all([tunnel.close(), tunnel.close()]);
  });
  await expect.poll(() => heard.includes(PONG)).toBe(true);
  expect(heard.includes(PING)).toBe(false);
  return { tunnel, control: control!, heard: () => heard };
}

test.each<[string, (tunnel: Tunnel, control: Duplex) => void]>([
  ["the tunnel is being closed, as a server that hangs would not close it", (tunnel) => void tunnel.close()],
  ["the control connection is lost, as the same failure may have cut it", (_tunnel, control) => control.destroy()],
])("a data connection without requests is pinged when %s", async (_reason, act) => {
  const { tunnel, control, heard } = await openIdle();
  act(tunnel, control);
  await expect.poll(() => heard().includes(PING)).toBe(true);
});
