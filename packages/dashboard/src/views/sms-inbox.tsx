import { FrontdeskError, openSmsInbox, type SmsInboxRecord } from "@frontdesk/sdk";
import { useState } from "preact/hooks";
import { useSmsInbox } from "../app/inbox.ts";
import { navigate } from "../app/route.ts";
import { connectionOptions, hasScope, refreshAccount, type SignedIn } from "../app/session.ts";
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
  onChanged: () => Promise<void>;
}

/** One SMS inbox: its numbers, its texts, live, and setting up the phone. */
export function SmsInboxView({ record, signedIn, onChanged }: SmsInboxViewProps) {
  const { id, token, phones, token_full } = record;
  const [refreshKey, setRefreshKey] = useState(0);
  const [pendingAction, setPendingAction] = useState<"rotate" | "delete" | null>(null);
  const [isSettingUp, setSettingUp] = useState(phones.length === 0);
  const inbox = useSmsInbox(token, refreshKey, () => void onChanged());
  const { frontdesk } = signedIn;
  const messages = inbox.state === "live" ? inbox.messages : [];
  const again = () => {
    void onChanged();
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
                  {message_count} kept
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
              <Snippets label="Wait for a code in" snippets={toSmsSnippets(token)} />
              <div class="actions">
                {hasScope(signedIn, "sms:renew") && (
                  <button type="button" class="button" onClick={() => setPendingAction("rotate")}>
                    New key…
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
            {isSettingUp ? "Close the set-up" : "Set up the phone"}
          </button>
        </div>
      </section>
      {isSettingUp && <PhoneSetup record={record} signedIn={signedIn} newest={messages[0]} />}
      <LiveMessages
        label="Texts"
        what="texts"
        inbox={inbox}
        again={again}
        empty={
          <EmptyState icon="sms" title="Nothing here yet">
            <p>A text to the phone appears the moment its app forwards it.</p>
          </EmptyState>
        }
        toOf={(sms) => sms.phone}
        load={(one) => openSmsInbox({ ...connectionOptions, key: token }).message(one)}
      />
      {pendingAction === "rotate" && (
        <Confirm
          title="A new key for this SMS inbox?"
          verb="Make a new key"
          onClose={() => setPendingAction(null)}
          onConfirm={async () => {
            await frontdesk.smsInboxes.rotate(id);
            await onChanged();
          }}
        >
          <p>The old key stops working at once: set up the phone again, and tell every program that reads.</p>
        </Confirm>
      )}
      {pendingAction === "delete" && (
        <Confirm
          title="Delete this SMS inbox?"
          verb="Delete it"
          requiredText={phones[0]?.phone ?? "delete"}
          onClose={() => setPendingAction(null)}
          onConfirm={async () => {
            await frontdesk.smsInboxes.delete(id).catch((error: unknown) => {
              if (!(error instanceof FrontdeskError && error.status === 404)) throw error;
            });
            void refreshAccount();
            await onChanged();
            navigate("sms");
          }}
        >
          <p>Its numbers and all its texts go with it. The phone is refused from then on.</p>
        </Confirm>
      )}
    </div>
  );
}
