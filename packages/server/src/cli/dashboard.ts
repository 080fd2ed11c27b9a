import type { Terminal } from "@frontdesk/basics/command-line";
import { printAdmin } from "./print-admin.ts";
import { createStorageCommand, loadSettings } from "./settings.ts";

/** `frontdesk dashboard`: prints a one-time link that opens the dashboard signed in, so that no key must be copied. */
export function dashboard(terminal: Terminal) {
  return createStorageCommand(terminal, {
    name: "dashboard",
    description:
      "Prints a link that signs in to the dashboard. The link works once, within ten minutes; the sign-in lasts 12 hours.",
    examples: ["frontdesk dashboard", "frontdesk dashboard --account shop --json"],
  })
    .option("--account <name>", "Account to sign in to (default: default)", "default")
    .action(async ({ account, ...flags }) => {
      const settings = loadSettings(flags, terminal);
      // The running server creates the link; if none runs, the storage is opened to create it.
      await printAdmin({ do: "sign-in link", account }, settings, terminal, ({ link }) => [link]);
    });
}
