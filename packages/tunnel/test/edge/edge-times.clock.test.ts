import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { encodeFrame } from "../../src/wire/index.ts";
import { turn } from "../wire/ends.ts";
import { GET, pass, createEdgeBed as setUp } from "./edge-bed.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "performance"] });
  onTestFinished(() => void vi.useRealTimers());
});

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
