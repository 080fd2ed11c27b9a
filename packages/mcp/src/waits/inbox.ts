import type { Link } from "../text/links.ts";

/** What a wait needs of a mail or a text. */
export interface Message {
  id: string;
  sender: string;
  subject?: string;
  body: string;
  received_at: string;
  links: Link[];
  codes: { value: string; kind: string }[];
}
interface WaitOptions {
  timeout: number;
  signal: AbortSignal;
  after?: string;
  lookback?: number;
  match: (message: Message) => boolean;
  from?: string;
  phone?: string;
  to?: string;
}
/** A mailbox or an SMS inbox, as far as waiting goes. */
export interface Inbox {
  waitForMessage(options: WaitOptions): Promise<Message>;
}

export interface Wait {
  inbox: Inbox;
  inboxId: string;
  /** Named in progress and errors. */
  name: string;
  channel: "email" | "sms";
  /** The tool itself, to be called again; what reads a message without a code; what lists the inboxes. */
  tool: string;
  reader: string;
  lister: string;
  after: string | undefined;
  seconds: number;
  /** Links the found mail. */
  mailbox?: string;
  from?: string | undefined;
  phone?: string | undefined;
  /** The one address of the mailbox that counts. */
  to?: string | undefined;
}

/** How far back a wait begins that nothing tells where, in ms: nobody can cause a mail and wait for it at once. */
export const reachBack = 600_000;
