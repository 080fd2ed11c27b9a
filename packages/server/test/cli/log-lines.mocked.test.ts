import * as fs from "node:fs";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { createLineSink, openStderr } from "../../src/cli/line-sink.ts";
import { createServerLog } from "../../src/cli/log.ts";

vi.mock("node:fs", async (original) => {
  const real = await original<typeof fs>();
  return { ...real, openSync: vi.fn(), fstatSync: vi.fn(), writeSync: vi.fn() };
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.clearAllMocks();
});

const key = `svcagt_${"a".repeat(28)}`;

/** The lines of a JSON log to which this is written. */
function linesOf(write: (log: ReturnType<typeof createServerLog>) => void) {
  let text = "";
  vi.mocked(fs.writeSync).mockImplementation(((_fd: number, bytes: Buffer) => {
    text += bytes.toString();
    return bytes.length;
  }) as typeof fs.writeSync);
  write(createServerLog({ logLevel: "debug", logFormat: "json" }, true, () => 3));
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

test("each line of JSON has its level, an RFC 3339 time and the process, even at a terminal if that is set", () => {
  const lines = linesOf((log) => {
    log.debug?.("one", { status: 200 });
    log.info("two", { status: 200 });
    log.warn("three", { status: 200 });
    log.error("four", new Error("full"));
  });
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(lines).toMatchObject([
    { level: 20, message: "one", status: 200, time, pid: process.pid },
    { level: 30, message: "two", status: 200, time },
    { level: 40, message: "three", status: 200, time },
    { level: 50, message: "four", err: { message: "full" }, time },
  ]);
});

test("no line of JSON shows a key, in its message or its fields, at any level", () => {
  const lines = linesOf((log) => {
    for (const level of ["debug", "info", "warn"] as const) log[level]?.(`for ${key}`, { key, bytes: 1 });
    log.error(`for ${key}`, new Error("full"));
  });
  expect(lines).toHaveLength(4);
  expect(lines[2]).toMatchObject({ bytes: 1 });
  expect(JSON.stringify(lines)).not.toContain(key);
});

test("no line of JSON shows a key that an error quotes, whatever was thrown", () => {
  const quoting = new Error(`refused:\n${key}`, { cause: new Error(`for ${key}`) });
  const lines = linesOf((log) => {
    for (const thrown of [quoting, new AggregateError([quoting, `for ${key}`], `both for ${key}`), `for ${key}`])
      log.error("Failed", thrown);
  });
  expect(lines.map(({ err }) => err.message ?? err)).toEqual([
    expect.stringContaining("refused:\nsvcagt_…"),
    expect.stringContaining("both for svcagt_…"),
    "for svcagt_…",
  ]);
  expect(lines[1].err.aggregateErrors).toHaveLength(2);
  expect(JSON.stringify(lines)).not.toContain(key);
});

test("the notice of dropped lines is a warning of this process", () => {
  const written: string[] = [];
  let isFull = true;
  vi.mocked(fs.writeSync).mockImplementation(((_fd: number, bytes: Buffer) => {
    if (isFull) throw Object.assign(new Error("full"), { code: "EAGAIN" });
    written.push(bytes.toString());
    return bytes.length;
  }) as typeof fs.writeSync);
  const sink = createLineSink(3);
  sink.write("1\n");
  sink.write("2\n");
  isFull = false;
  sink.write("3\n");
  expect(JSON.parse(written[0]!)).toEqual({
    level: 40,
    time: expect.any(String),
    pid: process.pid,
    message: "2 log lines were dropped here: the log's reader is too slow",
  });
  expect(written[1]).toBe("3\n");
});

test("a pipe is opened again without blocking, and a file or terminal is written to as it is", () => {
  vi.mocked(fs.fstatSync).mockReturnValue({ isFIFO: () => true } as fs.Stats & fs.BigIntStats);
  vi.mocked(fs.openSync).mockReturnValue(7);
  expect(openStderr()).toBe(7);
  expect(vi.mocked(fs.openSync).mock.lastCall).toEqual([
    "/dev/stderr",
    fs.constants.O_WRONLY | fs.constants.O_NONBLOCK,
  ]);
  vi.mocked(fs.fstatSync).mockReturnValue({ isFIFO: () => false } as fs.Stats & fs.BigIntStats);
  expect(openStderr()).toBe(2);
  vi.mocked(fs.fstatSync).mockImplementation(() => {
    throw new Error("closed");
  });
  expect(openStderr()).toBe(2);
});

test.each([
  [true, false, "text"],
  [false, true, "JSON"],
])("with a terminal at stderr: %s, and at stdout: %s, the log is %s", (isAtStderr, isAtStdout, format) => {
  const { stderr, stdout } = process;
  const before = { isTTY: stderr.isTTY, hasColors: stderr.hasColors };
  const beforeAtStdout = stdout.isTTY;
  onTestFinished(() => {
    Object.assign(stderr, before);
    stdout.isTTY = beforeAtStdout;
  });
  Object.assign(stderr, { isTTY: isAtStderr, hasColors: () => false });
  stdout.isTTY = isAtStdout;
  const shown = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  vi.mocked(fs.writeSync).mockImplementation(((_fd: number, bytes: Buffer) => bytes.length) as typeof fs.writeSync);
  createServerLog({ logLevel: "info", logFormat: "auto" }, undefined, () => 3).info("Mail stored");
  expect([shown.mock.calls.length > 0, vi.mocked(fs.writeSync).mock.calls.length > 0]).toEqual([
    format === "text",
    format === "JSON",
  ]);
});
