import type { SubCommandsDef } from "citty";

/**
 * What a person with a key can do from anywhere, over HTTP. The server's own command `frontdesk` has these too.
 * What a command needs is loaded when it is called.
 */
export const commands: SubCommandsDef = {
  code: async () => (await import("./commands/code.ts")).code,
  status: async () => (await import("./commands/status.ts")).status,
};
