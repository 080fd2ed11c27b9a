import { callServer, connect, connectionFlags } from "../connection.ts";
import { command } from "../framework/index.ts";
import { parseTimeout, toTimeoutExit, waitFlags } from "../wait-flags.ts";

/** `frontdesk code`: waits for the next code of a mailbox and prints only that. */
export const code = command({
  name: "frontdesk code",
  description: "Waits for the next code in a mailbox and prints only the code. Exits with 3 if none arrives in time.",
  args: {
    mailbox: { type: "positional", required: true, description: "Name, address or id of the mailbox" },
    ...waitFlags,
    from: { type: "string", valueHint: "address", description: "Only mail from this address or domain" },
    ...connectionFlags,
  },
  examples: ["frontdesk code signup", "frontdesk code signup --link --from @shop.example --timeout 120"],
  async run(args, terminal) {
    const options = { timeout: parseTimeout(args.timeout), ...(args.from === undefined ? {} : { from: args.from }) };
    const { url, frontdesk } = connect(args, terminal);
    const { result, message } = await callServer(url, async () => {
      const mailbox = await frontdesk.mailboxes.open(args.mailbox);
      if (!args.link) {
        const { code: result, message } = await mailbox.waitForCode(options);
        return { result, message };
      }
      const { link: result, message } = await mailbox.waitForLink(options);
      return { result, message };
    }).catch(toTimeoutExit);
    terminal.out(args.json ? JSON.stringify({ [args.link ? "link" : "code"]: result, message }) : result);
  },
});
