import { toNotFoundError } from "../errors.ts";
import { emptyCursor, type InboxClients } from "../inboxes/mailbox.ts";
import { SmsInbox } from "../inboxes/sms-inbox.ts";
import { type FrontdeskClient, unwrap } from "../requests/client.ts";
import { type CallInit, type CallOptions, toCheckedInit } from "../requests/send-request.ts";
import type { Cursor } from "../waiting/cursor.ts";
import { cursorAfterPage } from "../waiting/cursor-state.ts";
import { toPage } from "../waiting/inbox-source.ts";
import { hideToken } from "./hidden-token.ts";
import { omitSuccess } from "./omit-success.ts";
import { readPages } from "./pages.ts";

/** Options of `smsInboxes.recent()`. */
interface SmsRecentOptions extends CallOptions {
  limit?: number;
  /** Only messages that arrived on this number; the id is that of the record's `phones`. */
  phoneId?: string;
}

/** Creates the calls that manage SMS inboxes. A server with the API's earlier edition has none, and the calls throw NotFoundError. */
export function createSmsInboxes(client: FrontdeskClient, connect: (token: string) => InboxClients) {
  /** Creates the handle of a record. Its waits return the messages after `start`; with `"now"`, those that arrive from now on. */
  const toHandle = (record: { id: string; token: string }, start: Cursor | "now", clients = connect(record.token)) =>
    new SmsInbox(clients, record, start);

  const smsInboxes = {
    /**
     * Registers an SMS inbox, optionally with its first number. Its waits begin with its first message (`emptyCursor`).
     *
     * @throws LimitReachedError
     */
    async register({ phone, ...options }: { phone?: string } & CallOptions = {}): Promise<SmsInbox> {
      const init = { body: phone === undefined ? {} : { phone }, ...toCheckedInit(options, "register()", ["phone"]) };
      return toHandle((await unwrap(client.POST("/svc-api/sms/register", init))).sms_token, emptyCursor);
    },

    /**
     * Lists all SMS inboxes, with their number and the account's limit (`null`: unlimited). Each record has its key in
     * `token`, which is hidden from logs and JSON.
     */
    async list(options: CallOptions = {}) {
      const init = toCheckedInit(options, "list()");
      const { pages, last } = await readPages((query) =>
        unwrap(client.GET("/svc-api/sms/list", { params: { query }, ...init })),
      );
      return {
        // The API's name for SMS inboxes.
        sms_tokens: pages.flatMap(({ sms_tokens }) => sms_tokens).map(hideToken),
        limit: last.limit,
        used: last.used,
      };
    },

    /** Opens an existing SMS inbox by id. Its waits return only messages that arrive after this call. */
    async open(id: string, options: CallOptions = {}): Promise<SmsInbox> {
      const init = toCheckedInit(options, "open()");
      const { sms_tokens } = await smsInboxes.list(options);
      const record = sms_tokens.find((inbox) => inbox.id === id);
      if (!record) throw toNotFoundError("SMS inbox", id);
      // The cursor starts after the messages of this read, not at the first wait, so that waits miss none between the two.
      const clients = connect(record.token);
      const page = await toPage(clients.calls.GET("/svc-api/sms/recent", init), ({ messages }) => messages);
      return toHandle(record, cursorAfterPage(page), clients);
    },

    /** Returns whether a phone may push for this number, and if not, the `reason`. */
    async check(phone: string, options: CallOptions = {}) {
      const init = { params: { query: { phone } }, ...toCheckedInit(options, "check()") };
      return omitSuccess(await unwrap(client.GET("/svc-api/sms/check", init)));
    },

    /**
     * Returns the newest messages of an SMS inbox, newest first, without their bodies. Reads with the agent key. By default 10, of all
     * numbers; `phoneId` is the id of one in the record's `phones`.
     */
    async recent(inbox: string | SmsInbox, { limit, phoneId, ...options }: SmsRecentOptions = {}) {
      const { params, ...init } = toPathInit(inbox, toCheckedInit(options, "recent()", ["limit", "phoneId"]));
      const query = {
        ...(limit === undefined ? {} : { limit }),
        ...(phoneId === undefined ? {} : { phone_id: phoneId }),
      };
      const call = client.GET("/svc-api/sms/{id}/messages", { params: { ...params, query }, ...init });
      return (await unwrap(call)).messages;
    },

    /**
     * Returns the settings of each app that can forward a phone's SMS to this inbox. `phones`: the numbers of SIM 1 and, if
     * there is one, SIM 2. The settings contain the SMS key.
     */
    async phoneSetup(inbox: string | SmsInbox, phones: readonly [string, string?], options: CallOptions = {}) {
      const { params, ...init } = toPathInit(inbox, toCheckedInit(options, "phoneSetup()"));
      const [phone, phone2] = phones;
      const query = { phone, ...(phone2 === undefined ? {} : { phone2 }) };
      const call = client.GET("/svc-api/sms/{id}/setup", { params: { ...params, query }, ...init });
      return omitSuccess(await unwrap(call));
    },

    /** Creates a link with which the companion app gets the SMS key. Valid once, for ten minutes. */
    async createPairing(inbox: string | SmsInbox, options: CallOptions = {}) {
      const init = toPathInit(inbox, toCheckedInit(options, "createPairing()"));
      return (await unwrap(client.POST("/svc-api/sms/{id}/pair", init))).pairing;
    },

    /** Deletes an SMS inbox, its numbers and all its messages. */
    async delete(inbox: string | SmsInbox, options: CallOptions = {}): Promise<void> {
      await unwrap(client.DELETE("/svc-api/sms/{id}", toPathInit(inbox, toCheckedInit(options, "delete()"))));
    },

    /** Rotates the SMS key. Enter the new one on the phone. */
    async rotate(inbox: string | SmsInbox, options: CallOptions = {}): Promise<SmsInbox> {
      const init = toPathInit(inbox, toCheckedInit(options, "rotate()"));
      const { sms_token } = await unwrap(client.POST("/svc-api/sms/{id}/token", init));
      return toHandle(sms_token, "now"); // its waits return what arrives from now on
    },
  };
  return smsInboxes;
}

/** Adds the id of an SMS inbox, given by id or handle, to the arguments of a call. */
function toPathInit(inbox: string | SmsInbox, init: CallInit) {
  // JavaScript callers pass variables that were never set. The client rejects the empty id.
  if (!inbox) return { params: { path: { id: "" } }, ...init };
  const id = typeof inbox === "string" ? inbox : inbox.id;
  if (id === undefined)
    throw new TypeError("An SMS inbox opened with its key alone has no id. Use `smsInboxes.open(id)`.");
  return { params: { path: { id } }, ...init };
}
