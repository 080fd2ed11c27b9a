import { expect, test } from "vitest";
import { mailboxOperations } from "../../src/handlers/mailboxes.ts";
import { smsInboxOperations } from "../../src/handlers/sms-inboxes.ts";

test.each([
  ["mailbox", (context: never) => mailboxOperations.registerMailbox({ body: { name: "ann" } } as never, context)],
  ["SMS inbox", (context: never) => smsInboxOperations.registerSmsInbox({ body: {} } as never, context)],
])("the limit of a %s is the one of the moment at which the account's lock is held", async (_what, register) => {
  const [authenticated, current] = [{ id: "a1" }, { id: "a1", isRaised: true }];
  let loadLimit: () => Promise<number | null> = async () => 0;
  const store = {
    async register(_account: string, ...rest: unknown[]) {
      loadLimit = rest.find((argument) => typeof argument === "function") as typeof loadLimit;
      throw new Error("That is all.");
    },
  };
  const limitOf = (account: object) => (account === current ? 7 : 1);
  const context = {
    account: authenticated,
    accounts: { get: async () => current },
    limits: { mailboxes: limitOf, smsInboxes: limitOf },
    mailboxes: store,
    smsInboxes: store,
    options: { reservedMailboxes: [] },
  };
  await expect(register(context as never)).rejects.toThrow("That is all.");
  expect(await loadLimit()).toBe(7);
});
