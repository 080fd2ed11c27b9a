import { unwrap } from "../requests/client.ts";
import { toLimits } from "../requests/send-request.ts";
import type { Code, Link } from "./records.ts";

/** Time the server may take to respond, on top of the long poll. */
const maxResponseMs = 15_000;

/** Read access of the wait loop to one inbox, mail or SMS. */
export interface InboxSource<S extends MessageSummary> {
  /** Name of the inbox in errors. */
  address: string;
  channel: "email" | "sms";
  /** Reads messages, newest first. */
  recent(query: InboxQuery): Promise<InboxPage<S>>;
  /** Reads the text of one message; `null` if it was dropped for newer ones. */
  body(id: string, signal?: AbortSignal): Promise<string | null>;
  /** Lists recipients that the server rejected since this server time, in ms. Absent without an agent key. */
  rejected?: ((since: number) => Promise<string[]>) | undefined;
}

/** Query of one read. Older servers ignore parts of it and return more messages, or messages without text. */
export interface InboxQuery {
  after?: string;
  /** Instead of `after`: messages of the last N ms. */
  lookback?: number;
  /** Seconds of the long poll; 0 returns at once. */
  wait?: number | undefined;
  /** Only mail to this address. */
  to?: string | undefined;
  /** Only mail whose sender is authenticated. */
  authenticated?: boolean;
  /** Largest number of messages. */
  count?: number;
  /** Include texts, links and codes. */
  full?: boolean;
  signal?: AbortSignal | undefined;
}

export interface InboxPage<S> {
  messages: (S & Partial<MessageContent>)[];
  /** Cursor after this page; absent on servers without the waiting extension. */
  cursor: string | undefined;
  /** Whether there are messages after the cursor. */
  more: boolean;
  /** Messages that were dropped for newer ones before they could be read. */
  missed: number;
  /** Server time, in ms since 1970. */
  now: number;
}

/** The parts of a message that lists do not show. */
export interface MessageContent {
  /** The full text. */
  body: string;
  /** Links, in the order of the message. */
  links: Link[];
  /** Extracted codes, best first. */
  codes: Code[];
}

/** Fields that mail and SMS share in lists. */
export interface MessageSummary {
  id: string;
  sender: string;
  snippet: string;
  received_at: string;
  subject?: string;
  /** Only of a mail: the address as the sender wrote it. */
  recipient?: string;
  /** Only of a mail; absent on older servers. */
  authenticated?: "pass" | "fail" | "none" | "pending";
}

/**
 * Converts a query to the parameters of the API, which counts in seconds. Leaves out those that have the server's default. `lookback`
 * is in milliseconds, `wait` in seconds.
 */
export function toReadInit({ after, lookback, wait, to, authenticated, count, full, signal }: InboxQuery) {
  const query = {
    ...(after === undefined ? {} : { after }),
    ...(lookback === undefined ? {} : { lookback: lookback / 1000 }),
    ...(wait ? { wait } : {}),
    ...(to === undefined ? {} : { to }),
    ...(authenticated ? { authenticated: "true" as const } : {}),
    ...(count === undefined ? {} : { n: count }),
    ...(full ? { full: "true" as const } : {}),
  };
  // Without a limit, a connection that died silently would block the wait for ever.
  return { params: { query }, ...toLimits(signal, (wait ?? 0) * 1000 + maxResponseMs) };
}

/** Converts a response to a page; older servers omit some fields. */
export async function toPage<A extends { cursor?: string; more?: boolean; missed?: number }, S>(
  call: Promise<{ data?: A; error?: unknown; response: Response }>,
  messagesOf: (data: A) => InboxPage<S>["messages"],
): Promise<InboxPage<S>> {
  const { response } = await call;
  const data = await unwrap(call);
  const { cursor, more = false, missed = 0 } = data;
  // The clock of this machine may be wrong.
  const serverTime = Date.parse(response.headers.get("date") ?? "");
  const now = Number.isNaN(serverTime) ? Date.now() : serverTime;
  return { messages: messagesOf(data), cursor, more, missed, now };
}
