import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { expect, onTestFinished, test, vi } from "vitest";
import type { TunnelOptions, TunnelStatus } from "../../src/index.ts";
import { openTunnel, TokenRefusedError, TunnelOptionsError } from "../../src/index.ts";
import {
  CONTROL_PATH,
  createClientFrameReader,
  createDataConnection,
  type EdgeFrame,
  encodeFrame,
} from "../../src/wire/index.ts";

const welcome = (session: string): EdgeFrame => ({
  type: "welcome",
  session,
  secret: `secret of ${session}`,
  url: `http://${session}.example`,
  heartbeat: 60_000,
});

/** Resolves when a socket has closed, also by a reset, which would reject `once`. */
const closeOf = (socket: Duplex) => new Promise((resolve) => socket.once("close", resolve));

/** A server by hand: what its control connections hear, and the data connections that were dialled. */
async function startServer({ greets = true, refusesData = false } = {}) {
  const heard: object[] = [];
  const controls: Duplex[] = [];
  const data: Duplex[] = [];
  const bed = { refuses: "", session: "one" };
  const server = http.createServer();
  server.on("upgrade", ({ url }, socket) => {
    socket.on("error", () => {}).on("end", () => socket.end());
    const isControl = url === CONTROL_PATH;
    if (isControl && bed.refuses !== "") return void socket.end(`HTTP/1.1 ${bed.refuses}\r\nContent-Length: 0\r\n\r\n`);
    if (!isControl && refusesData) return void socket.end("HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n");
    socket.write("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: frontdesk-tunnel/1\r\n\r\n");
    if (!isControl) return void data.push(socket);
    controls.push(socket);
    const read = createClientFrameReader((frame) => {
      heard.push(frame);
      if (frame.type === "hello" && greets) socket.write(encodeFrame(welcome(bed.session)));
    });
    socket.on("data", read);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => {
    for (const socket of [...controls, ...data]) socket.destroy();
    server.close();
  });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const statuses: TunnelStatus[] = [];
  const open = async (more: Partial<TunnelOptions> = {}) => {
    const onStatus = (status: TunnelStatus) => void statuses.push(status);
    const tunnel = await openTunnel({ token: "svc_a", port: 1, baseUrl, onStatus, ...more });
    onTestFinished(async () => {
      await Promise.all([tunnel.close(), tunnel.close()]);
    });
    return tunnel;
  };
  const say = (frame: EdgeFrame) => void controls.at(-1)!.write(encodeFrame(frame));
  return { bed, heard, controls, data, statuses, open, say };
}

/** A tunnel with one data connection, on which two requests run. */
async function openBusy(more: Partial<TunnelOptions> = {}) {
  const server = await startServer();
  const tunnel = await server.open({ drain: 3_600_000, ...more });
  server.say({ type: "dial", count: 1 });
  await expect.poll(() => server.data.length).toBe(1);
  await new Promise<void>((onResponsive) => {
    const edge = createDataConnection({ socket: server.data[0]!, now: () => 0, onResponsive });
    for (let count = 0; count < 2; count++) edge.openStream();
    edge.probe(); // answered once both have been read
  });
  return { ...server, tunnel };
}

function fakeTimers(): void {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
}

test("closing a tunnel a second time ends it at once, and both calls resolve", async () => {
  const { tunnel, data, heard } = await openBusy();
  const closed = closeOf(data[0]!);
  const first = tunnel.close();
  await expect.poll(() => heard.at(-1)).toEqual({ type: "bye" });
  await tunnel.close();
  await Promise.all([first, closed]);
  await tunnel.close();
  expect(await tunnel.closed).toEqual({ type: "closed" });
  expect(heard.filter((frame) => "type" in frame && frame.type === "bye")).toHaveLength(1);
});

test("a tunnel whose server cannot be reached closes at once, though a request runs", async () => {
  const { bed, tunnel, controls, data, statuses } = await openBusy();
  bed.refuses = "503 Service Unavailable";
  controls[0]!.destroy();
  await expect.poll(() => statuses.at(-1)?.type).toBe("offline");
  const closed = closeOf(data[0]!);
  await tunnel.close();
  await closed;
  expect(await tunnel.closed).toEqual({ type: "closed" });
});

test("running requests are reported after 300 ms, may finish within the drain time, and leave no timer", async () => {
  const { tunnel, data, statuses } = await openBusy({ drain: 5_000 });
  fakeTimers();
  const closed = closeOf(data[0]!);
  let over = false;
  const closing = tunnel.close().then(() => (over = true));
  vi.advanceTimersByTime(299);
  expect(statuses.map(({ type }) => type)).toEqual(["online"]);
  vi.advanceTimersByTime(1);
  expect(statuses[1]).toEqual({ type: "draining", running: 2 });
  vi.advanceTimersByTime(4_699);
  await Promise.resolve();
  expect(over).toBe(false);
  vi.advanceTimersByTime(1);
  await Promise.all([closing, closed]);
  expect(vi.getTimerCount()).toBe(0);
});

test("a draining tunnel is closed when its last connection ends, and leaves no timer", async () => {
  const { tunnel, data, statuses } = await openBusy();
  fakeTimers();
  const closing = tunnel.close();
  data[0]!.destroy();
  await closing;
  expect([await tunnel.closed, vi.getTimerCount()]).toEqual([{ type: "closed" }, 0]);
  expect(statuses.map(({ type }) => type)).toEqual(["online"]);
});

test("an idle tunnel is closed at once, also by `await using`", async () => {
  const { open, statuses, heard } = await startServer();
  const tunnel = await open({ drain: 3_600_000 });
  await tunnel[Symbol.asyncDispose]();
  await expect.poll(() => heard.at(-1)).toEqual({ type: "bye" });
  expect([await tunnel.closed, statuses.length]).toEqual([{ type: "closed" }, 1]);
});

test("each requested connection is dialled, and failures are reported", async () => {
  const { open, say, data } = await startServer();
  await open();
  say({ type: "dial", count: 3 });
  await expect.poll(() => data.length).toBe(3);
  const refusing = await startServer({ refusesData: true });
  await refusing.open();
  refusing.say({ type: "dial", count: 2 });
  await expect.poll(() => refusing.heard.slice(1)).toEqual(Array(2).fill({ type: "undialed", count: 1 }));
});

test("a lost tunnel resumes with the session that the server gave last, and reports whether it is the same", async () => {
  const { bed, open, heard, controls, statuses } = await startServer();
  const tunnel = await open();
  const lose = async (session: string) => {
    bed.session = session;
    const count = controls.length;
    controls.at(-1)!.destroy();
    await expect.poll(() => statuses.filter(({ type }) => type === "online").length).toBe(count + 1);
  };
  await lose("one");
  await lose("two");
  await lose("two");
  expect(heard.map((frame) => (frame as { resume?: object }).resume)).toEqual([
    undefined,
    { session: "one", secret: "secret of one" },
    { session: "one", secret: "secret of one" },
    { session: "two", secret: "secret of two" },
  ]);
  const online = statuses.filter((status) => status.type === "online");
  expect(online.map(({ resumed }) => resumed)).toEqual([false, true, false, true]);
  expect([online.at(-1)!.url, tunnel.url]).toEqual(["http://two.example", "http://two.example"]);
  const losses = statuses.filter((status) => status.type === "offline");
  expect(losses).toMatchObject(Array(3).fill({ reason: "the connection was lost" }));
  for (const { retryIn } of losses) expect(retryIn).toBeLessThanOrEqual(100); // each is the first one again
});

test.each([
  ["renewed", "it was rotated; use the new one"],
  ["deleted", "its subdomain was deleted"],
] as const)("a token that is %s while the tunnel is open ends it permanently", async (reason, words) => {
  const { open, say, heard } = await startServer();
  const tunnel = await open();
  say({ type: "closed", reason });
  const end = await tunnel.closed;
  expect(end).toMatchObject({ type: "refused", error: expect.any(TokenRefusedError) });
  expect(end.type === "refused" && end.error.message).toContain(words);
  expect(heard).toHaveLength(1);
});

test("a newer client ends the tunnel, and running requests may finish", async () => {
  const { tunnel, say, data } = await openBusy();
  say({ type: "closed", reason: "replaced" });
  let over = false;
  void tunnel.closed.then(() => (over = true));
  for (let turns = 0; turns < 20; turns++) await new Promise(setImmediate);
  expect(over).toBe(false);
  data[0]!.destroy();
  expect(await tunnel.closed).toEqual({ type: "replaced" });
});

test.each([
  ["401 Unauthorized", TokenRefusedError],
  ["501 Not Implemented", TunnelOptionsError],
])("a server that responds %s is not dialled again, neither at first nor later", async (status, error) => {
  const first = await startServer();
  first.bed.refuses = status;
  await expect(first.open()).rejects.toThrow(error);
  expect(first.statuses).toEqual([]);
  const later = await startServer();
  const tunnel = await later.open();
  later.bed.refuses = status;
  later.controls[0]!.destroy();
  expect(await tunnel.closed).toMatchObject({ type: "refused", error: expect.any(error) });
});

test.each(["500 Out of Luck", "403 Forbidden"])("a server that responds %s is dialled again", async (status) => {
  const { bed, open, statuses } = await startServer();
  bed.refuses = status;
  const opening = open();
  await expect.poll(() => statuses.length).toBe(1);
  bed.refuses = "";
  const tunnel = await opening;
  expect(statuses[0]).toMatchObject({ type: "offline", reason: expect.stringContaining(status.slice(0, 3)) });
  expect(tunnel.url).toBe("http://one.example");
});

test("only while no other server has the tunnel, the reason is that the server is stopping", async () => {
  const { bed, controls, open, say, statuses } = await startServer();
  await open();
  bed.refuses = "503 Service Unavailable";
  say({ type: "drain" });
  await expect.poll(() => statuses.length).toBeGreaterThan(1);
  expect(statuses[1]).toMatchObject({ type: "offline", reason: "the server is stopping" });
  bed.refuses = "";
  await expect.poll(() => statuses.at(-1)?.type).toBe("online");
  const { length } = statuses;
  bed.refuses = "503 Service Unavailable";
  controls.at(-1)!.destroy();
  await expect.poll(() => statuses.length).toBeGreaterThan(length + 1);
  expect(statuses.at(-1)).toMatchObject({ reason: "it answered 503 instead of opening a tunnel" });
});
