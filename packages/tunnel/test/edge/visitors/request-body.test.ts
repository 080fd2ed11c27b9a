import type { Socket } from "node:net";
import { expect, test } from "vitest";
import type { AppConnection } from "../../../src/edge/connections/app-connection.ts";
import type { BodySource } from "../../../src/edge/visitors/body-source.ts";
import { startPlainBody } from "../../../src/edge/visitors/plain-body.ts";
import { createRequestBody } from "../../../src/edge/visitors/request-body.ts";

const window = 30_000;

/** A body that a visitor sends by hand to an app by hand. */
function setUp(length: number, { chunked = false, came = "" } = {}) {
  const bed = { time: 0, isOpen: true };
  const happened: string[] = [];
  const socket = { pause: () => happened.push("pause"), resume: () => happened.push("resume") } as object as Socket;
  const { source } = startPlainBody(socket, length, Buffer.from(came));
  const body = createRequestBody({
    source: source!,
    isChunked: chunked,
    tuning: { bodyTimeoutMs: window },
    now: () => bed.time,
  });
  const link = {
    write(bytes: Buffer | string) {
      happened.push(String(bytes));
      return bed.isOpen;
    },
  } as Partial<AppConnection> as AppConnection;
  return {
    bed,
    body,
    start: () => body.start(link),
    push: (text: string) => String(source!.push(Buffer.from(text))),
    /** What happened since the last call. */
    happened: () => happened.splice(0),
  };
}

test("a body is sent once it has a connection, paused while that is full, and done with its last byte", () => {
  const { bed, body, start, push, happened } = setUp(12, { came: "ab" });
  push("cd");
  expect([happened(), body.bufferedBytes(), body.length]).toEqual([[], 4, 12]);
  bed.time = 1_000;
  start();
  expect([happened(), body.bufferedBytes(), body.isSent]).toEqual([["ab", "cd", "resume"], 0, false]);
  bed.isOpen = false;
  push("ef");
  push("gh");
  expect([happened(), body.bufferedBytes()]).toEqual([["ef", "pause"], 2]);
  bed.isOpen = true;
  body.resume();
  expect([happened(), body.isSent]).toEqual([["gh", "resume"], false]);
  bed.time = 2_000;
  expect(push("ijklNEXT")).toBe("NEXT");
  expect([happened(), body.isSent, body.lastProgressAt]).toEqual([["ijkl"], true, 2_000]);
  body.resume();
  expect(happened()).toEqual([]);
});

test("a body that ends while its app does not read is done when it reads again, and pauses no later request", () => {
  const { bed, body, start, push, happened } = setUp(4);
  start();
  happened();
  bed.isOpen = false;
  expect(push("abcdNEXT")).toBe("NEXT");
  expect([happened(), body.isSent]).toEqual([["abcd"], false]);
  body.resume();
  expect([happened(), body.isSent]).toEqual([[], true]);
});

test("an app that pauses while buffered bytes are sent gets the rest later", () => {
  const { bed, body, start, push, happened } = setUp(6);
  for (const text of ["ab", "cd", "ef"]) push(text);
  body.resume();
  bed.isOpen = false;
  start();
  expect([happened(), body.isSent]).toEqual([["ab"], false]);
  bed.isOpen = true;
  body.resume();
  expect([happened(), body.isSent]).toEqual([["cd", "ef"], true]);
});

test("a chunked body reports the size of each chunk and ends with an empty one", () => {
  const { body, start, push, happened } = setUp(18, { chunked: true });
  start();
  push("abcdefghijklmnopqr");
  expect(happened()).toEqual(["resume", "12\r\n", "abcdefghijklmnopqr", "\r\n", "0\r\n\r\n"]);
  body.resume();
  expect(happened()).toEqual([]);
});

test("trailers reach the app, except those that are not allowed there", () => {
  const written: string[] = [];
  const source = {
    read: (_onBytes: unknown, onEnd: (trailers: string[]) => void) => onEnd(["X-Sum", "1", "Host", "a"]),
  };
  const body = createRequestBody({
    source: source as object as BodySource,
    isChunked: true,
    tuning: { bodyTimeoutMs: window },
    now: () => 0,
  });
  body.start({ write: (text: string) => written.push(text) > 0 } as Partial<AppConnection> as AppConnection);
  expect(written).toEqual(["0\r\nX-Sum: 1\r\n\r\n"]);
});

test("what may leave with the head is returned once", () => {
  const { body, start, push, happened } = setUp(6, { came: "abc" });
  expect(body.takeBuffered()).toBe("");
  push("def");
  expect([body.takeBuffered(), body.bufferedBytes(), body.takeBuffered()]).toEqual(["abcdef", 0, ""]);
  start();
  expect([happened(), body.isSent]).toEqual([[], true]);
  const large = setUp(8_193, { came: "x".repeat(8_193) });
  expect([large.body.takeBuffered(), large.body.bufferedBytes()]).toEqual(["", 8_193]);
});

test("an aborted body goes nowhere, and later bytes are dropped and buffered by nobody", () => {
  const { body, start, push, happened } = setUp(12);
  push("abc");
  start();
  happened();
  body.stop();
  expect(happened()).toEqual(["resume"]);
  push("def");
  expect(push("ghijklNEXT")).toBe("NEXT");
  body.resume();
  expect([happened(), body.isSent]).toEqual([[], false]);
});

test("a body that was aborted before it had a connection is dropped as well", () => {
  const { body, push, happened } = setUp(200_000);
  push("x".repeat(70_000));
  expect(happened()).toEqual(["pause"]);
  body.stop();
  push("x".repeat(70_000));
  expect(happened()).toEqual(["resume"]);
});

test("a body of up to 8 KiB that has fully arrived is text, one byte more is not", () => {
  const text = "x".repeat(8_193);
  expect(startPlainBody({} as Socket, 8_192, Buffer.from(text))).toEqual({
    text: text.slice(1),
    rest: Buffer.from("x"),
  });
  expect(startPlainBody({} as Socket, 8_193, Buffer.from(text))).toMatchObject({ source: expect.anything() });
  expect(startPlainBody({} as Socket, 0, Buffer.from("next"))).toEqual({ text: "", rest: Buffer.from("next") });
  expect(startPlainBody({} as Socket, -1, Buffer.from("next"))).toEqual({ rest: Buffer.from("next") });
});

test.each([
  ["a visitor that sends nothing", true, () => {}],
  ["an app that has begun to answer", false, (set: ReturnType<typeof setUp>) => (set.body.mayStall = true)],
  ["a body that is sent", false, (set: ReturnType<typeof setUp>) => void set.push("x".repeat(10))],
  ["a body that still waits for a link", false, null],
])("only who keeps others waiting is given up: %s", (_what, isStalled, act) => {
  const set = setUp(10);
  if (act !== null) set.start();
  act?.(set);
  expect([set.body.isStalled(window), set.body.isStalled(window + 1)]).toEqual([false, isStalled]);
});

test("the time before a body has a connection does not count against the visitor", () => {
  const { bed, body, start, push } = setUp(1_000_000);
  bed.time = 10 * window;
  expect(body.isStalled(bed.time)).toBe(false);
  start();
  push("x".repeat(5_000));
  expect(body.isStalled(bed.time + 1_000)).toBe(false);
});
