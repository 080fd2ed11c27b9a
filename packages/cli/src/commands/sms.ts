import type { Frontdesk, SmsInbox } from "@frontdesk/sdk";
import { callServer, connect, connectionFlags } from "../connection.ts";
import { CommandError, command, group, toTable } from "../framework/index.ts";
import { formatCode, printMessages } from "../print-messages.ts";
import { parseTimeout, toTimeoutExit, waitFlags } from "../wait-flags.ts";

const inboxArg = {
  inbox: { type: "positional", required: false, description: "Id of the SMS inbox; optional if there is only one" },
} as const;

const register = command({
  name: "frontdesk sms register",
  description: "Registers an SMS inbox and prints its id and SMS key, which the phone app needs.",
  args: connectionFlags,
  examples: ["frontdesk sms register"],
  async run(args, terminal) {
    const { url, frontdesk } = connect(args, terminal);
    const { id, key: token } = await callServer(url, () => frontdesk.smsInboxes.register());
    terminal.out(args.json ? JSON.stringify({ sms_token: { id, token } }) : `${id}  ${token}`);
  },
});

const list = command({
  name: "frontdesk sms list",
  description: "Lists the account's SMS inboxes with their numbers, and the limit.",
  args: connectionFlags,
  examples: ["frontdesk sms list"],
  async run(args, terminal) {
    const { url, frontdesk } = connect(args, terminal);
    const { sms_tokens, limit, used } = await callServer(url, () => frontdesk.smsInboxes.list());
    if (args.json) {
      // `token` is not enumerable, so that logs do not show it.
      const withKeys = sms_tokens.map((record) => ({ ...record, token: record.token }));
      return terminal.out(JSON.stringify({ sms_tokens: withKeys, limit, used }));
    }
    const rows = sms_tokens.map(({ id, phones, message_count }) => ({
      id,
      numbers: phones.map(({ phone }) => phone).join(", ") || "none yet",
      messages: message_count,
    }));
    for (const line of toTable(rows)) terminal.out(line);
    terminal.err(`${used} of ${limit ?? "unlimited"} SMS inboxes`);
  },
});

const remove = command({
  name: "frontdesk sms delete",
  description: "Deletes an SMS inbox with its phone numbers and messages.",
  args: { inbox: { type: "positional", required: true, description: "Id of the SMS inbox" }, ...connectionFlags },
  examples: ["frontdesk sms delete s_4f0k2m"],
  async run(args, terminal) {
    const { url, frontdesk } = connect(args, terminal);
    await callServer(url, () => frontdesk.smsInboxes.delete(args.inbox));
    terminal.out(args.json ? JSON.stringify({ deleted: args.inbox }) : `Deleted ${args.inbox} and its messages.`);
  },
});

const read = command({
  name: "frontdesk sms read",
  description:
    "Prints the messages of an SMS inbox, newest last. With --follow, keeps printing new messages until Ctrl-C.",
  args: {
    ...inboxArg,
    follow: { type: "boolean", description: "Keep printing new messages until Ctrl-C" },
    ...connectionFlags,
  },
  examples: ["frontdesk sms read", "frontdesk sms read s_4f0k2m --follow"],
  async run(args, terminal) {
    const { url, frontdesk } = connect(args, terminal);
    await callServer(url, async () => {
      const inbox = await openInbox(frontdesk, args.inbox);
      // Before the list, so that no message between the two is missed.
      const after = await inbox.currentCursor();
      const { messages: newestFirst } = await inbox.recent();
      await printMessages({
        terminal,
        follow: args.follow === true,
        stored: newestFirst.reverse(),
        read: (id) => inbox.message(id),
        newMessages: (signal) => inbox.messages({ after, signal }),
        print(message) {
          const { received_at, phone, sender, body } = message;
          const time = received_at.slice(0, 19).replace("T", " ");
          const line = [time, phone, sender, body.replace(/\s+/g, " "), formatCode(message)].filter(Boolean);
          terminal.out(args.json ? JSON.stringify(message) : line.join("  "));
        },
      });
    });
  },
});

const code = command({
  name: "frontdesk sms code",
  description:
    "Waits for the next code that a phone receives and prints only the code. Exits with 3 if none arrives in time.",
  args: {
    ...inboxArg,
    ...waitFlags,
    phone: { type: "string", valueHint: "digits", description: "Only messages to this number" },
    ...connectionFlags,
  },
  examples: ["frontdesk sms code", "frontdesk sms code --phone 5550123456 --timeout 120"],
  async run(args, terminal) {
    const options = { timeout: parseTimeout(args.timeout), ...(args.phone === undefined ? {} : { phone: args.phone }) };
    const { url, frontdesk } = connect(args, terminal);
    const { result, message } = await callServer(url, async () => {
      const inbox = await openInbox(frontdesk, args.inbox);
      if (!args.link) {
        const { code: result, message } = await inbox.waitForCode(options);
        return { result, message };
      }
      const { link: result, message } = await inbox.waitForLink(options);
      return { result, message };
    }).catch(toTimeoutExit);
    terminal.out(args.json ? JSON.stringify({ [args.link ? "link" : "code"]: result, message }) : result);
  },
});

/** Opens the SMS inbox with this id, or the only one. @throws CommandError if there is none, or no id and several */
async function openInbox({ smsInboxes }: Frontdesk, id: string | undefined): Promise<SmsInbox> {
  if (id !== undefined) return smsInboxes.open(id);
  const { sms_tokens: records } = await smsInboxes.list();
  const [first] = records;
  if (!first) throw new CommandError("The account has no SMS inbox. Register one: `frontdesk sms register`.");
  if (records.length > 1)
    throw new CommandError(
      `Which SMS inbox? ${records.map((record) => record.id).join(", ")}; \`frontdesk sms list\` shows them.`,
      { exitCode: 2 },
    );
  return smsInboxes.open(first.id);
}

/** `frontdesk sms`: manages SMS inboxes and reads their messages. */
export const sms = group(
  "frontdesk sms",
  "Manages SMS inboxes and reads the messages that your phones push.",
  { register, list, delete: remove, read, code },
  ["frontdesk sms list", "frontdesk sms code --timeout 120"],
);
