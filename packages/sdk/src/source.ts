/** What the wait loop needs of an inbox, whatever channel it is for. */
export interface Source<S extends Summary> {
  /** Names the inbox in errors. */
  address: string;
  channel: "email" | "sms";
  /** Messages, newest first. `cursor` is absent on servers without the waiting extension. `now` is the server's clock. */
  recent(query: { after?: string; wait?: number; signal?: AbortSignal }): Promise<Page<S>>;
  /** The text of one message, or `null` when it has rolled out meanwhile. */
  body(id: string, signal?: AbortSignal): Promise<string | null>;
}

export interface Page<S> {
  messages: S[];
  cursor: string | undefined;
  /** Milliseconds since 1970 by the server's clock. */
  now: number;
}

/** What mails and texts have in common. */
export interface Summary {
  id: string;
  sender: string;
  snippet: string;
  received_at: string;
  subject?: string;
}
