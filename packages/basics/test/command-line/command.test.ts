import { expect, test } from "vitest";
import { createCommand, createGroup, run, type Terminal } from "../../src/command-line/index.ts";

/** Runs a program with the command `open`, which has own flags and common ones, and returns what it printed. */
async function call(argv: string[], { hasColors = false } = {}) {
  const lines: string[] = [];
  const out: string[] = [];
  const err: string[] = [];
  const loaded: string[] = [];
  const printTo = (stream: string[]) => (line: string) => {
    lines.push(line);
    stream.push(line);
  };
  const terminal = { env: {}, out: printTo(out), err: printTo(err), hasColors, ask: async () => null };
  const parts = {
    description: "First sentence. Second sentence.",
    examples: ["program open -p 1", "program group open"],
  };
  const half = (inner: Terminal) => createCommand(inner, { name: "half", description: "No sentence", examples: [] });
  const single = (inner: Terminal) =>
    createCommand(inner, { name: "single", description: "Uses a.b twice.", examples: [] });
  const open = (inner: Terminal) =>
    createCommand(inner, { name: "open", ...parts })
      .option("--json", "Print JSON")
      .option("--a-flag-with-a-very-long-name <value>", "Own flag")
      .option("-p, --port <port>", "Port")
      .action(({ port }) => inner.out(`port ${port}`));
  const commands = {
    open: async () => {
      loaded.push("open");
      return open;
    },
    group: async () => {
      loaded.push("group");
      return (inner: Terminal) => createGroup(inner, [open, half, single], { name: "group", ...parts });
    },
  };
  const createProgram = (inner: Terminal) => createCommand(inner, { name: "program", ...parts });
  const code = await run(createProgram, argv, terminal, { version: "1.2.3", commands });
  return { code, said: lines.join("\n"), out, err, loaded };
}

test("help lists own flags before common ones, and the description of a long name on its own line", async () => {
  const { said } = await call(["open", "--help"]);
  expect(said.match(/--[a-z-]+(?= )/g)).toEqual(["--a-flag-with-a-very-long-name", "--port", "--json", "--help"]);
  expect(said).toMatch(/--a-flag-with-a-very-long-name <value>\n +Own flag\n/);
});

test("help lists the flags of many commands in one order, wherever they were added", async () => {
  const lines: string[] = [];
  const terminal = { env: {}, out: (line: string) => void lines.push(line), err: () => {}, ask: async () => null };
  const createProgram = (inner: Terminal) =>
    createCommand(inner, { name: "program", description: "Does things.", examples: [] })
      .option("--json", "JSON")
      .option("--key-file <file>", "Key")
      .option("--url <url>", "URL")
      .option("--storage <storage>", "Storage")
      .option("--own", "Own");
  await run(createProgram, ["--help"], terminal, { version: "1.2.3" });
  // The longest name, which the width of the column is for, leaves room for its description.
  expect(lines.join("\n")).toMatch(/--storage <storage> +Storage$/m);
  const flags = lines.join("\n").match(/(?<=^ +(?:-\w, )?)--[a-z-]+/gm);
  expect(flags).toEqual(["--own", "--storage", "--url", "--key-file", "--json", "--version", "--help"]);
});

test.each([
  [28, /^ {2}--a{18} <value> {2}Own$/m],
  [29, /^ {2}--a{19} <value>\n {32}Own$/m],
])("help shows the description of a name of %i characters beside or below it", async (length, expected) => {
  const lines: string[] = [];
  const terminal = { env: {}, out: (line: string) => void lines.push(line), err: () => {}, ask: async () => null };
  const createProgram = (inner: Terminal) =>
    createCommand(inner, { name: "program", description: "Does things.", examples: [] }).option(
      `--${"a".repeat(length - "-- <value>".length)} <value>`,
      "Own",
    );
  await run(createProgram, ["--help"], terminal, { version: "1.2.3" });
  expect(lines.join("\n")).toMatch(expected);
});

