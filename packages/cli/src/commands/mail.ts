import type { Mail } from "@frontdesk/sdk";
import { asking, connect, connectionFlags } from "../connection.ts";
import { command } from "../kit/index.ts";
import { readThenFollow, shownCode } from "../reading.ts";

/** `frontdesk mail`: what a mailbox holds, and with `--follow` what comes. */
export const mail = command({
  name: "frontdesk mail",
  description: "Prints the mails of a mailbox, the newest last. With --follow it goes on with those that come.",
  args: {
    mailbox: { type: "positional", required: true, description: "The mailbox's name, address or id" },
    follow: { type: "boolean", description: "Go on with what comes, until Ctrl-C" },
    body: { type: "boolean", description: "Print the whole text of each" },
    ...connectionFlags,
  },
  examples: ["frontdesk mail signup", "frontdesk mail signup --follow --body", "frontdesk mail signup --json"],
  async run(args, terminal) {
    const { url, frontdesk } = connect(args, terminal);
    await asking(url, async () => {
      const inbox = await frontdesk.mailboxes.open(args.mailbox);
      const after = await inbox.currentCursor();
      const emails = (await inbox.recent()).reverse();
      await readThenFollow({
        terminal,
        follow: args.follow === true,
        known: emails,
        read: (id) => inbox.message(id),
        coming: (signal) => inbox.messages({ after, signal }),
        show: (message) => terminal.out(args.json ? JSON.stringify(message) : toLines(message, args.body === true)),
      });
    });
  },
});

function toLines(message: Pick<Mail, "received_at" | "sender" | "subject" | "codes" | "body">, whole: boolean): string {
  const { received_at, sender, subject, body } = message;
  const line = [received_at.slice(0, 19).replace("T", " "), sender, subject, shownCode(message)].filter(Boolean);
  return whole ? `${line.join("  ")}\n\n${body.trim()}\n` : line.join("  ");
}
