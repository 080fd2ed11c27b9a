import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { systemClock } from "../../src/clock.ts";
import { openServices } from "../../src/lifetime/open-services.ts";
import type { Log } from "../../src/log.ts";
import { parseOptions } from "../../src/options/options.ts";
import { openStorage } from "../../src/storage/open-storage.ts";
import type { Backend, Write } from "../../src/storage/types.ts";
import { temporaryFolder } from "../storage/folder.ts";

const silentLog: Log = { info() {}, warn() {}, error() {} };
/** Only a storage that servers share has it. Nobody is looked for here. */
const presence = {} as NonNullable<Backend["presence"]>;
const laterFormat: Write = ["format", { version: 9 }];

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] }));
afterEach(() => void vi.useRealTimers());

/** Opens services on a storage with these records, which counts what is done to it afterwards. */
async function open(
  options: { bootstrapKey?: string; auditLog?: string; requireDurable?: boolean; internalUrl?: string } = {},
  stored: readonly Write[] = [],
  {
    log = silentLog,
    refuses = () => false,
    ...changes
  }: Partial<Pick<Backend, "counters" | "presence">> & { log?: Log; refuses?: (key: string) => boolean } = {},
) {
  const memory = await openStorage("memory:");
  if (stored.length > 0) await memory.kv.commit(stored);
  const calls: string[] = [];
  const written = new Map<string, object | null>();
  const backend: Backend = {
    ...memory,
    // As on a Redis: the servers' rate limits are exchanged every second.
    counters: { add: async () => [] },
    ...changes,
    kv: {
      ...memory.kv,
      async commit(writes) {
        if (writes.some(([key]) => refuses(key))) throw new Error("disk gone");
        // As a disk, which takes a while.
        await new Promise(setImmediate);
        calls.push(...writes.map(([key]) => key));
        for (const [key, value] of writes) written.set(key, value);
        await memory.kv.commit(writes);
      },
    },
    async close() {
      calls.push("close");
      await memory.close();
    },
  };
  const { bootstrapKey, ...settings } = options;
  const parts = { options: parseOptions(settings), bootstrapKey, withSmtp: false, log, clock: systemClock, hooks: {} };
  return { calls, written, opened: openServices(backend, parts) };
}

describe("a start that fails closes what it has opened:", () => {
  test.each([
    ["its audit file cannot be opened", { auditLog: join(temporaryFolder().dir, "missing", "audit.jsonl") }, []],
    ["its storage keeps nothing, but must be durable", { requireDurable: true }, []],
    ["a later version wrote its storage", {}, [laterFormat]],
    ["its first key is malformed", { bootstrapKey: "short" }, []],
  ])("%s", async (_why, options, stored) => {
    const { calls, opened } = await open(options, stored);
    await expect(opened).rejects.toThrow();
    expect(calls.filter((call) => call === "close")).toHaveLength(1);
    expect(calls.at(-1)).toBe("close");
    expect(vi.getTimerCount()).toBe(0);
  });
});

// On a shared storage, the time may be that of another server.
test.each([
  ["its own", {}, ["The clock went back by 24 hours. Message retention is not affected."]],
  ["a shared", { presence }, []],
])("a server whose clock is behind the time in %s storage warns of it in its log: %j", async (_whose, parts, lines) => {
  const warnings: string[] = [];
  const tomorrow = Date.now() + 24 * 3_600_000;
  const log = { ...silentLog, warn: (line: string) => void warnings.push(line) };
  const { opened } = await open({}, [["clock", { wall: tomorrow, offset: 0 }]], { log, ...parts });
  const { closeInboxes, closeStorage } = await opened;
  expect(warnings).toEqual(lines);
  await closeInboxes();
  await closeStorage();
});

test("a first key that another server of the storage is about to show is not replaced", async () => {
  const unshown = { key: "k1", by: "another start", at: Date.now() };
  const { calls, opened } = await open({}, [["bootstrapped", { account: "a1", unshown }]], { presence });
  const { firstKey, closeInboxes, closeStorage } = await opened;
  expect(firstKey.key).toBeNull();
  expect(calls).not.toContain("bootstrapped");
  await closeInboxes();
  await closeStorage();
});

test("a storage that a later version wrote is not changed", async () => {
  const { calls, opened } = await open({}, [laterFormat]);
  await expect(opened).rejects.toThrow("later version of Frontdesk");
  expect(calls).toEqual(["close"]);
});

test("servers of one storage share their counts of wrong credentials, and their tunnels", async () => {
  const add = vi.fn(async () => []);
  const { opened } = await open({ internalUrl: "http://10.0.0.5:0" }, [], { counters: { add }, presence });
  const { rates, joinCluster, closeInboxes, closeStorage } = await opened;
  // A few are not shared.
  for (let count = 0; count < 100; count++) rates.failures.hit("192.0.2.7");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(JSON.stringify(add.mock.calls)).toContain("192.0.2.7");
  expect(joinCluster(8787)).toMatchObject({
    cluster: { presence, internalUrl: "http://10.0.0.5:8787", secret: expect.stringMatching(/^[\w-]{43}$/) },
  });
  await closeInboxes();
  await closeStorage();
});

test("services that are closed leave no timer, and close their storage last", async () => {
  const { calls, opened } = await open();
  const { closeInboxes, closeStorage } = await opened;
  expect(vi.getTimerCount()).toBeGreaterThan(0);
  await closeInboxes();
  await closeStorage();
  expect(vi.getTimerCount()).toBe(0);
  expect(calls.at(-1)).toBe("close");
});

test("a verdict that was given just before the end is stored, and so is what the audit log has in memory", async () => {
  const { calls, written, opened } = await open();
  const { services, closeInboxes, closeStorage } = await opened;
  const account = await services.accounts.findByName("default");
  if (account === null) throw new Error("There is no account");
  const { id } = await services.mailboxes.register(account.id, "signup", async () => null);
  const mail = { subject: "Your code", sender: "a@shop.example", body: "481 220" };
  await services.mail.receive([{ id, recipient: "signup@desk.example" }], mail, async () => "pass");
  services.audit.record({ account, key_id: "k1", action: "message.returned", target: `mailbox:${id}`, ip: null });
  await closeInboxes();
  await closeStorage();
  expect(written.get(`inbox:${id}`)).toMatchObject({ messages: [{ authenticated: "pass" }] });
  const [entries] = [...written].filter(([key]) => key === `audit:${account.id}:0`).map(([, value]) => value);
  expect(JSON.stringify(entries)).toContain(`mailbox:${id}`);
  expect(calls.at(-1)).toBe("close");
});

test.skipIf(process.platform === "win32")(
  "entries of the audit log that its file or the storage does not take are told in the server's own log",
  async () => {
    const warnings: unknown[] = [];
    const log = { ...silentLog, warn: (...line: unknown[]) => void warnings.push(line) };
    let isGone = false;
    const refuses = (key: string) => isGone && key.startsWith("audit:");
    const { opened } = await open({ auditLog: "/dev/full" }, [], { log, refuses });
    const { services, closeInboxes, closeStorage } = await opened;
    const account = (await services.accounts.findByName("default"))!;
    isGone = true;
    services.audit.record({ account, key_id: "k1", action: "message.returned", target: "mailbox:m1/1", ip: null });
    await closeInboxes();
    await closeStorage();
    expect(warnings).toEqual([
      ["--audit-log does not take entries; GET /svc-api/audit has them", { why: expect.stringContaining("ENOSPC") }],
      ["Audit log not stored; it is tried again", { why: "disk gone" }],
      ["Audit log entries lost: the storage did not take them before the end", { entries: 1 }],
    ]);
  },
);
