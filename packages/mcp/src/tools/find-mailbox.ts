import type { Frontdesk } from "@frontdesk/sdk";
import { splitAlias } from "../calls/normalize-arguments.ts";
import { ToolFailure } from "../text/failure.ts";

/** Finds a mailbox by id, name, address or alias. @throws ToolFailure */
export async function findMailbox(frontdesk: Frontdesk, reference: string) {
  return (await findRecipient(frontdesk, reference)).record;
}

/**
 * Finds a mailbox by id, name, address or alias. An alias of `signup@desk.example.com` is `signup+shop@desk.example.com` or
 * `shop@signup.desk.example.com`; `to` is then the alias.
 *
 * @throws ToolFailure
 */
export async function findRecipient(frontdesk: Frontdesk, reference: string) {
  const { mailbox: idOrName, to } = splitAlias(reference);
  const { mailboxes } = await frontdesk.mailboxes.list();
  const lowerCased = idOrName.toLowerCase();
  const record = mailboxes.find(
    ({ id, name, address }) => id === idOrName || name === lowerCased || address === lowerCased,
  );
  if (record) return { record, to };
  const owner = mailboxes.find(({ address }) => lowerCased.endsWith(`@${address.replace("@", ".")}`));
  if (owner) return { record: owner, to: reference };
  throw new ToolFailure("not_found", "The account has no such mailbox; it may have been deleted.", {
    tool: "mailbox_list",
  });
}
