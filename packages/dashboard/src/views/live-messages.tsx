import type { ComponentChildren } from "preact";
import { isConnected } from "../app/connection.ts";
import type { InboxState } from "../app/inbox.ts";
import { useStore } from "../app/store.ts";
import { Message, type MessageProps } from "../kit/message.tsx";
import { Skeleton, Trouble } from "../kit/states.tsx";

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
  load: MessageProps["load"];
}

/** An inbox that fills while it is looked at, in all its states. */
export function LiveMessages<M extends MessageProps["message"]>(props: LiveMessagesProps<M>) {
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
      <Trouble error={trouble} />
      {inbox.state !== "loading" && <Trouble error={inbox.error} retry={again} />}
      {inbox.state === "loading" && (
        <div class="card">
          <Skeleton rows={3} label={`Loading ${what}`} />
        </div>
      )}
      {inbox.state === "live" && messages.length === 0 && <div class="card">{empty}</div>}
      <div class="messages" aria-live="polite" aria-relevant="additions">
        {messages.map((message) => (
          <Message key={message.id} message={message} to={toOf(message)} load={load} />
        ))}
      </div>
    </section>
  );
}
