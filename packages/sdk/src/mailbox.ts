import type { Schemas } from "@frontdesk/contract";
import { createClient, type Fetch, type FrontdeskClient, unwrap } from "./client.ts";
import type { Position } from "./cursor.ts";
import { FrontdeskError } from "./errors.ts";
import { InboxHandle } from "./inbox-handle.ts";
import { toServerTime } from "./server-time.ts";
import type { Source } from "./source.ts";

/** What lists show of a mail. */
export type MailSummary = Schemas["EmailSummary"];
/** A mail with its whole text. */
export type Mail = MailSummary & { body: string };

export interface OpenMailboxOptions {
  /** Where the server is, such as `http://localhost:8787`. */
  baseUrl: string;
  /** The mailbox's own key, `svcm_…`. */
  token: string;
  /** Named in errors. */
  address?: string;
  /** @default globalThis.fetch */
  fetch?: Fetch;
}

/** A mailbox's record, as far as a handle knows it. */
export type MailboxRecord = Pick<Schemas["Mailbox"], "token"> & Partial<Schemas["Mailbox"]>;

/**
 * A mailbox, and a place in it: a wait returns what arrived behind the place and moves it, so no mail is returned twice.
 */
export class Mailbox extends InboxHandle<MailSummary, Mail> {
  readonly id: string | undefined;
  readonly name: string | undefined;
  /** `<name>@{mail_domain}`; unknown to a handle that was opened by its key alone. */
  readonly address: string | undefined;
  /** The mailbox's own key. */
  get token(): string {
    return this.#token;
  }
  // Private, so that a log of the whole object does not show it.
  readonly #token: string;
  readonly #client: FrontdeskClient;

  constructor(client: FrontdeskClient, record: MailboxRecord, start: Position | "now") {
    super(toMailSource(client, record.address ?? "this mailbox"), start);
    this.#client = client;
    this.id = record.id;
    this.name = record.name;
    this.address = record.address;
    this.#token = record.token;
  }

  /** The latest mails, newest first: all that are kept, whatever the handle has returned. */
  async recent({ count = 10, signal }: { count?: number; signal?: AbortSignal } = {}): Promise<MailSummary[]> {
    const query = { n: count };
    const { emails } = await unwrap(
      this.#client.GET("/svc-api/mail/recent", { params: { query }, ...(signal ? { signal } : {}) }),
    );
    return emails;
  }

  /** One mail with its whole text. @throws FrontdeskError `not_found` when it has rolled out. */
  async message(id: string, { signal }: { signal?: AbortSignal } = {}): Promise<Schemas["Email"]> {
    const { email } = await unwrap(
      this.#client.GET("/svc-api/mail/message/{id}", { params: { path: { id } }, ...(signal ? { signal } : {}) }),
    );
    return email;
  }
}

/**
 * Opens a mailbox by its own key alone. Its place is where the mailbox stands at this call: earlier mail is in
 * `recent()`, and no wait returns it.
 */
export function openMailbox({ baseUrl, token, address, fetch }: OpenMailboxOptions): Mailbox {
  const client = createClient({ baseUrl, token, ...(fetch ? { fetch } : {}) });
  return new Mailbox(client, { token, ...(address === undefined ? {} : { address }) }, "now");
}

function toMailSource(client: FrontdeskClient, address: string): Source<MailSummary> {
  return {
    address,
    channel: "email",
    async recent({ after, wait, signal }) {
      const query = { ...(after === undefined ? {} : { after }), ...(wait === undefined ? {} : { wait }) };
      const answer = client.GET("/svc-api/mail/recent", { params: { query }, ...(signal ? { signal } : {}) });
      const { emails, cursor } = await unwrap(answer);
      return { messages: emails, cursor, now: toServerTime((await answer).response) };
    },
    async body(id, signal) {
      const params = { path: { id } };
      try {
        const { email } = await unwrap(
          client.GET("/svc-api/mail/message/{id}", { params, ...(signal ? { signal } : {}) }),
        );
        return email.body;
      } catch (error) {
        if (error instanceof FrontdeskError && error.status === 404) return null;
        throw error;
      }
    },
  };
}
