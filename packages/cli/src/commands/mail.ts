import type { Mail } from "@frontdesk/sdk";
import { callServer, connect, connectionFlags } from "../connection.ts";
import { command } from "../framework/index.ts";
import { formatCode, printMessages } from "../print-messages.ts";

/** `frontdesk mail`: prints the mail of a mailbox and, with `--follow`, new mail. */
export const mail = command({
  name: "frontdesk mail",
  description: "Prints the mail of a mailbox, newest last. With --follow, keeps printing new mail until Ctrl-C.",
  args: {
    mailbox: { type: "positional", required: true, description: "Name, address or id of the mailbox" },
    follow: { type: "boolean", description: "Keep printing new mail until Ctrl-C" },
    body: { type: "boolean", description: "Print the full text of each mail" },
    ...connectionFlags,
  },
  examples: ["frontdesk mail signup", "frontdesk mail signup --follow --body", "frontdesk mail signup --json"],
  async run(args, terminal) {
    const { url, frontdesk } = connect(args, terminal);
    await callServer(url, async () => {
      const inbox = await frontdesk.mailboxes.open(args.mailbox);
      // Before the list, so that no mail between the two is missed.
      const after = await inbox.currentCursor();
      const newestFirst = await inbox.recent();
      await printMessages({
        terminal,
        follow: args.follow === true,
        stored: newestFirst.reverse(),
        read: (id) => inbox.message(id),
        newMessages: (signal) => inbox.messages({ after, signal }),
        print: (message) => terminal.out(args.json ? JSON.stringify(message) : formatMail(message, args.body === true)),
      });
    });
  },
});

/** Formats a mail as one line, with `withBody` followed by its text. */
function formatMail(
  message: Pick<Mail, "received_at" | "sender" | "subject" | "codes" | "body">,
  withBody: boolean,
): string {
  const { received_at, sender, subject, body } = message;
  const line = [received_at.slice(0, 19).replace("T", " "), sender, subject, formatCode(message)].filter(Boolean);
  return withBody ? `${line.join("  ")}\n\n${body.trim()}\n` : line.join("  ");
}
