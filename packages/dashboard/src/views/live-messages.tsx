import type { ComponentChildren } from "preact";
import { isConnected } from "../app/connection.ts";
import type { InboxState } from "../app/inbox.ts";
import { useStore } from "../app/store.ts";
import { MessageCard, type MessageCardProps } from "../ui/message-card.tsx";
import { ErrorMessage, Skeleton } from "../ui/states.tsx";

interface LiveMessagesProps<M> {
  label: string;
  /** What is waited for: mail, texts. */
  what: string;
  inbox: InboxState<M>;
  again: () => void;
  /** Beside the word on what is waited for. */
  actions?: ComponentChildren;
  /** What went wrong with those. */
  trouble?: unknown;
  /** In the place of the messages, where there are none. */
  empty: ComponentChildren;
  /** Where the message went. */
  toOf: (message: M) => string;
  load: MessageCardProps["loadFull"];
}

/** An inbox that fills while it is looked at, in all its states. */
export function LiveMessages<M extends MessageCardProps["message"]>(props: LiveMessagesProps<M>) {
  const { label, what, inbox, again, actions, trouble, empty, toOf, load } = props;
  const connected = useStore(isConnected);
  const messages = inbox.state === "live" ? inbox.messages : [];
  return (
    <section class="stack" aria-label={label}>
      <div class="head">
        <span class={`live ${connected ? "" : "away"}`}>
          {connected ? `Waiting for ${what}` : "The server does not answer"}
        </span>
        {actions}
      </div>
      <ErrorMessage error={trouble} />
      {inbox.state !== "loading" && <ErrorMessage error={inbox.error} retry={again} />}
      {inbox.state === "loading" && (
        <div class="card">
          <Skeleton rows={3} label={`Loading ${what}`} />
        </div>
      )}
      {inbox.state === "live" && messages.length === 0 && <div class="card">{empty}</div>}
      <div class="messages" aria-live="polite" aria-relevant="additions">
        {messages.map((message) => (
          <MessageCard key={message.id} message={message} to={toOf(message)} loadFull={load} />
        ))}
      </div>
    </section>
  );
}
