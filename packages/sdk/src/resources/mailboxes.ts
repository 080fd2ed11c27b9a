import type { Schemas } from "@frontdesk/contract";
import { AlreadyTakenError, orNull, toNotFoundError } from "../errors.ts";
import { emptyCursor, type InboxClients, Mailbox } from "../inboxes/mailbox.ts";
import { type FrontdeskClient, unwrap } from "../requests/client.ts";
import { type CallInit, type CallOptions, toCheckedInit } from "../requests/send-request.ts";
import type { Cursor } from "../waiting/cursor.ts";
import { cursorAfterPage } from "../waiting/cursor-state.ts";
import { toPage } from "../waiting/inbox-source.ts";
import { hideToken } from "./hidden-token.ts";
import { omitSuccess } from "./omit-success.ts";
import { readPages } from "./pages.ts";

/** A mailbox that an agent key opened: id, name and address are known. */
export type AccountMailbox = Mailbox & {
  readonly id: string;
  readonly name: string;
  /** `<name>@{mail_domain}`. */
  readonly address: string;
};
/** A mailbox that this program registered: `await using` deletes it at the end of the block. */
export type RegisteredMailbox = AccountMailbox & AsyncDisposable;

/** Creates the calls that manage mailboxes. */
export function createMailboxes(client: FrontdeskClient, connect: (token: string) => InboxClients) {
  /**
   * Lists recipients that the server rejected since this server time, in ms. Gives up soon, because they are only a detail of an
   * error that is thrown anyway.
   */
  async function listRejected(since: number): Promise<string[]> {
    const init = toCheckedInit({ timeout: 2_000 }, "rejected()");
    const { rejected } = await unwrap(client.GET("/svc-api/mailbox/rejected", init));
    // Server times have whole seconds.
    return rejected.filter(({ at }) => Date.parse(at) >= since - 1_000).map(({ recipient }) => recipient);
  }

  /** Creates the handle of a record. Its waits return the mail after `start`; with `"now"`, mail that arrives from now on. */
  function toHandle(
    record: Schemas["Mailbox"],
    start: Cursor | "now",
    clients = connect(record.token),
  ): AccountMailbox {
    // The cast is true: the record has an id, a name and an address. `listRejected` is for the error of a wait to which no mail came: a
    // recipient that the server rejected may be a mistyped address.
    return new Mailbox({ clients, record, start, rejected: listRejected }) as AccountMailbox;
  }

  /** Adds the id of a mailbox, given by id, name, address or handle, to the arguments of a call. */
  async function toPathInit(mailbox: string | Mailbox, init: CallInit) {
    // `null`, from JavaScript callers, is an object too; `find` rejects it.
    const id = typeof mailbox === "object" && mailbox ? mailbox.id : (await find(mailbox, init)).id;
    if (id === undefined)
      throw new TypeError("A mailbox opened with its key alone has no id. Use `mailboxes.open(name)`.");
    return { params: { path: { id } }, ...init };
  }

  /** Reads all mailboxes, with their keys, and the account's quota. */
  async function readAll(init: CallInit) {
    const { pages, last } = await readPages((query) =>
      unwrap(client.GET("/svc-api/mailbox/list", { params: { query }, ...init })),
    );
    return { mailboxes: pages.flatMap(({ mailboxes }) => mailboxes), limit: last.limit, used: last.used };
  }

  /** Finds a mailbox by id, name or address. @throws NotFoundError */
  async function find(idOrName: string, init: CallInit): Promise<Schemas["Mailbox"]> {
    if (typeof idOrName !== "string" || idOrName === "")
      throw new TypeError(`Give a mailbox's id, name or address, not ${JSON.stringify(idOrName)}.`);
    const { mailboxes } = await readAll(init);
    // The server stores names and addresses in lower case.
    const lowerCased = idOrName.toLowerCase();
    const record = mailboxes.find(
      ({ id, name, address }) => id === idOrName || name === lowerCased || address === lowerCased,
    );
    if (record) return record;
    throw toNotFoundError("mailbox", idOrName);
  }

  const mailboxes = {
    /**
     * Registers a mailbox, by default with a random name. Its waits begin with its first mail (`emptyCursor`). `await using` deletes it at
     * the end of the block.
     *
     * @throws AlreadyTakenError, LimitReachedError
     * @example await using mailbox = await frontdesk.mailboxes.register();
     */
    async register(name: string = randomName(), options: CallOptions = {}): Promise<RegisteredMailbox> {
      const init = { body: { name }, ...toCheckedInit(options, "register()") };
      const mailbox = toHandle((await unwrap(client.POST("/svc-api/mailbox/register", init))).mailbox, emptyCursor);
      return Object.assign(mailbox, {
        async [Symbol.asyncDispose]() {
          // The program may have deleted it already.
          await mailboxes.delete(mailbox).catch(orNull(404));
        },
      });
    },

    /** Opens the account's mailbox of this name, or registers it. @throws AlreadyTakenError if another account has the name */
    async openOrRegister(name: string, options: CallOptions = {}): Promise<AccountMailbox> {
      toCheckedInit(options, "openOrRegister()");
      const existing = await mailboxes.open(name, options).catch(orNull(404));
      if (existing) return existing;
      // Another process of the account may have registered it in between.
      const registered = await mailboxes.register(name, options).catch(orNull(409));
      if (registered) return registered;
      const opened = await mailboxes.open(name, options).catch(orNull(404));
      if (opened) return opened;
      throw new AlreadyTakenError(409, "already_taken", `The mailbox name ${name} is taken. Choose another.`);
    },

    /**
     * Lists all mailboxes, with their number and the account's limit (`null`: unlimited). Each record has its key in `token`,
     * which is hidden from logs and JSON.
     */
    async list(options: CallOptions = {}) {
      const { mailboxes, limit, used } = await readAll(toCheckedInit(options, "list()"));
      return { mailboxes: mailboxes.map(hideToken), limit, used };
    },

    /** Opens an existing mailbox by id, name or address. Its waits return only mail that arrives after this call. */
    async open(idOrName: string, options: CallOptions = {}): Promise<AccountMailbox> {
      const init = toCheckedInit(options, "open()");
      const record = await find(idOrName, init);
      const clients = connect(record.token);
      // Before the handle exists, so that mail which arrives from then on is after its cursor.
      const page = await toPage(clients.calls.GET("/svc-api/mail/recent", init), ({ emails }) => emails);
      return toHandle(record, cursorAfterPage(page), clients);
    },

    /** Returns whether a name can be registered now, and if not, the `reason`. */
    async check(name: string, options: CallOptions = {}) {
      const init = { params: { query: { name } }, ...toCheckedInit(options, "check()") };
      return omitSuccess(await unwrap(client.GET("/svc-api/mailbox/check", init)));
    },

    /** Returns the newest mails of a mailbox, newest first, without their bodies. Reads with the agent key. @default limit 10 */
    async recent(mailbox: string | Mailbox, { limit, ...options }: { limit?: number } & CallOptions = {}) {
      const { params, ...init } = await toPathInit(mailbox, toCheckedInit(options, "recent()", ["limit"]));
      const query = limit === undefined ? {} : { limit };
      const call = client.GET("/svc-api/mailbox/{id}/emails", { params: { ...params, query }, ...init });
      return (await unwrap(call)).emails;
    },

    /** Stores a test mail in a mailbox, as if it came by SMTP. Returns its recipient and its code. */
    async sendTestMail(mailbox: string | Mailbox, options: CallOptions = {}) {
      const init = await toPathInit(mailbox, toCheckedInit(options, "sendTestMail()"));
      return omitSuccess(await unwrap(client.POST("/svc-api/mailbox/{id}/test", init)));
    },

    /** Deletes a mailbox and all its mail. */
    async delete(mailbox: string | Mailbox, options: CallOptions = {}): Promise<void> {
      await unwrap(
        client.DELETE("/svc-api/mailbox/{id}", await toPathInit(mailbox, toCheckedInit(options, "delete()"))),
      );
    },

    /** Deletes all mail of a mailbox, but not the mailbox. */
    async clear(mailbox: string | Mailbox, options: CallOptions = {}): Promise<void> {
      await unwrap(
        client.DELETE("/svc-api/mailbox/{id}/emails", await toPathInit(mailbox, toCheckedInit(options, "clear()"))),
      );
    },

    /**
     * Rotates the mailbox key. The old key and handles that use it stop working at once. Returns a handle with the new key, whose waits
     * return mail that arrives from now on.
     */
    async rotate(mailbox: string | Mailbox, options: CallOptions = {}): Promise<AccountMailbox> {
      const init = await toPathInit(mailbox, toCheckedInit(options, "rotate()"));
      return toHandle((await unwrap(client.POST("/svc-api/mailbox/{id}/token", init))).mailbox, "now");
    },
  };
  return mailboxes;
}

function randomName(): string {
  return `box-${crypto.randomUUID().slice(0, 13)}`;
}
