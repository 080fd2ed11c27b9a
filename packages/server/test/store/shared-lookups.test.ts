import { expect, test, vi } from "vitest";
import { Problem } from "../../src/problem.ts";
import { createLocalLocks } from "../../src/storage/local-locks.ts";
import type { StoredAccount } from "../../src/store/accounts.ts";
import { createInboxOwners } from "../../src/store/inbox-owners.ts";
import type { StoredMailbox } from "../../src/store/mailboxes.ts";
import type { StoredSmsInbox } from "../../src/store/sms-inboxes.ts";
import { createStoredKey } from "../../src/store/stored-key.ts";
import { createLateKv } from "../storage/late-commits.ts";

function openOwners() {
  // The search reads no other fields.
  const mailbox = vi.fn(async (id: string) => (id === "m" ? ({ account: "one" } as StoredMailbox) : null));
  const sms = vi.fn(async (id: string) => (id === "s" ? ({ account: "two" } as StoredSmsInbox) : null));
  const get = vi.fn(async (id: string) => ({ id, name: `${id}'s`, tier: "normal" }) as StoredAccount);
  const owners = createInboxOwners({ mailboxes: { find: mailbox }, smsInboxes: { find: sms }, accounts: { get } });
  return { owners, mailbox, sms, get };
}

test("the account of an inbox is found by its kind, and read once", async () => {
  const { owners, mailbox, sms, get } = openOwners();
  for (let time = 0; time < 2; time++) {
    expect(await owners.find("mailbox", "m")).toEqual({ id: "one", name: "one's" });
    expect(await owners.find("sms", "s")).toEqual({ id: "two", name: "two's" });
  }
  expect([mailbox.mock.calls, sms.mock.calls, get.mock.calls]).toEqual([[["m"]], [["s"]], [["one"], ["two"]]]);
});

test("a deleted inbox has no account, and that is read each time; an account that is being deleted is an error", async () => {
  const { owners, mailbox, get } = openOwners();
  for (let time = 0; time < 2; time++) expect(await owners.find("mailbox", "s")).toBeNull();
  expect(mailbox).toHaveBeenCalledTimes(2);
  get.mockRejectedValueOnce(new Problem("unauthenticated", "deleted"));
  await expect(owners.find("mailbox", "m")).rejects.toMatchObject({ code: "unauthenticated" });
  expect(await owners.find("mailbox", "m")).toMatchObject({ id: "one" });
});

test("the accounts of ten thousand inboxes are remembered; beyond that, the one unused for longest is read again", async () => {
  const { owners, sms } = openOwners();
  sms.mockImplementation(async () => ({ account: "two" }) as StoredSmsInbox);
  await Promise.all(Array.from({ length: 10_000 }, (_, at) => owners.find("sms", `${at}`)));
  await owners.find("sms", "0");
  expect(sms).toHaveBeenCalledTimes(10_000);
  for (const id of ["one more", "1"]) await owners.find("sms", id);
  expect(sms.mock.calls.slice(10_000)).toEqual([["one more"], ["1"]]);
});

test("servers of one storage share a random key, which is created once", async () => {
  const parts = { kv: createLateKv(), locks: createLocalLocks() };
  const [one, other] = [createStoredKey(parts, "signing"), createStoredKey(parts, "signing")];
  const [first, second] = await Promise.all([one(), other()]);
  expect([first.length, first.equals(second), (await one()).equals(first)]).toEqual([32, true, true]);
  expect((await createStoredKey(parts, "signing")()).equals(first)).toBe(true);
  expect((await createStoredKey(parts, "another")()).equals(first)).toBe(false);
});

test("a key that could not be read is read by the next caller, and kept then", async () => {
  const kv = createLateKv();
  const get = vi.spyOn(kv, "get").mockRejectedValueOnce(new Error("disk gone"));
  const load = createStoredKey({ kv, locks: createLocalLocks() }, "signing");
  await expect(Promise.all([load(), load()])).rejects.toThrow("disk gone");
  const key = await load();
  const reads = get.mock.calls.length;
  expect([await load(), get.mock.calls.length]).toEqual([key, reads]);
});
