import { command } from "@frontdesk/cli/framework";
import { requestAdmin } from "./request-admin.ts";
import { commonFlags, loadSettings } from "./settings.ts";

/** `frontdesk dashboard`: the way in for whoever has the server's command line, without a key to copy. */
export const dashboard = command({
  name: "frontdesk dashboard",
  description:
    "Prints a link that opens the dashboard signed in. It is good once, for ten minutes; the sign-in for 12 hours.",
  args: {
    account: { type: "string", valueHint: "name", default: "default", description: "The account to sign in to" },
    ...commonFlags,
  },
  examples: ["frontdesk dashboard", "frontdesk dashboard --account shop --json"],
  async run(args, terminal) {
    const settings = loadSettings(args, terminal);
    const result = await requestAdmin({ do: "sign-in link", account: args.account }, settings, terminal);
    terminal.out(settings.json ? JSON.stringify(result) : result.link);
  },
});