test("help has colours only if the terminal shows them", async () => {
  expect((await call(["open", "--help"], { hasColors: true })).said).toContain("\u001b[1mUsage:");
  expect((await call(["open", "--help"])).said).not.toContain("\u001b");
});

test("the list of commands shows the first sentence of each", async () => {
  const { code, said } = await call([]);
  expect(code).toBe(0);
  expect(said).toMatch(/^ {2}open +First sentence\.$/m);
});

test("a description without a full stop is not shown in the list of commands", async () => {
  expect((await call(["group", "--help"])).said).toMatch(/^ {2}half$/m);
});

test("a description of one sentence is shown whole, for a full stop within a word ends no sentence", async () => {
  expect((await call(["group", "--help"])).said).toMatch(/^ {2}single +Uses a\.b twice\.$/m);
});

test("only the program has the command `help`, not its groups", async () => {
  expect((await call(["--help"])).said).toMatch(/^ {2}help +Prints the help of a command\.$/m);
  expect((await call(["group", "--help"])).said).not.toMatch(/^ {2}help/m);
});

test("help ends with the examples, each on a line", async () => {
  const { said } = await call(["open", "--help"]);
  expect(said).toMatch(/\n\nExamples:\n {2}program open -p 1\n {2}program group open$/);
});

test("a group without a subcommand shows its help as an error, without empty lines at the end", async () => {
  const { code, out, err } = await call(["group"]);
  expect([code, out]).toEqual([2, []]);
  expect(err[0]).toMatch(/^Usage: program group/);
  for (const text of err) expect(text).toBe(text.trimEnd());
  // Standard output may be a terminal while standard error is a file.
  expect((await call(["group"], { hasColors: true })).err).toEqual(err);
});

test("only the module of the named command is loaded, and none to complete a command's name", async () => {
  expect((await call(["open", "-p", "1"])).loaded).toEqual(["open"]);
  expect(await call(["--complete", "o"])).toMatchObject({ code: 0, said: "open", loaded: [] });
  expect(await call(["--complete", "group", ""])).toMatchObject({
    code: 0,
    said: "open\nhalf\nsingle",
    loaded: ["group"],
  });
});

test.each([
  [["open", "--prot=svc_secret"], "Unknown flag --prot. Did you mean --port?"],
  [["open", "--port", "--json"], "--port needs a value."],
  [["open", "--json", "-p"], "--port needs a value."],
  [["open", "--json=1"], "--json takes no value."],
  [["open", "--help=1"], "--help takes no value."],
  [["group", "--help=1"], "--help takes no value."],
  [["--version=1"], "--version takes no value."],
  [["open", "--hepl"], "Unknown flag --hepl. Did you mean --help?"],
  [["open", "--unlike-any"], "Unknown flag --unlike-any."],
  [["open", "--version"], "Unknown flag --version."],
  [["group", "open", "-v"], "Unknown flag -v."],
  [["--json", "open"], "Unknown flag --json. Flags of a command come after its name; --help lists the commands."],
  [["group", "opne"], "Unknown command 'opne'. Did you mean open?"],
])("%j is a usage error", async (argv, said) => {
  expect(await call(argv)).toMatchObject({ code: 2, said });
});

test("an unknown flag is compared with the long flags alone, where a command has others", async () => {
  const err: string[] = [];
  const terminal = { env: {}, out: () => {}, err: (line: string) => void err.push(line), ask: async () => null };
  const createProgram = (inner: Terminal) =>
    createCommand(inner, { name: "program", description: "Does things.", examples: [] })
      .option("-x", "Has no long form")
      .option("--port <port>", "Port");
  expect(await run(createProgram, ["--prot"], terminal, { version: "1.2.3" })).toBe(2);
  expect(err).toEqual(["Unknown flag --prot. Did you mean --port?"]);
});

test("a value that begins with dashes is given after an equals sign", async () => {
  expect(await call(["open", "--port=--json"])).toMatchObject({ code: 0, said: "port --json" });
});
