// Playwright's `globalSetup`: one in-memory server for all workers and for the app under test

import { createTestFrontdesk } from "../test-frontdesk.ts";

/**
 * Starts an in-memory server unless FRONTDESK_URL names one, with SMTP on FRONTDESK_SMTP_PORT (default 2525) and HTTP on
 * FRONTDESK_PORT (default: a free port). Sets FRONTDESK_URL and FRONTDESK_KEY for the workers. Returns the teardown.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.FRONTDESK_URL) return undefined;
  const smtpPort = Number(process.env.FRONTDESK_SMTP_PORT ?? 2525);
  const port = Number(process.env.FRONTDESK_PORT ?? 0);
  const server = await createTestFrontdesk({ listen: { port, smtpPort } }).catch(
    (error: NodeJS.ErrnoException & { port?: number }) => {
      if (error.code !== "EADDRINUSE") throw error;
      throw new Error(
        // An error that names no port is about that of SMTP, the only one that is fixed by default.
        `Port ${error.port ?? smtpPort} is taken, perhaps by a Frontdesk server. Stop it, or set FRONTDESK_URL and ` +
          "FRONTDESK_KEY to test with it, or set FRONTDESK_SMTP_PORT and FRONTDESK_PORT to other ports.",
        { cause: error },
      );
    },
  );
  process.env.FRONTDESK_URL = server.url;
  process.env.FRONTDESK_KEY = server.key;
  return async () => {
    delete process.env.FRONTDESK_URL;
    delete process.env.FRONTDESK_KEY;
    await server.close();
  };
}
