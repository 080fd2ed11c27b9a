/** Returns an error that the SMTP library sends to the client as a reply with this code. */
export function reply(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

/** The mailbox was deleted after its `RCPT TO` was accepted. */
export const MAILBOX_DELETED = reply(550, "The mailbox was deleted");
/** The storage has no space left. A temporary reply, so that the sender tries again. */
export const STORAGE_FULL = reply(452, "The server's storage is full, try again later");
