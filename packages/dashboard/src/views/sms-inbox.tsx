import { openSmsInbox, type SmsInboxRecord } from "@frontdesk/sdk";
import { useState } from "preact/hooks";
import { useSmsInbox } from "../app/inbox.ts";
import { navigate } from "../app/route.ts";
import { connectionOptions, hasScope, ignoreNotFound, refreshAccount, type SignedIn } from "../app/session.ts";
import { Secret } from "../ui/copy.tsx";
import { Confirm } from "../ui/dialog.tsx";
import { Disclosure } from "../ui/disclosure.tsx";
import { Icon } from "../ui/icons.tsx";
import { Snippets } from "../ui/snippets.tsx";
import { EmptyState } from "../ui/states.tsx";
import { Time } from "../ui/time.tsx";
import { LiveMessages } from "./live-messages.tsx";
import { PhoneSetup } from "./phone-setup.tsx";
import { toSmsSnippets } from "./sms-snippets.ts";

interface SmsInboxViewProps {
  record: SmsInboxRecord;
  signedIn: SignedIn;
  /** Loads the records of all SMS inboxes again. */
  reloadList: () => Promise<void>;
}

/** Shows an SMS inbox with its numbers, live messages, key and snippets, and the setup of its phone. */
export function SmsInboxView({ record, signedIn, reloadList }: SmsInboxViewProps) {
  const { id, token, phones, token_full } = record;
  // A new value loads the inbox again.
  const [refreshKey, setRefreshKey] = useState(0);
  /** Action that the user must confirm. */
  const [pendingAction, setPendingAction] = useState<"rotate" | "delete" | null>(null);
  const [isSettingUp, setSettingUp] = useState(phones.length === 0);
  // A new message changes the counts in the list, and may come from a new number.
  const inbox = useSmsInbox(token, refreshKey, () => void reloadList());
  const { frontdesk } = signedIn;
  const messages = inbox.state === "live" ? inbox.messages : [];
  const retry = () => {
    // The inbox may have failed because its key was rotated elsewhere; the list has the new key.
    void reloadList();
    setRefreshKey(refreshKey + 1);
  };
  return (
    <div class="stack">
      <section class="card pad stack tight">
        <a class="row small only-narrow" href="#/sms">
          <Icon name="back" size={16} /> All SMS inboxes
        </a>
        <div class="head">
          <h2>{phones.length === 0 ? "No number yet" : "Numbers"}</h2>
          <span class={`badge ${token_full ? "warn" : ""}`}>
            {token_full ? "full: a third number is rejected" : `${phones.length} of 2 numbers`}
          </span>
        </div>
        {phones.length > 0 && (
          <ul>
            {phones.map(({ id: phoneId, phone, message_count, last_received_at }) => (
              <li key={phoneId} class="row">
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
        <Disclosure summary="Key, snippets and more">
          {() => (
            <div class="stack">
              <dl class="facts">
                <dt>Key</dt>
                <dd>
                  <Secret value={token} label="key" />
                </dd>
              </dl>
              <Snippets label="Wait for a code with" snippets={toSmsSnippets(token)} />
              <div class="actions">
                {hasScope(signedIn, "sms:renew") && (
                  <button type="button" class="button" onClick={() => setPendingAction("rotate")}>
                    Rotate key…
                  </button>
                )}
                {hasScope(signedIn, "sms:delete") && (
                  <button type="button" class="button danger" onClick={() => setPendingAction("delete")}>
                    Delete…
                  </button>
                )}
              </div>
            </div>
          )}
        </Disclosure>
        <div class="actions">
          <button type="button" class="button" aria-expanded={isSettingUp} onClick={() => setSettingUp(!isSettingUp)}>
            {isSettingUp ? "Close the setup" : "Set up the phone"}
          </button>
        </div>
      </section>
      {isSettingUp && <PhoneSetup record={record} signedIn={signedIn} newest={messages[0]} />}
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
        loadFull={(messageId) => openSmsInbox({ ...connectionOptions, key: token }).message(messageId)}
      />
      {pendingAction === "rotate" && (
        <Confirm
          title="Rotate the key of this SMS inbox?"
          verb="Rotate the key"
          onClose={() => setPendingAction(null)}
          onConfirm={async () => {
            await frontdesk.smsInboxes.rotate(id);
            await reloadList();
          }}
        >
          <p>The old key stops working at once. Set up the phone again, and give the new key to your programs.</p>
        </Confirm>
      )}
      {pendingAction === "delete" && (
        <Confirm
          title="Delete this SMS inbox?"
          verb="Delete the inbox"
          requiredText={phones[0]?.phone ?? "delete"}
          onClose={() => setPendingAction(null)}
          onConfirm={async () => {
            await frontdesk.smsInboxes.delete(id).catch(ignoreNotFound);
            void refreshAccount();
            await reloadList();
            navigate("sms");
          }}
        >
          <p>Its numbers and messages are deleted too. The server then rejects what the phone sends.</p>
        </Confirm>
      )}
    </div>
  );
}
