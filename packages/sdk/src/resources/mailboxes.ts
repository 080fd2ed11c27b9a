import type { Schemas } from "@frontdesk/contract";
import { AlreadyTakenError, NotFoundError, orNull } from "../errors.ts";
import { type Clients, Mailbox } from "../inboxes/mailbox.ts";
import { type FrontdeskClient, unwrap } from "../requests/client.ts";
import { type CallOptions, type Init, toInit } from "../requests/sending.ts";
import { hideToken } from "./hidden-token.ts";
import { readPages } from "./pages.ts";

/** A handle whose record is known. */
export type KnownMailbox = Mailbox & {
  readonly id: string;
  readonly name: string;
  /** `<name>@{mail_domain}`. */
  readonly address: string;
};
/** A mailbox that was just made: `await using` deletes it at the end of its block. */
export type OwnMailbox = KnownMailbox & AsyncDisposable;

/** The account's mailboxes. */
export function createMailboxes(client: FrontdeskClient, connect: (token: string) => Clients) {
  /** Of an account that may see it: the recipients that were rejected since this time by the server's clock. */
  async function rejected(since: number): Promise<string[]> {
    const answer = await unwrap(client.GET("/svc-api/mailbox/rejected", toInit({ timeout: 2_000 }, "rejected()")));
    return answer.rejected.filter(({ at }) => Date.parse(at) >= since - 1_000).map(({ recipient }) => recipient);
  }

  function toHandle(record: Schemas["Mailbox"], isNew: boolean): KnownMailbox {
    const start = isNew ? ({ type: "seen", ids: new Set<string>() } as const) : "now";
    // The record has all that the type promises beyond `Mailbox`.
    return new Mailbox({ clients: connect(record.token), record, start, rejected }) as KnownMailbox;
  }

  /** What a call about one mailbox is sent with. */
  async function toOne(mailbox: string | Mailbox, init: Init) {
    const id = typeof mailbox === "object" && mailbox ? mailbox.id : (await find(mailbox, init)).id;
    if (id === undefined)
      throw new TypeError("A mailbox opened by its key alone has no id. Use `mailboxes.open(name)`.");
    return { params: { path: { id } }, ...init };
  }

  async function list(init: Init) {
    const { pages, last } = await readPages((query) =>
      unwrap(client.GET("/svc-api/mailbox/list", { params: { query }, ...init })),
    );
    return { mailboxes: pages.flatMap(({ mailboxes }) => mailboxes), limit: last.limit, used: last.used };
  }

  async function find(wanted: string, init: Init): Promise<Schemas["Mailbox"]> {
    // Callers in JavaScript hand on a variable that was never set.
    if (typeof wanted !== "string" || wanted === "")
      throw new TypeError(`Give a mailbox's id, name or address, not ${JSON.stringify(wanted)}.`);
    const { mailboxes } = await list(init);
    const known = wanted.toLowerCase();
    const record = mailboxes.find(({ id, name, address }) => id === wanted || name === known || address === known);
    if (record) return record;
    throw new NotFoundError(
      404,
      "not_found",
      `This account has no mailbox ${wanted}. The list of mailboxes shows those it has.`,
    );
  }

  const all = {
    /**
     * Registers a mailbox; a free random name when none is given.
     *
     * @throws AlreadyTakenError, LimitReachedError
     * @example await using mailbox = await frontdesk.mailboxes.register();
     */
    async register(name: string = randomName(), options: CallOptions = {}): Promise<OwnMailbox> {
      const init = { body: { name }, ...toInit(options, "register()") };
      const mailbox = toHandle((await unwrap(client.POST("/svc-api/mailbox/register", init))).mailbox, true);
      return Object.assign(mailbox, {
        async [Symbol.asyncDispose]() {
          await all.delete(mailbox).catch(orNull(404));
        },
      });
    },

    /** The mailbox of this name: the account's own, or else a new one. @throws AlreadyTakenError when it is another's. */
    async openOrRegister(name: string, options: CallOptions = {}): Promise<KnownMailbox> {
      const existing = await all.open(name, options).catch(orNull(404));
      if (existing) return existing;
      // Another program of the account may have registered it since.
      const made = await all.register(name, options).catch(orNull(409));
      if (made) return made;
      const opened = await all.open(name, options).catch(orNull(404));
      if (opened) return opened;
      throw new AlreadyTakenError(409, "already_taken", `The mailbox name ${name} is taken. Choose another.`);
    },

    /**
     * Records of all mailboxes and how many there may be (`null`: unlimited). Each has its key as `token`, which is not
     * shown where the record is logged or made JSON.
     */
    async list(options: CallOptions = {}) {
      const { mailboxes, limit, used } = await list(toInit(options, "list()"));
      return { mailboxes: mailboxes.map(hideToken), limit, used };
    },

    /** A handle on an existing mailbox, by id, name or address; its place is where the mailbox stands now. */
    async open(idOrName: string, options: CallOptions = {}): Promise<KnownMailbox> {
      const mailbox = toHandle(await find(idOrName, toInit(options, "open()")), false);
      await mailbox.currentCursor(options.signal ? { signal: options.signal } : {});
      return mailbox;
    },

    /** Deletes a mailbox, by handle, id, name or address, and all its mails. */
    async delete(mailbox: string | Mailbox, options: CallOptions = {}): Promise<void> {
      await unwrap(client.DELETE("/svc-api/mailbox/{id}", await toOne(mailbox, toInit(options, "delete()"))));
    },

    /** Deletes all mails of a mailbox, which stays. */
    async clear(mailbox: string | Mailbox, options: CallOptions = {}): Promise<void> {
      await unwrap(client.DELETE("/svc-api/mailbox/{id}/emails", await toOne(mailbox, toInit(options, "clear()"))));
    },

    /** Gives the mailbox a new key; the old one, and handles that hold it, stop working at once. */
    async rotate(mailbox: string | Mailbox, options: CallOptions = {}): Promise<KnownMailbox> {
      const init = await toOne(mailbox, toInit(options, "rotate()"));
      return toHandle((await unwrap(client.POST("/svc-api/mailbox/{id}/token", init))).mailbox, false);
    },
  };
  return all;
}

function randomName(): string {
  return `box-${crypto.randomUUID().slice(0, 13)}`;
}
