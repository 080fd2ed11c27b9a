import type { Terminal } from "@frontdesk/basics/command-line";
import { FrontdeskError } from "@frontdesk/sdk";

/** The part of a mailbox or an SMS inbox that is needed to print its messages. */
interface PrintableInbox<Message> {
  currentCursor(): Promise<string>;
  message(id: string): Promise<Message>;
  messages(options: { after: string; signal: AbortSignal }): AsyncIterable<Message>;
}

interface PrintOptions<Message> {
  terminal: Terminal;
  /** Whether to wait for new messages after the stored ones. */
  follow: boolean;
  inbox: PrintableInbox<Message>;
  /** Lists the stored messages, newest first. */
  list(): Promise<readonly { id: string }[]>;
  print(message: Message): void;
}

/** Prints the stored messages of an inbox, oldest first, and then, with `follow`, new ones until Ctrl-C; each message once. */
export async function printMessages<Message extends { id: string }>(options: PrintOptions<Message>): Promise<void> {
  const { terminal, follow, inbox, list, print } = options;
  // Before the list, so that no message between the two is missed. The stream below repeats such messages.
  const after = await inbox.currentCursor();
  const newestFirst = await list();
  const stored = [...newestFirst].reverse();
  for (const { id } of stored) {
    const message = await readIfStored(inbox, id);
    if (message) print(message);
  }
  if (!follow) return;
  const printedIds = new Set(stored.map(({ id }) => id));
  const neverAborts = new AbortController().signal;
  const signal = terminal.stopSignal?.() ?? neverAborts;
  for await (const message of inbox.messages({ after, signal })) if (!printedIds.has(message.id)) print(message);
}

/** Returns a listed message with its content; `null` if a newer one has evicted it since. */
async function readIfStored<Message>(inbox: PrintableInbox<Message>, id: string): Promise<Message | null> {
  return inbox.message(id).catch((error: unknown) => {
    if (error instanceof FrontdeskError && error.status === 404) return null;
    throw error;
  });
}

/** Returns `code 123456` for a message with a one-time code of at least medium confidence, else "". */
export function formatCode({
  codes,
}: {
  codes: readonly { value: string; kind: string; confidence: number }[];
}): string {
  const mediumConfidence = 0.5;
  // The server sorts by confidence.
  const mostLikely = codes.find(({ kind, confidence }) => kind === "one_time" && confidence >= mediumConfidence);
  return mostLikely ? `code ${mostLikely.value}` : "";
}
