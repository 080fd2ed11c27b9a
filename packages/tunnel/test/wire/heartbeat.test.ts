import { expect, test } from "vitest";
import { createHeartbeat, type Heartbeat, toControlHeartbeatTimes } from "../../src/wire/index.ts";

type Times = Parameters<typeof createHeartbeat>[1];

/** Looks after a heartbeat once a second, from its start to so many seconds, and tells what each look said. */
function look(seconds: number, busy: boolean, { listening = true, times = undefined as Times } = {}) {
  const clock = { time: 0 };
  const heartbeat = createHeartbeat(() => clock.time, times);
  const said: string[] = [];
  heartbeat.check({ isBusy: busy, isReading: listening });
  const until = (second: number) => {
    while (clock.time < second * 1_000) {
      clock.time += 1_000;
      const state = heartbeat.check({ isBusy: busy, isReading: listening });
      if (state === "ping") heartbeat.onSent();
      said.push(state);
    }
  };
  until(seconds);
  return { heartbeat, clock, said, until };
}

const firstDeath = (said: string[]) => said.indexOf("dead") + 1;
const asks = (said: string[]) => said.flatMap((state, at) => (state === "ping" ? [at + 1] : []));

test.each([
  ["in use", true, 13, [3]],
  ["that is idle", false, 28, [15]],
])(
  "a connection %s is pinged at its own interval, and closed after that and its timeout",
  (_what, busy, second, questions) => {
    const { said } = look(30, busy);
    expect(firstDeath(said)).toBe(second);
    expect(asks(said.slice(0, second - 1)).slice(0, questions.length)).toEqual(questions);
  },
);

test.each([
  [3_000, 8],
  [10_000, 26],
])(
  "with a heartbeat of %i ms, a control connection is closed after two and a half of silence",
  (intervalMs, second) => {
    const { said } = look(30, true, { times: toControlHeartbeatTimes(intervalMs) });
    expect(firstDeath(said)).toBe(second);
  },
);

test("a side that currently does not read closes nothing, not even after a probe", () => {
  const paused = look(1, true, { listening: false });
  paused.heartbeat.startProbe();
  paused.until(100);
  expect(paused.said).not.toContain("dead");
});

test("a probed side has four seconds to send something", () => {
  const silent = look(1, true);
  silent.heartbeat.startProbe();
  expect(silent.heartbeat.isProbing()).toBe(true);
  silent.until(6);
  expect(firstDeath(silent.said)).toBe(6);

  const heard = look(1, true);
  heard.heartbeat.startProbe();
  heard.heartbeat.onReceived();
  expect(heard.heartbeat.isProbing()).toBe(false);
  heard.until(6);
  expect(heard.said).not.toContain("dead");
});

test("what was received before a probe does not answer it", () => {
  const silent = look(1, true);
  silent.heartbeat.onReceived();
  silent.heartbeat.startProbe();
  silent.until(6);
  expect(firstDeath(silent.said)).toBe(6);
});

test("a probe that is pending keeps its deadline if there is another", () => {
  const silent = look(1, true);
  silent.heartbeat.startProbe();
  silent.until(3);
  silent.heartbeat.startProbe();
  silent.until(6);
  expect(firstDeath(silent.said)).toBe(6);
});

test("after this machine slept the other side is pinged, and has time to send something", () => {
  const { heartbeat, clock } = look(1, true);
  const sleep = (ms: number): ReturnType<Heartbeat["check"]> => {
    clock.time += ms;
    return heartbeat.check({ isBusy: true, isReading: true });
  };
  expect(sleep(3_600_000)).toBe("ping");
  expect(heartbeat.isProbing()).toBe(true);
  expect(sleep(4_000)).not.toBe("dead");
  expect(sleep(1_000)).toBe("dead");
});
