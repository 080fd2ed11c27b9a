import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { readConfig } from "../../src/cli/config.ts";
import { readFlags, rejectFlagsBesideConfig, toTunnelUsage } from "../../src/cli/flags.ts";
import { TunnelOptionsError } from "../../src/client/errors.ts";

test("the command line accepts every usual spelling", () => {
  const said = ["-k", "-", "-p3000", "--host-header=local", "--allow-ip", "10.0.0.1", "--allow-ip", "::1,10.0.0.0/8"];
  expect({ ...readFlags(said) }).toEqual({
    token: "-",
    port: "3000",
    "host-header": "local",
    "allow-ip": ["10.0.0.1", "::1,10.0.0.0/8"],
  });
});

test.each([
  ["a mistyped guard", ["--basic-ath", "me:secret"]],
  ["a guard without its value", ["-p", "3000", "--basic-auth", "--json"]],
  ["a word that belongs to nothing", ["-p", "3000", "3001"]],
  ["a value where none belongs", ["--share=no"]],
])("%s is an error that does not show secrets", (_what, argv) => {
  expect(() => readFlags(argv)).toThrow(TunnelOptionsError);
  expect(() => readFlags(argv)).not.toThrow(/secret/);
});

test("an access rule given with --config is an error, because it would protect nothing", () => {
  expect(() => rejectFlagsBesideConfig(readFlags(["-c", "file", "--basic-auth", "me:secret"]))).toThrow(
    /^--basic-auth: /,
  );
  expect(() =>
    rejectFlagsBesideConfig(readFlags(["-c", "file", "--url", "http://a", "--qr", "--no-inspect"])),
  ).not.toThrow();
});

test("the documentation names every option, and its configuration example is valid", async () => {
  const guide = fileURLToPath(new URL("../../../../docs/tunnels.md", import.meta.url));
  const text = readFileSync(guide, "utf8");
  const options = (await toTunnelUsage()).match(/--[a-z-]+/g) ?? [];
  const missing = options.filter((option) => !new RegExp(`${option}(?![a-z-])`).test(text));
  expect(missing).toEqual(["--token", "--port", "--version", "--help"]);
  const folder = mkdtempSync(join(tmpdir(), "tunnel-guide-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "tunnels.yaml");
  writeFileSync(file, /```yaml\n([\s\S]*?)```/.exec(text)?.[1] ?? "");
  expect(readConfig(file).tunnels).toHaveLength(2);
});

test("--help names every option", async () => {
  const usage = await toTunnelUsage();
  for (const option of ["-k", "-p", "--token-file", "--basic-auth", "--allow-ip", "--no-inspect", "--qr", "--json"]) {
    expect(usage).toContain(option);
  }
});
