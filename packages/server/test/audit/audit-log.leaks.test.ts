import { leavesNothing } from "@frontdesk/test-kit";
import { test } from "vitest";
import { createLocalLocks } from "../../src/storage/local-locks.ts";
import { createAccountStore } from "../../src/store/accounts.ts";
import { createAuditLog } from "../../src/store/audit-log.ts";
import { createLateKv } from "../storage/late-commits.ts";

test("stored entries and a closed log leave no memory and no timer", async () => {
  const kv = createLateKv();
  const locks = createLocalLocks();
  const clock = { now: () => 0 };
  const log = { info() {}, warn() {}, error() {} };
  const account = await createAccountStore({ kv, locks, clock }).create("shop");
  await leavesNothing(async ({ largeArray }) => {
    const audit = createAuditLog({ kv, locks, clock, log });
    const target = `mailbox:${largeArray.join("")}`;
    const event = { account, key_id: null, action: "message.returned" as const, target, ip: null };
    audit.record(event);
    await audit.append(event);
    audit.record(event);
    await audit.deleteAll(account.id);
    audit.record({ ...event, target: "mailbox:m1" });
    await audit.close();
  });
});
