import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { createTunnelCommand, runCommand } from "../../src/cli/command.ts";
import { readConfig } from "../../src/cli/config.ts";

const silent = { env: {}, out() {}, err() {}, ask: async () => null };
const parse = (...argv: string[]) => createTunnelCommand(silent).parse(argv, { from: "user" }).opts();

/** What the command says to these words, and its exit code. */
async function say(...argv: string[]) {
  const said: string[] = [];
  const print = (line: string) => void said.push(line);
  const code = await runCommand(argv, { ...silent, out: print, err: print }, Readable.from([""]));
  return { code, said: said.join("\n") };
}

test("the command line accepts every usual spelling", () => {
  expect(
    parse("-k", "-", "-p3000", "--host-header=local", "--allow-ip", "10.0.0.1", "--allow-ip", "::1, 10.0.0.0/8"),
  ).toEqual({
    token: "-",
    port: "3000",
    hostHeader: "local",
    allowIp: ["10.0.0.1", "::1", "10.0.0.0/8"],
  });
});

test.each([
  ["a mistyped guard", ["--basic-ath", "me:secret"]],
  ["a mistyped guard with its value", ["--basic-ath=me:secret"]],
  ["a guard without its value", ["-p", "3000", "--basic-auth", "--json"]],
  ["a guard before a short flag", ["--basic-auth", "-p", "3000"]],
  ["a word that belongs to nothing", ["-p", "3000", "3001"]],
  ["a value where none belongs", ["--share=secret"]],
  ["a token in the place of a URL", ["-p", "3000", "--url", "svc_secret0123456789"]],
])("%s is an error that does not show secrets", async (_what, argv) => {
  const { code, said } = await say(...argv);
  expect([code, said.includes("secret")]).toEqual([2, false]);
});

test("with --config, only options that apply to the whole command are allowed", async () => {
  const allowed = [];
  for (const { long, required } of createTunnelCommand(silent).options) {
    const { said } = await say("-c", "/none.yaml", ...(required ? [long!, "http://1"] : [long!]));
    if (!said.includes("'-c, --config <file>' cannot be used with option")) allowed.push(long);
  }
  expect(allowed).toEqual([
    "--url",
    "--config",
    "--inspect",
    "--no-inspect",
    "--qr",
    "--drain",
    "--json",
    "--log-format",
  ]);
});

test("the documentation names every option, and its configuration example is valid", () => {
  const guide = fileURLToPath(new URL("../../../../docs/how-to/tunnels.md", import.meta.url));
  const text = readFileSync(guide, "utf8");
  const options =
    createTunnelCommand(silent)
      .helpInformation()
      .match(/--[a-z-]+/g) ?? [];
  const missing = options.filter((option) => !new RegExp(`${option}(?![a-z-])`).test(text));
  expect(missing).toEqual(["--token", "--port", "--help"]);
  const folder = mkdtempSync(join(tmpdir(), "tunnel-guide-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "tunnels.yaml");
  writeFileSync(file, /```yaml\n([\s\S]*?)```/.exec(text)?.[1] ?? "");
  expect(readConfig(file).tunnels).toHaveLength(2);
});

test("--help names every option", async () => {
  const { said: usage } = await say("--help");
  for (const option of [
    "-k",
    "-p",
    "--token-file",
    "--basic-auth",
    "--allow-ip",
    "--no-inspect",
    "--qr",
    "--version",
  ]) {
    expect(usage).toContain(option);
  }
});
