import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readConfig } from "../../src/cli/config.ts";
import { readToken } from "../../src/cli/token.ts";
import { TunnelOptionsError } from "../../src/errors.ts";

function fileWith(content: string): string {
  const folder = mkdtempSync(join(tmpdir(), "tunnel-cli-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "file");
  writeFileSync(file, content);
  return file;
}

test("the token comes from the flag, a file or the environment, in this order", () => {
  const environment = { FRONTDESK_TUNNEL_TOKEN: "svc_environment" };
  const tokenFile = fileWith("svc_file\n");
  expect(readToken({ token: "svc_flag", tokenFile, environment })).toBe("svc_flag");
  expect(readToken({ tokenFile, environment })).toBe("svc_file");
  expect(readToken({ environment })).toBe("svc_environment");
  expect(() => readToken({ environment: {} })).toThrow(TunnelOptionsError);
});

test("a file that holds more than a token is refused without showing it", () => {
  const tokenFile = fileWith("svc_one\nsvc_two\n");
  expect(() => readToken({ tokenFile, environment: {} })).toThrow(/does not hold a single token/);
});

test("a config file names the field that is wrong", () => {
  const good = fileWith(
    "server: http://localhost:1\ntunnels:\n  - { token: svc_a, port: 3000 }\n  - { token: svc_b, port: 3001, share: true }\n",
  );
  expect(readConfig(good).tunnels.map(({ port }) => port)).toEqual([3000, 3001]);
  expect(() => readConfig(fileWith("tunnels:\n  - { token: svc_a, port: web }\n"))).toThrow(/tunnels\.0\.port/);
  expect(() => readConfig(fileWith("tunnels: []\n"))).toThrow(/tunnels/);
});
