import { getEventListeners, once } from "node:events";
import http from "node:http";
import { type AddressInfo, Socket } from "node:net";
import type { Duplex } from "node:stream";
import { expect, onTestFinished, test, vi } from "vitest";
import { type ControlConnectionOptions, openControl } from "../../src/client/control.ts";
import { createClientFrameReader, type EdgeFrame, encodeFrame } from "../../src/wire/index.ts";

const WELCOME: EdgeFrame = {
  type: "welcome",
  session: "one",
  secret: "p",
  url: "http://demo.example",
  heartbeat: 3_000,
};

/** A server by hand that takes one control connection, and a client that opens it. */
async function setUp({ greets = true, together = "" } = {}, more: Partial<ControlConnectionOptions> = {}) {
  const heard: object[] = [];
  const dials: number[] = [];
  let socket!: Duplex;
  let head = "";
  const server = http.createServer();
  server.on("upgrade", (request, upgraded) => {
    socket = upgraded.on("error", () => {}).on("end", () => upgraded.end());
    head = `${request.url} ${request.headers.authorization}`;
    const read = createClientFrameReader((frame) => {
      heard.push(frame);
      if (frame.type === "hello" && greets && together === "") socket.write(encodeFrame(WELCOME));
    });
    socket.on("data", read);
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: frontdesk-tunnel/1\r\n\r\n${together}`,
    );
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const stop = new AbortController();
  onTestFinished(() => {
    stop.abort();
    socket?.destroy();
    server.close();
  });
  const opening = openControl({
    endpoint: { server: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`), proxy: undefined },
    token: "svc_a",
    agent: "test",
    share: true,
    rules: { indexable: true },
    resume: undefined,
    signal: stop.signal,
    onDial: (count) => void dials.push(count),
    ...more,
  });
  opening.catch(() => {});
  return {
    opening,
    heard,
    dials,
    stop,
    head: () => head,
    say: (...frames: EdgeFrame[]) => void socket.write(frames.map(encodeFrame).join("")),
    write: (text: string) => void socket.write(text),
    hangUp: () => void socket.destroy(),
    closed: () => once(socket, "close"),
  };
}

test("a client sends hello first, and resumes the session that it lost", async () => {
  const resume = { session: "one", secret: "p" };
  for (const more of [{}, { resume }]) {
    const { opening, heard, head } = await setUp({}, more);
    expect((await opening).welcome).toEqual(WELCOME);
    expect(head()).toBe("/svc-tunnel/control Bearer svc_a");
    expect(heard).toEqual([{ type: "hello", agent: "test", share: true, rules: { indexable: true }, ...more }]);
  }
});

test("frames that arrive together with the upgrade response are handled", async () => {
  const together = encodeFrame(WELCOME) + encodeFrame({ type: "dial", count: 3 });
  const { opening, dials } = await setUp({ together });
  await opening;
  expect(dials).toEqual([3]);
});

test("a dial frame before welcome is ignored, and a ping is answered", async () => {
  const { opening, dials, heard, say } = await setUp({ greets: false });
  await expect.poll(() => heard.length).toBe(1);
  say({ type: "dial", count: 2 }, { type: "ping" }, WELCOME);
  await opening;
  expect(dials).toEqual([]);
  await expect.poll(() => heard.slice(1)).toEqual([{ type: "pong" }]);
});

test.each<[string, EdgeFrame[], object]>([
  ["nothing", [], { type: "lost" }],
  ["that it stops", [{ type: "drain" }], { type: "drained" }],
  ["that another took the name", [{ type: "closed", reason: "replaced" }], { type: "closed", reason: "replaced" }],
  ["that the token was renewed", [{ type: "closed", reason: "renewed" }], { type: "closed", reason: "renewed" }],
])("a connection whose server says %s before its end has ended so", async (_what, frames, end) => {
  const { opening, say, hangUp, closed, heard } = await setUp();
  const { ended } = await opening;
  say(...frames);
  // Who is told to go hangs up by itself, and who is told of a stop is free at once.
  if (frames.length === 0) hangUp();
  else if (frames[0]!.type === "closed") await closed();
  expect(await ended).toEqual(end);
  // It needed no heartbeat to notice.
  expect(heard.map((frame) => "type" in frame && frame.type)).toEqual(["hello"]);
});

