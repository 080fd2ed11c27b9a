import { openSmsInbox, type SmsInboxRecord, unwrap } from "@frontdesk/sdk";
import { type ShownSms, useSmsInbox } from "../app/inbox.ts";
import { useSmsInboxList } from "../app/record-list.ts";
import { connectionOptions, type SignedIn } from "../app/session.ts";
import { EmptyState, needsScope } from "../ui/states.tsx";
import { Time } from "../ui/time.tsx";
import type { InboxKind } from "./inbox-kind.ts";
import { Inboxes } from "./inboxes.tsx";
import { LiveMessages } from "./live-messages.tsx";
import { PhoneSetup } from "./phone/phone-setup.tsx";

/** Path of an operation on one SMS inbox. */
const params = (id: string) => ({ params: { path: { id } } });

const smsKind: InboxKind<SmsInboxRecord, ShownSms> = {
  view: "sms",
  scopes: "sms",
  icon: "sms",
  title: "SMS",
  one: "SMS inbox",
  aOne: "an SMS inbox",
  many: "SMS inboxes",
  empty: {
    title: "No phone yet",
    text: "An app on your phone forwards its SMS messages here. Each phone has its own SMS inbox with up to two numbers.",
    button: "Set up a phone",
  },
  rotationWarning: "The old key stops working at once. Set up the phone again, and give the new key to your programs.",
  toDeletion: ({ phones }) => ({
    title: "Delete this SMS inbox?",
    verb: "Delete the inbox",
    // An inbox without a number has no name that the user could type.
    requiredText: phones[0]?.phone ?? "delete",
    warning: "Its numbers and messages are deleted too. The server then rejects what the phone sends.",
  }),
  useList: useSmsInboxList,
  registerAtOnce: async (client) => (await unwrap(client.POST("/svc-api/sms/register", { body: {} }))).sms_token,
  rotateKey: async (client, id) => (await unwrap(client.POST("/svc-api/sms/{id}/token", params(id)))).sms_token,
  delete: (client, id) => unwrap(client.DELETE("/svc-api/sms/{id}", params(id))),
  // A new message changes the counts in the list, and may come from a new number.
  useMessages: ({ record, reloadList }, refreshKey) => useSmsInbox(record.token, refreshKey, reloadList),
  toRow: ({ phones, token_full, message_count }) => ({
    name: phones.map(({ phone }) => phone).join(", ") || "No number yet",
    note: token_full ? "2 of 2 numbers" : `${phones.length} of 2 numbers`,
    count: `${message_count} ${message_count === 1 ? "message" : "messages"}`,
  }),
  Heading: Numbers,
  setup: { isNeeded: ({ phones }) => phones.length === 0, View: PhoneSetup },
  Messages: ({ record, inbox, retry }) => (
    <LiveMessages
      label="SMS messages"
      kind="SMS messages"
      inbox={inbox}
      retry={retry}
      placeholder={
        <EmptyState icon="sms" title="Nothing here yet">
          <p>An SMS to the phone appears as soon as the app forwards it.</p>
        </EmptyState>
      }
      recipientOf={(sms) => sms.phone}
      loadFull={(id) => openSmsInbox({ ...connectionOptions, key: record.token }).message(id)}
    />
  ),
};

/** Lists the account's SMS inboxes and shows the one with this id, if the key has the scope. */
export const SmsView = needsScope(
  "sms:read",
  "see SMS messages",
  (props: { signedIn: SignedIn; id: string | undefined }) => <Inboxes kind={smsKind} {...props} />,
);

/** Shows the numbers of an SMS inbox, at most two, and how many messages of each are stored. */
function Numbers({ record: { phones, token_full } }: { record: SmsInboxRecord }) {
  return (
    <>
      <div class="head">
        <h2>{phones.length === 0 ? "No number yet" : "Numbers"}</h2>
        <span class={`badge ${token_full ? "warn" : ""}`}>
          {token_full ? "full: a third number is rejected" : `${phones.length} of 2 numbers`}
        </span>
      </div>
      {phones.length > 0 && (
        <ul>
          {phones.map(({ id, phone, message_count, last_received_at }) => (
            <li key={id} class="row">
              <b class="number">{phone}</b>
              <span class="small muted">
                {message_count} stored
                {last_received_at !== null && (
                  <>
                    , the last <Time at={last_received_at} />
                  </>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
