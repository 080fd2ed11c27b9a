import { unwrap } from "../requests/client.ts";
import { toLimits } from "../requests/sending.ts";
import type { Code, Link } from "./records.ts";

/** How long the server may take to answer beyond the hold it was asked for, in ms. */
const answerMost = 15_000;

/** What the wait loop needs of an inbox, whatever channel it is for. */
export interface Source<S extends Summary> {
  /** Names the inbox in errors. */
  address: string;
  channel: "email" | "sms";
  /** Messages, newest first. `cursor` is absent on servers without the waiting extension. `now` is the server's clock. */
  recent(query: Query): Promise<Page<S>>;
  /** The text of one message, or `null` when it has rolled out meanwhile. */
  body(id: string, signal?: AbortSignal): Promise<string | null>;
  /** Recipients that the server rejected since this time by its clock; absent where the handle may not see them. */
  rejected?: ((since: number) => Promise<string[]>) | undefined;
}

/** What a read asks for; servers that know less of it answer more, or without texts. */
export interface Query {
  after?: string;
  /** Instead of `after`: what arrived at most this many milliseconds ago. */
  lookback?: number;
  /** Seconds; none when 0. */
  wait?: number;
  /** Of mails: only for this address. */
  to?: string | undefined;
  /** How many at most. */
  count?: number;
  /** With the messages' texts, links and codes. */
  full?: boolean;
  signal?: AbortSignal | undefined;
}

export interface Page<S> {
  messages: (S & Partial<Content>)[];
  cursor: string | undefined;
  /** That there are others behind the cursor. */
  more: boolean;
  /** How many rolled out before they could be read. */
  missed: number;
  /** Milliseconds since 1970 by the server's clock. */
  now: number;
}

/** What a whole message has beside what lists show. */
export interface Content {
  /** The full text. */
  body: string;
  /** What a person can follow, in the order of the message. */
  links: Link[];
  /** The codes of the message, best first. */
  codes: Code[];
}

/** What mails and texts have in common. */
export interface Summary {
  id: string;
  sender: string;
  snippet: string;
  received_at: string;
  subject?: string;
  /** Of a mail: the address as it was written. */
  recipient?: string;
}

/** A query as the API takes it. */
export function toReadInit({ after, lookback: back, wait, to, count, full, signal }: Query) {
  const query = {
    ...(after === undefined ? {} : { after }),
    ...(back === undefined ? {} : { lookback: back / 1000 }),
    ...(wait ? { wait } : {}),
    ...(to === undefined ? {} : { to }),
    ...(count === undefined ? {} : { n: count }),
    ...(full ? { full: "true" as const } : {}),
  };
  // A connection that died without a word would hold the wait for ever.
  return { params: { query }, ...toLimits(signal, (wait ?? 0) * 1000 + answerMost) };
}

/** An answer as a page; older servers say less of it. */
export async function toPage<A extends { cursor?: string; more?: boolean; missed?: number }, S>(
  answer: Promise<{ data?: A; error?: unknown; response: Response }>,
  messagesOf: (data: A) => Page<S>["messages"],
): Promise<Page<S>> {
  const data = await unwrap(answer);
  const { cursor, more = false, missed = 0 } = data;
  const { headers } = (await answer).response;
  // A test machine's own clock may be wrong.
  const date = Date.parse(headers.get("date") ?? "");
  return { messages: messagesOf(data), cursor, more, missed, now: Number.isNaN(date) ? Date.now() : date };
}
