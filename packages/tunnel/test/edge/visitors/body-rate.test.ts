import { expect, test } from "vitest";
import type { AppConnection } from "../../../src/edge/connections/app-connection.ts";
import type { BodySource } from "../../../src/edge/visitors/body-source.ts";
import { createRequestBody } from "../../../src/edge/visitors/request-body.ts";

const SECOND = 1_000;

/** A body that brings so many bytes at each second, to a link that takes all; resolves with the second that gives it up. */
function upload(
  bytesAt: (second: number) => number,
  { seconds = 400, isPaused = (_second: number): boolean => false } = {},
) {
  let time = 0;
  let pass: (bytes: Buffer) => void = () => {};
  const source: BodySource = {
    length: 1_000_000_000,
    isPaused: () => isPaused(time / SECOND),
    bufferedBytes: () => 0,
    takeBuffered: () => "",
    read: (onBytes) => {
      pass = onBytes;
    },
    pause() {},
    resume() {},
    discard() {},
  };
  const body = createRequestBody({ source, isChunked: false, tuning: { bodyTimeoutMs: 30 * SECOND }, now: () => time });
  body.start({ write: () => true } as Partial<AppConnection> as AppConnection);
  for (let second = 1; second <= seconds; second++) {
    time = second * SECOND;
    const bytes = bytesAt(second);
    if (bytes > 0) pass(Buffer.alloc(bytes));
    if (body.isStalled(time)) return second;
  }
  return null;
}

const burstEach = (seconds: number) => (second: number) => (second % seconds === 0 ? 6_000 : 0);
const muchThenLittle = (second: number) => (second <= 60 ? 1_000_000 : Number(second % 10 === 0));

// It is looked at once a second, so that the first look beyond a minute sees what 61 seconds brought.
test.each([
  ["100 bytes each second", null, () => 100],
  ["98 bytes each second", 61, () => 98],
  ["the least in its first minute and nothing after it", 91, (second: number) => (second <= 60 ? 100 : 0)],
  ["a byte less in its first minute", 61, (second: number) => (second < 60 ? 100 : Number(second === 60) * 99)],
  ["nothing at all", 31, () => 0],
  ["a burst each thirty seconds", null, burstEach(30)],
  ["a burst each thirty-two seconds", 31, burstEach(32)],
  ["much in the first minute, then a byte now and then", 122, muchThenLittle],
])("a body that brings %s is given up in second %s", (_what, second, bytesAt) => {
  expect(upload(bytesAt)).toBe(second);
});

test("time in which the app pauses a body does not count against the visitor", () => {
  expect(upload(() => 0, { isPaused: () => true })).toBe(null);
  expect(upload(() => 0, { isPaused: (second) => second <= 100 })).toBe(131);
});
