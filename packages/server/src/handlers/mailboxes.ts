import type { Handlers, Schemas } from "@frontdesk/contract";
import type { Contexts, Services } from "../context.ts";
import { Problem } from "../problem.ts";
import type { StoredMailbox } from "../store/mailboxes.ts";
import { countWithRecords } from "../store/owned-list.ts";
import { mapInChunks } from "../text/chunked.ts";
import { checkMailboxName, toLowerAscii } from "../text/names.ts";
import { recordReturned, toEventOf } from "./audit.ts";
import { toEmailSummary } from "./mail.ts";

/** Operations on mailboxes, authenticated with an agent key. */
export const mailboxOperations = {
  /** Registers a mailbox under a name of the caller. @throws Problem `already_taken`, `invalid_request` or `limit_reached` */
  async registerMailbox({ body }, services) {
    const { account, accounts, limits, mailboxes, options } = services;
    const name = toLowerAscii(body.name);
    const nameProblem = checkMailboxName(name, new Set(options.reservedMailboxes));
    if (nameProblem === "invalid")
      throw new Problem(
        "invalid_request",
        "`name` must be 1 to 64 letters, digits and inner `.`, `_` or `-`, without two dots in a row.",
      );
    if (nameProblem === "reserved") throw new Problem("already_taken", `The name ${name} is reserved. Choose another.`);
    // Called under the account's lock. Reads the account again, because its limit may have been changed.
    const limit = async () => limits.mailboxes(await accounts.get(account.id));
    return { mailbox: await toMailboxRecord(await mailboxes.register(account.id, name, limit), services) };
  },

  /** Returns the account's mailboxes, all or a page of them, with the number of mailboxes that it has and may have. */
  async listMailboxes({ query }, services) {
    const { account, limits, mailboxes } = services;
    const page = await mailboxes.page(account.id, query);
    const { records, ...nextCursor } = page;
    return {
      mailboxes: await mapInChunks(records, (mailbox) => toMailboxRecord(mailbox, services)),
      limit: limits.mailboxes(account),
      // Counts in the store only if this page is not the whole list.
      used: await countWithRecords(page, query, () => mailboxes.count(account.id)),
      ...nextCursor,
    };
  },

  /** Returns the newest mails of a mailbox of the account, without bodies. Recorded in the audit log. */
  async listMailboxEmails(input, context) {
    const { account, mailboxes, mail } = context;
    const { id } = await mailboxes.getOwned(input.path.id, account.id);
    const { messages } = await mail.read(id, { count: input.query.limit });
    recordReturned(context, "mailbox", id, messages);
    return { emails: messages.map((summary) => toEmailSummary(summary, mail)) };
  },

  /** Deletes all mails of a mailbox. */
  async clearMailbox({ path }, { account, mailboxes, mail }) {
    const { id } = await mailboxes.getOwned(path.id, account.id);
    await mail.clear(id);
    return {};
  },

  async listRejectedMail(_input, { accounts, rejectedMail }) {
    // Rejected recipients belong to no account, so other accounts' mistyped addresses must not show.
    return { rejected: (await accounts.hasOnlyOne()) ? rejectedMail.list() : [] };
  },

  /** Gives a mailbox a new key. The old one is invalid at once. */
  async rotateMailboxToken({ path }, context) {
    const toEvent = toEventOf(context, "secret.rotated", "mailbox");
    const mailbox = await context.mailboxes.rotate(path.id, context.account.id, toEvent);
    return { mailbox: await toMailboxRecord(mailbox, context) };
  },

  /** Deletes a mailbox with its mails. Its webhooks and undelivered webhook messages are deleted in the background. */
  async deleteMailbox({ path }, { account, webhookDispatcher, mailboxes }) {
    await mailboxes.remove(path.id, account.id);
    webhookDispatcher.onInboxDeleted(account.id, path.id);
    return {};
  },
} satisfies Partial<Handlers<Contexts>>;

/** Returns the public record of a mailbox, with its address and the number of its mails. */
async function toMailboxRecord(mailbox: StoredMailbox, { mail, options }: Services): Promise<Schemas["Mailbox"]> {
  const { id, name, token, created_at } = mailbox;
  const { messages } = await mail.index(id);
  return { id, name, address: `${name}@${options.mailDomain}`, token, email_count: messages.length, created_at };
}
