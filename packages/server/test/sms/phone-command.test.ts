import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { phone } from "../../src/cli/phone.ts";
import { createServer, type Server } from "../../src/index.ts";

const key = "svcagt_TestTestTestTestTestTest1234";
let server: Server;
let url: string;
let folder: string;
let sms: { id: string; token: string };

beforeAll(async () => {
  server = await createServer({ storage: "memory:", bootstrapKey: key, smtp: false, port: 0 });
  ({ url } = await server.listen());
  folder = await mkdtemp(join(tmpdir(), "phone-"));
  const headers = { authorization: `Bearer ${key}` };
  const answer = await fetch(`${url}/svc-api/sms/register`, { method: "POST", headers });
  sms = ((await answer.json()) as { sms_token: typeof sms }).sms_token;
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

async function frontdesk(name: "setup" | "test", ...rawArgs: string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const terminal = {
    env: { FRONTDESK_URL: url, FRONTDESK_SMS_TOKEN: sms.token },
    out: (line: string) => void out.push(line),
    err: (line: string) => void err.push(line),
    ask: async () => null,
  };
  await phone(terminal).parseAsync([name, ...rawArgs], { from: "user" });
  return { out: out.join("\n"), err: err.join("\n") };
}

it.each(["incoming-sms-gateway", "smsforwarder", "smsgate", "termux"])(
  "sends a request in the format of %s and shows what arrived",
  async (app) => {
    const { out } = await frontdesk("test", "--app", app, "--phone", "5550123456", "--id", sms.id);
    expect(out).toContain("1 stored");
    expect(out).toMatch(/5550123456 {2}Frontdesk: Your Frontdesk test code is \d{6}\./);
    const json = await frontdesk(
      "test",
      "--app",
      app,
      "--phone",
      "5550123456",
      "--id",
      sms.id,
      "--body",
      `for ${app}`,
      "--json",
    );
    expect(JSON.parse(json.out)).toMatchObject({ stored: 1, messages: [{ snippet: `for ${app}` }] });
  },
);

it("prints the settings with their warnings", async () => {
  const { out, err } = await frontdesk("setup", "--app", "smsforwarder", "--phone", "+1 555 012 3456,5550987654");
  expect(out).toContain(`${url}/svc-api/sms/push`);
  expect(out).toContain("ANY TLS certificate");
  expect(out).toContain("Android 17");
  expect(out).toContain("5550987654");
  expect(err).toContain("not encrypted");
});

it("writes the import file, readable only by its owner", async () => {
  const file = join(folder, "rules.json");
  const args = ["--app", "incoming-sms-gateway", "--url", "https://desk.test/", "--phone", "5550123456", "--out", file];
  const { err } = await frontdesk("setup", ...args);
  expect(err).toBe(`Wrote ${file}. It contains the key: delete it after the import (Settings → Import).`);
  expect(JSON.parse(await readFile(file, "utf8"))).toMatchObject([{ url: "https://desk.test/svc-api/sms/push" }]);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  await writeFile(file, "somebody else's", { mode: 0o666 });
  await expect(frontdesk("setup", ...args)).rejects.toThrow("it exists. Delete it");
  expect(await readFile(file, "utf8")).toBe("somebody else's");
});

it.each([
  [["--phone", "5550123456"], "--app is missing"],
  [["--app", "httpsms", "--phone", "5550123456"], "--app httpsms is not supported"],
  [["--app", "pigeon", "--phone", "5550123456"], "--app must be known"],
  [["--app", "termux"], "--phone must be"],
  [["--app", "termux", "--phone", "1,2,3"], "--phone must be"],
  [["--app", "termux", "--phone", "5550123456", "--url", "desk"], "--url must be"],
  [["--app", "termux", "--phone", "5550123456", "--token", "svcm_other"], "--token must be"],
  [["--app", "smsgate", "--phone", "5550123456"], "--id is missing"],
  [["--app", "termux", "--phone", "5550123456", "--out", "x"], "has no import"],
])("rejects %j by the name of the flag", async (args, message) => {
  await expect(frontdesk("setup", ...args)).rejects.toThrow(message);
});

it("explains a rejection and an unreachable server", async () => {
  const args = ["--app", "termux", "--phone", "5550123456"];
  await expect(frontdesk("test", ...args, "--token", "svcsms_unknown")).rejects.toThrow("unknown or was revoked");
  await expect(frontdesk("test", ...args, "--url", "http://127.0.0.1:1")).rejects.toThrow("No server responds");
  await frontdesk("test", ...args.slice(0, 3), "5550987654");
  await expect(frontdesk("test", ...args.slice(0, 3), "5550111111")).rejects.toThrow("already has its two numbers");
});
