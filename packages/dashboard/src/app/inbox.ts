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
import { clientFor, reach } from "./session.ts";

type Whole<S, M> = S & Partial<Omit<M, keyof S>>;
export type ShownMail = Whole<MailSummary, Mail>;
export type ShownSms = Whole<SmsSummary, Sms>;

export type InboxState<M> =
  | { state: "loading" }
  | { state: "failed"; error: unknown }
  | { state: "live"; messages: M[]; error: unknown };

interface Channel<M> {
  most: number;
  first(token: string, signal: AbortSignal): Promise<{ messages: M[]; cursor: string }>;
  after(token: string, cursor: string, signal: AbortSignal): AsyncIterable<M>;
}

const mail: Channel<ShownMail> = {
  most: 10,
  async first(token, signal) {
    const client = clientFor(token);
    const params = { query: { n: 10, full: "true" as const } };
    const { emails, cursor, more } = await unwrap(client.GET("/svc-api/mail/recent", { params, signal }));
    if (!more) return { messages: emails, cursor };
    // More text than one answer holds: the rest comes without, until it is asked for.
    const all = await unwrap(client.GET("/svc-api/mail/recent", { params: { query: { n: 10 } }, signal }));
    const whole = new Map(emails.map((email) => [email.id, email]));
    return { messages: all.emails.map((email) => whole.get(email.id) ?? email), cursor: all.cursor };
  },
  after: (token, cursor, signal) => openMailbox({ ...reach, key: token }).messages({ after: cursor, signal }),
};

const sms: Channel<ShownSms> = {
  most: 20,
  async first(token, signal) {
    const params = { query: { n: 20, full: "true" as const } };
    const { messages, cursor } = await unwrap(clientFor(token).GET("/svc-api/sms/recent", { params, signal }));
    return { messages, cursor };
  },
  // The dashboard shows what is there, however old.
  after: (token, cursor, signal) =>
    openSmsInbox({ ...reach, key: token }).messages({ after: cursor, signal, maxAge: Number.POSITIVE_INFINITY }),
};

/** What is in the inbox of this key, newest first, and what comes while it is looked at. `round` begins anew. */
function useInbox<M extends { id: string }>(channel: Channel<M>, token: string, round: number, onNews?: () => void) {
  const [inbox, setInbox] = useState<InboxState<M>>({ state: "loading" });
  useEffect(() => {
    const stop = new AbortController();
    setInbox({ state: "loading" });
    void follow(stop.signal);
    return () => stop.abort();

    async function follow(signal: AbortSignal) {
      try {
        const { messages, cursor } = await channel.first(token, signal);
        setInbox({ state: "live", messages, error: null });
        for await (const message of channel.after(token, cursor, signal)) {
          if (signal.aborted) return;
          setInbox((before) =>
            before.state === "live"
              ? { ...before, messages: [message, ...before.messages].slice(0, channel.most) }
              : before,
          );
          onNews?.();
        }
      } catch (error) {
        if (signal.aborted) return;
        setInbox((before) => (before.state === "live" ? { ...before, error } : { state: "failed", error }));
      }
    }
  }, [channel, token, round]);
  return inbox;
}

export const useMailInbox = (token: string, round: number) => useInbox(mail, token, round);
export const useSmsInbox = (token: string, round: number, onNews?: () => void) => useInbox(sms, token, round, onNews);
