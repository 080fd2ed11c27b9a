import { describe, expect, test } from "vitest";
import {
  CommandError,
  createCommand,
  type Failure,
  run,
  type Terminal,
  UsageError,
} from "../../src/command-line/index.ts";

interface CallOptions {
  /** What the command `act` does. */
  act?: (terminal: Terminal) => void;
  explain?: (error: Error) => Failure | null;
  /** Whether the terminal has a `writeRaw` of its own. */
  hasRaw?: boolean;
}

/** Runs a program with the command `act`, and returns each line with the stream that it was written to. */
async function call(argv: string[], { act = () => {}, explain, hasRaw = false }: CallOptions = {}) {
  const lines: string[] = [];
  const writer = (stream: string) => (line: string) => void lines.push(`${stream}: ${line}`);
  const terminal: Terminal = {
    env: {},
    out: writer("out"),
    err: writer("err"),
    ...(hasRaw ? { writeRaw: writer("raw") } : {}),
    ask: async () => null,
  };
  const createAct = (inner: Terminal) =>
    createCommand(inner, { name: "act", description: "Acts.", examples: ["program act -p 1"] })
      .argument("[name]", "Name")
      .option("-p, --port <port>", "Port")
      .option("-q, --quiet", "Quiet")
      .option("--colour [name]", "Colour")
      .action((name, flags) => {
        inner.out(JSON.stringify({ name, ...flags }));
        act(inner);
      });
  const createProgram = (inner: Terminal) =>
    createCommand(inner, { name: "program", description: "Does things.", examples: [] });
  const commands = { act: async () => createAct };
  const code = await run(createProgram, argv, terminal, {
    version: "1.2.3",
    commands,
    ...(explain ? { explain } : {}),
  });
  return { code, lines };
}

/** Throws `error` in the command `act`. */
const thrower = (error: unknown) => ({
  act: () => {
    throw error;
  },
});

describe("the exit code", () => {
  test.each([["--version"], ["-v"]])("is 0 after %s", async (flag) => {
    expect(await call([flag])).toEqual({ code: 0, lines: ["out: 1.2.3"] });
  });

  test.each([[["--help"]], [["act", "-h"]], [["help"]], [["help", "act"]], [[]]])(
    "is 0 after help for %j, on standard output",
    async (argv) => {
      const { code, lines } = await call(argv);
      expect(code).toBe(0);
      expect(lines[0]).toMatch(/^out: Usage: program/);
      expect(lines.every((line) => line.startsWith("out: "))).toBe(true);
    },
  );

  test("is 2 for a word that names no command, also one that every object has as a property", async () => {
    for (const word of ["other", "constructor"])
      expect(await call([word])).toEqual({ code: 2, lines: [`err: Unknown command '${word}'.`] });
  });

  test("is that of the error", async () => {
    expect(await call(["act"], thrower(new CommandError("It failed.")))).toMatchObject({ code: 1 });
    expect(await call(["act"], thrower(new CommandError("It failed.", { exitCode: 7 })))).toMatchObject({ code: 7 });
    expect(await call(["act"], thrower(new UsageError("It is wrong.")))).toMatchObject({ code: 2 });
  });
});

