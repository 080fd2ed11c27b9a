import { createFrontdesk, type Fetch, type Frontdesk } from "@frontdesk/sdk";
import { loadServer } from "#server";
import { createTexts, type TestSms } from "./test-sms.ts";

/** What of the server a test may want otherwise. */
export interface TestFrontdeskOptions {
  /** Domain of the mailboxes. @default "desk.example.com" */
  mailDomain?: string;
  /** Domain under which tunnels get their names. @default "tunnel.localhost" */
  tunnelDomain?: string;
  /** `earlier` has no SMS. @default "later" */
  edition?: "later" | "earlier";
  /** Mailboxes there may be, for tests of what happens at the limit. @default 1_000_000 */
  mailboxes?: number;
  /** SMS tokens there may be. @default 1_000_000 */
  smsInboxes?: number;
  /** Opens ports on 127.0.0.1, for a program that sends real mail or runs beside the test; free ones unless said. @default false */
  listen?: boolean | { port?: number; smtpPort?: number };
}

/** A mail as the program under test would send it. */
export interface TestMail {
  /** One address or several; aliases (`name+tag@…`) too. */
  to: string | readonly string[];
  /** An address, or a name with an address in angle brackets. @default "hello@example.com" */
  from?: string;
  /** @default "" */
  subject?: string;
  text?: string;
  html?: string;
  /** The whole mail as it would stand behind `DATA`, instead of subject, text and html. */
  raw?: string | Uint8Array;
}

/** The server in memory, no port open unless asked for: everything of the API, without limits, gone with the test. */
export interface TestFrontdesk {
  /** What `baseUrl` is. Unless `listen` was asked for nothing listens there, and `fetch` must be given beside it. */
  readonly url: string;
  /** `host:port` that takes mail; `null` unless `listen` was asked for. */
  readonly smtp: string | null;
  /** An agent key with full access. */
  readonly key: string;
  /** Answers a request of the API. */
  readonly fetch: Fetch;
  /** The SDK on this desk, with full access. */
  readonly frontdesk: Frontdesk;
  /**
   * Hands in a mail, as if it had come over SMTP. Resolves once it is stored; who waits for it has been woken.
   *
   * @throws Error where no recipient is a mailbox of this desk.
   */
  deliverMail(mail: TestMail): Promise<{ accepted: string[]; rejected: string[] }>;
  /** Hands in a text message, as the phone would. @throws Error where no SMS inbox takes the number. */
  deliverSms(text: TestSms): Promise<void>;
  /** Ends held waits; afterwards every request is answered 503. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

const nowhere = "http://desk.test";
const key = "svcagt_TheKeyOfATestDeskInMemory0000000";
const plenty = 1_000_000;
const silent = { info() {}, warn() {}, error: console.error };

/**
 * Makes a Frontdesk in memory, for tests of a program that waits for codes.
 *
 * @example
 * await using desk = await createTestFrontdesk();
 * const mailbox = await desk.frontdesk.mailboxes.register("signup");
 * const { code } = await mailbox.expectCode(() => desk.deliverMail({ to: mailbox.address, text: "Your code is 482913." }));
 */
export async function createTestFrontdesk(options: TestFrontdeskOptions = {}): Promise<TestFrontdesk> {
  const { mailboxes = plenty, smsInboxes = plenty, listen = false, ...settings } = options;
  const { createServer, noLimits } = await loadServer();
  const server = await createServer({
    ...settings,
    ...noLimits,
    freeMailboxes: mailboxes,
    freeSmsInboxes: smsInboxes,
    storage: "memory:",
    bootstrapKey: key,
    ...(listen ? { port: 0, smtpPort: 0, ...(listen === true ? {} : listen) } : { publicUrl: nowhere, smtp: false }),
    dashboard: false,
    drain: 0,
    log: silent,
  });
  const { url, smtp } = listen ? await server.listen() : { url: nowhere, smtp: null };
  const fetch: Fetch = (request) => server.fetch(request);
  const frontdesk = createFrontdesk({ baseUrl: url, key, fetch });
  const texts = createTexts(frontdesk, (token) => ({ baseUrl: url, key: token, fetch }));
  return {
    url,
    smtp,
    key,
    fetch,
    frontdesk,
    deliverMail: server.deliver,
    deliverSms: texts.hand,
    close: server.close,
    [Symbol.asyncDispose]: server.close,
  };
}
