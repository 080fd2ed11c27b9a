import { commands } from "@frontdesk/cli/commands";
import { group } from "@frontdesk/cli/framework";

/**
 * The command `frontdesk` of the server: server commands, and those of `@frontdesk/cli`, which need an agent key. Each command's
 * module is loaded when it is called.
 */
export const frontdesk = group(
  "frontdesk",
  "Self-hosted mailboxes, SMS inboxes and tunnels. Runs `serve` if no command is given.",
  {
    serve: async () => (await import("./serve.ts")).serve,
    account: async () => (await import("./account.ts")).account,
    key: async () => (await import("./key.ts")).key,
    backup: async () => (await import("./backup.ts")).backup,
    doctor: async () => (await import("./doctor.ts")).doctor,
    restore: async () => (await import("./backup.ts")).restore,
    dashboard: async () => (await import("./dashboard.ts")).dashboard,
    phone: async () => (await import("./phone.ts")).phone,
    ...commands,
  },
  [
    "frontdesk",
    "frontdesk --port 9000 --mail-domain mail.example.com",
    "frontdesk serve --help",
    "frontdesk key create ci",
  ],
);