describe("an error", () => {
  test("of a command is its message alone, each line written to standard error", async () => {
    const { lines } = await call(["act"], thrower(new CommandError("It failed.\nTry later.")));
    expect(lines.slice(1)).toEqual(["err: It failed.", "err: Try later."]);
  });

  test("that the program can explain has that message and exit code", async () => {
    const explain = (error: Error) => (error.message === "known" ? { message: "Explained.", code: 5 } : null);
    const known = await call(["act"], { ...thrower(new Error("known")), explain });
    expect(known).toEqual({ code: 5, lines: ["out: {}", "err: Explained."] });
    const other = await call(["act"], { ...thrower(new CommandError("It failed.")), explain });
    expect(other).toEqual({ code: 1, lines: ["out: {}", "err: It failed."] });
  });

  test("that is unexpected shows its stack, or its message without one", async () => {
    const error = new Error("bug");
    const { code, lines } = await call(["act"], thrower(error));
    expect(code).toBe(1);
    expect(lines.slice(1)).toEqual(error.stack!.split("\n").map((line) => `err: ${line}`));
    const bare = Object.assign(new Error("bug"), { stack: undefined });
    expect((await call(["act"], thrower(bare))).lines.at(-1)).toBe("err: bug");
  });

  test("that is no error object is shown as text", async () => {
    expect(await call(["act"], thrower("text"))).toEqual({ code: 1, lines: ["out: {}", "err: text"] });
  });

  test("shows neither tokens nor control characters", async () => {
    const { lines } = await call(["act"], thrower(new CommandError(`No svcagt_${"a".repeat(28)} \x1b[31m`)));
    expect(lines.at(-1)).toBe("err: No svcagt_… \\u001b[31m");
  });

  test("keeps its cause, and has no such member without one", () => {
    const cause = new Error("inner");
    expect(new CommandError("outer", { cause }).cause).toBe(cause);
    expect("cause" in new CommandError("outer")).toBe(false);
  });
});

describe("output", () => {
  const act = (terminal: Terminal) => {
    terminal.err("\x1b[32m");
    terminal.writeRaw?.("\x1b[33m");
  };

  test("has its control characters escaped, except in trusted text", async () => {
    const { lines } = await call(["act", "\x1b[31m"], { act, hasRaw: true });
    expect(lines).toEqual(['out: {"name":"\\u001b[31m"}', "err: \\u001b[32m", "raw: \x1b[33m"]);
  });

  test("has trusted text in standard output if the terminal has no other place for it", async () => {
    expect((await call(["act"], { act })).lines.at(-1)).toBe("out: \x1b[33m");
  });

  test("has help among the trusted text", async () => {
    const { lines } = await call(["--help"], { hasRaw: true });
    expect(lines[0]).toMatch(/^raw: Usage: program/);
    expect(lines.every((line) => line.startsWith("raw: "))).toBe(true);
  });
});

describe("the word after a flag with a value", () => {
  test.each([
    [["act", "-p", "--quiet"], "-p"],
    [["act", "--port", "-q"], "--port"],
    [["act", "--port", "--unknown"], "--port"],
  ])("is no other flag: %j", async (argv, flag) => {
    expect(await call(argv)).toEqual({ code: 2, lines: [`err: ${flag} needs a value.`] });
  });

  test.each([
    [["act", "-p", "-1"], { port: "-1" }],
    [["act", "-p", "-"], { port: "-" }],
    [["act", "--colour", "--quiet"], { colour: true, quiet: true }],
    [["act", "-q", "--colour"], { quiet: true, colour: true }],
    [["act", "--", "--port"], { name: "--port" }],
  ])("may be a word with a dash, or the next flag if the value is optional: %j", async (argv, flags) => {
    expect(await call(argv)).toEqual({ code: 0, lines: [`out: ${JSON.stringify(flags)}`] });
  });
});

test("completions are printed one a line", async () => {
  expect(await call(["--complete", "act", "--"])).toEqual({
    code: 0,
    lines: ["out: --port", "out: --quiet", "out: --colour", "out: --help"],
  });
});

test("a program without commands runs without arguments and has no help command", async () => {
  const lines: string[] = [];
  const terminal: Terminal = { env: {}, out: (line) => void lines.push(line), err: () => {}, ask: async () => null };
  const createProgram = (inner: Terminal) =>
    createCommand(inner, { name: "program", description: "Does things.", examples: [] })
      .argument("[word]", "Word")
      .action((word) => inner.out(`ran ${word}`));
  expect(await run(createProgram, [], terminal, { version: "1.2.3" })).toBe(0);
  expect(await run(createProgram, ["help"], terminal, { version: "1.2.3" })).toBe(0);
  expect(lines).toEqual(["ran undefined", "ran help"]);
});
