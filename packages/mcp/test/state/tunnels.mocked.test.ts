import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { openTunnel, TokenRefusedError, type Tunnel } from "@frontdesk/tunnel";
import { expect, it, onTestFinished, vi } from "vitest";
import { createState } from "../../src/state/state.ts";
import { createLocalTunnels } from "../../src/state/tunnels.ts";
import { readSettings } from "../read-settings.ts";

vi.mock("@frontdesk/tunnel", async (original) => ({ ...(await original<object>()), openTunnel: vi.fn() }));

/** A local port on which something listens. */
async function listen(): Promise<number> {
  const server = createServer((socket) => socket.destroy()).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

/** No requests come through the tunnels of these tests. */
const withoutRequests: Pick<Tunnel, "expectRequest" | "requests"> = {
  expectRequest: () => Promise.reject(new Error("no request")),
  requests: () => {
    throw new Error("nobody reads the requests");
  },
};

/** A tunnel that counts how often it was closed. */
function createTunnel(): Tunnel & { closes: number } {
  const tunnel = {
    ...withoutRequests,
    url: "http://demo.example",
    closes: 0,
    closed: new Promise<never>(() => {}),
    async close() {
      tunnel.closes++;
    },
    [Symbol.asyncDispose]: async () => {},
  };
  return tunnel;
}

it("opens one tunnel for two concurrent calls, or closes the one that the other call opened", async () => {
  const [first, second] = [createTunnel(), createTunnel()];
  vi.mocked(openTunnel).mockReset().mockResolvedValueOnce(first).mockResolvedValueOnce(second);
  const tunnels = createLocalTunnels();
  const signal = new AbortController().signal;
  const demo = { subdomainId: "s1", name: "demo", token: "svc_a", baseUrl: "http://127.0.0.1:1", signal };
  const [port, other] = [await listen(), await listen()];
  await Promise.all([port, port, other].map((each) => tunnels.open({ ...demo, port: each })));
  expect(openTunnel).toHaveBeenCalledTimes(2);
  expect([first.closes, second.closes]).toEqual([1, 0]);
  expect(tunnels.list()).toEqual([{ subdomainId: "s1", name: "demo", url: second.url, port: other }]);
});

it("stops the tunnel that is being opened", async () => {
  const tunnel = createTunnel();
  vi.mocked(openTunnel).mockReset().mockResolvedValue(tunnel);
  const tunnels = createLocalTunnels();
  const signal = new AbortController().signal;
  const port = await listen();
  const opening = tunnels.open({
    subdomainId: "s1",
    name: "demo",
    token: "svc_a",
    port,
    baseUrl: "http://a.test",
    signal,
  });
  expect(await tunnels.stop("s1")).toBe(true);
  await opening;
  expect(tunnel.closes).toBe(1);
  expect(tunnels.list()).toEqual([]);
});

it("stops the tunnel that is being opened after another call has ended", async () => {
  const tunnel = createTunnel();
  let open = () => {};
  const opened = new Promise<Tunnel>((resolve) => {
    open = () => resolve(tunnel);
  });
  vi.mocked(openTunnel).mockReset().mockResolvedValueOnce(createTunnel()).mockReturnValueOnce(opened);
  const tunnels = createLocalTunnels();
  const { signal } = new AbortController();
  const demo = { subdomainId: "s1", name: "demo", token: "svc_a", baseUrl: "http://a.test", signal };
  const [port, other] = [await listen(), await listen()];
  const openings = [port, other].map((each) => tunnels.open({ ...demo, port: each }));
  await expect.poll(() => vi.mocked(openTunnel).mock.calls.length).toBe(2);
  const stopped = tunnels.stop("s1");
  open();
  expect(await stopped).toBe(true);
  await Promise.all(openings);
  expect([tunnel.closes, tunnels.list()]).toEqual([1, []]);
});

it("opens no tunnel for a call that was cancelled while the previous one closed", async () => {
  let hasLeft = () => {};
  const leaving = new Promise<void>((resolve) => {
    hasLeft = resolve;
  });
  const cancel = new AbortController();
  const before: Tunnel = {
    ...withoutRequests,
    url: "http://demo.example",
    closed: new Promise(() => {}),
    async close() {
      cancel.abort(new Error("enough"));
      await leaving;
    },
    [Symbol.asyncDispose]: async () => {},
  };
  vi.mocked(openTunnel).mockReset().mockResolvedValue(before);
  const tunnels = createLocalTunnels();
  const demo = { subdomainId: "s1", name: "demo", token: "svc_a", baseUrl: "http://127.0.0.1:1" };
  await tunnels.open({ ...demo, port: await listen(), signal: new AbortController().signal });
  const opening = tunnels.open({ ...demo, port: await listen(), signal: cancel.signal });
  await once(cancel.signal, "abort");
  hasLeft();
  await expect(opening).rejects.toThrow("enough");
  expect(openTunnel).toHaveBeenCalledTimes(1);
});

it("opens a tunnel for a call that arrived while an earlier opening of the subdomain was failing", async () => {
  const tunnel = createTunnel();
  vi.mocked(openTunnel).mockReset().mockRejectedValueOnce(new Error("no edge")).mockResolvedValueOnce(tunnel);
  const tunnels = createLocalTunnels();
  const { signal } = new AbortController();
  const demo = {
    subdomainId: "s1",
    name: "demo",
    token: "svc_a",
    baseUrl: "http://a.test",
    signal,
    port: await listen(),
  };
  const [failed, opened] = await Promise.allSettled([tunnels.open(demo), tunnels.open(demo)]);
  expect([failed?.status, opened?.status]).toEqual(["rejected", "fulfilled"]);
  expect(tunnels.list()).toHaveLength(1);
});

it("forgets a tunnel that ends by itself, but not the one that has taken its place", async () => {
  const ends: ((reason: never) => void)[] = [];
  const createEnding = () => ({ ...createTunnel(), closed: new Promise<never>((resolve) => ends.push(resolve)) });
  vi.mocked(openTunnel).mockReset().mockResolvedValueOnce(createEnding()).mockResolvedValueOnce(createEnding());
  const tunnels = createLocalTunnels();
  const { signal } = new AbortController();
  const demo = { subdomainId: "s1", name: "demo", token: "svc_a", baseUrl: "http://a.test", signal };
  await tunnels.open({ ...demo, port: await listen() });
  await tunnels.open({ ...demo, port: await listen() });
  ends[0]?.("ended" as never);
  await new Promise((resolve) => setImmediate(resolve));
  expect(tunnels.list()).toHaveLength(1);
  ends[1]?.("ended" as never);
  await expect.poll(() => tunnels.list()).toEqual([]);
});

it("opens each tunnel with its token, port and server, and closes all of them at the end", async () => {
  const opened = [createTunnel(), createTunnel()];
  vi.mocked(openTunnel).mockReset();
  for (const tunnel of opened) vi.mocked(openTunnel).mockResolvedValueOnce(tunnel);
  const tunnels = createLocalTunnels();
  const port = await listen();
  const signal = new AbortController().signal;
  for (const id of ["s1", "s2"])
    await tunnels.open({ subdomainId: id, name: id, token: `svc_${id}`, port, baseUrl: "http://desk.test", signal });
  expect(vi.mocked(openTunnel).mock.calls.map(([options]) => options)).toMatchObject([
    { token: "svc_s1", port, baseUrl: "http://desk.test" },
    { token: "svc_s2", port, baseUrl: "http://desk.test" },
  ]);
  await tunnels.close();
  expect(opened.map(({ closes }) => closes)).toEqual([1, 1]);
  expect(tunnels.list()).toEqual([]);
});

it.each([
  [[], false],
  [["--toolsets", "requests"], true],
  [["--tools", "tunnel_wait_request"], true],
  [["--tools", "tunnel_start", "--toolsets", "requests"], false],
])("keeps requests with the flags %j: %s", async (flags, isKept) => {
  const tunnel = { ...createTunnel(), async *requests() {} } as unknown as ReturnType<typeof createTunnel>; // No requests come.
  vi.mocked(openTunnel).mockReset().mockResolvedValue(tunnel);
  const { tunnels, close } = createState(readSettings(flags, {}));
  const signal = new AbortController().signal;
  const demo = { subdomainId: "s1", name: "demo", token: "svc_a", baseUrl: "http://desk.test", signal };
  await tunnels.open({ ...demo, port: await listen() });
  expect(tunnels.requestsOf("s1") !== undefined).toBe(isKept);
  expect(tunnels.requestsOf("s2")).toBeUndefined();
  await close();
});

it("aborts its calls when the process stops, before it closes its tunnels", async () => {
  const { tunnels, stopping, close } = createState(readSettings([], {}));
  const wereCallsAborted: boolean[] = [];
  const tunnel = { ...createTunnel(), close: async () => void wereCallsAborted.push(stopping.aborted) };
  vi.mocked(openTunnel).mockReset().mockResolvedValue(tunnel);
  const signal = new AbortController().signal;
  const demo = { subdomainId: "s1", name: "demo", token: "svc_a", baseUrl: "http://desk.test", signal };
  await tunnels.open({ ...demo, port: await listen() });
  await close();
  expect(wereCallsAborted).toEqual([true]);
});

it("says that a token which the server refuses was rotated or its subdomain deleted", async () => {
  const refused = new TokenRefusedError("http://desk.test", "It was rotated.");
  vi.mocked(openTunnel).mockReset().mockRejectedValue(refused);
  const signal = new AbortController().signal;
  const demo = { subdomainId: "s1", name: "demo", token: "svc_a", baseUrl: "http://desk.test", signal };
  const opening = createLocalTunnels().open({ ...demo, port: await listen() });
  await expect(opening).rejects.toMatchObject({
    code: "expired",
    message: "The subdomain was deleted, or its token was rotated.",
    next: { tool: "subdomain_list" },
  });
});

it("keeps no connection to the app that it looked for", async () => {
  vi.mocked(openTunnel).mockReset().mockResolvedValue(createTunnel());
  const app = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void app.close());
  const gone = new Promise((resolve) => app.once("connection", (socket) => socket.resume().once("end", resolve)));
  await once(app, "listening");
  const { port } = app.address() as AddressInfo;
  const { signal } = new AbortController();
  const demo = { subdomainId: "s1", name: "demo", token: "svc_a", baseUrl: "http://127.0.0.1:1" };
  await createLocalTunnels().open({ ...demo, port, signal });
  await gone;
});

it("says that a tunnel is stopped once it is closed", async () => {
  let hasClosed = false;
  const close = async () => {
    await new Promise(setImmediate);
    hasClosed = true;
  };
  vi.mocked(openTunnel)
    .mockReset()
    .mockResolvedValue({ ...createTunnel(), close });
  const tunnels = createLocalTunnels();
  const { signal } = new AbortController();
  const demo = { subdomainId: "s1", name: "demo", token: "svc_a", baseUrl: "http://127.0.0.1:1" };
  await tunnels.open({ ...demo, port: await listen(), signal });
  await tunnels.stop("s1");
  expect(hasClosed).toBe(true);
});
