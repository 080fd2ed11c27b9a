import type { SubCommandsDef } from "citty";

/**
 * What a person with a key can do from anywhere, over HTTP. The server's own command `frontdesk` has these too.
 * What a command needs is loaded when it is called.
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
