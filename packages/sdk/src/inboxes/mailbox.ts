import type { Schemas } from "@frontdesk/contract";
import { createClient, type FrontdeskClient, unwrap } from "../requests/client.ts";
import { toBaseUrl, toKey } from "../requests/environment.ts";
import { checkOptions } from "../requests/known-options.ts";
import { type CallOptions, type Fetch, toInit } from "../requests/sending.ts";
import { toWhole } from "../waiting/content.ts";
import type { Position } from "../waiting/cursor.ts";
import type { Content, Source } from "../waiting/source.ts";
import type { Addressed } from "../waiting/wait.ts";
import type { HandleSettings } from "./handle-settings.ts";
import { InboxHandle } from "./inbox-handle.ts";
import { type MailSummary, toMailSource } from "./mail-source.ts";

/** A mail with its whole text, its links and its codes. */
export type Mail = MailSummary & Content & Pick<Schemas["Email"], "truncated">;

export interface OpenMailboxOptions {
  /** Where the server is, such as `http://localhost:8787`. @default FRONTDESK_URL of the environment */
  baseUrl?: string;
  /** The mailbox's own key, `svcm_…`. */
  key: string;
  /** Named in errors, and needed for aliases. */
  address?: string;
  /** @default globalThis.fetch */
  fetch?: Fetch;
  /** Whether a call is tried anew that may succeed later: nothing answered, an overload, a restart. @default true */
  retries?: boolean;
}

/** The two clients of an inbox: calls are tried anew by the one, and waits see to that themselves. */
export interface Clients {
  calls: FrontdeskClient;
  waits: FrontdeskClient;
}

/** What a mailbox handle is made of. */
export interface MailboxParts {
  clients: Clients;
  record: Pick<Schemas["Mailbox"], "token"> & Partial<Schemas["Mailbox"]>;
  start: Position | "now";
  /** What the holder of an agent key may see of rejected mail. */
  rejected?: Source<MailSummary>["rejected"];
}

const nothingYet: Position = { type: "seen", ids: new Set() };

/** One address of a mailbox: waits that see only what was sent to it. */
export class MailboxAlias extends InboxHandle<MailSummary, Mail, object> {
  /** `<name>+<tag>@{mail_domain}`. */
  readonly address: string;
  readonly tag: string;

  constructor(
    source: Source<MailSummary>,
    settings: Pick<HandleSettings<Mail>, "start"> & { address: string; tag: string },
  ) {
    const { start, address, tag } = settings;
    super({ ...source, address }, { start, own: [], defaults: { to: address } });
    this.address = address;
    this.tag = tag;
    // From the first read for an address on the server keeps its mail for the reader, however much the mailbox receives.
    if (start !== "now") void this.currentCursor().catch(() => {});
  }
}

/**
 * A mailbox, and a place in it: a wait returns what arrived behind the place and moves it, so no mail is returned twice.
 */
export class Mailbox extends InboxHandle<MailSummary, Mail, Addressed> {
  readonly id: string | undefined;
  readonly name: string | undefined;
  /** `<name>@{mail_domain}`; unknown to a handle that was opened by its key alone. */
  readonly address: string | undefined;
  readonly #key: string;
  readonly #client: FrontdeskClient;
  readonly #source: Source<MailSummary>;

  constructor({ clients, record, start, rejected }: MailboxParts) {
    const source = toMailSource(clients.waits, record.address ?? "this mailbox", rejected);
    super(source, { start, own: ["to"] });
    this.#client = clients.calls;
    this.#source = source;
    this.id = record.id;
    this.name = record.name;
    this.address = record.address;
    this.#key = record.token;
  }

  /** The mailbox's own key. Not shown where the handle is logged or made JSON. */
  get key(): string {
    return this.#key;
  }

  /**
   * An address of this mailbox of its own, with waits that see only its mail; as many at once as are wanted. Without a
   * tag it is one that nobody has used before.
   *
   * @example const alias = mailbox.alias(); await signUp(alias.address); const { code } = await alias.waitForCode();
   */
  alias(tag?: string): MailboxAlias {
    if (this.address === undefined)
      throw new TypeError("An alias needs the mailbox's address. Give `address` to `openMailbox`.");
    if (tag !== undefined && !/^[A-Za-z0-9._-]{1,64}$/.test(tag))
      throw new TypeError(`An alias's tag is 1 to 64 letters, digits, ".", "_" or "-", not ${JSON.stringify(tag)}.`);
    const own = tag ?? crypto.randomUUID().slice(0, 13);
    const address = this.address.replace("@", `+${own}@`);
    return new MailboxAlias(this.#source, { start: tag === undefined ? nothingYet : "now", address, tag: own });
  }

  /** The latest mails, newest first: all that are kept, whatever the handle has returned. */
  async recent({ count = 10, ...options }: { count?: number } & CallOptions = {}): Promise<MailSummary[]> {
    const init = { params: { query: { n: count } }, ...toInit(options, "recent()", ["count"]) };
    return (await unwrap(this.#client.GET("/svc-api/mail/recent", init))).emails;
  }

  /** One mail with its whole text. @throws NotFoundError when it has rolled out. */
  async message(id: string, options: CallOptions = {}): Promise<Schemas["Email"]> {
    const init = { params: { path: { id } }, ...toInit(options, "message()") };
    const { email } = await unwrap(this.#client.GET("/svc-api/mail/message/{id}", init));
    // An older server's mail has neither links nor codes, whatever the type says.
    const { links, codes } = await toWhole({ ...email, snippet: "" }, email.body, "email");
    return { ...email, links, codes };
  }
}

/**
 * Opens a mailbox by its own key alone. Its place is where the mailbox stands at this call: earlier mail is in
 * `recent()`, and no wait returns it.
 */
export function openMailbox(options: OpenMailboxOptions): Mailbox {
  checkOptions(options, ["baseUrl", "key", "address", "fetch", "retries"], "openMailbox()");
  const { baseUrl, key, address, fetch, retries } = options;
  // Aliases are made of it, and mail to one of a mere name reaches nobody.
  if (address !== undefined && !/^[^\s@]+@[^\s@]+$/.test(address))
    throw new TypeError(`\`address\` must be a whole address, such as signup@desk.example.com, not ${address}.`);
  const record = { token: key, ...(address === undefined ? {} : { address }) };
  return new Mailbox({
    clients: toClients({ baseUrl: toBaseUrl(baseUrl), key: toKey(key, "svcm_"), fetch, retries }),
    record,
    start: "now",
  });
}

interface ClientsParts {
  baseUrl: string;
  key: string;
  fetch: Fetch | undefined;
  retries: boolean | undefined;
}

/** The two clients for one key. */
export function toClients({ baseUrl, key, fetch, retries = true }: ClientsParts): Clients {
  const parts = { baseUrl, key, ...(fetch ? { fetch } : {}) };
  return { calls: createClient({ ...parts, retries }), waits: createClient({ ...parts, retries: false }) };
}
