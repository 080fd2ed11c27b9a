import { expect, test } from "vitest";
import { openStorage } from "../../src/storage/open-storage.ts";
import { createAccountStore } from "../../src/store/accounts.ts";
import { createVerificationStore, type VerificationRules } from "../../src/store/verifications.ts";

const rules: VerificationRules = { lifetimeMs: 60_000, maxSends: 2, maxFailures: 2 };

async function open() {
  const { kv, locks } = await openStorage("memory:");
  const clock = { time: 1_000_000, now: () => clock.time };
  const written = new Map<string, object | null>();
  const observed = {
    ...kv,
    commit: async (writes: Parameters<typeof kv.commit>[0]) => {
      for (const [key, value] of writes) written.set(key, value);
      await kv.commit(writes);
    },
  };
  const parts = { kv: observed, locks, clock };
  const { id: account } = await createAccountStore(parts).create("shop");
  const store = createVerificationStore(parts);
  const start = (to: string, more: object = {}) =>
    store.start(account, { service: "s", to, channel: "sms", rules, length: 6, ...more });
  const check = (to: string, code: string, service = "s") =>
    store.check(account, { service, target: { to }, code, rules });
  /** Records of verifications that are stored. */
  const records = () =>
    [...written].filter(([key, value]) => key.startsWith("verifications:") && value !== null) as [
      string,
      { entries: unknown[] },
    ][];
  return { parts, account, store, clock, start, check, records };
}

test("another server of the same storage checks the code, once", async () => {
  const { parts, account, start } = await open();
  const { code } = (await start("+1"))!;
  const other = createVerificationStore(parts);
  const checkThere = () => other.check(account, { service: "s", target: { to: "+1" }, code, rules });
  const outcomes = await Promise.all([checkThere(), checkThere(), checkThere()]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["approved", "not_found", "not_found"]);
});

test("starts at the same time share one code, and each counts", async () => {
  const { start } = await open();
  const [first, second] = await Promise.all([start("+1"), start("+1")]);
  expect([second!.id, second!.code, second!.sends]).toEqual([first!.id, first!.code, 2]);
  expect(await start("+1")).toBe(null);
});

test("wrong codes at the same time are all counted", async () => {
  const { start, check } = await open();
  const { code } = (await start("+1", { code: "123456" }))!;
  const outcomes = await Promise.all([1, 2, 3, 4].map(() => check("+1", "000000")));
  expect(outcomes.filter(({ status }) => status === "pending")).toHaveLength(2);
  expect((await check("+1", code)).status).toBe("too_many_checks");
});

test("a record without verifications is deleted", async () => {
  const { start, check, records } = await open();
  const { code } = (await start("+1"))!;
  expect(records()).toHaveLength(1);
  expect((await check("+1", code)).status).toBe("approved");
  expect(records()).toEqual([]);
});

test("a verification that is started again keeps its code, its end and its wrong codes, and is sent a limited number of times", async () => {
  const { start, check, clock } = await open();
  const first = (await start("+1", { code: "123456" }))!;
  await check("+1", "000000");
  clock.time += 1_000;
  expect(await start("+1", { channel: "email" })).toEqual({ ...first, channel: "email", sends: 2, failures: 1 });
  expect(await start("+1")).toBeNull();
  expect(await start("+1", { service: "t" })).toMatchObject({ sends: 1, failures: 0 });
});

test("a code that the app generates when it starts again replaces the earlier one", async () => {
  const { start, check } = await open();
  await start("+1", { code: "123456" });
  await start("+1", { code: "654321" });
  expect((await check("+1", "123456")).status).toBe("pending");
  expect((await check("+1", "654321")).status).toBe("approved");
});

test("a verification ends after its time, and a blocked one is started again then", async () => {
  const { start, check, clock } = await open();
  const { code } = (await start("+1"))!;
  clock.time += rules.lifetimeMs - 1;
  expect((await check("+1", "no")).status).toBe("pending");
  clock.time += 1;
  expect((await check("+1", code)).status).toBe("not_found");
  expect(await start("+1")).toMatchObject({ sends: 1, failures: 0 });
});

test("a code is generated with the length that the provider has", async () => {
  const { start } = await open();
  expect((await start("+1", { length: 4 }))?.code).toMatch(/^\d{4}$/);
  expect((await start("+2", { length: 10 }))?.code).toMatch(/^\d{10}$/);
  // Each digit may occur.
  expect(new Set((await start("+3", { length: 1_000 }))?.code).size).toBe(10);
});

