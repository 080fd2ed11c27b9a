import { subdomainName } from "@frontdesk/basics";
import type { Schemas } from "@frontdesk/contract";
import { createClient, type FrontdeskClient, unwrap } from "../requests/client.ts";
import { toBaseUrl, toKey } from "../requests/environment.ts";
import { checkOptions } from "../requests/known-options.ts";
import { type CallOptions, type Fetch, toCheckedInit } from "../requests/send-request.ts";
import type { Cursor } from "../waiting/cursor.ts";
import { toFullMessage } from "../waiting/full-message.ts";
import type { InboxSource, MessageContent } from "../waiting/inbox-source.ts";
import type { AuthenticatedOption, MailOptions } from "../waiting/wait.ts";
import type { HandleSettings } from "./handle-settings.ts";
import { InboxHandle } from "./inbox-handle.ts";
import { type MailSummary, toMailSource } from "./mail-source.ts";

/** A mail with its full text, links and codes. */
export type Mail = MailSummary & MessageContent & Pick<Schemas["Email"], "truncated">;

export interface OpenMailboxOptions {
  /** URL of the server, such as `http://localhost:8787`. @default FRONTDESK_URL of the environment */
  baseUrl?: string;
  /** The mailbox's own key, `svcm_…`. */
  key: string;
  /** Email address of the mailbox: named in errors, required for `alias()`. */
  address?: string;
  /** @default globalThis.fetch */
  fetch?: Fetch;
  /** Retries requests that failed because the server was unreachable, overloaded or restarting. @default true */
  retries?: boolean;
}

/** HTTP clients of one inbox. `calls` retries requests; the wait loop uses `waits` and retries itself. */
export interface InboxClients {
  calls: FrontdeskClient;
  waits: FrontdeskClient;
}

/** Arguments of the `Mailbox` constructor. */
export interface MailboxParts {
  clients: InboxClients;
  record: Pick<Schemas["Mailbox"], "token"> & Partial<Schemas["Mailbox"]>;
  start: Cursor | "now";
  /** Lists rejected recipients; needs an agent key. */
  rejected?: InboxSource<MailSummary>["rejected"];
}

/** Starts at the first message of an inbox. */
export const emptyCursor: Cursor = { type: "seen", ids: new Set() };

/** An alias of a mailbox; its waits see only mail that was sent to it. */
export class MailboxAlias extends InboxHandle<MailSummary, Mail, AuthenticatedOption> {
  /** `<name>+<tag>@{mail_domain}`. */
  readonly address: string;
  readonly tag: string;

  constructor(
    source: InboxSource<MailSummary>,
    settings: Pick<HandleSettings<Mail>, "start"> & { address: string; tag: string },
  ) {
    const { start, address, tag } = settings;
    super({ ...source, address }, { start, channelOptions: ["authenticated"], defaults: { to: address } });
    this.address = address;
    this.tag = tag;
    // The first read makes the server buffer mail for this address, so that eviction cannot lose it. With "now" the
    // base class has read already, for its first cursor.
    if (start !== "now") void this.currentCursor().catch(() => {});
  }
}

export interface AliasOptions {
  /** 1 to 64 letters, digits, ".", "_" or "-". @default a random one */
  tag?: string;
  /** `<name>+<tag>@domain` or `<tag>@<name>.domain`. @default "plus" */
  style?: "plus" | "subdomain";
}

/**
 * A mailbox with a read cursor. Each wait returns the next mail after the cursor and advances it, so no mail is returned
 * twice.
 */
export class Mailbox extends InboxHandle<MailSummary, Mail, MailOptions> {
  readonly id: string | undefined;
  readonly name: string | undefined;
  /** `<name>@{mail_domain}`; `undefined` if the handle was opened with the key alone. */
  readonly address: string | undefined;
  readonly #key: string;
  readonly #client: FrontdeskClient;
  readonly #source: InboxSource<MailSummary>;

  constructor({ clients, record, start, rejected }: MailboxParts) {
    // The name in errors. A handle opened with the key alone knows no address.
    const source = toMailSource(clients.waits, record.address ?? "this mailbox", rejected);
    super(source, { start, channelOptions: ["to", "authenticated"] });
    this.#client = clients.calls;
    this.#source = source;
    this.id = record.id;
    this.name = record.name;
    this.address = record.address;
    this.#key = record.token;
  }

  /** The mailbox key. A getter, so that logs and JSON of the handle do not show it. */
  get key(): string {
    return this.#key;
  }

