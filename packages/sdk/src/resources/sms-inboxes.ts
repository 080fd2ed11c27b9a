import { NotFoundError } from "../errors.ts";
import type { Clients } from "../inboxes/mailbox.ts";
import { SmsInbox } from "../inboxes/sms-inbox.ts";
import { type FrontdeskClient, unwrap } from "../requests/client.ts";
import { type CallOptions, type Init, toInit } from "../requests/sending.ts";
import { hideToken } from "./hidden-token.ts";
import { readPages } from "./pages.ts";

/** The account's SMS tokens (later edition). */
export function createSmsInboxes(client: FrontdeskClient, connect: (token: string) => Clients) {
  const toHandle = (record: { id: string; token: string }, isNew: boolean) =>
    new SmsInbox(connect(record.token), record, isNew ? { type: "seen", ids: new Set() } : "now");

  const all = {
    /** Creates a bare SMS token, or one with its first number attached. @throws LimitReachedError */
    async register({ phone, ...options }: { phone?: string } & CallOptions = {}): Promise<SmsInbox> {
      const init = { body: phone === undefined ? {} : { phone }, ...toInit(options, "register()", ["phone"]) };
      return toHandle((await unwrap(client.POST("/svc-api/sms/register", init))).sms_token, true);
    },

    /**
     * Records of all SMS tokens and how many there may be (`null`: unlimited). Each has its key as `token`, which is not
     * shown where the record is logged or made JSON.
     */
    async list(options: CallOptions = {}) {
      const init = toInit(options, "list()");
      const { pages, last } = await readPages((query) =>
        unwrap(client.GET("/svc-api/sms/list", { params: { query }, ...init })),
      );
      return {
        sms_tokens: pages.flatMap(({ sms_tokens }) => sms_tokens).map(hideToken),
        limit: last.limit,
        used: last.used,
      };
    },

    /** A handle on an existing SMS token, by id; its place is where the inbox stands now. */
    async open(id: string, options: CallOptions = {}): Promise<SmsInbox> {
      const { sms_tokens } = await all.list(options);
      const record = sms_tokens.find((token) => token.id === id);
      if (!record)
        throw new NotFoundError(
          404,
          "not_found",
          `This account has no SMS token ${id}. The list of SMS tokens shows those it has.`,
        );
      const inbox = toHandle(record, false);
      await inbox.currentCursor(options.signal ? { signal: options.signal } : {});
      return inbox;
    },

    /** Deletes an SMS token, its numbers and all its texts. */
    async delete(token: string | SmsInbox, options: CallOptions = {}): Promise<void> {
      await unwrap(client.DELETE("/svc-api/sms/{id}", toOne(token, toInit(options, "delete()"))));
    },

    /** Gives the SMS token a new key; the phone must be told. */
    async rotate(token: string | SmsInbox, options: CallOptions = {}): Promise<SmsInbox> {
      const init = toOne(token, toInit(options, "rotate()"));
      return toHandle((await unwrap(client.POST("/svc-api/sms/{id}/token", init))).sms_token, false);
    },
  };
  return all;
}

/** What a call about one token is sent with. */
function toOne(token: string | SmsInbox, init: Init) {
  // Callers in JavaScript hand on a variable that was never set.
  const id = typeof token === "string" ? token : token ? token.id : "";
  if (id === undefined)
    throw new TypeError("An SMS inbox opened by its key alone has no id. Use `smsInboxes.open(id)`.");
  return { params: { path: { id } }, ...init };
}