test("a leaving client sends bye once, reports connections it could not open, and then sends nothing more", async () => {
  const { opening, heard, closed, stop } = await setUp();
  const control = await opening;
  control.reportFailedDials(2);
  control.close();
  control.close();
  control.reportFailedDials(1);
  await closed();
  expect(heard.slice(1)).toEqual([{ type: "undialed", count: 2 }, { type: "bye" }]);
  expect(await control.ended).toEqual({ type: "lost" });
  expect(getEventListeners(stop.signal, "abort")).toHaveLength(0);
});

test.each(["no frame\n", "x".repeat(40_000)])("a server that says what makes no sense is left", async (text) => {
  const { opening, write, closed } = await setUp();
  const { ended } = await opening;
  write(text);
  await closed();
  expect(await ended).toEqual({ type: "lost" });
});

/** Seconds pass, on a clock that only a test moves. */
function takeClock() {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
  onTestFinished(() => void vi.useRealTimers());
  return async (seconds: number) => {
    for (let second = 0; second < seconds; second++) {
      vi.advanceTimersByTime(1_000);
      await new Promise(setImmediate);
    }
  };
}

test.each(["hangs up", "is given up"])("a connection that %s before its welcome opens no tunnel", async (how) => {
  // A connection without a heartbeat ends by itself, later.
  takeClock();
  const { opening, heard, hangUp, stop } = await setUp({ greets: false });
  await expect.poll(() => heard.length).toBe(1);
  if (how === "hangs up") hangUp();
  else stop.abort();
  await expect(opening).rejects.toThrow("the server closed the connection before the tunnel was open");
});

test("a connection from an address that this machine no longer has is closed within a second", async () => {
  const pass = takeClock();
  const kept = vi.spyOn(Socket.prototype, "setKeepAlive");
  onTestFinished(() => kept.mockRestore());
  const { opening, closed } = await setUp();
  const { ended } = await opening;
  // The client's own end, as Node shows it after a change of network.
  Object.defineProperty(kept.mock.contexts[0]!, "localAddress", { value: "192.0.2.77" });
  const gone = closed();
  await pass(1);
  await gone;
  expect(await ended).toEqual({ type: "lost" });
});

test("a client sends no ping before its welcome", async () => {
  const pass = takeClock();
  const { heard, say, opening } = await setUp({ greets: false });
  await expect.poll(() => heard.length).toBe(1);
  await pass(5);
  say(WELCOME);
  await opening;
  say({ type: "ping" });
  await expect.poll(() => heard.slice(1)).toEqual([{ type: "pong" }]);
});

test("a client pings at each heartbeat, and disconnects after two and a half silent ones", async () => {
  const pass = takeClock();
  const { opening, heard, closed } = await setUp();
  const { ended } = await opening;
  let over = false;
  void ended.then(() => {
    over = true;
  });
  await pass(2);
  expect(heard).toHaveLength(1);
  await pass(2);
  await expect.poll(() => heard.slice(1)).toEqual([{ type: "ping" }]);
  await pass(3);
  expect(over).toBe(false);
  const gone = closed();
  await pass(2);
  await gone;
  expect([await ended, vi.getTimerCount()]).toEqual([{ type: "lost" }, 0]);
});

test("a server that sends anything now and then stays connected", async () => {
  const pass = takeClock();
  const { opening, heard, say } = await setUp();
  const { ended } = await opening;
  let over = false;
  void ended.then(() => {
    over = true;
  });
  for (let turns = 0; turns < 10; turns++) {
    const before = heard.length;
    say({ type: "ping" });
    await expect.poll(() => heard.length).toBeGreaterThan(before);
    await pass(2);
  }
  expect(over).toBe(false);
});

test("a client that has said bye says no more, but hears what its server still says", async () => {
  const { opening, heard, say } = await setUp();
  const { ended, close, reportFailedDials } = await opening;
  close();
  reportFailedDials(2);
  say({ type: "closed", reason: "deleted" });
  expect(await ended).toEqual({ type: "closed", reason: "deleted" });
  expect(heard.slice(1)).toEqual([{ type: "bye" }]);
});
