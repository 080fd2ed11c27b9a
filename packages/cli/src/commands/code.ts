import { WaitTimeoutError } from "@frontdesk/sdk";
import { asking, connect, connectionFlags } from "../connection.ts";
import { CommandError, command, UsageError } from "../kit/index.ts";

/** `frontdesk code`: waits for the next code of a mailbox and prints it alone. */
export const code = command({
  name: "frontdesk code",
  description: "Waits for the next code that reaches a mailbox, and prints only that. Exit code 3: none came in time.",
  args: {
    mailbox: { type: "positional", required: true, description: "The mailbox's name, address or id" },
    link: { type: "boolean", description: "Print the link to follow instead of a code" },
    timeout: { type: "string", valueHint: "seconds", description: "How long to wait", default: "60" },
    from: { type: "string", valueHint: "address", description: "Only from this sender's address or domain" },
    ...connectionFlags,
  },
  examples: ["frontdesk code signup", "frontdesk code signup --link --from @shop.example --timeout 120"],
  async run(args, terminal) {
    const seconds = Number(args.timeout);
    if (!(seconds >= 0)) throw new UsageError("--timeout must be a number of seconds.");
    const { url, frontdesk } = connect(args, terminal);
    const options = { timeout: seconds * 1000, ...(args.from === undefined ? {} : { from: args.from }) };
    const { found, message } = await asking(url, async () => {
      const mailbox = await frontdesk.mailboxes.open(args.mailbox);
      if (!args.link) {
        const { code: found, message } = await mailbox.waitForCode(options);
        return { found, message };
      }
      const { link: found, message } = await mailbox.waitForLink(options);
      return { found, message };
    }).catch((error: unknown) => {
      if (error instanceof WaitTimeoutError) throw new CommandError(error.message, { exitCode: 3, cause: error });
      throw error;
    });
    terminal.out(args.json ? JSON.stringify({ [args.link ? "link" : "code"]: found, message }) : found);
  },
});
