import { lstatSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { openServer } from "../../src/server.ts";
import { openStorage } from "../../src/storage/open-storage.ts";
import { call } from "../cli/call.ts";
import { temporaryFolder } from "./folder.ts";
import { readDecrypted } from "./read-decrypted.ts";
import { startRedis } from "./redis-server.ts";

const log = { info() {}, warn() {}, error() {} };
const redis = await startRedis();
if (!redis) console.warn("redis-server is not installed, so backups of Redis are not tested here.");

/** A desk with two mailboxes and a mail, and what it holds. */
async function makeDesk(storage: string) {
  const server = await openServer({ storage, smtp: false, log });
  await server.confirmKey();
  const { accounts, mailboxes, mail } = server.services;
  const account = (await accounts.findByName("default"))!;
  const [ann] = [await mailboxes.register(account.id, "ann", async () => null)];
  await mailboxes.register(account.id, "bob", async () => null);
  const body = "Grüße 😀\n481220";
  await mail.receive([{ id: ann.id, recipient: "ann@desk.example.com" }], {
    subject: "Code",
    sender: "a@b.test",
    body,
  });
  return { server, token: ann.token };
}

const holds = async (storage: string) => {
  const records: (readonly [string, object])[] = [];
  for await (const record of readDecrypted(storage)) records.push(record);
  // These say when a server was last there, and whether the storage is encrypted.
  return records.filter(([key]) => !["clock", "health", "format"].includes(key)).sort(([a], [b]) => (a < b ? -1 : 1));
};

describe("a backup", () => {
  test("taken while the server runs is a consistent snapshot, and can be restored", async () => {
    const { dir } = temporaryFolder();
    const storage = `lmdb:${dir}/desk`;
    const file = join(dir, "desk.backup");
    const { server, token } = await makeDesk(storage);
    const taken = await call(["backup", file, "--storage", storage]);
    expect(taken).toMatchObject({
      code: 0,
      err: expect.stringContaining(`only be restored with the secret ${dir}/desk.secret`),
    });
    expect(taken.out).toMatch(/^Wrote and verified \d+ records in .*desk\.backup\.$/);
    expect(statSync(file).mode & 0o077).toBe(0);
    // For programs: no advice beside it.
    const inJson = await call(["backup", `${file}.json`, "--storage", storage, "--json"]);
    const result = { file: `${file}.json`, records: expect.any(Number) };
    expect([JSON.parse(inJson.out), inJson.err]).toEqual([result, ""]);
    const before = await holds(storage);
    await server.close();
    const copy = `lmdb:${dir}/copy`;
    expect(await call(["restore", file, "--storage", copy])).toMatchObject({
      code: 2,
      err: expect.stringContaining("--secret-file <file>"),
    });
    const secret = ["--secret-file", `${dir}/desk.secret`];
    const restoring = await call(["restore", file, "--storage", copy, ...secret, "--json"]);
    expect(restoring).toMatchObject({ code: 0, err: "" });
    const [, records] = /(\d+) records/.exec(taken.out)!;
    expect(JSON.parse(restoring.out)).toEqual({ storage: expect.stringContaining("copy"), records: Number(records) });
    expect(await holds(copy)).toEqual(before);
    await using restored = await openServer({ storage: copy, smtp: false, log });
    expect(restored.key).toBeNull();
    const headers = { authorization: `Bearer ${token}` };
    const answer = await restored.fetch(new Request("http://desk.test/svc-api/mail/recent?full=true", { headers }));
    expect(JSON.stringify(await answer.json())).toContain("Grüße 😀");
  });

  test.skipIf(!redis)("moves the data from lmdb to Redis and back", async () => {
    const { dir } = temporaryFolder();
    const [first, second] = [join(dir, "first"), join(dir, "second")];
    const { server } = await makeDesk(`lmdb:${dir}/desk`);
    await server.close();
    const there = { env: { FRONTDESK_STORAGE: redis!.url } };
    expect((await call(["backup", first, "--storage", `lmdb:${dir}/desk`])).code).toBe(0);
    expect((await call(["restore", first, "--secret-file", `${dir}/desk.secret`], there)).code).toBe(0);
    expect((await call(["backup", second], there)).code).toBe(0);
    expect((await call(["restore", second, "--storage", `lmdb:${dir}/back`])).code).toBe(0);
    expect(await holds(`lmdb:${dir}/back`)).toEqual(await holds(`lmdb:${dir}/desk`));
    await redis!.stop();
  });

  test.skipIf(process.platform === "win32")(
    "is not written through a link that another user may have created",
    async () => {
      const { dir } = temporaryFolder();
      const storage = `lmdb:${dir}/desk`;
      const { server } = await makeDesk(storage);
      await server.close();
      const file = join(dir, "desk.backup");
      const victim = join(dir, "victim");
      writeFileSync(victim, "precious");
      // The first is where the backup is written until it is whole; the second is where it ends.
      for (const link of [`${file}.${process.pid}.part`, file]) symlinkSync(victim, link);
      expect(await call(["backup", file, "--storage", storage])).toMatchObject({ code: 0 });
      expect(readFileSync(victim, "utf8")).toBe("precious");
      expect(lstatSync(file).isFile()).toBe(true);
    },
  );

  test("that is incomplete is rejected before anything is written", async () => {
    const { dir } = temporaryFolder();
    const file = join(dir, "desk.backup");
    const { server } = await makeDesk(`lmdb:${dir}/desk`);
    await server.close();
    await call(["backup", file, "--storage", `lmdb:${dir}/desk`]);
    const secret = ["--secret-file", `${dir}/desk.secret`];
    const whole = readFileSync(file);
    const lines = gunzipSync(whole).toString().trimEnd().split("\n");
    const zip = (kept: string[]) => gzipSync(`${kept.join("\n")}\n`);
    for (const damaged of [
      whole.subarray(0, whole.length / 2),
      Buffer.from("something else"),
      zip(lines.slice(0, -1)),
      zip(lines.filter((_line, at) => at !== 3)),
      zip(lines.map((line, at) => (at === 3 ? line.replace(/]$/, " ]") : line))),
    ]) {
      writeFileSync(file, damaged);
      const { code, err } = await call(["restore", file, "--storage", `lmdb:${dir}/empty`, ...secret]);
      expect([code, err]).toEqual([1, expect.stringContaining("is not a complete backup")]);
    }
    writeFileSync(file, whole);
    expect((await call(["restore", file, "--storage", `lmdb:${dir}/empty`, ...secret])).code).toBe(0);
    const full = await call(["restore", file, "--storage", `lmdb:${dir}/empty`, ...secret]);
    expect([full.code, full.err]).toEqual([1, expect.stringContaining("has data already")]);
  });

  test("reports which file or folder is missing, and does not show its temporary file names", async () => {
    const { dir } = temporaryFolder();
    const { server } = await makeDesk(`lmdb:${dir}/desk`);
    await server.close();
    const lost = join(dir, "none", "desk.backup");
    const storage = ["--storage", `lmdb:${dir}/desk`];
    expect(await call(["backup", lost, ...storage])).toMatchObject({
      code: 1,
      err: `The backup cannot be written to ${lost}: no such file or folder, or it cannot be created there.`,
    });
    expect(await call(["backup", dir, ...storage])).toMatchObject({
      code: 1,
      err: `The backup cannot be written to ${dir}: it is a folder; name a file in it.`,
    });
    expect(await call(["restore", lost, "--storage", `lmdb:${dir}/empty`])).toMatchObject({
      code: 1,
      err: `${lost} cannot be read: no such file or folder, or it cannot be created there.`,
    });
    writeFileSync(join(dir, "file"), "");
    expect(await call(["restore", lost, "--storage", `lmdb:${dir}/file/desk`])).toMatchObject({
      code: 1,
      err: expect.stringContaining(`the folder ${dir}/file/desk cannot be used: a part of the path is a file`),
    });
  });

  test("whose restore was interrupted prevents a start, and can be restored again", async () => {
    const { dir } = temporaryFolder();
    const file = join(dir, "desk.backup");
    const { server } = await makeDesk(`lmdb:${dir}/desk`);
    await server.close();
    await call(["backup", file, "--storage", `lmdb:${dir}/desk`]);
    const { kv, close } = await openStorage(`lmdb:${dir}/half`);
    await kv.commit([
      ["restoring", { file }],
      ["bootstrapped", { account: "x" }],
    ]);
    await close();
    await expect(openServer({ storage: `lmdb:${dir}/half`, smtp: false, log })).rejects.toThrow("frontdesk restore");
    const secret = ["--secret-file", `${dir}/desk.secret`];
    expect((await call(["restore", file, "--storage", `lmdb:${dir}/half`, ...secret])).code).toBe(0);
    expect(await holds(`lmdb:${dir}/half`)).toEqual(await holds(`lmdb:${dir}/desk`));
  });
});

