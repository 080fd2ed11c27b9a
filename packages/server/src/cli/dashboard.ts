import { command } from "@frontdesk/cli/framework";
import { requestAdmin } from "./request-admin.ts";
import { commonFlags, loadSettings } from "./settings.ts";

/** `frontdesk dashboard`: prints a one-time link that opens the dashboard signed in, so that no key must be copied. */
export const dashboard = command({
  name: "frontdesk dashboard",
  description:
    "Prints a link that signs in to the dashboard. The link works once, within ten minutes; the sign-in lasts 12 hours.",
  args: {
    account: { type: "string", valueHint: "name", default: "default", description: "Account to sign in to" },
    ...commonFlags,
  },
  examples: ["frontdesk dashboard", "frontdesk dashboard --account shop --json"],
  // The running server creates the link; if none runs, the storage is opened to create it.
  async run(args, terminal) {
    const settings = loadSettings(args, terminal);
    const result = await requestAdmin({ do: "sign-in link", account: args.account }, settings, terminal);
    terminal.out(settings.json ? JSON.stringify(result) : result.link);
  },
});
