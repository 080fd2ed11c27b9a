// Playwright's `globalSetup`: one server in memory for all workers, and for the site under test

import { createTestFrontdesk } from "../test-frontdesk.ts";

/**
 * Starts a server in memory where no FRONTDESK_URL names one, takes mail on FRONTDESK_SMTP_PORT (2525 unless said), and tells
 * the workers where it is.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.FRONTDESK_URL) return undefined;
  const smtpPort = Number(process.env.FRONTDESK_SMTP_PORT ?? 2525);
  const desk = await createTestFrontdesk({ listen: { smtpPort } });
  process.env.FRONTDESK_URL = desk.url;
  process.env.FRONTDESK_KEY = desk.key;
  return async () => {
    delete process.env.FRONTDESK_URL;
    delete process.env.FRONTDESK_KEY;
    await desk.close();
  };
}
