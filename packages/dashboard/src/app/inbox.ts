import {
  type Mail,
  type MailSummary,
  openMailbox,
  openSmsInbox,
  type Sms,
  type SmsSummary,
  unwrap,
} from "@frontdesk/sdk";
import { useEffect, useState } from "preact/hooks";
import { clientFor, connectionOptions } from "./session.ts";

/** Summary `S` that may have the further fields of the full message `M`, such as its text. */
type WithOptionalContent<S, M> = S & Partial<Omit<M, keyof S>>;
export type ShownMail = WithOptionalContent<MailSummary, Mail>;
export type ShownSms = WithOptionalContent<SmsSummary, Sms>;

export type InboxState<M> =
  | { state: "loading" }
  | { state: "failed"; error: unknown }
  | { state: "live"; messages: M[]; error: unknown };

/** Loads the messages of one channel, mail or SMS. `token` is the key of the mailbox or SMS inbox. */
interface InboxSource<M> {
  /** Messages shown; older ones are dropped from the list. */
  maxMessages: number;
  /** Returns the latest messages, and the cursor after them. */
  fetchLatest(token: string, signal: AbortSignal): Promise<{ messages: M[]; cursor: string }>;
  streamAfter(token: string, cursor: string, signal: AbortSignal): AsyncIterable<M>;
}

/** The server stores the latest ten mails of a mailbox. */
const maxMails = 10;
const maxSms = 20;

const mailSource: InboxSource<ShownMail> = {
  maxMessages: maxMails,
  /** Returns all mails of a mailbox, at most ten, with their texts if these fit into one response, and the cursor after the newest. */
  async fetchLatest(token, signal) {
    const client = clientFor(token);
    const params = { query: { n: maxMails, full: "true" as const } };
    const { emails, cursor, more } = await unwrap(client.GET("/svc-api/mail/recent", { params, signal }));
    if (!more) return { messages: emails, cursor };
    // A mailbox has at most the mails asked for, so `more` means that their texts exceed one response: list all mails without
    // text, and use the full ones where available.
    const all = await unwrap(client.GET("/svc-api/mail/recent", { params: { query: { n: maxMails } }, signal }));
    const fullMails = new Map(emails.map((email) => [email.id, email]));
    return { messages: all.emails.map((email) => fullMails.get(email.id) ?? email), cursor: all.cursor };
  },
  streamAfter: (token, cursor, signal) =>
    openMailbox({ ...connectionOptions, key: token }).messages({ after: cursor, signal }),
};

const smsSource: InboxSource<ShownSms> = {
  maxMessages: maxSms,
  /** Returns the newest messages of an SMS inbox with their texts, and the cursor after the newest. */
  async fetchLatest(token, signal) {
    // Unlike mails, the texts of SMS messages are short enough for one response.
    const params = { query: { n: maxSms, full: "true" as const } };
    const { messages, cursor } = await unwrap(clientFor(token).GET("/svc-api/sms/recent", { params, signal }));
    return { messages, cursor };
  },
  // By default the stream skips messages that the phone received long ago; the dashboard shows those too.
  streamAfter: (token, cursor, signal) =>
    openSmsInbox({ ...connectionOptions, key: token }).messages({
      after: cursor,
      signal,
      maxAge: Number.POSITIVE_INFINITY,
    }),
};

/**
 * Returns the messages of the inbox, newest first, and adds new ones as they arrive, calling `onMessage`. A changed
 * `refreshKey` loads the inbox again.
 */
function useInbox<M extends { id: string }>(
  source: InboxSource<M>,
  token: string,
  refreshKey: number,
  onMessage?: () => void,
) {
  const [inbox, setInbox] = useState<InboxState<M>>({ state: "loading" });
  useEffect(() => {
    const controller = new AbortController();
    setInbox({ state: "loading" });
    void streamMessages(controller.signal);
    return () => controller.abort();

    /** Loads the messages, then adds each new one in front until the signal aborts. Errors become part of the state. */
    async function streamMessages(signal: AbortSignal) {
      try {
        const { messages, cursor } = await source.fetchLatest(token, signal);
        setInbox({ state: "live", messages, error: null });
        for await (const message of source.streamAfter(token, cursor, signal)) {
          if (signal.aborted) return;
          setInbox((before) => withMessage(before, message, source.maxMessages));
          onMessage?.();
        }
      } catch (error) {
        if (!signal.aborted) setInbox((before) => withError(before, error));
      }
    }
    // Without `onMessage`: it is a new function at each rendering, which must not restart the stream.
  }, [source, token, refreshKey]);
  return inbox;
}

/** Adds a new message in front of the loaded ones, and drops the oldest beyond the maximum. */
function withMessage<M>(inbox: InboxState<M>, message: M, maxMessages: number): InboxState<M> {
  if (inbox.state !== "live") return inbox;
  return { ...inbox, messages: [message, ...inbox.messages].slice(0, maxMessages) };
}

/** Adds an error. Messages that were loaded before stay visible. */
function withError<M>(inbox: InboxState<M>, error: unknown): InboxState<M> {
  return inbox.state === "live" ? { ...inbox, error } : { state: "failed", error };
}

export const useMailInbox = (token: string, refreshKey: number) => useInbox(mailSource, token, refreshKey);
export const useSmsInbox = (token: string, refreshKey: number, onMessage?: () => void) =>
  useInbox(smsSource, token, refreshKey, onMessage);
