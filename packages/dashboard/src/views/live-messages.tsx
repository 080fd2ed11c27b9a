import type { ComponentChildren } from "preact";
import { isConnected } from "../app/connection.ts";
import type { InboxState } from "../app/inbox.ts";
import { useStore } from "../app/store.ts";
import { MessageCard, type MessageCardProps } from "../ui/message-card.tsx";
import { ErrorMessage, Skeleton } from "../ui/states.tsx";

interface LiveMessagesProps<M> {
  label: string;
  /** Kind of messages, for status texts: "mail" or "SMS messages". */
  kind: string;
  inbox: InboxState<M>;
  /** Loads the inbox again after an error. */
  retry: () => void;
  /** Buttons in the header. */
  actions?: ComponentChildren;
  /** Error of the last action, if it failed. */
  actionError?: unknown;
  /** Shown while there are no messages. */
  placeholder: ComponentChildren;
  /** Returns the recipient address or phone number of a message. */
  recipientOf: (message: M) => string;
  loadFull: MessageCardProps["loadFull"];
}

/** Shows an inbox that updates live, and its loading, empty and error states. */
export function LiveMessages<M extends MessageCardProps["message"]>(props: LiveMessagesProps<M>) {
  const { label, kind, inbox, retry, actions, actionError, placeholder, recipientOf, loadFull } = props;
  const connected = useStore(isConnected);
  const messages = inbox.state === "live" ? inbox.messages : [];
  return (
    <section class="stack" aria-label={label}>
      <div class="head">
        <span class={`live ${connected ? "" : "away"}`}>
          {connected ? `Waiting for ${kind}` : "The server does not answer"}
        </span>
        {actions}
      </div>
      <ErrorMessage error={actionError} />
      {inbox.state !== "loading" && <ErrorMessage error={inbox.error} retry={retry} />}
      {inbox.state === "loading" && (
        <div class="card">
          <Skeleton rows={3} label={`Loading ${kind}`} />
        </div>
      )}
      {inbox.state === "live" && messages.length === 0 && <div class="card">{placeholder}</div>}
      <div class="messages" aria-live="polite" aria-relevant="additions">
        {messages.map((message) => (
          <MessageCard key={message.id} message={message} to={recipientOf(message)} loadFull={loadFull} />
        ))}
      </div>
    </section>
  );
}
