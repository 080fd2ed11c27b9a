// Fixtures for Vitest

import type { Frontdesk, MailboxAlias, SmsInbox } from "@frontdesk/sdk";
import { test as base, type TestAPI, type TestContext } from "vitest";
import { type Evidence, mailsTo, textsIn } from "../fixtures/evidence.ts";
import { openRunDesk, type RunDesk } from "../fixtures/run-desk.ts";
import { openTestSmsInbox } from "../fixtures/test-sms-inbox.ts";
import { createTestTunnels, type OpenTunnel } from "../fixtures/test-tunnels.ts";
import { openWorkerMailbox, type WorkerMailbox } from "../fixtures/worker-mailbox.ts";

export type { OpenTunnel, RunDesk };

/** What a test may ask for. */
export interface FrontdeskFixtures {
  /** The server that FRONTDESK_URL and FRONTDESK_KEY name, else one in memory; one for each test file. */
  desk: RunDesk;
  /** The SDK on it. */
  frontdesk: Frontdesk;
  /** Whose aliases the tests get. */
  workerMailbox: WorkerMailbox;
  /** An address that no other test and no other try of this one has, with waits that see its mail alone. */
  mailbox: MailboxAlias;
  /** An SMS inbox that no other test has; `push` stands in for the phone. */
  smsInbox: SmsInbox;
  /** Opens tunnels to local ports; they end with the test. */
  tunnel: OpenTunnel;
}

/** Milliseconds for which a test waits for room for an SMS inbox. */
const patience = 30_000;

/**
 * Vitest's `test` with mailboxes, SMS inboxes and tunnels.
 *
 * @example
 * test("signs up", async ({ mailbox, desk }) => {
 *   const { code } = await mailbox.expectCode(() => signUp(mailbox.address));
 * });
 */
export const test: TestAPI<FrontdeskFixtures> = base.extend<FrontdeskFixtures>({
  desk: [
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads which fixtures are needed from the pattern.
    async ({}, use) => {
      const { desk, close } = await openRunDesk();
      await use(desk);
      await close();
    },
    { scope: "file" },
  ],
  frontdesk: [({ desk }, use) => use(desk.frontdesk), { scope: "file" }],
  workerMailbox: [
    async ({ frontdesk }, use) => {
      const opened = await openWorkerMailbox(frontdesk);
      await use(opened);
      await opened.close();
    },
    { scope: "file" },
  ],
  async mailbox({ desk, workerMailbox: { mailbox }, annotate, onTestFailed }, use) {
    const alias = mailbox.alias();
    await alias.mark();
    onTestFailed(() => report(annotate, () => mailsTo(alias.address, { url: desk.url, token: mailbox.token })));
    await use(alias);
  },
  async smsInbox({ frontdesk, annotate, task }, use) {
    const { inbox, close } = await openTestSmsInbox(frontdesk, patience);
    await use(inbox);
    if (task.result?.state === "fail") await report(annotate, () => textsIn(inbox));
    await close();
  },
  async tunnel({ frontdesk }, use) {
    const { open, close } = createTestTunnels(frontdesk);
    await use(open);
    await close();
  },
});

/** Adds to the report of a test that failed what had come for it. */
async function report(annotate: TestContext["annotate"], find: () => Promise<Evidence[]>): Promise<void> {
  const found = await find().catch((error: unknown) => [{ name: "mail", text: `Could not be read: ${String(error)}` }]);
  for (const { name, text } of found) await annotate(`${name}\n${text}`, "notice");
}
