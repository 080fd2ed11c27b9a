import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { duplexPair } from "node:stream";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { createEdge } from "../../src/edge/edge.ts";
import type { EdgeOptions } from "../../src/edge/types.ts";
import {
  CONTROL_PATH,
  createDataConnection,
  createEdgeFrameReader,
  DATA_PATH,
  type EdgeFrame,
  encodeFrame,
  PROTOCOL,
  type Stream,
} from "../../src/wire/index.ts";
import { turn } from "../wire/ends.ts";

const now = () => performance.now();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "performance"] });
  onTestFinished(() => void vi.useRealTimers());
});

/** An edge with the times that it has by itself, one client by hand, and visitors. */
function setUp(more: Partial<EdgeOptions> = {}) {
  const logged: string[] = [];
  const bed = { watchers: 0 };
  const ref = { id: "s1", domain: "demo.tunnel.localhost", tokenHash: "h" };
  const edge = createEdge({
    tunnelDomain: "tunnel.localhost",
    baseDomain: "vip.localhost",
    publicUrl: "http://localhost:8787",
    reserved: [],
    bus: {
      publish: async () => {},
      subscribe: () => () => {},
      onReconnect() {
        bed.watchers++;
        return () => void bed.watchers--;
      },
    },
    findByToken: async () => ref,
    findByDomain: async () => ref,
    log: { info() {}, warn: (line) => void logged.push(line) },
    ...more,
  });
  const dial = (url: string, secret: string, headers: object, head = "") => {
    const [socket, agent] = duplexPair();
    const all = { host: "localhost", upgrade: PROTOCOL, authorization: `Bearer ${secret}`, ...headers };
    const request = { method: "GET", url, headers: all, socket: { remoteAddress: "192.0.2.1" } };
    edge.handleUpgrade(request as object as IncomingMessage, socket, Buffer.from(head));
    return agent.on("error", () => {});
  };
  const enter = async () => {
    const frames: EdgeFrame[] = [];
    const read = createEdgeFrameReader((frame) => frames.push(frame));
    const hello = encodeFrame({ type: "hello", agent: "test", share: false, rules: {} });
    const control = dial(CONTROL_PATH, "svc_a", {}, hello);
    control.on("data", (bytes: Buffer) => {
      if (!String(bytes).startsWith("HTTP/")) read(bytes);
    });
    await turn();
    const [first] = frames;
    if (first?.type !== "welcome") throw new Error("not welcome");
    const channels: Stream[] = [];
    /** A data connection whose app takes everything and answers nothing. */
    const connect = async () => {
      const socket = dial(DATA_PATH, first.secret, { "frontdesk-session": first.session });
      const [head] = await new Promise<Buffer[]>((resolve) => socket.once("data", (bytes: Buffer) => resolve([bytes])));
      const carrier = createDataConnection({
        socket,
        now,
        onStream(channel) {
          channels.push(channel);
          channel.listener = { onData() {}, onDrain() {}, onEnd() {}, onClose() {} };
        },
      });
      const rest = head!.subarray(head!.indexOf("\r\n\r\n") + 4);
      if (rest.length > 0) socket.emit("data", rest);
      return carrier;
    };
    return { control, frames, connect, channels };
  };
  const visit = (text: string) => {
    const [socket, visitor] = duplexPair();
    const tcp = {
      remoteAddress: "192.0.2.9",
      setTimeout() {},
      setNoDelay() {},
      setKeepAlive() {},
      destroySoon: () => void socket.end(),
    };
    let reply = "";
    visitor.on("data", (bytes) => (reply += bytes)).on("error", () => {});
    edge.handleConnection(Object.assign(socket, tcp) as object as Socket, () => {});
    visitor.write(text);
    return { socket, status: () => reply.slice(9, 12) };
  };
  return { bed, edge, logged, enter, visit };
}

const GET = "GET / HTTP/1.1\r\nHost: demo.tunnel.localhost\r\n\r\n";

async function pass(ms: number): Promise<void> {
  vi.advanceTimersByTime(ms);
  for (let turns = 0; turns < 4; turns++) await turn();
}

test.each([
  ["http://localhost:8787", "http://demo.tunnel.localhost:8787"],
  ["https://desk.example.com", "https://demo.tunnel.localhost"],
])("a client of %s gets its URL and the heartbeat, and opens six connections ahead", async (publicUrl, url) => {
  const { enter, edge } = setUp({ publicUrl });
  const { frames } = await enter();
  expect(frames).toMatchObject([
    { type: "welcome", url, heartbeat: 3_000 },
    { type: "dial", count: 6 },
  ]);
  await edge.close();
});

