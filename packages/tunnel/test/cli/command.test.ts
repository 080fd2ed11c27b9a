import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { runCommand } from "../../src/cli/command.ts";

/** What the command says to these words before it would open anything, and its exit code. */
async function say(...argv: string[]) {
  const said: string[] = [];
  const terminal = {
    env: {},
    out: (line: string) => void said.push(line),
    err: (line: string) => void said.push(line),
    stopSignal: () => AbortSignal.abort(),
    ask: async () => null,
  };
  const code = await runCommand(argv, terminal, Readable.from([""]));
  return { code, said: said.join("\n") };
}

test("prints its options without colours when the output is not a terminal", async () => {
  const { code, said } = await say("--help");
  expect(code).toBe(0);
  expect(said).toContain("--token-file");
  expect(said).not.toContain("\u001b");
});

test("prints its version", async () => {
  expect(await say("--version")).toEqual({ code: 0, said: expect.stringMatching(/^\d+\.\d+\.\d+/) });
});

test.each([
  [["-k", "svc_a"], "port: give -p <local port>"],
  [["-k", "svc_a", "-p", "http"], "port: give -p <local port>"],
  [["-k", "svcagt_a", "-p", "3000"], "token: this is another kind of key; give the subdomain's token (svc_…)"],
  [["-k=svc_a", "-p", "3000"], "token: this is not a token"],
  [
    ["-k", "svc_a", "-p", "3000", "--url", "localhost:1"],
    '--url: "localhost:1" is not a URL; give one such as http://localhost:8787',
  ],
  [["-p", "3000"], "token: give -k <token>"],
  [["-p", "3000", "-k", "-"], "token: standard input does not contain a single token"],
  [["-k", "svc_a", "-p", "3000", "--log-format", "xml"], "Allowed choices are text, json."],
  [["-k", "svc_a", "-p", "3000", "--drain", "soon"], "drain: give whole seconds, such as 30"],
  [["-k", "svc_a", "-p", "3000", "--inspect", "70000"], "inspect: give a port"],
  [["-c", "none.yaml", "-p", "3000"], "Option '-c, --config <file>' cannot be used with option '-p, --port <port>'"],
  [["-c", "none.yaml"], "none.yaml"],
  [["--prot=3000"], "Unknown flag --prot. Did you mean --port?"],
])("%j is refused with a sentence", async (argv, sentence) => {
  const { code, said } = await say(...argv);
  expect({ code, said }).toEqual({ code: 2, said: expect.stringContaining(sentence) });
});

test.each([["--json"], ["--log-format", "json"], ["--log-format=json"]])(
  "%s %s prints the error as a line of JSON",
  async (...argv) => {
    expect(JSON.parse((await say(...argv)).said)).toEqual({ event: "error", error: expect.stringContaining("port:") });
  },
);

test("a signal before the tunnel is open is not a failure", async () => {
  expect(await say("-k", "svc_a", "-p", "3000", "--drain", "0")).toMatchObject({ code: 0 });
});

test.each([
  [["--log-format", "json", "--log-format", "text"], false],
  [["--log-format=text", "--log-format=json"], true],
  [["--log-format", "text"], false],
  [["--json", "--log-format", "text"], true],
])("of several formats the last one counts, unless --json is given: %j", async (argv, isJson) => {
  const { code, said } = await say(...argv);
  expect([code, said.startsWith("{")]).toEqual([2, isJson]);
});
