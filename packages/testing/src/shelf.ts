/** The latest messages of one kind, and those who wait for the next. */
export interface Shelf<Message extends { id: string }> {
  put(message: Omit<Message, "id">): void;
  find(id: string | undefined): Message | undefined;
  /** Reads as `recent` of the API does, with `n`, `after` and `wait` of the address. */
  read(query: URLSearchParams, signal: AbortSignal): Promise<{ messages: Message[]; cursor: string }>;
  all(): readonly Message[];
}

const toId = (sequence: number) => `${String(sequence).padStart(9, "0")}testdesk`;

export function createShelf<Message extends { id: string }>({ keep }: { keep: number }): Shelf<Message> {
  let messages: Message[] = [];
  let sequence = 0;
  const waiting = new Set<() => void>();

  /** Resolves with the next message, or when the time is over or the reader has gone. */
  function nextMessage(milliseconds: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        waiting.delete(end);
        signal.removeEventListener("abort", end);
        resolve();
      };
      const timer = setTimeout(end, milliseconds);
      waiting.add(end);
      signal.addEventListener("abort", end, { once: true });
    });
  }

  return {
    put(message) {
      sequence += 1;
      // A message is what was given and its id.
      messages = [...messages, { ...message, id: toId(sequence) } as Message].slice(-keep);
      for (const end of [...waiting]) end();
    },
    find: (id) => messages.find((message) => message.id === id),
    async read(query, signal) {
      const after = query.get("after") ?? "";
      const news = () => messages.filter(({ id }) => id > after);
      const wait = Number(query.get("wait") ?? 0) * 1000;
      if (wait > 0 && news().length === 0 && !signal.aborted) await nextMessage(wait, signal);
      const most = Number(query.get("n") ?? 10);
      return { messages: news().slice(-most).reverse(), cursor: toId(sequence) };
    },
    all: () => messages,
  };
}