test("a verification that starts has its time, no failure and an id that names its record", async () => {
  const { start, check, records, clock } = await open();
  const started = await start("+1", { channel: "email", code: "123456" });
  const verification = {
    ...{ id: expect.stringMatching(/^[0-9a-f]{32}$/), service: "s", to: "+1", channel: "email", code: "123456" },
    ...{ sends: 1, failures: 0, created: clock.time, expires: clock.time + 60_000 },
  };
  expect(started).toEqual(verification);
  const [[key, stored]] = records() as [[string, object]];
  expect(Number(key.split(":").at(-1))).toBe(Number.parseInt(started?.id.slice(0, 2) ?? "", 16));
  expect(stored).toEqual({ entries: [started] });
  const failed = { ...started, failures: 1 };
  expect(await check("+1", "000000")).toEqual({ status: "pending", verification: failed });
  expect(await check("+1", "123456")).toEqual({ status: "approved", verification: failed });
});

test("a verification that the caller may not check is unknown to it, and counts no failure", async () => {
  const { account, store, start, check } = await open();
  const started = (await start("+1", { code: "123456" }))!;
  const seen: string[] = [];
  const isVisible = ({ id }: { id: string }) => {
    seen.push(id);
    return false;
  };
  for (const target of [{ to: "+1" }, { id: started.id }])
    for (const code of ["000000", "123456"])
      expect(await store.check(account, { service: "s", target, code, rules, isVisible })).toEqual({
        status: "not_found",
      });
  expect(seen).toEqual(Array.from({ length: 4 }, () => started.id));
  expect(await check("+1", "123456")).toEqual({ status: "approved", verification: started });
});

test("an id that was never given out is unknown", async () => {
  const { account, store, start } = await open();
  await start("+1");
  for (const id of ["", "zz", "ff00", "0", "00".repeat(16)])
    expect(await store.check(account, { service: "s", target: { id }, code: "1", rules })).toEqual({
      status: "not_found",
    });
});

test("a verification is found by its own id alone, also beside another of the same person", async () => {
  const { account, store, start } = await open();
  const [one, other] = [(await start("+1"))!, (await start("+1", { service: "t" }))!];
  const checkById = (id: string, service: string, code: string) =>
    store.check(account, { service, target: { id }, code, rules });
  expect(other.id.slice(0, 2)).toBe(one.id.slice(0, 2));
  expect(await checkById(`${one.id.slice(0, 2)}${"0".repeat(30)}`, "s", one.code)).toEqual({ status: "not_found" });
  expect(await checkById(other.id, "s", one.code)).toEqual({ status: "not_found" });
  expect(await checkById(other.id, "t", other.code)).toMatchObject({ status: "approved" });
  expect(await checkById(one.id, "s", one.code)).toMatchObject({ status: "approved" });
});

test("each verification is found by its id, whatever the number of its record", async () => {
  const { account, store, start, records } = await open();
  const started = await Promise.all(Array.from({ length: 60 }, (_, at) => start(`+${at}`)));
  expect(records().some(([key]) => /:\d$/.test(key))).toBe(true);
  for (const verification of started) {
    const { id = "", code = "" } = verification ?? {};
    expect(id).toMatch(/^[0-9a-f]{32}$/);
    expect(await store.check(account, { service: "s", target: { id }, code, rules })).toEqual({
      status: "approved",
      verification,
    });
  }
});

test("each record is bounded, and expired verifications leave it", async () => {
  const { start, check, records, clock } = await open();
  const people = Array.from({ length: 4_000 }, (_, at) => `+${at}`);
  for (const to of people) await start(to);
  expect(Math.max(...records().map(([, { entries }]) => entries.length))).toBe(50);
  expect(records()).toHaveLength(64);
  // A full record has forgotten its oldest.
  expect((await check("+3999", "000000")).status).toBe("pending");
  expect((await check("+0", "000000")).status).toBe("not_found");
  clock.time += rules.lifetimeMs;
  for (const to of people.slice(0, 500)) await start(to);
  expect(Math.max(...records().map(([, { entries }]) => entries.length))).toBeLessThan(30);
});

test("nothing is left of an account's verifications, and none begins when it is being deleted", async () => {
  const { parts, account, store, start, records } = await open();
  for (let at = 0; at < 100; at++) await start(`+${at}`);
  const accounts = createAccountStore(parts);
  await accounts.beginRemoval(await accounts.get(account));
  await store.deleteAll(account);
  expect(records()).toEqual([]);
  await expect(start("+1")).rejects.toThrow("deleted");
});

test("a check leaves the same person's verifications at other services as they are", async () => {
  const { start, check } = await open();
  for (const service of ["s", "t", "u"]) await start("+1", { service, code: "123456" });
  expect((await check("+1", "000000")).status).toBe("pending");
  expect((await check("+1", "123456", "t")).status).toBe("approved");
  expect((await check("+1", "123456", "u")).status).toBe("approved");
  expect((await check("+1", "123456")).status).toBe("approved");
});
