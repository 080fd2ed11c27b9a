import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { openTunnel, type Tunnel } from "@frontdesk/tunnel";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { createLocalTunnels } from "../../src/state/tunnels.ts";

vi.mock("@frontdesk/tunnel", async (original) => ({ ...(await original<object>()), openTunnel: vi.fn() }));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
});

/** A local port on which something listens. */
async function listen(): Promise<number> {
  const server = createServer((socket) => socket.destroy()).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

const closed = new Promise<never>(() => {});
const tunnel: Tunnel = {
  url: "http://demo.example",
  closed,
  expectRequest: () => Promise.reject(new Error("no request")),
  requests: () => {
    throw new Error("nobody reads the requests");
  },
  async close() {},
  async [Symbol.asyncDispose]() {},
};

async function open(signal: AbortSignal) {
  const port = await listen();
  return createLocalTunnels().open({
    subdomainId: "s1",
    name: "demo",
    token: "svc_a",
    port,
    baseUrl: "http://a.test",
    signal,
  });
}

test("once the tunnel is open, neither the opening timeout nor the call's signal closes it", async () => {
  const signals: (AbortSignal | undefined)[] = [];
  vi.mocked(openTunnel).mockImplementation(async ({ signal }) => {
    signals.push(signal);
    return tunnel;
  });
  const call = new AbortController();
  await open(call.signal);
  await vi.advanceTimersByTimeAsync(60_000);
  call.abort(new Error("The call is long over."));
  expect(signals.map((signal) => signal?.aborted)).toEqual([false]);
  expect(vi.getTimerCount()).toBe(0);
});

test("a tunnel that does not open within 15 s is an error", async () => {
  const asked = new Promise<void>((resolve) => {
    vi.mocked(openTunnel).mockImplementation(
      ({ signal }) =>
        new Promise((_open, reject) => {
          signal?.addEventListener("abort", () => reject(signal.reason));
          resolve();
        }),
    );
  });
  const opening = open(new AbortController().signal).catch((error: unknown) => error);
  await asked;
  const settled = vi.fn();
  void opening.then(settled);
  await vi.advanceTimersByTimeAsync(14_999);
  expect(settled).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(await opening).toEqual(new Error("The tunnel did not open in time."));
});

test("a port on which nothing listens is named, and the open tunnel of the subdomain stays", async () => {
  const close = vi.fn();
  vi.mocked(openTunnel)
    .mockReset()
    .mockResolvedValue({ ...tunnel, close });
  const free = createServer().listen(0, "127.0.0.1");
  await once(free, "listening");
  const { port } = free.address() as AddressInfo;
  await new Promise((resolve) => free.close(resolve));
  const tunnels = createLocalTunnels();
  const { signal } = new AbortController();
  const demo = { subdomainId: "s1", name: "demo", token: "svc_a", baseUrl: "http://a.test", signal };
  await tunnels.open({ ...demo, port: await listen() });
  await expect(tunnels.open({ ...demo, port })).rejects.toMatchObject({
    code: "port_closed",
    message: `Nothing listens on local port ${port}, so no tunnel was opened. Start the app first.`,
    next: { tool: "tunnel_start", hint: `again once port ${port} listens` },
  });
  expect([close.mock.calls.length, tunnels.list().length]).toEqual([0, 1]);
});

test("a call that is cancelled while its tunnel opens ends the opening, and leaves no timer", async () => {
  const signals: AbortSignal[] = [];
  vi.mocked(openTunnel)
    .mockReset()
    .mockImplementation(
      ({ signal }) =>
        new Promise((_open, reject) => {
          signals.push(signal!);
          signal?.addEventListener("abort", () => reject(signal.reason));
        }),
    );
  const call = new AbortController();
  const opening = open(call.signal).catch((error: unknown) => error);
  await expect.poll(() => signals.map(({ aborted }) => aborted)).toEqual([false]);
  const reason = new Error("The client has left.");
  call.abort(reason);
  expect(await opening).toBe(reason);
  expect([signals[0]?.reason, vi.getTimerCount()]).toEqual([reason, 0]);
});
