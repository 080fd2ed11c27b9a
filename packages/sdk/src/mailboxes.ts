import type { Schemas } from "@frontdesk/contract";
import { type FrontdeskClient, unwrap } from "./client.ts";
import { AlreadyTakenError, FrontdeskError, NotFoundError } from "./errors.ts";
import { hideToken } from "./hidden-token.ts";
import { checkOptions } from "./known-options.ts";
import { type Clients, Mailbox } from "./mailbox.ts";
import { readPages } from "./pages.ts";
import { type CallOptions, toInit } from "./sending.ts";

const callOptions = ["timeout", "signal"];

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
  /** Of an account that may see it: the recipients that were refused since this time by the server's clock. */
  async function refused(since: number): Promise<string[]> {
    const answer = await unwrap(client.GET("/svc-api/mailbox/refused", toInit({ timeout: 2_000 })));
    return answer.refused
      .filter(({ at, reason }) => reason === "unknown_mailbox" && Date.parse(at) >= since - 1_000)
      .map(({ recipient }) => recipient);
  }

  function toHandle(record: Schemas["Mailbox"], isNew: boolean): KnownMailbox {
    const start = isNew ? ({ type: "seen", ids: new Set<string>() } as const) : "now";
    // The record has all that the type promises beyond `Mailbox`.
    return new Mailbox({ clients: connect(record.token), record, start, refused }) as KnownMailbox;
  }

  async function toId(mailbox: string | Mailbox, options: CallOptions): Promise<string> {
    if (typeof mailbox === "string") return (await find(mailbox, options)).id;
    if (mailbox.id === undefined)
      throw new TypeError("A mailbox opened by its key alone has no id. Use `mailboxes.open(name)`.");
    return mailbox.id;
  }

  async function list(options: CallOptions) {
    const init = toInit(options);
    const { pages, last } = await readPages((query) =>
      unwrap(client.GET("/svc-api/mailbox/list", { params: { query }, ...init })),
    );
    return { mailboxes: pages.flatMap(({ mailboxes }) => mailboxes), limit: last.limit, used: last.used };
  }

  async function find(wanted: string, options: CallOptions): Promise<Schemas["Mailbox"]> {
    const { mailboxes } = await list(options);
    const known = wanted.toLowerCase();
    const record = mailboxes.find(({ id, name, address }) => id === wanted || name === known || address === known);
    if (record) return record;
    throw new NotFoundError(404, "not_found", `This account has no mailbox ${wanted}. \`list()\` shows those it has.`);
  }

  const all = {
    /**
     * Registers a mailbox; a free random name when none is given.
     *
     * @throws AlreadyTakenError, LimitReachedError
     * @example await using mailbox = await frontdesk.mailboxes.register();
     */
    async register(name: string = randomName(), options: CallOptions = {}): Promise<OwnMailbox> {
      checkOptions(options, callOptions, "register()");
      const answer = await unwrap(client.POST("/svc-api/mailbox/register", { body: { name }, ...toInit(options) }));
      const mailbox = toHandle(answer.mailbox, true);
      return Object.assign(mailbox, {
        async [Symbol.asyncDispose]() {
          await all.delete(mailbox).catch((error: unknown) => {
            if (!(error instanceof FrontdeskError && error.status === 404)) throw error;
          });
        },
      });
    },

    /** The mailbox of this name: the account's own, or else a new one. @throws AlreadyTakenError when it is another's. */
    async openOrRegister(name: string, options: CallOptions = {}): Promise<KnownMailbox> {
      const existing = await all.open(name, options).catch(orNull(404));
      if (existing) return existing;
      // Another program of the account may have registered it since.
      const made = await all.register(name, options).catch((error: unknown) => {
        if (error instanceof AlreadyTakenError) return null;
        throw error;
      });
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
      checkOptions(options, callOptions, "list()");
      const { mailboxes, limit, used } = await list(options);
      return { mailboxes: mailboxes.map(hideToken), limit, used };
    },

    /** A handle on an existing mailbox, by id, name or address; its place is where the mailbox stands now. */
    async open(idOrName: string, options: CallOptions = {}): Promise<KnownMailbox> {
      checkOptions(options, callOptions, "open()");
      const mailbox = toHandle(await find(idOrName, options), false);
      await mailbox.mark(options.signal ? { signal: options.signal } : {});
      return mailbox;
    },

    /** Deletes a mailbox, by handle, id, name or address, and all its mails. */
    async delete(mailbox: string | Mailbox, options: CallOptions = {}): Promise<void> {
      checkOptions(options, callOptions, "delete()");
      const params = { path: { id: await toId(mailbox, options) } };
      await unwrap(client.DELETE("/svc-api/mailbox/{id}", { params, ...toInit(options) }));
    },

    /** Deletes all mails of a mailbox, which stays. */
    async clear(mailbox: string | Mailbox, options: CallOptions = {}): Promise<void> {
      checkOptions(options, callOptions, "clear()");
      const params = { path: { id: await toId(mailbox, options) } };
      await unwrap(client.DELETE("/svc-api/mailbox/{id}/emails", { params, ...toInit(options) }));
    },

    /** Gives the mailbox a new key; the old one, and handles that hold it, stop working at once. */
    async rotate(mailbox: string | Mailbox, options: CallOptions = {}): Promise<KnownMailbox> {
      checkOptions(options, callOptions, "rotate()");
      const params = { path: { id: await toId(mailbox, options) } };
      const answer = await unwrap(client.POST("/svc-api/mailbox/{id}/token", { params, ...toInit(options) }));
      return toHandle(answer.mailbox, false);
    },
  };
  return all;
}

function orNull(status: number) {
  return (error: unknown): null => {
    if (error instanceof FrontdeskError && error.status === status) return null;
    throw error;
  };
}

function randomName(): string {
  return `box-${crypto.randomUUID().slice(0, 13)}`;
}
