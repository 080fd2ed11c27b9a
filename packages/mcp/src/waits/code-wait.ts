import type { MessageLink } from "../text/links.ts";

/** The fields of a mail or SMS that a wait needs. */
export interface WaitMessage {
  id: string;
  sender: string;
  subject?: string;
  body: string;
  received_at: string;
  links: MessageLink[];
  codes: { value: string; kind: string }[];
  /** Only of a mail; absent on older servers. */
  authenticated?: string;
}
interface InboxWaitOptions {
  timeout: number;
  signal: AbortSignal;
  after?: string;
  lookback?: number;
  match: (message: WaitMessage) => boolean;
  from?: string;
  phone?: string;
  to?: string;
  authenticated?: boolean;
}
/** A mailbox or an SMS inbox. */
export interface WaitableInbox {
  waitForMessage(options: InboxWaitOptions): Promise<WaitMessage>;
}

/** One call of mail_wait_code or sms_wait_code. */
export interface CodeWait {
  inbox: WaitableInbox;
  inboxId: string;
  /** Name of the inbox in progress and errors. */
  name: string;
  channel: "email" | "sms";
  /** The tools to suggest: this one again, the one that reads a message, and the one that lists the inboxes. */
  tool: string;
  readTool: string;
  listTool: string;
  after: string | undefined;
  seconds: number;
  /** Mailbox name, for the resource link of the mail. */
  mailbox?: string;
  from?: string | undefined;
  phone?: string | undefined;
  /** Only mail whose sender's domain is authenticated. */
  authenticated?: boolean | undefined;
  /** Only mail to this alias. */
  to?: string | undefined;
}

/** A first wait without `after` looks this far back: an agent starts it after it has caused the message. */
export const defaultLookbackMs = 600_000;
