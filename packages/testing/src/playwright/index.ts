// Fixtures for Playwright

import type { MailboxAlias, SmsInbox } from "@frontdesk/sdk";
import {
  test as base,
  type PlaywrightTestArgs,
  type PlaywrightTestOptions,
  type PlaywrightWorkerArgs,
  type PlaywrightWorkerOptions,
  type TestInfo,
  type TestType,
} from "@playwright/test";
import { type Attachment, attachMails, attachSms } from "../fixtures/attachments.ts";
import { type FrontdeskServer, openFrontdeskServer } from "../fixtures/frontdesk-server.ts";
import { limitWaits, runWithLimit } from "../fixtures/limited-waits.ts";
import { inboxTimeoutMs, openTestSmsInbox } from "../fixtures/test-sms-inbox.ts";
import { createTestTunnels, type OpenTunnel } from "../fixtures/test-tunnels.ts";
import { openWorkerMailbox, type WorkerMailbox } from "../fixtures/worker-mailbox.ts";
import type { TestFrontdeskClient } from "../provider-variables.ts";

export { expect } from "@playwright/test";
export type { FrontdeskServer, OpenTunnel };

/** Fixtures of a test. */
export interface FrontdeskTestFixtures {
  /** An alias that no other test or retry has; its waits see only its own mail. */
  mailbox: MailboxAlias;
  /** An SMS inbox of this test alone; `push` acts as the phone. */
  smsInbox: SmsInbox;
  /** Opens tunnels to local ports, with `expectRequest()` for webhooks. They close at the end of the test. */
  tunnel: OpenTunnel;
}

/** Fixtures that all tests of a worker share. */
export interface FrontdeskWorkerFixtures {
  /** The server of FRONTDESK_URL and FRONTDESK_KEY, or an in-memory one. */
  frontdeskServer: FrontdeskServer;
  /** SDK client of that server. Its `providers` give the app under test the variables of a provider's SDK. */
  frontdesk: TestFrontdeskClient;
  /** The mailbox whose aliases the tests get. */
  workerMailbox: WorkerMailbox;
}

// A test's time limit includes its hooks and fixtures. Playwright sets up automatic fixtures first, so this one runs at the start.
const withStartTime = base.extend<{ testStartedAt: number }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are needed from the pattern.
  testStartedAt: [async ({}, use) => use(performance.now()), { auto: true, box: true }],
});

/**
 * Playwright's `test` with mailboxes, SMS inboxes and tunnels.
 *
 * @example
 * test("signs up", async ({ page, mailbox }) => {
 *   await page.goto("/sign-up");
 *   await page.fill("#email", mailbox.address);
 *   const { code } = await mailbox.expectCode(() => page.click("text=Send me a code"));
 *   await page.fill("#code", code);
 * });
 */
export const test: TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & FrontdeskTestFixtures,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions & FrontdeskWorkerFixtures
> = withStartTime.extend<FrontdeskTestFixtures, FrontdeskWorkerFixtures>({
  frontdeskServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are needed from the pattern.
    async ({}, use) => {
      const { server, close } = await openFrontdeskServer();
      await use(server);
      await close();
    },
    { scope: "worker" },
  ],
  frontdesk: [({ frontdeskServer }, use) => use(frontdeskServer.frontdesk), { scope: "worker" }],
  workerMailbox: [
    async ({ frontdesk }, use) => {
      const opened = await openWorkerMailbox(frontdesk);
      await use(opened);
      await opened.close();
    },
    { scope: "worker" },
  ],
  /** Fixture: an alias of the worker's mailbox. Its waits end before the test times out. If the test failed, its mails are attached. */
  async mailbox({ frontdeskServer, workerMailbox: { mailbox }, testStartedAt }, use, testInfo) {
    const alias = mailbox.alias();
    // The first read makes the server buffer mail for this alias, so that mail of parallel tests cannot evict it.
    await alias.currentCursor();
    await runWithLimit(toLimit(testInfo, testStartedAt), (limit) => use(limitWaits(alias, limit)));
    await reportFailure(testInfo, () => attachMails(alias.address, { url: frontdeskServer.url, token: mailbox.key }));
  },
  /** Fixture: an SMS inbox of the test. Its waits end before the test times out. If the test failed, its messages are attached. */
  async smsInbox({ frontdesk, testStartedAt }, use, testInfo) {
    const { inbox, close } = await openTestSmsInbox(frontdesk, inboxTimeoutMs(testInfo.timeout));
    await runWithLimit(toLimit(testInfo, testStartedAt), (limit) => use(limitWaits(inbox, limit)));
    await reportFailure(testInfo, () => attachSms(inbox));
    await close();
  },
  /** Fixture: a function that opens tunnels. They close after the test, when its last wait has been aborted. */
  async tunnel({ frontdesk, testStartedAt }, use, testInfo) {
    // Set with the tunnels. Called after `runWithLimit`, which aborts the waits that still run.
    let close = async () => {};
    await runWithLimit(toLimit(testInfo, testStartedAt), async (limit) => {
      const tunnels = createTestTunnels(frontdesk, limit);
      close = tunnels.close;
      await use(tunnels.open);
    });
    await close();
  },
});

/** Returns the time limit of a test, without a signal for its end: Playwright has none, so `runWithLimit` creates it. */
function toLimit(testInfo: TestInfo, testStartedAt: number) {
  const advice = "`test.setTimeout`, or `timeout` in playwright.config.ts.";
  return { timeoutMs: () => testInfo.timeout, startedAt: () => testStartedAt, advice };
}

/** If the test failed, and was not expected to, attaches the messages it received to its report. */
async function reportFailure(testInfo: TestInfo, loadAttachments: () => Promise<Attachment[]>): Promise<void> {
  if (testInfo.status === testInfo.expectedStatus) return;
  const attachments = await loadAttachments().catch((error: unknown) => [
    { name: "messages", text: `Could not be read: ${String(error)}` },
  ]);
  for (const { name, text } of attachments) await testInfo.attach(name, { body: text, contentType: "text/plain" });
}
