import { createFrontdesk, type Fetch } from "@frontdesk/sdk";
import { loadServer } from "#server";
import { addProviders, type TestFrontdeskClient } from "./provider-variables.ts";
import { createSmsDelivery, type TestSms } from "./test-sms.ts";

/** Settings of a test server. */
export interface TestFrontdeskOptions {
  /** Domain of the mailboxes. @default "desk.example.com" */
  mailDomain?: string;
  /** Domain of tunnel subdomains. @default "tunnel.localhost" */
  tunnelDomain?: string;
  /** `earlier` has no SMS. @default "later" */
  edition?: "later" | "earlier";
  /** Limit of mailboxes, for tests of the limit itself. @default 1_000_000 */
  mailboxes?: number;
  /** Limit of SMS inboxes. @default 1_000_000 */
  smsInboxes?: number;
  /**
   * Opens HTTP, SMTP and provider ports on 127.0.0.1, for an app in another process. Free ports by default.
   *
   * @default false
   */
  listen?: boolean | { port?: number; smtpPort?: number; providerPort?: number };
}

/** A mail that the app under test would send. */
export interface TestMail {
  /** One or more addresses, also aliases (`name+tag@…`). */
  to: string | readonly string[];
  /** `a@b` or `Name <a@b>`. @default "hello@example.com" */
  from?: string;
  /** @default "" */
  subject?: string;
  text?: string;
  html?: string;
  /** The raw message (RFC 5322), instead of `subject`, `text` and `html`. */
  raw?: string | Uint8Array;
}

/** An in-memory server with the whole API and without limits. Opens no port unless `listen` is set. */
export interface TestFrontdesk {
  /** The `baseUrl` for clients. Without `listen` they also need `fetch`, because no port is open. */
  readonly url: string;
  /** `host:port` of the SMTP server; `null` without `listen`. */
  readonly smtp: string | null;
  /** An agent key with full access. */
  readonly key: string;
  /** Handles a request to the API. */
  readonly fetch: Fetch;
  /** SDK client with full access. Its `providers` give an app the variables of a provider's SDK. */
  readonly frontdesk: TestFrontdeskClient;
  /**
   * Delivers a mail as if it came over SMTP. Resolves once it is stored and waits have been notified.
   *
   * @throws Error if no recipient is a mailbox of this server
   */
  deliverMail(mail: TestMail): Promise<{ accepted: string[]; rejected: string[] }>;
  /** Delivers an SMS as the phone would. @throws Error if no SMS inbox has the number */
  deliverSms(sms: TestSms): Promise<void>;
  /** Ends pending waits. Later requests get 503. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Names a server without `listen`, which opens no port. */
const unusedUrl = "http://desk.test";
const key = "svcagt_TheKeyOfATestDeskInMemory0000000";
/** Port 0 is any free port. */
const freePorts = { port: 0, smtpPort: 0, providerPort: 0 };
/** The highest limit that the server's settings accept: more than any test registers. */
const unlimited = 1_000_000;
/** Shows only errors, so that the report of the tests stays readable. */
const errorLog = { info() {}, warn() {}, error: console.error };

/**
 * Starts an in-memory Frontdesk server for tests.
 *
 * @example
 * await using server = await createTestFrontdesk();
 * const mailbox = await server.frontdesk.mailboxes.register("signup");
 * const { code } = await mailbox.expectCode(() => server.deliverMail({ to: mailbox.address, text: "Your code is 482913." }));
 */
export async function createTestFrontdesk(options: TestFrontdeskOptions = {}): Promise<TestFrontdesk> {
  const { mailboxes = unlimited, smsInboxes = unlimited, listen = false, ...settings } = options;
  const ports = { ...freePorts, ...(listen === true ? {} : listen) };
  const { createServer, noLimits } = await loadServer();
  const server = await createServer({
    ...settings,
    ...noLimits,
    freeMailboxes: mailboxes,
    freeSmsInboxes: smsInboxes,
    storage: "memory:",
    bootstrapKey: key,
    ...(listen ? ports : { publicUrl: unusedUrl, smtp: false }),
    dashboard: false,
    drain: 0,
    log: errorLog,
  });
  const { url, smtp } = listen ? await server.listen() : { url: unusedUrl, smtp: null };
  const fetch: Fetch = (request) => server.fetch(request);
  const client = createFrontdesk({ baseUrl: url, key, fetch });
  const { frontdesk, close: closeProviders } = addProviders(client, listen ? url : null);
  const close = async () => {
    // The server ends even if the key of the app under test cannot be revoked.
    await closeProviders().finally(server.close);
  };
  const smsDelivery = createSmsDelivery(frontdesk, (token) => ({ baseUrl: url, key: token, fetch }));
  return {
    url,
    smtp,
    key,
    fetch,
    frontdesk,
    deliverMail: server.deliver,
    deliverSms: smsDelivery.deliver,
    close,
    [Symbol.asyncDispose]: close,
  };
}