  /**
   * Returns a handle for `<name>+<tag>@{mail_domain}`; its waits see only mail to that address. Without a tag the address is
   * random and new. Any number of aliases can wait at once. `style: "subdomain"` gives `<tag>@<name>.{mail_domain}`, for
   * websites that reject a plus sign; the server's domain needs a wildcard MX record for it.
   *
   * @example const alias = mailbox.alias(); await signUp(alias.address); const { code } = await alias.waitForCode();
   */
  alias(options: string | AliasOptions = {}): MailboxAlias {
    const { tag, style = "plus" } = typeof options === "string" ? { tag: options } : options;
    checkOptions(typeof options === "string" ? {} : options, ["tag", "style"], "alias()");
    if (this.address === undefined)
      throw new TypeError("An alias needs the mailbox's address. Give `address` to `openMailbox`.");
    if (tag !== undefined && !/^[A-Za-z0-9._-]{1,64}$/.test(tag))
      throw new TypeError(`An alias's tag is 1 to 64 letters, digits, ".", "_" or "-", not ${JSON.stringify(tag)}.`);
    const chosenTag = tag ?? randomTag();
    const address = toAliasAddress(this.address, chosenTag, style);
    // No earlier mail can be for a random address, so its waits start at the first. A chosen tag may have had mail.
    return new MailboxAlias(this.#source, { start: tag === undefined ? emptyCursor : "now", address, tag: chosenTag });
  }

  /** Returns the newest mails that the server keeps, newest first, whatever the cursor. @param count up to 10, the default */
  async recent({ count = 10, ...options }: { count?: number } & CallOptions = {}): Promise<MailSummary[]> {
    const init = { params: { query: { n: count } }, ...toCheckedInit(options, "recent()", ["count"]) };
    return (await unwrap(this.#client.GET("/svc-api/mail/recent", init))).emails;
  }

  /** Returns one mail with its full text. @throws NotFoundError if it was dropped for newer ones */
  async message(id: string, options: CallOptions = {}): Promise<Schemas["Email"]> {
    const init = { params: { path: { id } }, ...toCheckedInit(options, "message()") };
    const { email } = await unwrap(this.#client.GET("/svc-api/mail/message/{id}", init));
    // Older servers send neither links nor codes, whatever the type says. The extraction does not use the snippet.
    const { links, codes } = await toFullMessage({ ...email, snippet: "" }, email.body, "email");
    return { ...email, links, codes };
  }
}

/** Returns the address of an alias. @throws TypeError for an unknown style, or a mailbox whose name is no host name */
function toAliasAddress(address: string, tag: string, style: unknown): string {
  if (style === "plus") return address.replace("@", `+${tag}@`);
  if (style !== "subdomain") throw new TypeError(`An alias's style is "plus" or "subdomain", not ${String(style)}.`);
  const [name = "", domain = ""] = address.split("@");
  if (!name.split(".").every((label) => subdomainName.test(label)))
    throw new TypeError(`The mailbox name ${name} is no host name, so it has no aliases of the style "subdomain".`);
  return `${tag}@${name}.${domain}`;
}

/** Returns twelve random hex digits and a hyphen, the beginning of a UUID. Two aliases hardly ever get the same. */
function randomTag(): string {
  return crypto.randomUUID().slice(0, 13);
}

/**
 * Opens a mailbox with its mailbox key. Waits return only mail that arrives after this call; `recent()` has earlier mail.
 */
export function openMailbox(options: OpenMailboxOptions): Mailbox {
  checkOptions(options, ["baseUrl", "key", "address", "fetch", "retries"], "openMailbox()");
  const { baseUrl, address, fetch, retries } = options;
  const key = toKey(options.key, "svcm_");
  // An alias of a bare name would be an address that no mail reaches.
  if (address !== undefined && !/^[^\s@]+@[^\s@]+$/.test(address))
    throw new TypeError(`\`address\` must be a full email address, such as signup@desk.example.com, not ${address}.`);
  const record = { token: key, ...(address === undefined ? {} : { address }) };
  return new Mailbox({
    clients: toClients({ baseUrl: toBaseUrl(baseUrl), key, fetch, retries }),
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

/** Creates the two clients of one key. `waits` does not retry, because the wait loop itself does. */
export function toClients({ baseUrl, key, fetch, retries = true }: ClientsParts): InboxClients {
  const parts = { baseUrl, key, ...(fetch ? { fetch } : {}) };
  return { calls: createClient({ ...parts, retries }), waits: createClient({ ...parts, retries: false }) };
}
