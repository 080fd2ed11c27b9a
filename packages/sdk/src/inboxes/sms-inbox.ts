import type { Schemas } from "@frontdesk/contract";
import { orNull } from "../errors.ts";
import { type FrontdeskClient, unwrap } from "../requests/client.ts";
import { toBaseUrl, toKey } from "../requests/environment.ts";
import { checkOptions } from "../requests/known-options.ts";
import { type CallOptions, type Fetch, toCheckedInit, toLimits } from "../requests/send-request.ts";
import type { Cursor } from "../waiting/cursor.ts";
import { toFullMessage } from "../waiting/full-message.ts";
import { type InboxSource, type MessageContent, toPage, toReadInit } from "../waiting/inbox-source.ts";
import type { FindWaitOptions } from "../waiting/search.ts";
import type { WaitOptions } from "../waiting/wait.ts";
import { InboxHandle } from "./inbox-handle.ts";
import { type InboxClients, toClients } from "./mailbox.ts";

/** An SMS as lists show it. */
export type SmsSummary = Schemas["SmsSummary"];
/** An SMS with its full text, links and codes. */
export type Sms = SmsSummary & MessageContent;

export interface OpenSmsInboxOptions {
  /** URL of the server, such as `http://localhost:8787`. @default FRONTDESK_URL of the environment */
  baseUrl?: string;
  /** The SMS key, `svcsms_…`. */
  key: string;
  /** @default globalThis.fetch */
  fetch?: Fetch;
  /** Retries requests that failed because the server was unreachable, overloaded or restarting. @default true */
  retries?: boolean;
}

/** Numbers are compared by their last digits: the country code may be missing. */
const COMPARED_DIGITS = 7;

/** Filter by receiving number. */
export interface PhoneOption {
  /** Number on which the SMS must have arrived. Only the last seven digits count, as on the server. */
  phone?: string;
}
/** Options of a wait for an SMS. */
export type SmsWaitOptions = WaitOptions<Sms> & PhoneOption;
export type SmsFindOptions = FindWaitOptions<Sms> & PhoneOption;

/** A phone that was offline delivers expired codes late, so older messages are ignored. */
const defaultMaxAgeMs = 10 * 60_000;

/** An SMS inbox with a read cursor. Each wait returns the next SMS after the cursor and advances it. */
export class SmsInbox extends InboxHandle<SmsSummary, Sms, PhoneOption> {
  readonly id: string | undefined;
  readonly #key: string;
  readonly #client: FrontdeskClient;

  constructor(clients: InboxClients, record: { token: string; id?: string }, start: Cursor | "now") {
    super(toSmsSource(clients.waits), { start, channelOptions: ["phone"], defaults: { maxAge: defaultMaxAgeMs } });
    this.#client = clients.calls;
    this.id = record.id;
    this.#key = record.token;
  }

  /** The SMS key, with which the phone pushes. A getter, so that logs and JSON of the handle do not show it. */
  get key(): string {
    return this.#key;
  }

  /**
   * Returns the newest messages of all numbers, newest first, with the numbers. `token_full`: there are two, the most an inbox can have.
   * @param count up to 20, the default
   */
  async recent({ count = 20, ...options }: { count?: number } & CallOptions = {}) {
    const params = { query: { n: count } };
    const init = { params, ...toCheckedInit(options, "recent()", ["count"]) };
    const { messages, phones, token_full } = await unwrap(this.#client.GET("/svc-api/sms/recent", init));
    return { messages, phones, token_full };
  }

  /** Returns one SMS with its full text. @throws NotFoundError if it was dropped for newer ones */
  async message(id: string, options: CallOptions = {}): Promise<Schemas["Sms"]> {
    const init = { params: { path: { id } }, ...toCheckedInit(options, "message()") };
    const { message } = await unwrap(this.#client.GET("/svc-api/sms/message/{id}", init));
    // Older servers send neither links nor codes, whatever the type says. The extraction does not use the snippet.
    const { links, codes } = await toFullMessage({ ...message, snippet: "" }, message.body, "sms");
    return { ...message, links, codes };
  }

  /**
   * Delivers received messages, as the phone does. `token_full`: the inbox now has two numbers, the most it can have.
   * @throws TokenFullError for a third number
   */
  async push(push: Schemas["SmsPush"], options: CallOptions = {}) {
    const init = { body: push, ...toCheckedInit(options, "push()") };
    const { stored, duplicates, phones, token_full } = await unwrap(this.#client.POST("/svc-api/sms/push", init));
    return { stored, duplicates, phones, token_full };
  }

  /** Converts `phone` to a condition of `match`. Compares the last digits only, because numbers may lack the country code. */
  protected override prepare({ phone, ...options }: SmsWaitOptions): WaitOptions<Sms> {
    if (phone === undefined) return options;
    const lastDigits = phone.replace(/\D/g, "").slice(-COMPARED_DIGITS);
    // The caller's own condition must hold too, if there is one.
    const { match } = options;
    return { ...options, match: (sms) => sms.phone.endsWith(lastDigits) && (match?.(sms) ?? true) };
  }
}

/** Opens an SMS inbox with its SMS key. Waits return only messages that arrive after this call. */
export function openSmsInbox(options: OpenSmsInboxOptions): SmsInbox {
  checkOptions(options, ["baseUrl", "key", "fetch", "retries"], "openSmsInbox()");
  const { baseUrl, fetch, retries } = options;
  const key = toKey(options.key, "svcsms_");
  const clients = toClients({ baseUrl: toBaseUrl(baseUrl), key, fetch, retries });
  return new SmsInbox(clients, { token: key }, "now");
}

/** Creates what the wait loop reads SMS from. */
function toSmsSource(client: FrontdeskClient): InboxSource<SmsSummary> {
  return {
    address: "this SMS inbox",
    channel: "sms",
    recent: ({ to: _mailOnly, ...query }) =>
      toPage(client.GET("/svc-api/sms/recent", toReadInit(query)), ({ messages }) => messages),
    /** Reads the text of an SMS; `null` if it was dropped. */
    async body(id, signal) {
      const init = { params: { path: { id } }, ...toLimits(signal) };
      const response = await unwrap(client.GET("/svc-api/sms/message/{id}", init)).catch(orNull(404));
      return response?.message.body ?? null;
    },
  };
}
