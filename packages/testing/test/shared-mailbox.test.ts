import { AlreadyTakenError, type Frontdesk, LimitReachedError } from "@frontdesk/sdk";
import { expect, test } from "vitest";
import { openWorkerMailbox } from "../src/fixtures/worker-mailbox.ts";

/** An account with this limit whose usual shared name belongs to another account, and what was registered in it. */
function accountWith(limits: { mailboxes: number | null }, used: number) {
  const opened: string[] = [];
  const deleted: unknown[] = [];
  const toMailbox = (name: string) => ({ id: name, name });
  const mailboxes = {
    async register(name: string) {
      if (limits.mailboxes !== null && used >= limits.mailboxes)
        throw new LimitReachedError(403, "limit_reached", "full");
      opened.push(name);
      return toMailbox(name);
    },
    async openOrRegister(name: string) {
      if (name === "shared-by-tests") throw new AlreadyTakenError(409, "already_taken", "taken");
      opened.push(name);
      return toMailbox(name);
    },
    async delete(mailbox: { name: string }) {
      deleted.push(mailbox.name);
    },
  };
  const account = async () => ({
    account: { limits, usage: { mailboxes: used } },
    agent_token: { id: "K1A2B3C4D5E6F7G8" },
  });
  // The fixtures use no more of a client.
  return { frontdesk: { mailboxes, account } as unknown as Frontdesk, opened, deleted };
}

test.each([
  [null, 10_000],
  [1_002, 1],
  [5_000, 3_999],
])("with a limit of %j and %i in use, each worker has its own mailbox, which it deletes", async (limit, used) => {
  const { frontdesk, opened, deleted } = accountWith({ mailboxes: limit }, used);
  const { mailbox, close } = await openWorkerMailbox(frontdesk);
  expect(mailbox.name).toMatch(/^test-worker-[0-9a-f]{8}-[0-9a-f]{4}$/);
  await close();
  expect([opened, deleted]).toEqual([[mailbox.name], [mailbox.name]]);
});

test.each([
  [1_001, 1],
  [5, 0],
])("with a limit of %i and %i in use, the shared mailbox comes first", async (limit, used) => {
  const { frontdesk, opened } = accountWith({ mailboxes: limit }, used);
  await openWorkerMailbox(frontdesk);
  expect(opened).toEqual([expect.stringMatching(/^shared-by-tests-/), expect.stringMatching(/^test-worker-/)]);
});

test("the shared mailbox is named after the key, in lower case, if another account has the usual name", async () => {
  const { frontdesk, deleted } = accountWith({ mailboxes: 5 }, 5);
  const { mailbox, close } = await openWorkerMailbox(frontdesk);
  expect(mailbox.name).toBe("shared-by-tests-k1a2b3c4d5e6");
  await close();
  expect(deleted).toEqual([]);
});

test("a worker of a full account whose shared names are both missing uses an existing mailbox", async () => {
  const { frontdesk } = accountWith({ mailboxes: 5 }, 5);
  const full = new LimitReachedError(403, "limit_reached", "full");
  const mailboxes = {
    ...frontdesk.mailboxes,
    async openOrRegister(name: string) {
      throw name === "shared-by-tests" ? new AlreadyTakenError(409, "already_taken", "taken") : full;
    },
    list: async () => ({ mailboxes: [{ id: "m1", name: "signup" }], limit: 5, used: 5 }),
    open: async (id: string) => ({ id }),
  };
  const { mailbox } = await openWorkerMailbox({ ...frontdesk, mailboxes } as unknown as Frontdesk);
  expect(mailbox.id).toBe("m1");
});
