import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stopOnClosedOutput } from "@frontdesk/basics/command-line";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { runHttp } from "../src/serve/http.ts";
import { runStdio } from "../src/serve/stdio.ts";

vi.mock("@frontdesk/basics/command-line", async (original) => ({
  ...(await original<object>()),
  stopOnClosedOutput: vi.fn(),
}));
vi.mock("../src/serve/http.ts", () => ({ runHttp: vi.fn() }));
vi.mock("../src/serve/stdio.ts", () => ({ runStdio: vi.fn() }));

const key = "svcagt_TestTestTestTestTestTest1234";
const url = "http://desk.test";

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.resetModules();
  for (const mock of [runHttp, runStdio, stopOnClosedOutput]) vi.mocked(mock).mockReset();
});

/** Runs the command with these arguments, against a server that responds so. Returns what it printed, and its exits. */
async function main(args: string[], respond: () => object = () => new Response(), env = { FRONTDESK_KEY: key }) {
  const requests: string[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    requests.push(`${request.method} ${request.url} ${request.headers.get("authorization")}`);
    return respond();
  });
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  const { argv } = process;
  process.argv = ["node", "frontdesk-mcp", ...args];
  const exit = vi.spyOn(process, "exit").mockImplementation((() => {}) as never);
  const listen = vi.spyOn(process, "on").mockReturnThis();
  const out = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const err = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  await import("../src/main.ts").finally(() => (process.argv = argv));
  const printed = {
    out: out.mock.calls.map(([text]) => String(text)).join(""),
    err: err.mock.calls.map(([text]) => String(text)).join(""),
    exits: exit.mock.calls.flat(),
  };
  const onCrash = listen.mock.calls.find(([event]) => event === "uncaughtException")?.[1];
  return { ...printed, requests, onCrash, exit, errorOutput: err };
}

const account = { name: "acme", tier: "vip", limits: {}, usage: {} };
const respondWith = (status: number, content: object) => () => Response.json(content, { status });

test.each([
  [null, "all"],
  [["mailbox:read", "mailbox:create"], "mailbox:read,mailbox:create"],
])("--check asks once for the account, and prints it with the scopes %j", async (scopes, shown) => {
  const { requests, out, err, exits } = await main(
    ["--check", "--url", url],
    respondWith(200, { success: true, account, agent_token: { id: "k1", name: "ci", scopes, expiry: null } }),
  );
  expect(requests).toEqual([`GET ${url}/svc-api/account Bearer ${key}`]);
  expect({ out, err, exits }).toEqual({ out: `${url} is up; account acme, scopes ${shown}\n`, err: "", exits: [] });
  expect(stopOnClosedOutput).toHaveBeenCalledOnce();
});

const setKey = "Set FRONTDESK_KEY or --key-file to an agent key (svcagt_…)";
const wrongKey =
  "FRONTDESK_KEY (or --key-file) contains a character that no key has. Copy the whole key, and nothing else.";

test.each([
  ["rejects the key", key, respondWith(401, { error: "No." }), 1, "The server does not accept the key."],
  ["lets the key read nothing", key, respondWith(403, { error: "No." }), 1, `${url} responded with status 403: No.`],
  ["fails", key, respondWith(503, { error: "Busy." }), 1, `${url} responded with status 503: Busy.`],
  ["is not there", key, () => Promise.reject(new TypeError("fetch failed")), 4, `${url} did not respond.`],
  ["would get no key", "", respondWith(200, {}), 2, setKey],
  ["would get a wrong key", "svcagt_é", respondWith(200, {}), 2, wrongKey],
])("--check of a server that %s exits with the reason", async (_what, secret, respond, code, message) => {
  const { requests, out, err, exits } = await main(["--check", "--url", url], respond, { FRONTDESK_KEY: secret });
  expect({ out, err, exits }).toEqual({ out: "", err: `frontdesk-mcp: ${message}\n`, exits: [code] });
  // Without retries, which take longer than the client waits.
  expect(requests).toHaveLength(secret === key ? 1 : 0);
});

test("--print-tools prints the tools as JSON, and serves nothing", async () => {
  const { out, err, exits } = await main(["--print-tools", "--tools", "mail_list"]);
  const listed: { name: string }[] = JSON.parse(out);
  expect(listed.map(({ name }) => name)).toEqual(["account_whoami", "mail_list"]);
  expect({ err, exits }).toEqual({ err: "", exits: [] });
  expect([vi.mocked(runHttp).mock.calls, vi.mocked(runStdio).mock.calls]).toEqual([[], []]);
});

test.each([
  ["stdio", []],
  ["HTTP", ["--http", "0"]],
])("serves over %s, and logs a crash without the key before it exits", async (transport, args) => {
  const { onCrash, exit, errorOutput } = await main([...args, "--url", url]);
  const [used, unused] = transport === "HTTP" ? [runHttp, runStdio] : [runStdio, runHttp];
  expect(used).toHaveBeenCalledOnce();
  expect(unused).not.toHaveBeenCalled();
  const [state, context] = vi.mocked(used).mock.calls[0]!;
  expect(state).toMatchObject({ isRemote: false, settings: { baseUrl: url, key } });
  context.log(`The key is ${key}.`);
  context.exit(129);
  onCrash?.(new RangeError(`lost with ${key}`));
  const lines = ["The key is [secret].", "crashed: RangeError: lost with [secret]"];
  expect(errorOutput.mock.calls.flat()).toEqual(lines.map((line) => `frontdesk-mcp: ${line}\n`));
  expect(exit.mock.calls).toEqual([[129], [1]]);
});

test("a key of any form that comes from a file is not in the log of a crash", async () => {
  const folder = mkdtempSync(join(tmpdir(), "frontdesk-mcp-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "key");
  writeFileSync(file, "key-of-our-proxy\n");
  const { onCrash, errorOutput } = await main(["--key-file", file, "--url", url]);
  onCrash?.(new RangeError("lost with key-of-our-proxy"));
  expect(errorOutput.mock.calls.flat()).toEqual(["frontdesk-mcp: crashed: RangeError: lost with [secret]\n"]);
});

test("an unexpected error is printed with its name, without its stack and the key", async () => {
  vi.mocked(runStdio).mockImplementation(() => {
    throw new RangeError(`broken by ${key}`);
  });
  const { err, exits } = await main([]);
  expect(err).toBe("frontdesk-mcp: failed: RangeError: broken by svcagt_…\n");
  expect(exits).toEqual([1]);
});

test("an unknown tool is wrong usage", async () => {
  const { err, exits } = await main(["--tools", "mail_lst"]);
  expect({ err, exits }).toEqual({ err: "frontdesk-mcp: --tools: unknown tool mail_lst\n", exits: [2] });
});

test("the help is printed on stdout", async () => {
  const { out, err, exits } = await main(["--help"]);
  expect({ err, exits }).toEqual({ err: "", exits: [] });
  expect(out.split("\n")[0]).toBe("Usage: frontdesk-mcp [options]");
});
