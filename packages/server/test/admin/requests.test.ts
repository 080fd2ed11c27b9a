import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { describe, expect, onTestFinished, test } from "vitest";
import { adminRequestSchema, respondToAdmin } from "../../src/admin/admin.ts";
import { rotateSecret } from "../../src/admin/secret-rotation.ts";
import { OptionsError } from "../../src/problem.ts";
import { generateSecret } from "../../src/storage/encryption/secret.ts";
import { openDesk } from "../api/harness.ts";
import { temporaryFolder } from "../storage/folder.ts";

const isValid = (request: object) => v.safeParse(adminRequestSchema, request).success;

describe("requests of the command line", () => {
  test.each([
    ["a", true],
    ["Shop_1.test-2", true],
    ["a".repeat(64), true],
    ["a".repeat(65), false],
    ["", false],
    [".a", false],
    ["a b", false],
  ])("may name an account %j: %s", (name, valid) => expect(isValid({ do: "account add", name })).toBe(valid));

  test.each([
    ["unlimited", true],
    [0, true],
    [1_000_000, true],
    [1_000_001, false],
    [-1, false],
    [1.5, false],
    ["0", true],
    ["999999", true],
    ["1000000", true],
    ["1000001", false],
    ["-1", false],
    ["many", false],
  ])("may set an extra quota of %j: %s", (extra, valid) => {
    for (const quota of ["extra_mailboxes", "extra_sms_tokens"])
      expect(isValid({ do: "account set", name: "shop", [quota]: extra })).toBe(valid);
  });

  test.each([1_000_001, -1, 1.5, "1000001", "many", null])("are told what %j should be instead", (extra) => {
    const request = { do: "account set", name: "shop", extra_mailboxes: extra, extra_sms_tokens: extra };
    const rule = "must be unlimited or a whole number up to 1000000";
    const { issues = [] } = v.safeParse(adminRequestSchema, request);
    expect(issues.map(({ message }) => message)).toEqual([`--extra-mailboxes ${rule}`, `--extra-sms-inboxes ${rule}`]);
  });

  test.each(["normal", "vip", "svip", "ssvip"])("may set the tier %s", (tier) =>
    expect(isValid({ do: "account set", name: "shop", tier })).toBe(true),
  );

  test.each([
    ["ci", true],
    ["x".repeat(100), true],
    [` ${"x".repeat(100)} `, true],
    ["x".repeat(101), false],
    ["  ", false],
  ])("may name a key %j: %s", (name, valid) =>
    expect(isValid({ do: "key create", account: "shop", name })).toBe(valid),
  );
});

test("a key that the command line revokes takes its webhooks with it", async () => {
  const desk = await openDesk();
  onTestFinished(() => desk.server.close());
  const { services } = desk.server;
  const { id: account } = (await services.accounts.findByName("default"))!;
  const { id, token } = (await desk.call("POST", "agent-tokens/create", { body: { name: "hooks" } })).body.agent_token;
  await desk.call("POST", "webhooks/register", { token, body: { url: "https://hooks.example.com/" } });
  expect(await services.webhooks.idsOf(account)).toHaveLength(1);
  const request = { do: "key revoke", account: "default", id };
  expect(await respondToAdmin(services, request)).toEqual({ result: { revoked: id } });
  expect(await services.webhooks.idsOf(account)).toEqual([]);
});

test("the command line is shown an account as it is after a change, and later lists it so", async () => {
  const desk = await openDesk();
  onTestFinished(() => desk.server.close());
  const { services } = desk.server;
  await respondToAdmin(services, { do: "account add", name: "shop" });
  const change = { do: "account set", name: "shop", tier: "vip", extra_mailboxes: "3" };
  const changed = { name: "shop", tier: "vip", extra_mailboxes: 3 };
  expect(await respondToAdmin(services, change)).toMatchObject({ result: { account: changed } });
  expect(await respondToAdmin(services, { do: "account list" })).toMatchObject({
    result: { accounts: expect.arrayContaining([expect.objectContaining(changed)]) },
  });
});

test("the command line lists what an account has, and when its keys were last used", async () => {
  const desk = await openDesk();
  onTestFinished(() => desk.server.close());
  const { services } = desk.server;
  for (const name of ["one", "two"]) await desk.call("POST", "subdomain/register", { body: { name } });
  await desk.call("POST", "mailbox/register", { body: { name: "signup" } });
  await desk.call("POST", "agent-tokens/create", { body: { name: "unused" } });
  expect(await respondToAdmin(services, { do: "account list" })).toMatchObject({
    result: { accounts: [{ name: "default", usage: { subdomains: 2, mailboxes: 1, sms_tokens: 0 } }] },
  });
  expect(await respondToAdmin(services, { do: "key list", account: "default" })).toMatchObject({
    result: { agent_tokens: [{ last_used_at: expect.any(String) }, { name: "unused", last_used_at: null }] },
  });
});

