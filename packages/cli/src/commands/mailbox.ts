import { callServer, connect, connectionFlags } from "../connection.ts";
import { command, group, toTable } from "../framework/index.ts";

const register = command({
  name: "frontdesk mailbox register",
  description: "Registers a mailbox and prints its email address. Without a name, a free one is generated.",
  args: {
    name: { type: "positional", required: false, description: "Part before the @" },
    ...connectionFlags,
  },
  examples: ["frontdesk mailbox register signup", "frontdesk mailbox register --json"],
  async run(args, terminal) {
    const { url, frontdesk } = connect(args, terminal);
    const registered = await callServer(url, () => frontdesk.mailboxes.register(args.name));
    const { id, name, address, key: token } = registered;
    terminal.out(args.json ? JSON.stringify({ mailbox: { id, name, address, token } }) : address);
  },
});

const list = command({
  name: "frontdesk mailbox list",
  description: "Lists the account's mailboxes and the limit.",
  args: connectionFlags,
  examples: ["frontdesk mailbox list", "frontdesk mailbox list --json"],
  async run(args, terminal) {
    const { url, frontdesk } = connect(args, terminal);
    const { mailboxes, limit, used } = await callServer(url, () => frontdesk.mailboxes.list());
    if (args.json) {
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
  },
});

const remove = command({
  name: "frontdesk mailbox delete",
  description: "Deletes a mailbox and all its mail. The name can be registered again at once.",
  args: {
    mailbox: { type: "positional", required: true, description: "Name, address or id of the mailbox" },
    ...connectionFlags,
  },
  examples: ["frontdesk mailbox delete signup"],
  async run(args, terminal) {
    const { url, frontdesk } = connect(args, terminal);
    await callServer(url, () => frontdesk.mailboxes.delete(args.mailbox));
    terminal.out(args.json ? JSON.stringify({ deleted: args.mailbox }) : `Deleted ${args.mailbox} and its mail.`);
  },
});

/** `frontdesk mailbox`: manages mailboxes. */
export const mailbox = group(
  "frontdesk mailbox",
  "Registers, lists and deletes mailboxes.",
  { register, list, delete: remove },
  ["frontdesk mailbox register signup", "frontdesk mailbox list"],
);
