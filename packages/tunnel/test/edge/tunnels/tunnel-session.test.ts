import { duplexPair } from "node:stream";
import { expect, test } from "vitest";
import { createSessionBed as setUp } from "./tunnel-session-setup.ts";

test("a client that stays silent is removed within 15 s with all its connections, and its name is free", async () => {
  const { bed, session, dial, after } = setUp();
  const { frames } = dial();
  const [data, agent] = duplexPair();
  agent.resume();
  session.pool.add(data);
  for (let second = 1; second <= 7; second++) await after(1_000);
  expect(bed.ended).toBe(0);
  expect(frames).toContain("ping");
  for (let second = 8; second <= 14; second++) await after(1_000);
  expect(bed).toMatchObject({ ended: 1, gone: 1 });
  expect(data.destroyed && session.pool.isDraining).toBe(true);
});

test("a client that sends anything stays connected", async () => {
  const { bed, session, dial, after } = setUp();
  const { control } = dial();
  for (let second = 1; second <= 100; second++) {
    if (second % 5 === 0) session.onReceived();
    await after(1_000);
  }
  expect(control.destroyed).toBe(false);
  expect(bed.ended).toBe(0);
});

test("a machine that slept pings again before it removes a client", async () => {
  const { bed, session, dial, after } = setUp();
  const { control, frames } = dial();
  await after(3_600_000);
  expect(control.destroyed).toBe(false);
  expect(frames.filter((type) => type === "ping")).toHaveLength(1);
  session.onReceived();
  for (let second = 1; second <= 5; second++) await after(1_000);
  expect(control.destroyed).toBe(false);
  expect(bed.ended).toBe(0);
});

test("invalid rules resume no session, which stays with the client that has it", () => {
  const { bed, session, dial } = setUp();
  const { control } = dial();
  const [again] = duplexPair();
  const hello = { type: "hello", agent: "test", share: false, rules: { allowIp: ["not an address"] } } as const;
  expect(() => session.attach(again, { ...hello, rules: { allowIp: [...hello.rules.allowIp] } })).toThrow();
  expect(control.destroyed).toBe(false);
  expect(bed.ended).toBe(0);
});

test("a client that lost its control connection keeps its session for resumeTimeoutMs, and no longer", async () => {
  const { bed, session, dial, after } = setUp();
  const [data] = duplexPair();
  const { control } = dial();
  session.pool.add(data);
  control.destroy();
  await after(30_000);
  expect(bed.ended).toBe(0);
  const again = dial();
  await after(60_000);
  expect(bed.ended).toBe(0);
  again.control.destroy();
  await after(0);
  await after(30_001);
  expect(bed.ended).toBe(1);
});

test("a leaving client frees its name at once", async () => {
  const { bed, session, dial } = setUp();
  dial();
  session.receive({ type: "bye" });
  expect(bed).toMatchObject({ ended: 1, gone: 1 });
});

test("a client that pings and reads nothing is closed before its buffer grows", async () => {
  const { bed, session, dial } = setUp();
  const { control, agent } = dial();
  agent.pause();
  for (let asked = 0; asked < 100_000 && !control.destroyed; asked++) session.receive({ type: "ping" });
  expect(control.destroyed).toBe(true);
  expect(control.writableLength).toBeLessThan(300 * 1024);
  await new Promise(setImmediate);
  expect(bed.ended).toBe(1);
});

test("a control connection may hold 256 KiB that its client has not read, and not a byte more", () => {
  for (const [unread, isClosed] of [
    [262_144, false],
    [262_145, true],
  ] as const) {
    const { session, dial } = setUp();
    const { control } = dial();
    Object.defineProperty(control, "writableLength", { value: unread });
    session.receive({ type: "ping" });
    expect(control.destroyed).toBe(isClosed);
  }
});
