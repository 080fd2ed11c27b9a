import { leavesNothing } from "@frontdesk/test-kit";
import { expect, test, vi } from "vitest";
import { createLocalLocks } from "../../src/storage/local-locks.ts";
import { createAccountStore } from "../../src/store/accounts.ts";
import { createAuditLog } from "../../src/store/audit-log.ts";
import { createLateKv } from "../storage/late-commits.ts";

// The timers of the log run out at once.
vi.mock("node:timers", () => ({
  setTimeout: (run: () => void) => setImmediate(run),
  clearTimeout: (timer: NodeJS.Immediate) => clearImmediate(timer),
}));

test("what a log has stored now and then leaves nothing in it while it goes on", async () => {
  const kv = createLateKv();
  const parts = { locks: createLocalLocks(), clock: { now: () => 0 }, log: { info() {}, warn() {}, error() {} } };
  const account = await createAccountStore({ ...parts, kv }).create("shop");
  let commits = 0;
  const commit = async () => void commits++;
  const audit = createAuditLog({ ...parts, kv: { ...kv, commit } });
  await leavesNothing(
    async () => {
      for (let count = 0; count < 50; count++) {
        const before = commits;
        audit.record({ account, key_id: null, action: "message.returned", target: "mailbox:m1", ip: null });
        while (commits === before) await new Promise(setImmediate);
      }
    },
    // Kept, each of the fifty takes more than fifty bytes.
    { calls: 50, bytesPerCall: 2_000 },
  );
  expect(commits).toBeGreaterThan(50);
});
