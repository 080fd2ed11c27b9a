import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { expect, onTestFinished, test } from "vitest";
import { readConfig } from "../../src/cli/config.ts";
import { readToken } from "../../src/cli/token.ts";
import { TunnelOptionsError } from "../../src/client/errors.ts";

const nothing = () => Readable.from([]);

function fileWith(content: string): string {
  const folder = mkdtempSync(join(tmpdir(), "tunnel-cli-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "file");
  writeFileSync(file, content);
  return file;
}

test("the token comes from the flag, a file or the environment, in this order", async () => {
  const environment = { FRONTDESK_TUNNEL_TOKEN: "svc_environment" };
  const tokenFile = fileWith("svc_file\n");
  const stdin = nothing();
  expect(await readToken({ token: "svc_flag", tokenFile, environment, stdin })).toBe("svc_flag");
  expect(await readToken({ tokenFile, environment, stdin })).toBe("svc_file");
  expect(await readToken({ environment, stdin })).toBe("svc_environment");
  expect(await readToken({ environment: { FRONTDESK_TUNNEL_TOKEN_FILE: tokenFile }, stdin })).toBe("svc_file");
  await expect(readToken({ environment: {}, stdin })).rejects.toThrow(TunnelOptionsError);
});

test("a line of standard input is the token, even if the input stays open", async () => {
  const stdin = new PassThrough();
  const token = readToken({ token: "-", environment: {}, stdin });
  stdin.write("svc_");
  stdin.write("typed\nand more");
  expect(await token).toBe("svc_typed");
  expect(stdin.destroyed).toBe(true);
  await expect(readToken({ token: "-", environment: {}, stdin: nothing() })).rejects.toThrow(/standard input/);
});

test("a file with more than a token is rejected without showing its content", async () => {
  const tokenFile = fileWith("svc_one\nsvc_two\n");
  const error: Error = await readToken({ tokenFile, environment: {}, stdin: nothing() }).then(
    () => expect.unreachable(),
    (reason) => reason,
  );
  expect(error.message).toMatch(/does not contain a single token/);
  expect(error.message).not.toContain("svc_");
});

test("an invalid config file is reported with the name of the field", () => {
  const good = fileWith(
    "url: http://localhost:1\ntunnels:\n  - { token: svc_a, port: 3000 }\n  - { token: svc_b, port: 3001, share: true }\n",
  );
  expect(readConfig(good).tunnels.map(({ port }) => port)).toEqual([3000, 3001]);
  expect(() => readConfig(fileWith("tunnels:\n  - { token: svc_a, port: web }\n"))).toThrow(/tunnels\.0\.port/);
  expect(() => readConfig(fileWith("tunnels: []\n"))).toThrow(/tunnels/);
  for (const content of ["", "3000\n"]) expect(() => readConfig(fileWith(content))).toThrow(/file: the file: /);
  const broken = fileWith("tunnels:\n  - { token: svc_hidden, port: 3000\n  - { token: svc_b\n");
  expect(() => readConfig(broken)).toThrow(/cannot be read/);
  expect(() => readConfig(broken)).not.toThrow(/svc_hidden/);
});
