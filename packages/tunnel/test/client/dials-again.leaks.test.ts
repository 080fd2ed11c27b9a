import { getEventListeners, once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { leavesNothing } from "@frontdesk/test-kit";
import { expect, onTestFinished, test, vi } from "vitest";
import { dial } from "../../src/client/dial.ts";
import { createProxyAgent } from "../../src/client/proxy-agent.ts";
import { openTunnel, type TunnelStatus } from "../../src/index.ts";
import { CONTROL_PATH, createClientFrameReader, type EdgeFrame, encodeFrame } from "../../src/wire/index.ts";

const WELCOME: EdgeFrame = {
  type: "welcome",
  session: "one",
  secret: "p",
  url: "http://demo.example",
  heartbeat: 60_000,
};

/** A server by hand: each control connection that has said hello, and what it said afterwards. */
async function startEdge() {
  const controls: { socket: Duplex; heard: string[] }[] = [];
  const server = http.createServer();
  server.on("upgrade", (_request, socket) => {
    socket.on("error", () => {});
    socket.write("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: frontdesk-tunnel/1\r\n\r\n");
    const control = { socket, heard: [] as string[] };
    const read = createClientFrameReader(({ type }) => {
      control.heard.push(type);
      if (type !== "hello") return;
      socket.write(encodeFrame(WELCOME));
      controls.push(control);
    });
    socket.on("data", read);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    for (const { socket } of controls) socket.destroy();
    server.close();
  });
  return { controls, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test("each loss of an open tunnel starts with the shortest delay, and adds no listeners", async () => {
  const added = vi.spyOn(EventTarget.prototype, "addEventListener");
  onTestFinished(() => added.mockRestore());
  const edge = await startEdge();
  const waits: number[] = [];
  const onStatus = (status: TunnelStatus) => {
    if (status.type === "offline") waits.push(status.retryIn);
  };
  await using _tunnel = await openTunnel({ token: "svc_a", port: 1, baseUrl: edge.url, drain: 0, onStatus });
  const listening = () => {
    const signals = new Set(added.mock.contexts.filter((target) => target instanceof AbortSignal));
    return [...signals].reduce((sum, signal) => sum + getEventListeners(signal, "abort").length, 0);
  };
  const atFirst = listening();
  for (let loss = 1; loss <= 5; loss++) {
    edge.controls.at(-1)!.socket.destroy();
    await expect.poll(() => edge.controls.length).toBe(loss + 1);
    await expect.poll(listening).toBeLessThanOrEqual(atFirst);
  }
  expect(waits).toHaveLength(5);
  expect(waits.filter((wait) => wait > 100)).toEqual([]);
});

test("a stopping server gets bye once another server has the tunnel, and not before", async () => {
  const edge = await startEdge();
  await using _tunnel = await openTunnel({ token: "svc_a", port: 1, baseUrl: edge.url, drain: 0 });
  const [first] = edge.controls;
  expect(first!.heard).toEqual(["hello"]);
  first!.socket.write(encodeFrame({ type: "drain" }));
  await expect.poll(() => first!.heard).toEqual(["hello", "bye"]);
  expect(edge.controls.map(({ heard }) => heard.at(-1))).toEqual(["bye", "hello"]);
});

test("a dial that its proxy rejects leaves nothing, not even a timer", async () => {
  await leavesNothing(
    ({ signal }) =>
      dial({
        server: new URL("http://127.0.0.1:9"),
        proxy: (way) => createProxyAgent("http://127.0.0.1:9", way),
        path: CONTROL_PATH,
        secret: "svc_a",
        signal,
      }).catch(() => {}),
    { calls: 40 },
  );
});
