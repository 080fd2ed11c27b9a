// Fixtures for Vitest

import type { Frontdesk, MailboxAlias, SmsInbox } from "@frontdesk/sdk";
import { test as base, type TestAPI } from "vitest";
import { loadServer } from "#server";
import { type Evidence, mailsTo, textsIn } from "../fixtures/evidence.ts";
import { type FrontdeskServer, openFrontdeskServer } from "../fixtures/frontdesk-server.ts";
import { inLimits, limitWaits } from "../fixtures/limited-waits.ts";
import { openTestSmsInbox, toPatience } from "../fixtures/test-sms-inbox.ts";
import { createTestTunnels, type OpenTunnel } from "../fixtures/test-tunnels.ts";
import { openWorkerMailbox, type WorkerMailbox } from "../fixtures/worker-mailbox.ts";
import { watchBegin } from "./watch-begin.ts";

export type { FrontdeskServer, OpenTunnel };

// The first test of a file starts the server within its own five seconds: what is slow about that is done before.
if (!process.env.FRONTDESK_URL) await loadServer();

/** What a test may ask for. */
export interface FrontdeskFixtures {
  /** The server that FRONTDESK_URL and FRONTDESK_KEY name, else one in memory; one for each test file. */
  frontdeskServer: FrontdeskServer;
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

const advice = "the last argument of `test`, or `testTimeout` of Vitest's configuration.";

/**
 * Vitest's `test` with mailboxes, SMS inboxes and tunnels.
 *
 * @example
 * test("signs up", async ({ mailbox, frontdeskServer }) => {
 *   const { code } = await mailbox.expectCode(() => signUp(mailbox.address));
 * });
 */
export const test: TestAPI<FrontdeskFixtures> = base.extend<FrontdeskFixtures>({
  frontdeskServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads which fixtures are needed from the pattern.
    async ({}, use) => {
      const { server, close } = await openFrontdeskServer();
      await use(server);
      await close();
    },
    { scope: "file" },
  ],
  frontdesk: [({ frontdeskServer }, use) => use(frontdeskServer.frontdesk), { scope: "file" }],
  workerMailbox: [
    async ({ frontdesk }, use) => {
      const opened = await openWorkerMailbox(frontdesk);
      await use(opened);
      await opened.close();
    },
    { scope: "file" },
  ],
  async mailbox({ frontdeskServer, workerMailbox: { mailbox }, onTestFailed, task, signal }, use) {
    const toBegin = watchBegin(task.context, "mailbox");
    const alias = mailbox.alias();
    await alias.currentCursor();
    onTestFailed(() => report(() => mailsTo(alias.address, { url: frontdeskServer.url, token: mailbox.key })));
    const limits = { toTimeout: () => task.timeout, toBegin, signal, advice };
    await inLimits(limits, (limit) => use(limitWaits(alias, limit)));
  },
  async smsInbox({ frontdesk, task, signal }, use) {
    const toBegin = watchBegin(task.context, "smsInbox");
    const { inbox, close } = await openTestSmsInbox(frontdesk, toPatience(task.timeout));
    const limits = { toTimeout: () => task.timeout, toBegin, signal, advice };
    await inLimits(limits, (limit) => use(limitWaits(inbox, limit)));
    if (task.result?.state === "fail") await report(() => textsIn(inbox));
    await close();
  },
  async tunnel({ frontdesk }, use) {
    const { open, close } = createTestTunnels(frontdesk);
    await use(open);
    await close();
  },
});

/** Says what had come for a test that failed. Vitest takes no annotation of one; what is printed stands beside its name. */
async function report(find: () => Promise<Evidence[]>): Promise<void> {
  const found = await find().catch((error: unknown) => [{ name: "mail", text: `Could not be read: ${String(error)}` }]);
  for (const { name, text } of found) console.error(`${name}\n${text}`);
}
