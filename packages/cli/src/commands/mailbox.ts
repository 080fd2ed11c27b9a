import { createGroup, type Terminal, toTable } from "@frontdesk/basics/command-line";
import { connect, createClientCommand } from "../connection.ts";

/** `frontdesk mailbox register`: registers a mailbox. The API calls its mailbox key `token`, and so does the JSON. */
function register(terminal: Terminal) {
  return createClientCommand(terminal, {
    name: "register",
    description: "Registers a mailbox and prints its email address. Without a name, a free one is generated.",
    examples: ["frontdesk mailbox register signup", "frontdesk mailbox register --json"],
  })
    .argument("[name]", "Part before the @")
    .action(async (nameToRegister, flags) => {
      const { frontdesk } = connect(flags, terminal);
      const registered = await frontdesk.mailboxes.register(nameToRegister);
      const { id, name, address, key: token } = registered;
      terminal.out(flags.json ? JSON.stringify({ mailbox: { id, name, address, token } }) : address);
    });
}

/** `frontdesk mailbox list`: prints a table of the mailboxes. The quota goes to standard error, so that a pipe gets only the table. */
function list(terminal: Terminal) {
  return createClientCommand(terminal, {
    name: "list",
    description: "Lists the account's mailboxes and the limit.",
    examples: ["frontdesk mailbox list", "frontdesk mailbox list --json"],
  }).action(async (flags) => {
    const { frontdesk } = connect(flags, terminal);
    const { mailboxes, limit, used } = await frontdesk.mailboxes.list();
    if (flags.json) {
      // `token` is not enumerable, so that logs do not show it.
      const withKeys = mailboxes.map((record) => ({ ...record, token: record.token }));
      return terminal.out(JSON.stringify({ mailboxes: withKeys, limit, used }));
    }
    const rows = mailboxes.map(({ name, address, email_count, created_at }) => ({
      name,
      address,
      mails: email_count,
      since: created_at.slice(0, 10),
    }));
    for (const line of toTable(rows)) terminal.out(line);
    terminal.err(`${used} of ${limit ?? "unlimited"} mailboxes`);
  });
}

/** `frontdesk mailbox delete`: deletes a mailbox. Does not ask, because scripts use it. */
function remove(terminal: Terminal) {
  return createClientCommand(terminal, {
    name: "delete",
    description: "Deletes a mailbox and all its mail. The name can be registered again at once.",
    examples: ["frontdesk mailbox delete signup"],
  })
    .argument("<mailbox>", "Name, address or id of the mailbox")
    .action(async (nameOrId, flags) => {
      const { frontdesk } = connect(flags, terminal);
      await frontdesk.mailboxes.delete(nameOrId);
      terminal.out(flags.json ? JSON.stringify({ deleted: nameOrId }) : `Deleted ${nameOrId} and its mail.`);
    });
}

/** `frontdesk mailbox`: manages mailboxes. */
export function mailbox(terminal: Terminal) {
  return createGroup(terminal, [register, list, remove], {
    name: "mailbox",
    description: "Registers, lists and deletes mailboxes.",
    examples: ["frontdesk mailbox register signup", "frontdesk mailbox list"],
  });
}
