import type { Frontdesk } from "@frontdesk/sdk";
import { splitAlias } from "../calls/normalize-arguments.ts";
import { ToolFailure } from "../text/failure.ts";

/** Finds a mailbox by id, name, address or alias. @throws ToolFailure */
export async function findMailbox(frontdesk: Frontdesk, reference: string) {
  return (await findRecipient(frontdesk, reference)).record;
}

/**
 * Finds a mailbox by id, name, address or alias. `to` is the alias, if the reference is the address of one.
 *
 * @throws ToolFailure
 */
export async function findRecipient(frontdesk: Frontdesk, reference: string) {
  // `signup+tag@desk.example.com` is the mailbox `signup@desk.example.com` and, as `to`, the whole address.
  const { mailbox: idOrName, to } = splitAlias(reference);
  const { mailboxes } = await frontdesk.mailboxes.list();
  const lowerCased = idOrName.toLowerCase();
  const record = mailboxes.find(
    ({ id, name, address }) => id === idOrName || name === lowerCased || address === lowerCased,
  );
  if (record) return { record, to };
  // The other style of aliases: `tag@signup.desk.example.com` of `signup@desk.example.com`.
  const owner = mailboxes.find(({ address }) => lowerCased.endsWith(`@${address.replace("@", ".")}`));
  if (owner) return { record: owner, to: reference };
  throw new ToolFailure("not_found", "The account has no such mailbox; it may have been deleted.", {
    tool: "mailbox_list",
  });
}
