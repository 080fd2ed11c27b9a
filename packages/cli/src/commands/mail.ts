import type { Terminal } from "@frontdesk/basics/command-line";
import type { Mail } from "@frontdesk/sdk";
import { connect, createClientCommand } from "../connection.ts";
import { formatTime } from "../format-time.ts";
import { formatCode, printMessages } from "../print-messages.ts";

/** `frontdesk mail`: prints the mail of a mailbox and, with `--follow`, new mail. */
export function mail(terminal: Terminal) {
  return createClientCommand(terminal, {
    name: "mail",
    description: "Prints the mail of a mailbox, newest last. With --follow, keeps printing new mail until Ctrl-C.",
    examples: ["frontdesk mail signup", "frontdesk mail signup --follow --body", "frontdesk mail signup --json"],
  })
    .argument("<mailbox>", "Name, address or id of the mailbox")
    .option("--follow", "Keep printing new mail until Ctrl-C")
    .option("--body", "Print the full text of each mail")
    .action(async (mailbox, { follow = false, body = false, ...flags }) => {
      const { frontdesk } = connect(flags, terminal);
      const inbox = await frontdesk.mailboxes.open(mailbox);
      await printMessages({
        terminal,
        follow,
        inbox,
        list: () => inbox.recent(),
        print: (message) =>
          terminal.out(flags.json ? JSON.stringify(message) : formatMail(message, { showsBody: body })),
      });
    });
}

/** Formats a mail as one line of columns, without empty ones, and with `showsBody` followed by its text. */
function formatMail(
  message: Pick<Mail, "received_at" | "sender" | "subject" | "codes" | "body" | "authenticated">,
  { showsBody }: { showsBody: boolean },
): string {
  const { received_at, sender, subject, body } = message;
  const columns = [formatTime(received_at), sender, subject, formatCode(message), formatAuthenticated(message)];
  const line = columns.filter(Boolean).join("  ");
  return showsBody ? `${line}\n\n${body.trim()}\n` : line;
}

/**
 * Returns `authenticated: pass`, `fail` or `pending`: whether the domain of the sender sent the mail, by SPF, DKIM and DMARC. Returns ""
 * if that was not checked (`none`), or if an older server does not say it (`undefined`).
 */
function formatAuthenticated({ authenticated }: Partial<Pick<Mail, "authenticated">>): string {
  const hasVerdict = authenticated !== undefined && authenticated !== "none";
  return hasVerdict ? `authenticated: ${authenticated}` : "";
}
