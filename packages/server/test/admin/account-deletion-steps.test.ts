import { expect, test, vi } from "vitest";
import { deleteAccount, finishInterruptedDeletions } from "../../src/admin/account-deletion.ts";
import { Problem } from "../../src/problem.ts";

const shop = { id: "a1", name: "shop" };
const names = ["webhooks", "agentKeys", "authenticators", "mailboxes", "smsInboxes", "subdomains"] as const;

/** The stores of a server, each with so many records of the account, and the steps that are taken in them. */
function makeServices({
  records = 1,
  interrupted = [] as object[],
  remove = async (_id: string): Promise<void> => {},
} = {}) {
  const steps: string[] = [];
  let running: string | null = null;
  /** Takes a step in a later turn of the event loop. One that begins before the last has ended is an error of the caller. */
  const take = async (step: string) => {
    if (running !== null) steps.push(`${step} before the end of: ${running}`);
    running = step;
    await new Promise(setImmediate);
    steps.push(step);
    running = null;
  };
  const makeStore = (name: string) => {
    const ids = Array.from({ length: records }, (_, n) => `${name}${n}`);
    return {
      page: vi.fn(async (_account: string, { limit }: { limit: number }) => ({
        records: ids.slice(0, limit).map((id) => ({ id })),
      })),
      remove: vi.fn(async (id: string, account: string) => {
        await take(`remove ${id} of ${account}`);
        ids.splice(ids.indexOf(id), 1);
        await remove(id);
      }),
      deleteEmptyList: vi.fn((account: string) => take(`delete list ${name} of ${account}`)),
    };
  };
  const stores = Object.fromEntries(names.map((name) => [name, makeStore(name)]));
  const log = { info: vi.fn(), error: vi.fn() };
  const accounts = {
    beginRemoval: vi.fn(() => take("begin")),
    finishRemoval: vi.fn(() => take("finish")),
    listRemovals: vi.fn(async () => interrupted),
  };
  const claims = { revoke: vi.fn((account: string) => take(`revoke claims of ${account}`)) };
  const audit = { deleteAll: vi.fn((account: string) => take(`delete audit log of ${account}`)) };
  const verifications = { deleteAll: vi.fn((account: string) => take(`delete codes of ${account}`)) };
  const idempotentRequests = {
    deleteAll: vi.fn((account: string) => take(`delete requests of ${account}`)),
  };
  return {
    services: { ...stores, accounts, audit, claims, verifications, idempotentRequests, log } as never,
    steps,
    log,
    accounts,
    stores,
  };
}

test("an account is blocked first, then all that it owns is deleted, kind by kind, and it itself last", async () => {
  const { services, steps } = makeServices();
  await deleteAccount(shop as never, services);
  expect(steps).toEqual([
    "begin",
    "revoke claims of a1",
    "delete codes of a1",
    "delete requests of a1",
    ...names.flatMap((name) => [`remove ${name}0 of a1`, `delete list ${name} of a1`]),
    "delete audit log of a1",
    "finish",
  ]);
});

test("records are read a hundred at a time until there are none", async () => {
  const { services, stores, steps } = makeServices({ records: 201 });
  await deleteAccount(shop as never, services);
  expect(stores.mailboxes?.page.mock.calls).toEqual(Array.from({ length: 4 }, () => ["a1", { limit: 100 }]));
  expect(steps.filter((step) => step.startsWith("remove"))).toHaveLength(201 * names.length);
});

test("a record that has just been deleted by another is passed over, and any other failure ends the deletion", async () => {
  const gone = makeServices({ remove: () => Promise.reject(new Problem("not_found", "Gone.")) });
  await deleteAccount(shop as never, gone.services);
  expect(gone.steps.at(-1)).toBe("finish");
  const failing = makeServices({ remove: () => Promise.reject(new Error("disk")) });
  await expect(deleteAccount(shop as never, failing.services)).rejects.toThrow("disk");
  expect(failing.steps).not.toContain("finish");
});

test("at the start of a server each interrupted deletion is finished and named", async () => {
  const { services, log, steps } = makeServices({ interrupted: [shop, { id: "a2", name: "ci" }] });
  await finishInterruptedDeletions(services, new AbortController().signal);
  expect(log.info.mock.calls.map(([line]) => line)).toEqual(
    ["shop", "ci"].map((name) => `Finished the interrupted deletion of account ${name}`),
  );
  expect(steps.filter((step) => step === "finish")).toHaveLength(2);
});

test("a deletion at the start that fails does not hold up the next one", async () => {
  const failOnce = vi.fn().mockRejectedValueOnce(new Error("disk"));
  const { services, log, steps } = makeServices({ interrupted: [shop, { id: "a2", name: "ci" }], remove: failOnce });
  await finishInterruptedDeletions(services, new AbortController().signal);
  expect(log.error.mock.calls).toEqual([
    ["Interrupted deletion of account shop not finished; the next start retries it", new Error("disk")],
  ]);
  expect(log.info.mock.calls).toEqual([["Finished the interrupted deletion of account ci"]]);
  expect(steps.filter((step) => step === "finish")).toHaveLength(1);
});

test("interrupted deletions that cannot be listed are an error in the log", async () => {
  const { services, log, accounts } = makeServices();
  accounts.listRemovals.mockRejectedValueOnce(new Error("disk"));
  await finishInterruptedDeletions(services, new AbortController().signal);
  const line = "Interrupted account deletions not finished; the next start retries it";
  expect(log.error.mock.calls).toEqual([[line, new Error("disk")]]);
});

test("a deletion at the start that fails is an error in the log, but not one that the server's end stops", async () => {
  const failure = new Error("disk");
  const failing = makeServices({ interrupted: [shop], remove: () => Promise.reject(failure) });
  await finishInterruptedDeletions(failing.services, new AbortController().signal);
  expect(failing.log.error.mock.calls).toEqual([[expect.stringContaining("not finished"), failure]]);
  const ended = makeServices({ interrupted: [shop], records: 2 });
  const abort = new AbortController();
  ended.stores.webhooks?.remove.mockImplementationOnce(async () => abort.abort());
  await finishInterruptedDeletions(ended.services, abort.signal);
  expect([ended.log.error.mock.calls, ended.log.info.mock.calls, ended.steps.includes("finish")]).toEqual([
    [],
    [],
    false,
  ]);
  expect(ended.stores.webhooks?.remove).toHaveBeenCalledOnce();
});
