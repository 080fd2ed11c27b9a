import type { SubCommandsDef } from "citty";

/**
 * Commands that call a server over HTTP with an agent key. The server's command `frontdesk` includes them.
 * Each is imported when it runs, so that start-up stays fast.
 */
export const commands: SubCommandsDef = {
  mailbox: async () => (await import("./commands/mailbox.ts")).mailbox,
  code: async () => (await import("./commands/code.ts")).code,
  mail: async () => (await import("./commands/mail.ts")).mail,
  sms: async () => (await import("./commands/sms.ts")).sms,
  tunnel: async () => (await import("./commands/tunnel.ts")).tunnel,
  status: async () => (await import("./commands/status.ts")).status,
  completions: async () => (await import("./commands/completions.ts")).completions,
};
