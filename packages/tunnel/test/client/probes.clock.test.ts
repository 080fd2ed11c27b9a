import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { expect, onTestFinished, test, vi } from "vitest";
import { openTunnel, type Tunnel } from "../../src/index.ts";
import { CONTROL_PATH, createDataConnection, type EdgeFrame, encodeFrame } from "../../src/wire/index.ts";
import { frame } from "../wire/ends.ts";

const PING = frame(0, 5, 0);
const PONG = frame(0, 6, 0);
const GREETING: EdgeFrame[] = [
  { type: "welcome", session: "one", secret: "proof", url: "http://demo.example", heartbeat: 60_000 },
  { type: "dial", count: 1 },
];

const UPGRADE = "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: frontdesk-tunnel/1\r\n\r\n";

/**
 * A tunnel with one data connection without requests, which the client has in use. `heard`: what the server gets on that. A later one
 * is accepted by `acceptLater`.
 */
async function openIdle() {
  // Without the regular pings, which would come some time later. Fake timers would go on with each poll.
  const intervals = vi.spyOn(globalThis, "setInterval").mockImplementation(() => setTimeout(() => {}));
  onTestFinished(() => intervals.mockRestore());
  const sockets: Duplex[] = [];
  let control: Duplex | undefined;
  let data: Duplex | undefined;
  let later: Duplex | undefined;
  let heard = Buffer.alloc(0);
  const server = http.createServer();
  server.on("upgrade", ({ url }, socket) => {
    sockets.push(socket.on("error", () => {}));
    if (url === CONTROL_PATH) {
      control = socket.on("end", () => socket.end());
      socket.write(UPGRADE);
      socket.once("data", () => socket.write(GREETING.map(encodeFrame).join("")));
      return;
    }
    if (data !== undefined) {
      later = socket;
      return;
    }
    data = socket;
    socket.write(UPGRADE);
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
  /** Accepts a connection that the client dialled later. Returns what the server gets on it. */
  const acceptLater = () => {
    let heardLater = Buffer.alloc(0);
    later!.on("data", (bytes: Buffer) => {
      heardLater = Buffer.concat([heardLater, bytes]);
    });
    later!.write(UPGRADE);
    return () => heardLater;
  };
  return {
    ...{ tunnel, control: control!, data: data!, heard: () => heard },
    ...{ hasDialledLater: () => later !== undefined, acceptLater },
  };
}

test.each<[string, (tunnel: Tunnel, control: Duplex) => void]>([
  ["the tunnel is being closed, as a server that hangs would not close it", (tunnel) => void tunnel.close()],
  ["the control connection is lost, as the same failure may have cut it", (_tunnel, control) => control.destroy()],
])("a data connection without requests is pinged when %s", async (_reason, act) => {
  const { tunnel, control, heard } = await openIdle();
  act(tunnel, control);
  await expect.poll(() => heard().includes(PING)).toBe(true);
});

test("a data connection that is accepted while the tunnel is being closed is pinged", async () => {
  const { tunnel, control, heard, hasDialledLater, acceptLater } = await openIdle();
  control.write(encodeFrame({ type: "dial", count: 1 }));
  await expect.poll(hasDialledLater).toBe(true);
  void tunnel.close();
  await expect.poll(() => heard().includes(PING)).toBe(true);
  const heardLater = acceptLater();
  await expect.poll(() => heardLater().includes(PING)).toBe(true);
});

test("a data connection with a request is pinged too when the control connection is lost", async () => {
  const { control, data, heard } = await openIdle();
  createDataConnection({ socket: data, now: () => 0 }).openStream();
  await new Promise(setImmediate);
  // The client answers it once it has the stream.
  data.write(PING);
  await expect.poll(() => heard().indexOf(PONG) < heard().lastIndexOf(PONG)).toBe(true);
  control.destroy();
  await expect.poll(() => heard().includes(PING)).toBe(true);
});
