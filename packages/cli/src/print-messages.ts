import { FrontdeskError } from "@frontdesk/sdk";
import type { Terminal } from "./framework/index.ts";

interface PrintOptions<Message> {
  terminal: Terminal;
  follow: boolean;
  /** Messages that the inbox holds, oldest first. */
  stored: readonly { id: string }[];
  read(id: string): Promise<Message>;
  newMessages(signal: AbortSignal): AsyncIterable<Message & { id: string }>;
  print(message: Message): void;
}

/** Prints the stored messages of an inbox and then, with `follow`, new ones until Ctrl-C; each message once. */
export async function printMessages<Message>(following: PrintOptions<Message>): Promise<void> {
  const { terminal, follow, stored: known, read, newMessages: coming, print: show } = following;
  for (const { id } of known) {
    // Newer messages may have replaced it since.
    const message = await read(id).catch((error: unknown) => {
      if (error instanceof FrontdeskError && error.status === 404) return null;
      throw error;
    });
    if (message) show(message);
  }
  if (!follow) return;
  const printed = new Set(known.map(({ id }) => id));
  for await (const message of coming(terminal.stopSignal?.() ?? new AbortController().signal))
    if (!printed.has(message.id)) show(message);
}

/** Returns `code 123456` for a message that contains a one-time code, else an empty text. */
export function formatCode({
  codes,
}: {
  codes: readonly { value: string; kind: string; confidence: number }[];
}): string {
  const [best] = codes.filter(({ kind, confidence }) => kind === "one_time" && confidence >= 0.5);
  return best ? `code ${best.value}` : "";
}
