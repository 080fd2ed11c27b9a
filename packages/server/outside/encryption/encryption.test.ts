import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import { Redis } from "ioredis";
import { createStorage } from "unstorage";
import { expect, test } from "vitest";
import { createServer } from "../../src/index.ts";
import { generateSecret } from "../../src/storage/encryption/secret.ts";
import { lmdbDriver } from "../../src/storage/lmdb/lmdb-driver.ts";
import facts from "../../test/older-version/2d61a7f/facts.json" with { type: "json" };
import { bootstrapKey, createDurableRedis, headersOf, makeFolder, startServer } from "../support/processes.ts";
import { expectAllReadable, flags, frontdesk, kills, startCommand, timeout } from "./commands.ts";
import { findStrings, plantStrings } from "./strings.ts";

/** Makes a store of clear text, as versions before encryption did. */
async function makeClearTextStore(dir: string): Promise<string[]> {
  mkdirSync(dir, { mode: 0o700 });
  const driver = lmdbDriver({ dir });
  const server = await createServer({
    storage: createStorage({ driver }),
    bootstrapKey,
    port: 0,
    smtpPort: 0,
    freeMailboxes: 100,
    freeSmsInboxes: 100,
    webhooksPerAccount: 0,
    smtpNoops: 0,
    log: { info() {}, warn() {}, error() {} },
  });
  const { url, smtp } = await server.listen();
  const strings = await plantStrings({ url, smtpPort: Number(smtp!.split(":").at(-1)) });
  await server.close();
  await driver.dispose?.();
  return strings;
}

test("lmdb: clear text shows every known string, an encrypted store and its backup none", { timeout }, async () => {
  const dir = makeFolder();
  const clear = join(dir, "clear");
  const known = await makeClearTextStore(clear);
  expect(known.length).toBeGreaterThan(2_000);
  expect(findStrings(known, clear)).toEqual(known);

  const data = join(dir, "data");
  const server = await startServer(`lmdb:${data}`, flags);
  const strings = await plantStrings(server);
  const backups = makeFolder();
  frontdesk(["backup", join(backups, "desk.backup"), "--storage", `lmdb:${data}`]);
  await server.kill("SIGKILL");
  expect(findStrings(strings, data, backups)).toEqual([]);
});

test("Redis: clear text shows every known string, an encrypted store none in its log and dump", {
  timeout,
}, async () => {
  for (const secret of ["", generateSecret()]) {
    const redis = await createDurableRedis(["--rdbcompression", "no"]);
    const server = await startServer(redis.url, flags, secret === "" ? {} : { FRONTDESK_SECRET: secret });
    const strings = await plantStrings(server);
    await saveDump(redis.url);
    const found = findStrings(strings, redis.dir);
    expect(found).toEqual(secret === "" ? strings : []);
    await server.kill("SIGTERM");
  }
});

test("lmdb: an older store is encrypted, whenever its migration is killed, with its free pages", {
  timeout,
}, async () => {
  const dir = makeFolder();
  const data = join(dir, "data");
  const strings = await makeClearTextStore(data);
  await killStarts(`lmdb:${data}`);
  const server = await startServer(`lmdb:${data}`, flags);
  await expectAllReadable(server.url);
  await server.kill("SIGTERM");
  expect(findStrings(strings, data)).toEqual([]);
});

test("Redis: an older store is encrypted, whenever its migration is killed, with its log and dump", {
  timeout,
}, async () => {
  const redis = await createDurableRedis(["--rdbcompression", "no"]);
  const clear = await startServer(redis.url, flags);
  const strings = await plantStrings(clear);
  await saveDump(redis.url);
  await clear.kill("SIGTERM");
  const env = { FRONTDESK_SECRET: generateSecret() };
  await killStarts(redis.url, env);
  const server = await startServer(redis.url, flags, env);
  await expectAllReadable(server.url);
  await server.kill("SIGTERM");
  expect(findStrings(strings, redis.dir)).toEqual([]);
});

test("a store of version 2d61a7f is encrypted, and each of its keys and messages stays", { timeout }, async () => {
  const dir = makeFolder();
  const data = join(dir, "data");
  mkdirSync(data, { mode: 0o700 });
  const fixture = new URL("../../test/older-version/2d61a7f/data.mdb.gz", import.meta.url);
  writeFileSync(join(data, "data.mdb"), gunzipSync(readFileSync(fixture)), { mode: 0o600 });
  const known = ["code", "@"].filter((text) => findStrings([text], data).length > 0);
  expect(known.length).toBeGreaterThan(0);
  const server = await startServer(`lmdb:${data}`);
  const { status } = await fetch(`${server.url}/svc-api/account`, { headers: headersOf(facts.key) });
  expect(status).toBe(200);
  await server.kill("SIGTERM");
  expect(findStrings(["subject", "https://"], data)).toEqual([]);
});

/** About how long a start with a migration takes. */
const startMs = 1_000;

/** Starts a server many times and kills it at a random moment of its start. */
async function killStarts(storage: string, env: Record<string, string> = {}) {
  for (let round = 0; round < kills; round++) {
    const start = startCommand(["serve", "--port", "0", "--smtp-port", "0"], { FRONTDESK_STORAGE: storage, ...env });
    await delay(Math.random() * startMs);
    start.kill();
    await start.exit;
  }
}

/** Makes Redis write its dump. */
async function saveDump(url: string): Promise<void> {
  const client = new Redis(url);
  await client.save();
  client.disconnect();
}
