import { commands } from "@frontdesk/cli/commands";
import { group } from "@frontdesk/cli/framework";

/**
 * Everything the command `frontdesk` can do where the server runs, with what `@frontdesk/cli` gives to whoever holds a key.
 * What a command needs is loaded when it is called.
 */
export const frontdesk = group(
  "frontdesk",
  "Mailboxes, SMS inboxes and tunnels behind one HTTP API. Without a command it serves.",
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