/** A file with a passphrase in its first line. */
function writePassphrase(dir: string, passphrase: string): string {
  const file = join(dir, "passphrase");
  writeFileSync(file, `${passphrase}\n`);
  return file;
}

test("a passphrase opens a backup instead of the secret, which restores nothing with another one or none", async () => {
  const { dir } = temporaryFolder();
  const file = join(dir, "desk.backup");
  const { server } = await makeDesk(`lmdb:${dir}/desk`);
  await server.close();
  const passphrase = ["--passphrase-file", writePassphrase(dir, "correct horse")];
  const made = await call(["backup", file, "--storage", `lmdb:${dir}/desk`, ...passphrase]);
  expect(made).toMatchObject({ code: 0, err: "" });
  expect(gunzipSync(readFileSync(file)).toString()).not.toMatch(/481220|Grüße|a@b\.test|correct horse/);
  const restore = (...more: string[]) => call(["restore", file, "--storage", `lmdb:${dir}/copy`, ...more]);
  expect(await restore()).toMatchObject({ code: 2, err: expect.stringContaining("--passphrase-file <file>") });
  writePassphrase(dir, "wrong horse");
  expect(await restore(...passphrase)).toMatchObject({
    code: 2,
    err: expect.stringContaining("The passphrase is not"),
  });
  writePassphrase(dir, "");
  expect(await restore(...passphrase)).toMatchObject({ code: 2, err: expect.stringContaining("is empty") });
  // As an editor on Windows writes it.
  writePassphrase(dir, "correct horse\r\nand nothing of this line");
  expect(await restore(...passphrase)).toMatchObject({ code: 0 });
  expect(await holds(`lmdb:${dir}/copy`)).toEqual(await holds(`lmdb:${dir}/desk`));
});

