import { expect, test, vi } from "vitest";
import { openDesk } from "../api/harness.ts";

/** The deletions of accounts that the server finishes: what tells them to end, and what says that they have. */
const deletions = vi.hoisted(() => ({ signal: null as AbortSignal | null, end: () => {} }));

vi.mock("../../src/admin/account-deletion.ts", async (original) => ({
  ...(await original<object>()),
  finishInterruptedDeletions: (_services: unknown, signal: AbortSignal) => {
    deletions.signal = signal;
    return new Promise<void>((resolve) => (deletions.end = resolve));
  },
}));

test("a server that closes tells the deletions of accounts to end, and waits for them before it closes its storage", async () => {
  const { server } = await openDesk();
  const audit = vi.spyOn(server.services.audit, "close");
  expect(deletions.signal?.aborted).toBe(false);
  const closed = server.close();
  expect(deletions.signal?.aborted).toBe(true);
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
  expect(audit).not.toHaveBeenCalled();
  deletions.end();
  await closed;
  expect(audit).toHaveBeenCalledTimes(1);
});
