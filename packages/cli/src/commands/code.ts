import type { Terminal } from "@frontdesk/basics/command-line";
import { connect, createClientCommand } from "../connection.ts";
import { parseTimeout, printFirstFound } from "../waiting.ts";

const defaultTimeoutMs = 60_000;

/** `frontdesk code`: waits for the next code of a mailbox and prints only that. */
export function code(terminal: Terminal) {
  return createClientCommand(terminal, {
    name: "code",
    description: "Waits for the next code in a mailbox and prints only the code. Exits with 3 if none arrives in time.",
    examples: ["frontdesk code signup", "frontdesk code signup --link --from @shop.example --timeout 120"],
  })
    .argument("<mailbox>", "Name, address or id of the mailbox")
    .option("--link", "Print the action link instead of a code")
    .option("--timeout <seconds>", "Seconds to wait (default 60)", parseTimeout, defaultTimeoutMs)
    .option("--from <address>", "Only mail from this address or domain")
    .option("--authenticated", "Only mail whose sender's domain is authenticated by SPF or DKIM")
    .action(async (mailbox, { timeout, from, authenticated, ...flags }) => {
      const { frontdesk } = connect(flags, terminal);
      await printFirstFound(terminal, {
        openInbox: () => frontdesk.mailboxes.open(mailbox),
        options: { timeout, ...(from === undefined ? {} : { from }), ...(authenticated && { authenticated }) },
        flags,
      });
    });
}
