import type { Terminal } from "@frontdesk/basics/command-line";
import { FrontdeskError } from "@frontdesk/sdk";

interface PrintOptions<Message> {
  terminal: Terminal;
  /** Whether to wait for new messages after the stored ones. */
  follow: boolean;
  /** Messages in the inbox, oldest first. */
  stored: readonly { id: string }[];
  /** Returns the full message. */
  read(id: string): Promise<Message>;
  /** Streams new messages until the signal aborts. */
  newMessages(signal: AbortSignal): AsyncIterable<Message & { id: string }>;
  print(message: Message): void;
}

/** Prints the stored messages of an inbox and then, with `follow`, new ones until Ctrl-C; each message once. */
export async function printMessages<Message>(options: PrintOptions<Message>): Promise<void> {
  const { terminal, follow, stored, read, newMessages, print } = options;
  for (const { id } of stored) {
    // A newer message may have evicted it since.
    const message = await read(id).catch((error: unknown) => {
      if (error instanceof FrontdeskError && error.status === 404) return null;
      throw error;
    });
    if (message) print(message);
  }
  if (!follow) return;
  // The stream starts at a cursor older than the list, so it repeats messages that arrived in between.
  const printedIds = new Set(stored.map(({ id }) => id));
  const signal = terminal.stopSignal?.() ?? new AbortController().signal;
  for await (const message of newMessages(signal)) if (!printedIds.has(message.id)) print(message);
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
