import type { Schemas } from "@frontdesk/contract";
import { createClient, type Fetch, type FrontdeskClient, unwrap } from "./client.ts";
import type { Position } from "./cursor.ts";
import { FrontdeskError } from "./errors.ts";
import { type FindWaitOptions, type FoundCode, type FoundLink, InboxHandle } from "./inbox-handle.ts";
import { toServerTime } from "./server-time.ts";
import type { Source } from "./source.ts";
import type { WaitOptions } from "./wait.ts";

/** What lists show of a text message. */
export type SmsSummary = Schemas["SmsSummary"];
/** A text message, whole. */
export type Sms = SmsSummary & { body: string };

export interface OpenSmsInboxOptions {
  /** Where the server is, such as `http://localhost:8787`. */
  baseUrl: string;
  /** The SMS token's own key, `svcsms_…`. */
  token: string;
  /** @default globalThis.fetch */
  fetch?: Fetch;
}

/** Beside the filters of every wait: on which number the text must have arrived. */
export type SmsWaitOptions = WaitOptions<Sms> & {
  /** Digits; the last seven decide, as on the server. */
  phone?: string;
};
export type SmsFindOptions = FindWaitOptions<Sms> & { phone?: string };

/** A phone that was offline delivers old codes late, so texts older than this are passed over. */
const defaultMaxAge = 10 * 60_000;

/** An SMS inbox, and a place in it: a wait returns what arrived behind the place and moves it. */
export class SmsInbox extends InboxHandle<SmsSummary, Sms> {
  readonly id: string | undefined;
  /** The SMS token's own key; the phone pushes with it. */
  get token(): string {
    return this.#token;
  }
  // Private, so that a log of the whole object does not show it.
  readonly #token: string;
  readonly #client: FrontdeskClient;

  constructor(
    client: FrontdeskClient,
    record: Pick<Schemas["SmsToken"], "token"> & { id?: string },
    start: Position | "now",
  ) {
    super(toSmsSource(client), start, { maxAge: defaultMaxAge });
    this.#client = client;
    this.id = record.id;
    this.#token = record.token;
  }

  override waitForMessage(options: SmsWaitOptions = {}): Promise<Sms> {
    return super.waitForMessage(withPhone(options));
  }

  override waitForCode(options: SmsFindOptions = {}): Promise<FoundCode<Sms>> {
    return super.waitForCode(withPhone(options));
  }

  override waitForLink(options: SmsFindOptions = {}): Promise<FoundLink<Sms>> {
    return super.waitForLink(withPhone(options));
  }

  override expectCode(trigger: () => unknown, options: SmsFindOptions = {}): Promise<FoundCode<Sms>> {
    return super.expectCode(trigger, withPhone(options));
  }

  /** The latest texts across the token's numbers, newest first, with the numbers themselves. */
  async recent({ count = 20, signal }: { count?: number; signal?: AbortSignal } = {}) {
    const query = { n: count };
    const answer = this.#client.GET("/svc-api/sms/recent", { params: { query }, ...(signal ? { signal } : {}) });
    const { messages, phones, token_full } = await unwrap(answer);
    return { messages, phones, token_full };
  }

  /** One text, whole. @throws FrontdeskError `not_found` when it has rolled out. */
  async message(id: string, { signal }: { signal?: AbortSignal } = {}): Promise<Schemas["Sms"]> {
    const params = { path: { id } };
    const { message } = await unwrap(
      this.#client.GET("/svc-api/sms/message/{id}", { params, ...(signal ? { signal } : {}) }),
    );
    return message;
  }

  /** Delivers received texts, as the phone does. @throws FrontdeskError `token_full` for a third number. */
  async push(push: Schemas["SmsPush"], { signal }: { signal?: AbortSignal } = {}) {
    const { stored, duplicates, phones, token_full } = await unwrap(
      this.#client.POST("/svc-api/sms/push", { body: push, ...(signal ? { signal } : {}) }),
    );
    return { stored, duplicates, phones, token_full };
  }
}

/** Opens an SMS inbox by its own key alone. Its place is where the inbox stands at this call. */
export function openSmsInbox({ baseUrl, token, fetch }: OpenSmsInboxOptions): SmsInbox {
  return new SmsInbox(createClient({ baseUrl, token, ...(fetch ? { fetch } : {}) }), { token }, "now");
}

function withPhone<Options extends SmsWaitOptions>({ phone, ...options }: Options): Omit<Options, "phone"> {
  if (phone === undefined) return options;
  const ending = phone.replace(/\D/g, "").slice(-7);
  const { match } = options;
  return { ...options, match: (sms: Sms) => sms.phone.endsWith(ending) && (match?.(sms) ?? true) };
}

function toSmsSource(client: FrontdeskClient): Source<SmsSummary> {
  return {
    address: "this SMS inbox",
    channel: "sms",
    async recent({ after, wait, signal }) {
      const query = { ...(after === undefined ? {} : { after }), ...(wait === undefined ? {} : { wait }) };
      const answer = client.GET("/svc-api/sms/recent", { params: { query }, ...(signal ? { signal } : {}) });
      const { messages, cursor } = await unwrap(answer);
      return { messages, cursor, now: toServerTime((await answer).response) };
    },
    async body(id, signal) {
      const params = { path: { id } };
      try {
        const { message } = await unwrap(
          client.GET("/svc-api/sms/message/{id}", { params, ...(signal ? { signal } : {}) }),
        );
        return message.body;
      } catch (error) {
        if (error instanceof FrontdeskError && error.status === 404) return null;
        throw error;
      }
    },
  };
}
