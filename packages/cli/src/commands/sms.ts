import { CommandError, createGroup, type Terminal, toTable } from "@frontdesk/basics/command-line";
import type { Frontdesk, SmsInbox } from "@frontdesk/sdk";
import { connect, createClientCommand } from "../connection.ts";
import { formatTime } from "../format-time.ts";
import { formatCode, printMessages } from "../print-messages.ts";
import { parseTimeout, printFirstFound } from "../waiting.ts";

const optionalInbox = ["[inbox]", "Id of the SMS inbox; optional if there is only one"] as const;

/** `frontdesk sms register`: registers an SMS inbox. The API calls its SMS key `token`, and so does the JSON. */
function register(terminal: Terminal) {
  return createClientCommand(terminal, {
    name: "register",
    description: "Registers an SMS inbox and prints its id and SMS key, which the phone app needs.",
    examples: ["frontdesk sms register"],
  }).action(async (flags) => {
    const { frontdesk } = connect(flags, terminal);
    const { id, key: token } = await frontdesk.smsInboxes.register();
    terminal.out(flags.json ? JSON.stringify({ sms_token: { id, token } }) : `${id}  ${token}`);
  });
}

/** `frontdesk sms list`: prints a table of the SMS inboxes. The quota goes to standard error, so that a pipe gets only the table. */
function list(terminal: Terminal) {
  return createClientCommand(terminal, {
    name: "list",
    description: "Lists the account's SMS inboxes with their numbers, and the limit.",
    examples: ["frontdesk sms list"],
  }).action(async (flags) => {
    const { frontdesk } = connect(flags, terminal);
    const { sms_tokens: inboxes, limit, used } = await frontdesk.smsInboxes.list();
    if (flags.json) {
      // `token` is not enumerable, so that logs do not show it.
      const withKeys = inboxes.map((record) => ({ ...record, token: record.token }));
      return terminal.out(JSON.stringify({ sms_tokens: withKeys, limit, used }));
    }
    const rows = inboxes.map(({ id, phones, message_count }) => ({
      id,
      numbers: phones.map(({ phone }) => phone).join(", ") || "none yet",
      messages: message_count,
    }));
    for (const line of toTable(rows)) terminal.out(line);
    terminal.err(`${used} of ${limit ?? "unlimited"} SMS inboxes`);
  });
}

/** `frontdesk sms delete`: deletes an SMS inbox. Does not ask, because scripts use it. */
function remove(terminal: Terminal) {
  return createClientCommand(terminal, {
    name: "delete",
    description: "Deletes an SMS inbox with its phone numbers and messages.",
    examples: ["frontdesk sms delete s_4f0k2m"],
  })
    .argument("<inbox>", "Id of the SMS inbox")
    .action(async (id, flags) => {
      const { frontdesk } = connect(flags, terminal);
      await frontdesk.smsInboxes.delete(id);
      terminal.out(flags.json ? JSON.stringify({ deleted: id }) : `Deleted ${id} and its messages.`);
    });
}

/** `frontdesk sms read`: prints the messages of an SMS inbox, oldest first. */
function read(terminal: Terminal) {
  return createClientCommand(terminal, {
    name: "read",
    description:
      "Prints the messages of an SMS inbox, newest last. With --follow, keeps printing new messages until Ctrl-C.",
    examples: ["frontdesk sms read", "frontdesk sms read s_4f0k2m --follow"],
  })
    .argument(...optionalInbox)
    .option("--follow", "Keep printing new messages until Ctrl-C")
    .action(async (inboxId, { follow = false, ...flags }) => {
      const { frontdesk } = connect(flags, terminal);
      const inbox = await openInbox(frontdesk, inboxId);
      await printMessages({
        terminal,
        follow,
        inbox,
        list: async () => (await inbox.recent()).messages,
        print: (message) => terminal.out(flags.json ? JSON.stringify(message) : formatMessage(message)),
      });
    });
}

/** Formats a message as one line of columns, without empty ones. */
function formatMessage(message: Awaited<ReturnType<SmsInbox["message"]>>): string {
  const { received_at, phone, sender, body } = message;
  // Both are as the phone pushed them. A line break in the sender's name could make one message look like two.
  const [senderInOneLine, bodyInOneLine] = [sender, body].map((text) => text.replace(/\s+/g, " "));
  const columns = [formatTime(received_at), phone, senderInOneLine, bodyInOneLine, formatCode(message)];
  return columns.filter(Boolean).join("  ");
}

/** `frontdesk sms code`: waits for the next code and prints only that, for scripts. */
function code(terminal: Terminal) {
  return createClientCommand(terminal, {
    name: "code",
    description:
      "Waits for the next code that a phone receives and prints only the code. Exits with 3 if none arrives in time.",
    examples: ["frontdesk sms code", "frontdesk sms code --phone 5550123456 --timeout 120"],
  })
    .argument(...optionalInbox)
    .option("--link", "Print the action link instead of a code")
    .option("--timeout <seconds>", "Seconds to wait (default 60)", parseTimeout, 60_000)
    .option("--phone <digits>", "Only messages to this number")
    .action(async (inboxId, { timeout, phone, ...flags }) => {
      const { frontdesk } = connect(flags, terminal);
      await printFirstFound(terminal, {
        openInbox: () => openInbox(frontdesk, inboxId),
        options: { timeout, ...(phone === undefined ? {} : { phone }) },
        flags,
      });
    });
}

/** Opens the SMS inbox with this id, or the only one. @throws CommandError if there is none, or no id and several */
async function openInbox({ smsInboxes }: Frontdesk, id: string | undefined): Promise<SmsInbox> {
  if (id !== undefined) return smsInboxes.open(id);
  const { sms_tokens: records } = await smsInboxes.list();
  const [first] = records;
  if (!first) throw new CommandError("The account has no SMS inbox. Register one: `frontdesk sms register`.");
  if (records.length > 1)
    throw new CommandError(
      `Which SMS inbox? ${records.map((record) => record.id).join(", ")}; \`frontdesk sms list\` shows them.`,
      // The exit code of a missing argument.
      { exitCode: 2 },
    );
  return smsInboxes.open(first.id);
}

/** `frontdesk sms`: manages SMS inboxes and reads their messages. */
export function sms(terminal: Terminal) {
  return createGroup(terminal, [register, list, remove, read, code], {
    name: "sms",
    description: "Manages SMS inboxes and reads the messages that your phones push.",
    examples: ["frontdesk sms list", "frontdesk sms code --timeout 120"],
  });
}