test.skipIf(!redis)("a backup of clear text is encrypted by a passphrase", async () => {
  const { dir } = temporaryFolder();
  const own = (await startRedis())!;
  const { server } = await makeDesk(own.url);
  await server.close();
  const file = join(dir, "desk.backup");
  const there = { env: { FRONTDESK_STORAGE: own.url } };
  expect((await call(["backup", file], there)).code).toBe(0);
  expect(gunzipSync(readFileSync(file)).toString()).toContain("481220");
  const passphrase = ["--passphrase-file", writePassphrase(dir, "correct horse")];
  expect((await call(["backup", file, ...passphrase], there)).code).toBe(0);
  expect(gunzipSync(readFileSync(file)).toString()).not.toContain("481220");
  expect((await call(["restore", file, "--storage", `lmdb:${dir}/copy`, ...passphrase])).code).toBe(0);
  expect(await holds(`lmdb:${dir}/copy`)).toEqual(await holds(own.url));
  await own.stop();
});

test.skipIf(!redis)("a start that must be durable names each setting that is not", async () => {
  const weak = (await startRedis([
    "--appendonly",
    "yes",
    "--appendfsync",
    "everysec",
    "--maxmemory-policy",
    "allkeys-lru",
  ]))!;
  const start = (storage: string) => openServer({ storage, smtp: false, log, requireDurable: true });
  await expect(start(weak.url)).rejects.toThrow(
    /--require-durable: .*appendfsync always\.\n--require-durable: .*noeviction/,
  );
  await weak.stop();
  await expect(start("memory:")).rejects.toThrow("--require-durable: memory: keeps nothing");
  const strong = (await startRedis(["--appendonly", "yes", "--appendfsync", "always"]))!;
  await (await start(strong.url)).close();
  await strong.stop();
});
