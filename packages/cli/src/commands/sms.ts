import type { Frontdesk, SmsInbox } from "@frontdesk/sdk";
import { asking, connect, connectionFlags } from "../connection.ts";
import { CommandError, command, group, toTable } from "../kit/index.ts";
import { readThenFollow, shownCode } from "../reading.ts";
import { orExit3, toTimeout, waitFlags } from "../waiting.ts";

const inboxArg = {
  inbox: { type: "positional", required: false, description: "The SMS inbox's id; needless where there is one" },
} as const;

const register = command({
  name: "frontdesk sms register",
  description: "Registers an SMS inbox and prints its id and SMS key, which the phone app needs.",
  args: connectionFlags,
  examples: ["frontdesk sms register"],
  async run(args, terminal) {
    const { url, frontdesk } = connect(args, terminal);
    const { id, key: token } = await asking(url, () => frontdesk.smsInboxes.register());
    terminal.out(args.json ? JSON.stringify({ sms_token: { id, token } }) : `${id}  ${token}`);
  },
});

const list = command({
  name: "frontdesk sms list",
  description: "Lists the account's SMS inboxes with their numbers, and how many there may be.",
  args: connectionFlags,
  examples: ["frontdesk sms list"],
  async run(args, terminal) {
    const { url, frontdesk } = connect(args, terminal);
    const { sms_tokens, limit, used } = await asking(url, () => frontdesk.smsInboxes.list());
    if (args.json) {
      const whole = sms_tokens.map((record) => ({ ...record, token: record.token }));
      return terminal.out(JSON.stringify({ sms_tokens: whole, limit, used }));
    }
    const rows = sms_tokens.map(({ id, phones, message_count }) => ({
      id,
      numbers: phones.map(({ phone }) => phone).join(", ") || "none yet",
      texts: message_count,
    }));
    for (const line of toTable(rows)) terminal.out(line);
    terminal.err(`${used} of ${limit ?? "unlimited"} SMS inboxes`);
  },
});

const remove = command({
  name: "frontdesk sms delete",
  description: "Deletes an SMS inbox with its phone numbers and messages.",
  args: { inbox: { type: "positional", required: true, description: "The SMS inbox's id" }, ...connectionFlags },
  examples: ["frontdesk sms delete s_4f0k2m"],
  async run(args, terminal) {
    const { url, frontdesk } = connect(args, terminal);
    await asking(url, () => frontdesk.smsInboxes.delete(args.inbox));
    terminal.out(args.json ? JSON.stringify({ deleted: args.inbox }) : `Deleted ${args.inbox} and its messages.`);
  },
});

const read = command({
  name: "frontdesk sms read",
  description: "Prints the texts of an SMS inbox, the newest last. With --follow it goes on with those that come.",
  args: {
    ...inboxArg,
    follow: { type: "boolean", description: "Go on with what comes, until Ctrl-C" },
    ...connectionFlags,
  },
  examples: ["frontdesk sms read", "frontdesk sms read s_4f0k2m --follow"],
  async run(args, terminal) {
    const { url, frontdesk } = connect(args, terminal);
    await asking(url, async () => {
      const inbox = await openInbox(frontdesk, args.inbox);
      const after = await inbox.currentCursor();
      const { messages } = await inbox.recent();
      await readThenFollow({
        terminal,
        follow: args.follow === true,
        known: messages.reverse(),
        read: (id) => inbox.message(id),
        coming: (signal) => inbox.messages({ after, signal }),
        show(message) {
          const { received_at, phone, sender, body } = message;
          const time = received_at.slice(0, 19).replace("T", " ");
          const line = [time, phone, sender, body.replace(/\s+/g, " "), shownCode(message)].filter(Boolean);
          terminal.out(args.json ? JSON.stringify(message) : line.join("  "));
        },
      });
    });
  },
});

const code = command({
  name: "frontdesk sms code",
  description: "Waits for the next code that a phone receives, and prints only that. Exit code 3: none came in time.",
  args: {
    ...inboxArg,
    ...waitFlags,
    phone: { type: "string", valueHint: "digits", description: "Only on this number" },
    ...connectionFlags,
  },
  examples: ["frontdesk sms code", "frontdesk sms code --phone 5550123456 --timeout 120"],
  async run(args, terminal) {
    const options = { timeout: toTimeout(args.timeout), ...(args.phone === undefined ? {} : { phone: args.phone }) };
    const { url, frontdesk } = connect(args, terminal);
    const { found, message } = await asking(url, async () => {
      const inbox = await openInbox(frontdesk, args.inbox);
      if (!args.link) {
        const { code: found, message } = await inbox.waitForCode(options);
        return { found, message };
      }
      const { link: found, message } = await inbox.waitForLink(options);
      return { found, message };
    }).catch(orExit3);
    terminal.out(args.json ? JSON.stringify({ [args.link ? "link" : "code"]: found, message }) : found);
  },
});

async function openInbox({ smsInboxes }: Frontdesk, id: string | undefined): Promise<SmsInbox> {
  if (id !== undefined) return smsInboxes.open(id);
  const { sms_tokens } = await smsInboxes.list();
  const [only] = sms_tokens;
  if (!only) throw new CommandError("The account has no SMS inbox. Register one: `frontdesk sms register`.");
  if (sms_tokens.length > 1)
    throw new CommandError(
      `Which SMS inbox? ${sms_tokens.map((each) => each.id).join(", ")}; \`frontdesk sms list\` shows them.`,
      { exitCode: 2 },
    );
  return smsInboxes.open(only.id);
}

/** `frontdesk sms`: text messages that phones push. */
export const sms = group(
  "frontdesk sms",
  "Text messages that phones of yours push.",
  { register, list, delete: remove, read, code },
  ["frontdesk sms list", "frontdesk sms code --timeout 120"],
);
