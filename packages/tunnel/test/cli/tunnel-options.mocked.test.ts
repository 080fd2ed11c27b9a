import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { runCommand } from "../../src/cli/command.ts";
import type { RunOptions } from "../../src/cli/run.ts";

const { runs } = vi.hoisted(() => ({ runs: [] as RunOptions[] }));
vi.mock("../../src/cli/run.ts", () => ({ runTunnels: async (options: RunOptions) => runs.push(options) && 7 }));

afterEach(() => void runs.splice(0));

/** What the command would runTunnels with these words, or what it says instead. */
async function read(
  argv: string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<Partial<RunOptions> & { said: string }> {
  const said: string[] = [];
  const terminal = {
    env: environment,
    out: (line: string) => void said.push(line),
    err: (line: string) => void said.push(line),
    ask: async () => null,
  };
  const code = await runCommand(argv, terminal, Readable.from(["svc_typed\n"]));
  expect(code).toBe(runs.length === 1 ? 7 : 2);
  return { ...runs.splice(0)[0], said: said.join() };
}

const given = (options: object | undefined) => JSON.parse(JSON.stringify(options ?? {}));
const plain = ["-k", "svc_a", "-p", "3000"];

test.each<[flags: string[], option: object]>([
  [[], {}],
  [["--url", "http://a.test"], { baseUrl: "http://a.test" }],
  [["--host", "app.test"], { host: "app.test" }],
  [["--https"], { https: true }],
  [["--host-header", "local"], { hostHeader: "local" }],
  [["--basic-auth", "me:secret"], { basicAuth: "me:secret" }],
  [["--allow-ip", "10.0.0.1", "--allow-ip", "::1, 10.0.0.0/8"], { allowIp: ["10.0.0.1", "::1", "10.0.0.0/8"] }],
  [["--share"], { share: true }],
  [["--indexable"], { indexable: true }],
  [["--drain", "30"], { drain: 30_000 }],
  [["--drain", "0"], { drain: 0 }],
])("%j beside token and port sets %j alone", async (flags, option) => {
  const { tunnels } = await read([...plain, ...flags]);
  expect(given(tunnels)).toEqual([{ token: "svc_a", port: 3000, ...option }]);
});

test("without a signal of the terminal the tunnels run until they end", async () => {
  expect((await read(plain)).signal?.aborted).toBe(false);
});

test.each<[flags: string[], port: number | null]>([
  [[], 4040],
  [["--inspect", "0"], 0],
  [["--inspect", "65535"], 65_535],
  [["--no-inspect"], null],
  [["--inspect", "5000", "--no-inspect"], null],
  [["--json"], null],
  [["--json", "--inspect", "5000"], 5_000],
])("%j shows requests at port %s", async (flags, port) => {
  expect((await read([...plain, ...flags])).inspect).toBe(port);
});

test.each([
  [["--inspect", "65536"], "inspect: give a port"],
  [["--inspect", "-1"], "--inspect"],
  [["--drain", "1.5"], "drain: give whole seconds"],
  [["--drain", "100000"], "drain: give whole seconds"],
  [["--url", "ftp://a.test"], '--url: "ftp://a.test" is not a URL'],
  [["--log-format", "Json"], "Allowed choices are text, json."],
])("%j is rejected", async (flags, sentence) => {
  const { tunnels, said } = await read([...plain, ...flags]);
  expect([tunnels, said]).toEqual([undefined, expect.stringContaining(sentence)]);
});

test("the server's URL comes from the flag or the environment, and an error names which", async () => {
  const environment = { FRONTDESK_URL: "http://b.test" };
  expect((await read(plain, environment)).tunnels?.[0]?.baseUrl).toBe("http://b.test");
  expect((await read([...plain, "--url", "https://a.test"], environment)).tunnels?.[0]?.baseUrl).toBe("https://a.test");
  expect(given((await read(plain, { FRONTDESK_URL: "" })).tunnels)).toEqual([{ token: "svc_a", port: 3000 }]);
  expect((await read(plain, { FRONTDESK_URL: "b.test" })).said).toContain('FRONTDESK_URL: "b.test" is not a URL');
});

test("a QR code is printed only if requested", async () => {
  expect((await read(plain)).qr).toBe(false);
  expect((await read([...plain, "--qr"])).qr).toBe(true);
});

function fileWith(content: object): string {
  const folder = mkdtempSync(join(tmpdir(), "tunnel-options-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "file.yaml");
  writeFileSync(file, JSON.stringify(content));
  return file;
}

test("each field of a config file reaches its own tunnel and no other", async () => {
  const tokenFile = fileWith({});
  writeFileSync(tokenFile, "svc_kept\n");
  const all = {
    token: "svc_b",
    port: 3001,
    host: "app.test",
    https: true,
    host_header: "local",
    basic_auth: "me:secret",
    allow_ip: ["10.0.0.1"],
    share: true,
    indexable: true,
  };
  const file = fileWith({ url: "http://c.test", tunnels: [{ token_file: tokenFile, port: 3000 }, all] });
  const { tunnels } = await read(["-c", file, "--drain", "5"]);
  const both = { baseUrl: "http://c.test", drain: 5_000 };
  expect(given(tunnels)).toEqual([
    { token: "svc_kept", port: 3000, ...both },
    {
      token: "svc_b",
      port: 3001,
      host: "app.test",
      https: true,
      hostHeader: "local",
      basicAuth: "me:secret",
      allowIp: ["10.0.0.1"],
      share: true,
      indexable: true,
      ...both,
    },
  ]);
  expect((await read(["-c", file, "--url", "http://a.test"])).tunnels?.[1]?.baseUrl).toBe("http://a.test");
});

test.each([
  ["a field that there is not", { tunnels: [{ token: "svc_a", port: 1, basicAuth: "me:secret" }] }],
  ["a part that there is not", { tunnels: [{ token: "svc_a", port: 1 }], server: "http://a.test" }],
  ["a guard of another type", { tunnels: [{ token: "svc_a", port: 1, allow_ip: "10.0.0.1" }] }],
])("a config file with %s is rejected, because it might be a misspelt access rule", async (_what, content) => {
  const { tunnels, said } = await read(["-c", fileWith(content)]);
  expect([tunnels, said]).toEqual([undefined, expect.stringMatching(/^config: .*file\.yaml: \S+: /)]);
  expect(said).not.toContain("secret");
});