test("a sign-in link of the command line signs in to the account that is named", async () => {
  const desk = await openDesk();
  onTestFinished(() => desk.server.close());
  const { services } = desk.server;
  await respondToAdmin(services, { do: "account add", name: "shop" });
  const response = await respondToAdmin(services, { do: "sign-in link", account: "shop" });
  const { link } = (response as { result: { link: string } }).result;
  const { body } = await desk.call("POST", "sign-in", { token: null, body: { code: link.split("=")[1] } });
  const account = await desk.call("GET", "account", { token: body.agent_token.token });
  expect(account.body.account.name).toBe("shop");
  const unknown = { problem: { code: "not_found", message: expect.stringContaining("named nobody") } };
  expect(await respondToAdmin(services, { do: "sign-in link", account: "nobody" })).toMatchObject(unknown);
});

describe("a secret of the operator that the keyring rejects", () => {
  const rejectAs = (error: Error) => {
    const reject = () => Promise.reject(error);
    const keyring = { addSecret: reject, keepOnly: reject };
    return { encryption: { keyring, secret: Buffer.alloc(32), source: "FRONTDESK_SECRET", generatedFile: null } };
  };
  const rotate = (error: Error, flags: object) => rotateSecret(rejectAs(error) as never, flags);

  test("is reported as an invalid request, so that the command line shows why", async () => {
    const wrong = new OptionsError("It opens another storage");
    await expect(rotate(wrong, { finish: true })).rejects.toMatchObject({
      code: "invalid_request",
      message: wrong.message,
    });
    await expect(rotate(new Error("disk gone"), { finish: true })).rejects.toThrow("disk gone");
    const { dir } = temporaryFolder();
    const added = rotate(wrong, { file: join(dir, "secret") });
    await expect(added).rejects.toMatchObject({ code: "invalid_request", message: wrong.message });
  });
});

test.each([
  ["has no secret in it", "short", "must be 32 bytes"],
  ["cannot be created", null, "ENOENT"],
])(
  "a file for the new secret that %s is the operator's mistake, and the keyring is not touched",
  async (_, text, why) => {
    const { dir } = temporaryFolder();
    const file = text === null ? join(dir, "missing", "secret") : join(dir, "secret");
    if (text !== null) writeFileSync(file, text);
    const keyring = { addSecret: () => Promise.reject(new Error("was touched")) };
    const encryption = { keyring, secret: Buffer.alloc(32), source: "FRONTDESK_SECRET", generatedFile: null };
    await expect(rotateSecret({ encryption } as never, { file })).rejects.toMatchObject({
      code: "invalid_request",
      message: expect.stringContaining(why),
    });
  },
);

test("a rotation of a generated secret ends once the former secret opens the storage no more", async () => {
  const { dir } = temporaryFolder();
  const file = join(dir, "data.secret");
  const before = `${generateSecret()}\n`;
  writeFileSync(file, before);
  const kept: unknown[] = [];
  const keyring = {
    addSecret: async () => {},
    async keepOnly(secret: Buffer, source: string) {
      await new Promise(setImmediate);
      kept.push([secret, source]);
    },
  };
  const former = Buffer.alloc(32);
  const encryption = { keyring, secret: former, source: file, generatedFile: file };
  expect(await rotateSecret({ encryption } as never, {})).toEqual({ file, finished: true });
  expect(kept).toEqual([[encryption.secret, file]]);
  expect(encryption.secret).not.toBe(former);
  expect(readFileSync(file, "utf8")).not.toBe(before);
});

test("a generated secret stays in its file if the storage does not accept the new one", async () => {
  const { dir } = temporaryFolder();
  const file = join(dir, "data.secret");
  const before = `${generateSecret()}\n`;
  writeFileSync(file, before);
  const keyring = { addSecret: () => Promise.reject(new Error("disk gone")), keepOnly: async () => {} };
  const encryption = { keyring, secret: Buffer.alloc(32), source: file, generatedFile: file };
  await expect(rotateSecret({ encryption } as never, {})).rejects.toThrow("disk gone");
  expect(readFileSync(file, "utf8")).toBe(before);
});
