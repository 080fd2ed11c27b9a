import fc from "fast-check";
import { expect, test } from "vitest";
import { createFrameReader, DATA, PING } from "../../src/wire/frame-reader.ts";
import { createClientFrameReader, createEdgeFrameReader } from "../../src/wire/frames.ts";
import { frame } from "./ends.ts";

const read = (createReader: typeof createClientFrameReader | typeof createEdgeFrameReader, value: unknown) => {
  const frames: unknown[] = [];
  const push = createReader((one: unknown) => frames.push(one));
  push(Buffer.from(`${JSON.stringify(value)}\n`));
  return frames;
};
const hello = { type: "hello", agent: "a", share: false, rules: {} };
const withRules = (rules: object) => ({ ...hello, rules });
const long = (length: number) => "a".repeat(length);

test.each<[what: string, good: object, bad: object]>([
  ["failures", { type: "undialed", count: 1 }, { type: "undialed", count: 0 }],
  ["many failures", { type: "undialed", count: 4_096 }, { type: "undialed", count: 4_097 }],
  ["whole failures", { type: "undialed", count: 2 }, { type: "undialed", count: 1.5 }],
  ["the agent's name", { ...hello, agent: long(100) }, { ...hello, agent: long(101) }],
  ["the host that the app sees", withRules({ hostHeader: "[::1]:80" }), withRules({ hostHeader: "a\r\nb" })],
  ["that host's length", withRules({ hostHeader: long(255) }), withRules({ hostHeader: long(256) })],
  ["a password's hash", withRules({ basicAuth: long(64) }), withRules({ basicAuth: long(63) })],
  ["a password's hash in lower case", withRules({ basicAuth: long(64) }), withRules({ basicAuth: "A".repeat(64) })],
  ["64 addresses", withRules({ allowIp: Array(64).fill("a") }), withRules({ allowIp: Array(65).fill("a") })],
  ["addresses of 64", withRules({ allowIp: [long(64)] }), withRules({ allowIp: [long(65)] })],
  [
    "the former session",
    { ...hello, resume: { session: long(200), secret: long(200) } },
    { ...hello, resume: { session: long(201), secret: "a" } },
  ],
  [
    "its secret",
    { ...hello, resume: { session: "a", secret: long(200) } },
    { ...hello, resume: { session: "a", secret: long(201) } },
  ],
])("an agent's frame is taken up to its bounds and refused beyond them: %s", (_what, good, bad) => {
  expect(read(createClientFrameReader, good)).toEqual([good]);
  expect(() => read(createClientFrameReader, bad)).toThrow("not a frame of a tunnel client");
});

const welcome = { type: "welcome", session: "a", secret: "b", url: "c", heartbeat: 10 };

test.each<[what: string, frame: object, isTaken: boolean]>([
  ["a welcome", welcome, true],
  ["the fastest heartbeat", { ...welcome, heartbeat: 9 }, false],
  ["the longest address", { ...welcome, url: long(500) }, true],
  ["a longer address", { ...welcome, url: long(501) }, false],
  ["a dial", { type: "dial", count: 4_096 }, true],
  ["a dial of too many", { type: "dial", count: 4_097 }, false],
  ["an end", { type: "closed", reason: "deleted" }, true],
  ["an end for another reason", { type: "closed", reason: "other" }, false],
  ["what a newer edge may say", { type: "newer" }, false],
])("an edge's frame is taken or passed over: %s", (_what, value, isTaken) => {
  expect(read(createEdgeFrameReader, value)).toEqual(isTaken ? [value] : []);
});

test("a line may contain any Unicode characters, however its bytes are split", () => {
  const agents: string[] = [];
  const push = createClientFrameReader((one) => one.type === "hello" && agents.push(one.agent));
  for (const byte of Buffer.from(`${JSON.stringify({ ...hello, agent: "Größe 世界" })}\n{"type":"ping"}\n`))
    push(Buffer.from([byte]));
  expect(agents).toEqual(["Größe 世界"]);
});

test("an empty line is an error, not a line that is still to come", () => {
  for (const createReader of [createClientFrameReader, createEdgeFrameReader])
    expect(() => createReader(() => {})(Buffer.from("\n"))).toThrow();
});

/** What a reader of frames tells, until it is over. */
function setUp() {
  const said: string[] = [];
  const bed = { isOver: false };
  const reader = createFrameReader({
    onFrame: (id, type, length) => said.push(`${id}.${type}.${length}`),
    onData: (bytes) => said.push(String(bytes)),
    isClosed: () => bed.isOver,
  });
  return { bed, reader, said: () => said.splice(0) };
}

test("frames and data are the same, however their bytes are split", () => {
  const bytes = Buffer.concat([
    frame(1, DATA, 3, "abc"),
    frame(2, PING, 0),
    frame(70_000, DATA, 12, "twelve bytes"),
    frame(3, PING, 0),
  ]);
  const split = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(split, (sizes) => {
      const emitted: string[] = [];
      const reader = createFrameReader({
        onFrame: (id, type, length) => emitted.push(`[${id}.${type}.${length}]`),
        onData: (data) => emitted.push(String(data)),
        isClosed: () => false,
      });
      for (let offset = 0, turn = 0; offset < bytes.length; turn++) {
        const end = offset + sizes[turn % sizes.length]!;
        reader.push(bytes.subarray(offset, end));
        offset = end;
      }
      expect(emitted.join("")).toBe("[1.1.3]abc[2.5.0][70000.1.12]twelve bytes[3.5.0]");
    }),
  );
});

test("a paused reader buffers frames, and emits them in order once it resumes", () => {
  const { reader, said } = setUp();
  const bytes = Buffer.concat([frame(1, DATA, 6, "abcdef"), frame(2, PING, 0)]);
  reader.push(bytes.subarray(0, 10));
  expect(said()).toEqual(["1.1.6", "ab"]);
  reader.pause();
  reader.push(bytes.subarray(10, 13));
  reader.pause();
  reader.push(bytes.subarray(13));
  expect(said()).toEqual([]);
  reader.resume();
  expect(said()).toEqual(["cde", "f", "2.5.0"]);
  reader.resume();
  reader.push(frame(3, PING, 0));
  expect(said()).toEqual(["3.5.0"]);
});

test("a reader that is paused by a frame keeps the frames after it", () => {
  const said: number[] = [];
  const reader = createFrameReader({
    onFrame: (id) => said.push(id) === 1 && reader.pause(),
    onData() {},
    isClosed: () => false,
  });
  reader.push(Buffer.concat([frame(1, PING, 0), frame(2, PING, 0)]));
  expect(said).toEqual([1]);
  reader.resume();
  expect(said).toEqual([1, 2]);
});

test("nothing is emitted once the reader is closed", () => {
  const { bed, reader, said } = setUp();
  reader.pause();
  reader.push(frame(1, PING, 0));
  bed.isOver = true;
  reader.resume();
  reader.push(frame(2, PING, 0));
  expect(said()).toEqual([]);
});
