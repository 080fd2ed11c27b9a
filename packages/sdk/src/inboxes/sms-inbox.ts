import type { Schemas } from "@frontdesk/contract";
import { orNull } from "../errors.ts";
import { type FrontdeskClient, unwrap } from "../requests/client.ts";
import { toBaseUrl, toKey } from "../requests/environment.ts";
import { checkOptions } from "../requests/known-options.ts";
import { type CallOptions, type Fetch, toInit, toLimits } from "../requests/sending.ts";
import { toWhole } from "../waiting/content.ts";
import type { Position } from "../waiting/cursor.ts";
import type { FindWaitOptions } from "../waiting/search.ts";
import { type Content, type Source, toPage, toReadInit } from "../waiting/source.ts";
import type { WaitOptions } from "../waiting/wait.ts";
import { InboxHandle } from "./inbox-handle.ts";
import { type Clients, toClients } from "./mailbox.ts";

/** What lists show of a text message. */
export type SmsSummary = Schemas["SmsSummary"];
/** A text message, whole, with its links and its codes. */
export type Sms = SmsSummary & Content;

export interface OpenSmsInboxOptions {
  /** Where the server is, such as `http://localhost:8787`. @default FRONTDESK_URL of the environment */
  baseUrl?: string;
  /** The SMS token's own key, `svcsms_…`. */
  key: string;
  /** @default globalThis.fetch */
  fetch?: Fetch;
  /** Whether a call is tried anew that may succeed later: nothing answered, an overload, a restart. @default true */
  retries?: boolean;
}

/** On which number the text must have arrived: digits, of which the last seven decide, as on the server. */
export interface OnPhone {
  phone?: string;
}
/** Beside the filters of every wait: the number. */
export type SmsWaitOptions = WaitOptions<Sms> & OnPhone;
export type SmsFindOptions = FindWaitOptions<Sms> & OnPhone;

/** A phone that was offline delivers old codes late, so texts older than this are passed over. */
const defaultMaxAge = 10 * 60_000;

/** An SMS inbox, and a place in it: a wait returns what arrived behind the place and moves it. */
export class SmsInbox extends InboxHandle<SmsSummary, Sms, OnPhone> {
  readonly id: string | undefined;
  readonly #key: string;
  readonly #client: FrontdeskClient;

  constructor(clients: Clients, record: { token: string; id?: string }, start: Position | "now") {
    super(toSmsSource(clients.waits), { start, own: ["phone"], defaults: { maxAge: defaultMaxAge } });
    this.#client = clients.calls;
    this.id = record.id;
    this.#key = record.token;
  }

  /** The SMS token's own key; the phone pushes with it. Not shown where the handle is logged or made JSON. */
  get key(): string {
    return this.#key;
  }

  /** The latest texts across the token's numbers, newest first, with the numbers themselves. */
  async recent({ count = 20, ...options }: { count?: number } & CallOptions = {}) {
    const params = { query: { n: count } };
    const init = { params, ...toInit(options, "recent()", ["count"]) };
    const { messages, phones, token_full } = await unwrap(this.#client.GET("/svc-api/sms/recent", init));
    return { messages, phones, token_full };
  }

  /** One text, whole. @throws NotFoundError when it has rolled out. */
  async message(id: string, options: CallOptions = {}): Promise<Schemas["Sms"]> {
    const init = { params: { path: { id } }, ...toInit(options, "message()") };
    const { message } = await unwrap(this.#client.GET("/svc-api/sms/message/{id}", init));
    // An older server's text has neither links nor codes, whatever the type says.
    const { links, codes } = await toWhole({ ...message, snippet: "" }, message.body, "sms");
    return { ...message, links, codes };
  }

  /** Delivers received texts, as the phone does. @throws TokenFullError for a third number. */
  async push(push: Schemas["SmsPush"], options: CallOptions = {}) {
    const init = { body: push, ...toInit(options, "push()") };
    const { stored, duplicates, phones, token_full } = await unwrap(this.#client.POST("/svc-api/sms/push", init));
    return { stored, duplicates, phones, token_full };
  }

  protected override prepare({ phone, ...options }: SmsWaitOptions): WaitOptions<Sms> {
    if (phone === undefined) return options;
    const ending = phone.replace(/\D/g, "").slice(-7);
    const { match } = options;
    return { ...options, match: (sms) => sms.phone.endsWith(ending) && (match?.(sms) ?? true) };
  }
}

/** Opens an SMS inbox by its own key alone. Its place is where the inbox stands at this call. */
export function openSmsInbox(options: OpenSmsInboxOptions): SmsInbox {
  checkOptions(options, ["baseUrl", "key", "fetch", "retries"], "openSmsInbox()");
  const { baseUrl, key, fetch, retries } = options;
  return new SmsInbox(
    toClients({ baseUrl: toBaseUrl(baseUrl), key: toKey(key, "svcsms_"), fetch, retries }),
    { token: key },
    "now",
  );
}

function toSmsSource(client: FrontdeskClient): Source<SmsSummary> {
  return {
    address: "this SMS inbox",
    channel: "sms",
    recent: ({ to: _mailOnly, ...query }) =>
      toPage(client.GET("/svc-api/sms/recent", toReadInit(query)), ({ messages }) => messages),
    async body(id, signal) {
      const init = { params: { path: { id } }, ...toLimits(signal) };
      const found = await unwrap(client.GET("/svc-api/sms/message/{id}", init)).catch(orNull(404));
      return found?.message.body ?? null;
    },
  };
}
