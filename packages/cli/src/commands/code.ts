import { asking, connect, connectionFlags } from "../connection.ts";
import { command } from "../kit/index.ts";
import { orExit3, toTimeout, waitFlags } from "../waiting.ts";

/** `frontdesk code`: waits for the next code of a mailbox and prints it alone. */
export const code = command({
  name: "frontdesk code",
  description: "Waits for the next code that reaches a mailbox, and prints only that. Exit code 3: none came in time.",
  args: {
    mailbox: { type: "positional", required: true, description: "The mailbox's name, address or id" },
    ...waitFlags,
    from: { type: "string", valueHint: "address", description: "Only from this sender's address or domain" },
    ...connectionFlags,
  },
  examples: ["frontdesk code signup", "frontdesk code signup --link --from @shop.example --timeout 120"],
  async run(args, terminal) {
    const options = { timeout: toTimeout(args.timeout), ...(args.from === undefined ? {} : { from: args.from }) };
    const { url, frontdesk } = connect(args, terminal);
    const { found, message } = await asking(url, async () => {
      const mailbox = await frontdesk.mailboxes.open(args.mailbox);
      if (!args.link) {
        const { code: found, message } = await mailbox.waitForCode(options);
        return { found, message };
      }
      const { link: found, message } = await mailbox.waitForLink(options);
      return { found, message };
    }).catch(orExit3);
    terminal.out(args.json ? JSON.stringify({ [args.link ? "link" : "code"]: found, message }) : found);
  },
});
