import type { Frontdesk } from "@frontdesk/sdk";
import type { ComponentChildren, ComponentType } from "preact";
import type { InboxState } from "../app/inbox.ts";
import type { LoadedRecords } from "../app/record-list.ts";
import type { SignedIn } from "../app/session.ts";
import type { MessageCardProps } from "../ui/message-card.tsx";

/** Record of a mailbox or SMS inbox. Only mailboxes have a name. */
export interface InboxRecord {
  id: string;
  token: string;
  name?: string;
}
type Client = Frontdesk["client"];

/** What differs between mailboxes and SMS inboxes in the views: words, calls of the API, and parts of the page. */
export interface InboxKind<R extends InboxRecord, M extends MessageCardProps["message"]> {
  /** Name of the view in the URL. */
  view: "mailboxes" | "sms";
  /** First part of its scopes, such as that of `mailbox:create`; the snippets also tell the kinds apart by it. */
  scopes: "mailbox" | "sms";
  icon: "mail" | "sms";
  title: string;
  one: string;
  /** With its article. */
  aOne: string;
  many: string;
  /** Shown while the account has none. `button` registers the first. */
  empty: { title: string; text: string; button: string };
  rotationWarning: string;
  /** Texts of the confirmation; `requiredText` must be typed before. */
  toDeletion(record: R): { title: string; verb: string; requiredText: string; warning: string };

  useList(frontdesk: Frontdesk): LoadedRecords<R>;
  /** Registers an inbox that needs no name. */
  registerAtOnce?: (client: Client) => Promise<R>;
  /** Asks for a name and registers the inbox. */
  RegistrationDialog?: ComponentType<RegistrationProps<R>>;
  rotateKey(client: Client, id: string): Promise<R>;
  delete(client: Client, id: string): Promise<unknown>;
  /** Deletes all messages of an inbox. Returns the changed record. */
  clear?: (client: Client, record: R) => Promise<R>;
  /** Streams the messages and keeps the record's counts up to date. */
  useMessages(props: DetailsProps<R>, refreshKey: number): InboxState<M>;

  /** Row of the list. */
  toRow(record: R): { name: string; note: ComponentChildren; count: string };
  /** Text that the list's filter searches; without it there is no filter. */
  toFilterText?: (record: R) => string;
  Heading: ComponentType<{ record: R }>;
  /** Guide through the set-up of a new inbox. */
  setup?: {
    isNeeded(record: R): boolean;
    View: ComponentType<{ record: R; signedIn: SignedIn; newest: M | undefined }>;
  };
  Messages: ComponentType<{ record: R; signedIn: SignedIn; inbox: InboxState<M>; retry: () => void }>;
}

export interface DetailsProps<R> {
  record: R;
  signedIn: SignedIn;
  /** Called with the new record after a change, to update the list. */
  onChanged: (record: R) => void;
  onDeleted: () => void;
  /** Loads the records of all inboxes again. */
  reloadList: () => void;
}

export interface RegistrationProps<R> {
  signedIn: SignedIn;
  onClose: () => void;
  onRegistered: (record: R) => void;
}
