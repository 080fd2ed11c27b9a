import { leavesNothing } from "@frontdesk/test-kit";
import { test } from "vitest";
import { createExpiryCalendar } from "../../src/inbox/expiry-calendar.ts";
import { createLocalLocks } from "../../src/storage/local-locks.ts";
import { createLateKv } from "../storage/late-commits.ts";

test("pages of past hours do not fill the memory", async () => {
  let now = Date.UTC(2026, 0, 1);
  // A storage that keeps nothing, so that what grows is the calendar's own.
  const kv = { ...createLateKv(), commit: async () => {} };
  const calendar = createExpiryCalendar({ kv, locks: createLocalLocks(), clock: { now: () => now }, name: "mail" });
  await leavesNothing(
    async () => {
      for (let hour = 0; hour < 1_000; hour++, now += 3_600_000) await calendar.enter("inbox", now);
    },
    // Kept, the thousand pages of a call take more than 200 bytes each.
    { calls: 5, bytesPerCall: 100_000 },
  );
});
