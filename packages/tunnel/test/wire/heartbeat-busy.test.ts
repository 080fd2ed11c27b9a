import { expect, test } from "vitest";
import { createHeartbeat } from "../../src/wire/index.ts";

/** A connection that was silent while idle for so many seconds, and is in use from then on. */
function becomeBusy(idleSeconds: number) {
  const clock = { time: 0 };
  const heartbeat = createHeartbeat(() => clock.time);
  const check = (busy: boolean) => {
    clock.time += 1_000;
    const state = heartbeat.check({ isBusy: busy, isReading: true });
    if (state === "ping") heartbeat.onSent();
    return state;
  };
  for (let second = 0; second < idleSeconds; second++) expect(check(false)).not.toBe("dead");
  return { check };
}

test("silence while a connection was idle does not count once it is in use", () => {
  const { check } = becomeBusy(20);
  const said = Array.from({ length: 14 }, () => check(true));
  // The first check finds the connection in use; 12 s of silence are allowed from there.
  expect(said.indexOf("dead")).toBe(13);
});

test("a connection that becomes idle again has the longer timeout of idle ones", () => {
  const { check } = becomeBusy(1);
  for (let second = 0; second < 12; second++) expect(check(true)).not.toBe("dead");
  const said = Array.from({ length: 29 }, () => check(false));
  expect(said.indexOf("dead")).toBe(28);
});
