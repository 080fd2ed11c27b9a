import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { leavesNothing } from "@frontdesk/test-kit";
import { expect, onTestFinished, test } from "vitest";
import { openControl } from "../../src/client/control.ts";
import { dial } from "../../src/client/dial.ts";
import { openTunnel } from "../../src/index.ts";
import { CONTROL_PATH, type EdgeFrame, encodeFrame } from "../../src/wire/index.ts";

const WELCOME: EdgeFrame = {
  type: "welcome",
  session: "one",
  secret: "proof",
  url: "http://demo.example",
  heartbeat: 60_000,
};

/** A server that greets every control connection and ends it with the client, or at once. */
async function startEdge({ endsAtOnce = false } = {}): Promise<string> {
  const server = http.createServer();
  server.on("upgrade", ({ url }, socket) => {
    socket.on("error", () => {});
    socket.on("end", () => socket.end());
    socket.write("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: frontdesk-tunnel/1\r\n\r\n");
    if (url !== CONTROL_PATH) return;
    socket.once("data", () => {
      socket.write(encodeFrame(WELCOME));
      if (endsAtOnce) socket.end();
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const control = (baseUrl: string, signal: AbortSignal) =>
  openControl({
    endpoint: { server: new URL(baseUrl), proxy: undefined },
    token: "svc_a",
    agent: "test",
    share: false,
    rules: {},
    resume: undefined,
    signal,
    onDial() {},
  });

test("a control connection leaves no listener on the caller's signal and no timer", async () => {
  const url = await startEdge();
  await leavesNothing(
    async ({ signal }) => {
      const { close, ended } = await control(url, signal);
      close();
      await ended;
    },
    { calls: 60 },
  );
});

test("a control connection that the server closes leaves nothing either", async () => {
  const url = await startEdge({ endsAtOnce: true });
  await leavesNothing(async ({ signal }) => (await control(url, signal)).ended, { calls: 60 });
});

test("a failed dial leaves nothing", async () => {
  await leavesNothing(
    ({ signal }) =>
      dial({
        server: new URL("http://127.0.0.1:9"),
        proxy: undefined,
        path: CONTROL_PATH,
        secret: "svc_a",
        signal,
      }).catch(() => {}),
    { calls: 60 },
  );
});

test("a tunnel that was opened and closed leaves no listener on the caller's signal", async () => {
  const baseUrl = await startEdge();
  await leavesNothing(
    async ({ signal }) => {
      const tunnel = await openTunnel({ token: "svc_a", port: 1, baseUrl, signal });
      await tunnel.close();
      expect(await tunnel.closed).toEqual({ type: "closed" });
    },
    { calls: 40 },
  );
});