test("a visitor waits ten seconds for a connection of the client", async () => {
  const { enter, edge, visit } = setUp();
  const { control } = await enter();
  const { status } = visit(GET);
  await turn();
  for (let second = 1; second <= 9; second++) {
    control.write(encodeFrame({ type: "pong" }));
    await pass(1_000);
  }
  await pass(999);
  expect(status()).toBe("");
  await pass(1);
  expect(status()).toBe("504");
  await edge.close();
});

test("an app has fifteen minutes to begin its response", async () => {
  const { enter, edge, visit } = setUp();
  const { control, connect } = await enter();
  const carrier = await connect();
  const { status } = visit(GET);
  await turn();
  const live = async (seconds: number) => {
    for (let second = 0; second < seconds; second++) {
      control.write(encodeFrame({ type: "ping" }));
      carrier.checkHeartbeat();
      await pass(1_000);
    }
  };
  await live(900);
  expect(status()).toBe("");
  await live(2);
  expect(status()).toBe("504");
  await edge.close();
});

test("a client that lost its control connection keeps its session for thirty seconds", async () => {
  const { enter, edge } = setUp();
  const { control, connect } = await enter();
  const carrier = await connect();
  const live = async (seconds: number) => {
    for (let second = 0; second < seconds; second++) {
      carrier.checkHeartbeat();
      await pass(1_000);
    }
  };
  await live(1);
  control.end();
  await live(30);
  expect(edge.countTunnels()).toBe(1);
  await live(2);
  expect(edge.countTunnels()).toBe(0);
  await edge.close();
});

test("a stalled upload times out after thirty seconds", async () => {
  const { enter, edge, visit } = setUp();
  const { control, connect } = await enter();
  const carriers = [await connect(), await connect(), await connect()];
  const { status } = visit("POST / HTTP/1.1\r\nHost: demo.tunnel.localhost\r\nContent-Length: 100\r\n\r\na");
  let seconds = 0;
  while (status() === "" && seconds < 100) {
    control.write(encodeFrame({ type: "ping" }));
    for (const carrier of carriers) carrier.checkHeartbeat();
    await pass(1_000);
    seconds++;
  }
  expect(status()).toBe("408");
  // Its rate is looked at every second, over a time that begins with its first piece.
  expect([30, 31, 32, 33, 34]).toContain(seconds);
  await edge.close();
});

test("an error during the connection check is logged, and the next check runs", async () => {
  const { edge, logged } = setUp();
  const broken = vi.spyOn(performance, "now").mockImplementationOnce(() => {
    throw new Error("unforeseen");
  });
  vi.advanceTimersByTime(1_000);
  expect(logged).toEqual(["connection check failed: unforeseen"]);
  const calls = broken.mock.calls.length;
  vi.advanceTimersByTime(1_000);
  expect(broken.mock.calls.length).toBeGreaterThan(calls);
  await edge.close();
});

test("an edge that is closed, twice, leaves no timer and no listener", async () => {
  const { bed, edge, enter, visit } = setUp();
  expect(bed.watchers).toBe(1);
  const { control, connect } = await enter();
  await connect();
  const { socket } = visit(GET);
  await turn();
  let left = false;
  control.on("end", () => {
    left = true;
  });
  await edge.close();
  for (let turns = 0; turns < 4; turns++) await turn();
  const isEnded = socket.destroyed || socket.writableEnded;
  expect([left, isEnded, edge.countTunnels(), bed.watchers]).toEqual([true, true, 0, 0]);
  await edge.close();
  // What a client that stays may still do ends with the drain.
  await pass(30_000);
  expect(vi.getTimerCount()).toBe(0);
});

test("a stopping edge tells its client to reconnect, accepts no other, and lets running requests finish within the drain time", async () => {
  const { edge, enter, visit } = setUp();
  const { frames, connect } = await enter();
  await connect();
  const running = visit(GET);
  await turn();
  let over = false;
  const closing = edge.close({ drainMs: 3_000 }).then(() => {
    over = true;
  });
  await pass(20);
  expect(frames.at(-1)).toEqual({ type: "drain" });
  await expect(enter()).rejects.toThrow("not welcome");
  for (let turns = 0; turns < 140; turns++) await pass(20);
  expect([over, running.socket.destroyed]).toEqual([false, false]);
  for (let turns = 0; turns < 10; turns++) await pass(20);
  await closing;
  expect(running.socket.destroyed || running.socket.writableEnded).toBe(true);
});
