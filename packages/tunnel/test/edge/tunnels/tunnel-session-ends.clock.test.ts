import { once } from "node:events";
import { duplexPair } from "node:stream";
import { afterEach, expect, test, vi } from "vitest";
import type { AppConnection } from "../../../src/edge/connections/app-connection.ts";
import { turn } from "../../wire/ends.ts";
import { createSessionBed } from "./tunnel-session-setup.ts";

const resumeTimeoutMs = 30_000;
const drain = 20_000;

/** A session with an agent, and one data connection on which a request runs. */
function setUp() {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const set = createSessionBed({
    sharedConnections: 0,
    dedicatedConnections: 0,
    resumeTimeoutMs,
    drainTimeoutMs: drain,
  });
  const { control, agent, said } = set.dial();
  const [data, dataAgent] = duplexPair();
  dataAgent.resume();
  set.session.pool.add(data);
  let link: AppConnection | null = null;
  set.session.pool.acquire((taken) => (link = taken), { needsFresh: false, needsDedicated: true });
  return { ...set, control, agent, said, data, link: link as unknown as AppConnection };
}

afterEach(() => void vi.useRealTimers());

test("a replaced client is told so, and may finish running requests within the drain time", async () => {
  const { bed, session, control, agent, said, data } = setUp();
  agent.resume();
  session.replace();
  await turn();
  expect(said.at(-1)).toEqual({ type: "closed", reason: "replaced" });
  expect([control.writableEnded, control.destroyed, data.destroyed]).toEqual([true, false, false]);
  vi.advanceTimersByTime(drain - 1);
  expect([control.destroyed, data.destroyed, bed.ended, bed.gone]).toEqual([false, false, 1, 0]);
  vi.advanceTimersByTime(1);
  expect([control.destroyed, data.destroyed, bed.ended, bed.gone]).toEqual([true, true, 1, 1]);
});

test("an ended session is removed with its last request, and sends nothing more", async () => {
  const { bed, session, said, link, data } = setUp();
  session.receive({ type: "bye" });
  await turn();
  const frames = said.length;
  session.receive({ type: "ping" });
  session.replace();
  session.drain();
  await turn();
  expect([said.length, bed.ended, bed.gone]).toEqual([frames, 1, 0]);
  link.release();
  expect([data.destroyed, bed.ended, bed.gone]).toEqual([true, 1, 1]);
  session.destroy();
  expect(bed).toMatchObject({ ended: 1, gone: 1 });
});

test("no timer of an ended session keeps the process alive", () => {
  const { session } = setUp();
  const timers = vi.spyOn(globalThis, "setTimeout");
  session.replace();
  expect(timers.mock.results.map(({ value }) => value.hasRef())).toEqual([false, false]);
  timers.mockRestore();
});

test.each(["renewed", "deleted"] as const)(
  "a client whose token is %s is told so and all its connections close at once",
  async (why) => {
    const { bed, session, said, data } = setUp();
    session.revoke(why);
    expect([data.destroyed, bed.ended, bed.gone]).toEqual([true, 1, 1]);
    await turn();
    expect(said.at(-1)).toEqual({ type: "closed", reason: why });
  },
);

test.each(["cut", "destroy", "replace"] as const)(
  "a request that waits for a connection learns of the end by %s when the name is already free",
  (how) => {
    const { bed, session } = setUp();
    let endedBefore: number | undefined;
    session.pool.acquire(() => (endedBefore = bed.ended), { needsFresh: true, needsDedicated: true });
    if (how === "cut") session.revoke("deleted");
    else session[how]();
    expect(endedBefore).toBe(1);
  },
);

test("a stopping server asks the client to reconnect", async () => {
  const { session, control, said } = setUp();
  session.drain();
  await turn();
  expect([said.at(-1), control.writableEnded]).toEqual([{ type: "drain" }, false]);
});

test("a session ends when the last connection of a client without control connection is lost, and only then", async () => {
  for (const losesControl of [true, false]) {
    const { bed, control, data } = setUp();
    bed.time = 1_000;
    const closed = [once(data, "close"), ...(losesControl ? [once(control, "close")] : [])];
    if (losesControl) control.destroy();
    await turn();
    expect(bed.ended).toBe(0);
    data.destroy();
    await Promise.all(closed);
    expect(bed).toMatchObject(losesControl ? { ended: 1, gone: 1 } : { ended: 0, gone: 0 });
  }
});

test("a client that loses its only connection is removed at once", async () => {
  const { bed, dial } = createSessionBed();
  const { control } = dial();
  control.destroy();
  await once(control, "close");
  expect(bed).toMatchObject({ ended: 1, gone: 1 });
});
