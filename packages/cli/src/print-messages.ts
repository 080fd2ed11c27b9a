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
  // Before the list, so that no message between the two is missed.
  const after = await inbox.currentCursor();
  const newestFirst = await list();
  const stored = [...newestFirst].reverse();
  for (const { id } of stored) {
    // The list has neither texts nor codes. A newer message may have evicted it since.
    const message = await inbox.message(id).catch((error: unknown) => {
      if (error instanceof FrontdeskError && error.status === 404) return null;
      throw error;
    });
    if (message) print(message);
  }
  if (!follow) return;
  // The stream starts at a cursor older than the list, so it repeats messages that arrived in between.
  const printedIds = new Set(stored.map(({ id }) => id));
  // `stopSignal` is missing on a terminal without Ctrl-C, as in tests: then nothing ends the stream.
  const signal = terminal.stopSignal?.() ?? new AbortController().signal;
  for await (const message of inbox.messages({ after, signal })) if (!printedIds.has(message.id)) print(message);
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
