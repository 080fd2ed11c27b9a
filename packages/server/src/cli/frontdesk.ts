import { createCommand, type LazyCommands, type Terminal } from "@frontdesk/basics/command-line";
import { commands } from "@frontdesk/cli/commands";

/** Creates the server's command `frontdesk`, still without its subcommands, which the caller adds. */
export function createFrontdeskCommand(terminal: Terminal) {
  return createCommand(terminal, {
    name: "frontdesk",
    description: "Self-hosted mailboxes, SMS inboxes and tunnels. Runs `serve` if no command is given.",
    examples: [
      "frontdesk",
      "frontdesk --port 9000 --mail-domain mail.example.com",
      "frontdesk serve --help",
      "frontdesk key create ci",
    ],
  });
}

/** Commands of the server, and those of `@frontdesk/cli`, which need an agent key. */
export const allCommands: LazyCommands = {
  serve: async () => (await import("./serve.ts")).serve,
  account: async () => (await import("./account.ts")).account,
  key: async () => (await import("./key.ts")).key,
  secret: async () => (await import("./secret.ts")).secret,
  backup: async () => (await import("./backup.ts")).backup,
  doctor: async () => (await import("./doctor.ts")).doctor,
  restore: async () => (await import("./backup.ts")).restore,
  dashboard: async () => (await import("./dashboard.ts")).dashboard,
  phone: async () => (await import("./phone.ts")).phone,
  ...commands,
};
