import type { Failure, LazyCommands } from "@frontdesk/basics/command-line";
import type { UnreachableError } from "@frontdesk/sdk";

/** Commands that call a server over HTTP with an agent key. The server's command `frontdesk` includes them. */
export const commands: LazyCommands = {
  mailbox: async () => (await import("./commands/mailbox.ts")).mailbox,
  code: async () => (await import("./commands/code.ts")).code,
  mail: async () => (await import("./commands/mail.ts")).mail,
  sms: async () => (await import("./commands/sms.ts")).sms,
  authenticator: async () => (await import("./commands/authenticator.ts")).authenticator,
  connections: async () => (await import("./commands/connections.ts")).connections,
  tunnel: async () => (await import("./commands/tunnel.ts")).tunnel,
  audit: async () => (await import("./commands/audit.ts")).audit,
  status: async () => (await import("./commands/status.ts")).status,
  completions: async () => (await import("./commands/completions.ts")).completions,
};

/**
 * Returns message and exit code of an error of the SDK: 1 rejected, 3 nothing came in time, 4 unreachable or overloaded. Returns
 * `null` for other errors. Compares names, not classes, because the SDK is loaded only with the command that needs it. Its errors for
 * rejected requests have several classes, but one name.
 */
export function explainClientError(error: Error): Failure | null {
  const { name, message, cause } = error;
  if (name === "FrontdeskError") return { message, code: 1 };
  if (name === "WaitTimeoutError") return { message, code: 3 };
  if (name !== "UnreachableError") return null;
  const { address } = error as UnreachableError;
  // The server kept responding with 503 or 429; the SDK's message says so.
  if (cause instanceof Response) return { message, code: 4 };
  const isTimeout = cause instanceof DOMException;
  return {
    message: isTimeout
      ? `The server at ${address} did not respond in time. Is it overloaded or frozen?`
      : `No response from ${address}. Is the server running, and is --url (or FRONTDESK_URL) correct?`,
    code: 4,
  };
}
