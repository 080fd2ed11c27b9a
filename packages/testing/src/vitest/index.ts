// Fixtures for Vitest

import type { MailboxAlias, SmsInbox } from "@frontdesk/sdk";
import { test as base, type TestAPI } from "vitest";
import { loadServer } from "#server";
import { type Attachment, attachMails, attachSms } from "../fixtures/attachments.ts";
import { type FrontdeskServer, openFrontdeskServer } from "../fixtures/frontdesk-server.ts";
import { limitWaits, runWithLimit } from "../fixtures/limited-waits.ts";
import { inboxTimeoutMs, openTestSmsInbox } from "../fixtures/test-sms-inbox.ts";
import { createTestTunnels, type OpenTunnel } from "../fixtures/test-tunnels.ts";
import { openWorkerMailbox, type WorkerMailbox } from "../fixtures/worker-mailbox.ts";
import type { TestFrontdeskClient } from "../provider-variables.ts";
import { trackLatestStart } from "./track-latest-start.ts";

export type { FrontdeskServer, OpenTunnel };

// Import the server here: in the first test it would count against its five seconds.
if (!process.env.FRONTDESK_URL) await loadServer();

/** Fixtures of a test. */
export interface FrontdeskFixtures {
  /** The server of FRONTDESK_URL and FRONTDESK_KEY, or an in-memory one per test file. */
  frontdeskServer: FrontdeskServer;
  /** SDK client of that server. Its `providers` give the app under test the variables of a provider's SDK. */
  frontdesk: TestFrontdeskClient;
  /** The mailbox whose aliases the tests get. */
  workerMailbox: WorkerMailbox;
  /** An alias that no other test or retry has; its waits see only its own mail. */
  mailbox: MailboxAlias;
  /** An SMS inbox of this test alone; `push` acts as the phone. */
  smsInbox: SmsInbox;
  /** Opens tunnels to local ports, with `expectRequest()` for webhooks. They close at the end of the test. */
  tunnel: OpenTunnel;
}

/** How to extend a test's time limit, for error messages. */
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
  /** Fixture: an alias of the mailbox that all tests of a file share (`workerMailbox`). Its waits end before the test times out. */
  async mailbox({ frontdeskServer, workerMailbox: { mailbox }, onTestFailed, task, signal }, use) {
    const latestStart = trackLatestStart(task.context, "mailbox");
    const alias = mailbox.alias();
    // The first read makes the server buffer mail for this alias, so that mail of parallel tests cannot evict it.
    await alias.currentCursor();
    onTestFailed(() =>
      reportFailure(() => attachMails(alias.address, { url: frontdeskServer.url, token: mailbox.key })),
    );
    const limits = { timeoutMs: () => task.timeout, startedAt: latestStart, signal, advice };
    await runWithLimit(limits, (limit) => use(limitWaits(alias, limit)));
  },
  /**
   * Fixture: an SMS inbox of the test. Its waits end before the hook or test that runs now times out, whose time counts from
   * `latestStart`; `advice` tells how to get more. If the test failed, its messages are printed.
   */
  async smsInbox({ frontdesk, task, signal }, use) {
    const latestStart = trackLatestStart(task.context, "smsInbox");
    const { inbox, close } = await openTestSmsInbox(frontdesk, inboxTimeoutMs(task.timeout));
    const limits = { timeoutMs: () => task.timeout, startedAt: latestStart, signal, advice };
    await runWithLimit(limits, (limit) => use(limitWaits(inbox, limit)));
    // Here instead of in `onTestFailed`, because `close` deletes the inbox before that would run.
    if (task.result?.state === "fail") await reportFailure(() => attachSms(inbox));
    await close();
  },
  /**
   * Fixture: a function that opens tunnels. Their waits end shortly before the hook or test that runs now times out, whose time counts
   * from `latestStart`; `advice` tells how to get more. The tunnels close after the test, when its last wait has ended.
   */
  async tunnel({ frontdesk, task, signal }, use) {
    const latestStart = trackLatestStart(task.context, "tunnel");
    const limits = { timeoutMs: () => task.timeout, startedAt: latestStart, signal, advice };
    let close = async () => {};
    try {
      await runWithLimit(limits, async (limit) => {
        const tunnels = createTestTunnels(frontdesk, limit);
        close = tunnels.close;
        await use(tunnels.open);
      });
    } finally {
      // After `runWithLimit`, which aborts the waits that still run.
      await close();
    }
  },
});

/** Prints the messages that a failed test received. Vitest has no attachments for failed tests; it shows output beside the name. */
async function reportFailure(loadAttachments: () => Promise<Attachment[]>): Promise<void> {
  const attachments = await loadAttachments().catch((error: unknown) => [
    { name: "messages", text: `Could not be read: ${String(error)}` },
  ]);
  for (const { name, text } of attachments) console.error(`${name}\n${text}`);
}
