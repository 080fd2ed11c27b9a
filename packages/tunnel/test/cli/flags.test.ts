import { expect, test } from "vitest";
import { readFlags, toUsage } from "../../src/cli/flags.ts";
import { TunnelOptionsError } from "../../src/errors.ts";

test("the command line is read in every usual spelling", () => {
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

test("the help names every option", async () => {
  const usage = await toUsage();
  for (const option of ["-k", "-p", "--token-file", "--basic-auth", "--allow-ip", "--no-inspect", "--qr", "--json"]) {
    expect(usage).toContain(option);
  }
});
