/** The latest messages of one kind, and those who wait for the next. */
export interface Shelf<Message extends { id: string }> {
  put(message: Omit<Message, "id">): void;
  find(id: string | undefined): Message | undefined;
  /** Reads as `recent` of the API does, with `n`, `after`, `back`, `to` and `wait` of the address. */
  read(query: URLSearchParams, signal: AbortSignal): Promise<Page<Message>>;
  all(): readonly Message[];
}

interface Page<Message> {
  /** Newest first. */
  messages: Message[];
  cursor: string;
  /** There are others behind the cursor. */
  more: boolean;
}

interface Settings<Message> {
  keep: number;
  /** Whether it was sent to this address; where nothing has one, every message was. */
  isTo?: (message: Message, address: string) => boolean;
}

const toId = (sequence: number) => `${String(sequence).padStart(9, "0")}testdesk`;

export function createShelf<Message extends { id: string }>({
  keep,
  isTo = () => true,
}: Settings<Message>): Shelf<Message> {
  let messages: Message[] = [];
  let sequence = 0;
  const arrivals = new Map<string, number>();
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
      const id = toId(sequence);
      arrivals.set(id, Date.now());
      // A message is what was given and its id.
      messages = [...messages, { ...message, id } as Message].slice(-keep);
      for (const end of [...waiting]) end();
    },
    find: (id) => messages.find((message) => message.id === id),
    async read(query, signal) {
      const [after, back, to] = [query.get("after"), query.get("back"), query.get("to")];
      const since = back === null ? 0 : Date.now() - Number(back) * 1000;
      const isNew = ({ id }: Message) => id > (after ?? "") && (arrivals.get(id) ?? 0) >= since;
      const news = () => messages.filter((message) => isNew(message) && (to === null || isTo(message, to)));
      const end = performance.now() + Number(query.get("wait") ?? 0) * 1000;
      // Another address's mail wakes too.
      for (let left = end - performance.now(); left > 0 && news().length === 0 && !signal.aborted; ) {
        await nextMessage(left, signal);
        left = end - performance.now();
      }
      const most = Number(query.get("n") ?? 10);
      const found = news();
      // Who goes on from a place gets the oldest first; who only looks gets the newest.
      if (after === null && back === null)
        return { messages: found.slice(-most).reverse(), cursor: toId(sequence), more: false };
      const page = found.slice(0, most);
      const more = page.length < found.length;
      return { messages: page.reverse(), cursor: more ? (page[0]?.id ?? toId(sequence)) : toId(sequence), more };
    },
    all: () => messages,
  };
}
