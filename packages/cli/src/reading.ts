import { FrontdeskError } from "@frontdesk/sdk";
import type { Terminal } from "./kit/index.ts";

interface Following<Message> {
  terminal: Terminal;
  follow: boolean;
  /** What is there, the oldest first. */
  known: readonly { id: string }[];
  read(id: string): Promise<Message>;
  coming(signal: AbortSignal): AsyncIterable<Message & { id: string }>;
  show(message: Message): void;
}

/** Shows what an inbox holds and then, until the person ends it, what comes; each message once. */
export async function readThenFollow<Message>(following: Following<Message>): Promise<void> {
  const { terminal, follow, known, read, coming, show } = following;
  for (const { id } of known) {
    // It may have rolled out meanwhile.
    const message = await read(id).catch((error: unknown) => {
      if (error instanceof FrontdeskError && error.status === 404) return null;
      throw error;
    });
    if (message) show(message);
  }
  if (!follow) return;
  const shown = new Set(known.map(({ id }) => id));
  for await (const message of coming(terminal.stopped?.() ?? new AbortController().signal))
    if (!shown.has(message.id)) show(message);
}

/** The one-time code of a message, if it has one that is likely. */
export function shownCode({
  codes,
}: {
  codes: readonly { value: string; kind: string; confidence: number }[];
}): string {
  const [best] = codes.filter(({ kind, confidence }) => kind === "one_time" && confidence >= 0.5);
  return best ? `code ${best.value}` : "";
}
