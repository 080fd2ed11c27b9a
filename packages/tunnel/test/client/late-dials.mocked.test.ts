import { once } from "node:events";
import http from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { dial } from "../../src/client/dial.ts";
import { openTunnel } from "../../src/index.ts";
import { CONTROL_PATH, DATA_PATH, encodeFrame } from "../../src/wire/index.ts";

vi.mock("../../src/client/dial.ts", async (original) => ({ ...(await original<object>()), dial: vi.fn() }));
const { dial: dialServer } = await vi.importActual<{ dial: typeof dial }>("../../src/client/dial.ts");

test("a data connection that opens while the tunnel stops is closed", async () => {
  const server = http.createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  server.on("upgrade", ({ url }, socket) => {
    socket.on("error", () => {});
    socket.write("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: frontdesk-tunnel/1\r\n\r\n");
    if (url !== CONTROL_PATH) return;
    const welcome = { session: "one", secret: "proof", url: "http://demo.example", heartbeat: 60_000 };
    socket.write(encodeFrame({ type: "welcome", ...welcome }) + encodeFrame({ type: "dial", count: 1 }));
  });
  await once(server, "listening");
  const stop = new AbortController();
  const dialed = new Promise<Socket>((resolve) => {
    vi.mocked(dial).mockImplementation(async (options) => {
      const result = await dialServer(options);
      if (options.path === DATA_PATH) {
        resolve(result.socket);
        stop.abort();
      }
      return result;
    });
  });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const tunnel = await openTunnel({ token: "svc_a", port: 1, baseUrl, signal: stop.signal });
  const socket = await dialed;
  onTestFinished(() => void socket.destroy());
  expect(await tunnel.closed).toEqual({ type: "closed" });
  await expect.poll(() => socket.destroyed).toBe(true);
});
