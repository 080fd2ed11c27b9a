// Fixtures for Playwright

import type { Frontdesk, MailboxAlias, SmsInbox } from "@frontdesk/sdk";
import {
  test as base,
  type PlaywrightTestArgs,
  type PlaywrightTestOptions,
  type PlaywrightWorkerArgs,
  type PlaywrightWorkerOptions,
  type TestInfo,
  type TestType,
} from "@playwright/test";
import { type Evidence, mailsTo, textsIn } from "../fixtures/evidence.ts";
import { type FrontdeskServer, openFrontdeskServer } from "../fixtures/frontdesk-server.ts";
import { inLimits, limitWaits } from "../fixtures/limited-waits.ts";
import { openTestSmsInbox, toPatience } from "../fixtures/test-sms-inbox.ts";
import { createTestTunnels, type OpenTunnel } from "../fixtures/test-tunnels.ts";
import { openWorkerMailbox, type WorkerMailbox } from "../fixtures/worker-mailbox.ts";

export { expect } from "@playwright/test";
export type { FrontdeskServer, OpenTunnel };

/** What a test may ask for. */
export interface FrontdeskTestFixtures {
  /** An address that no other test and no other try of this one has, with waits that see its mail alone. */
  mailbox: MailboxAlias;
  /** An SMS inbox that no other test has; `push` stands in for the phone. */
  smsInbox: SmsInbox;
  /** Opens tunnels to local ports; they end with the test. */
  tunnel: OpenTunnel;
}

/** What all tests of a worker share. */
export interface FrontdeskWorkerFixtures {
  /** The server that FRONTDESK_URL and FRONTDESK_KEY name, else one in memory. */
  frontdeskServer: FrontdeskServer;
  /** The SDK on it. */
  frontdesk: Frontdesk;
  /** Whose aliases the tests get. */
  workerMailbox: WorkerMailbox;
}

// Playwright counts hooks and fixtures into the test's time, and sets up what is automatic before all of them.
const withClock = base.extend<{ testBegan: number }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are needed from the pattern.
  testBegan: [async ({}, use) => use(performance.now()), { auto: true, box: true }],
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
> = withClock.extend<FrontdeskTestFixtures, FrontdeskWorkerFixtures>({
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
  async mailbox({ frontdeskServer, workerMailbox: { mailbox }, testBegan }, use, testInfo) {
    const alias = mailbox.alias();
    await alias.currentCursor();
    await inLimits(toLimit(testInfo, testBegan), (limit) => use(limitWaits(alias, limit)));
    await report(testInfo, () => mailsTo(alias.address, { url: frontdeskServer.url, token: mailbox.key }));
  },
  async smsInbox({ frontdesk, testBegan }, use, testInfo) {
    const { inbox, close } = await openTestSmsInbox(frontdesk, toPatience(testInfo.timeout));
    await inLimits(toLimit(testInfo, testBegan), (limit) => use(limitWaits(inbox, limit)));
    await report(testInfo, () => textsIn(inbox));
    await close();
  },
  async tunnel({ frontdesk }, use) {
    const { open, close } = createTestTunnels(frontdesk);
    await use(open);
    await close();
  },
});

const toLimit = (testInfo: TestInfo, testBegan: number) => ({
  toTimeout: () => testInfo.timeout,
  toBegin: () => testBegan,
  advice: "`test.setTimeout`, or `timeout` in playwright.config.ts.",
});

/** Adds to the report of a test that failed what had come for it. */
async function report(testInfo: TestInfo, find: () => Promise<Evidence[]>): Promise<void> {
  if (testInfo.status === testInfo.expectedStatus) return;
  const found = await find().catch((error: unknown) => [{ name: "mail", text: `Could not be read: ${String(error)}` }]);
  for (const { name, text } of found) await testInfo.attach(name, { body: text, contentType: "text/plain" });
}
