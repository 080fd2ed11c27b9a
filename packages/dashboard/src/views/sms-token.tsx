import { FrontdeskError, openSmsInbox, type SmsInboxRecord } from "@frontdesk/sdk";
import { useState } from "preact/hooks";
import { useSmsInbox } from "../app/inbox.ts";
import { go } from "../app/route.ts";
import { may, reach, refreshAccount, type SignedIn } from "../app/session.ts";
import { Secret } from "../kit/copy.tsx";
import { Confirm } from "../kit/dialog.tsx";
import { Icon } from "../kit/icons.tsx";
import { More } from "../kit/more.tsx";
import { Snippets } from "../kit/snippets.tsx";
import { Empty } from "../kit/states.tsx";
import { Time } from "../kit/time.tsx";
import { LiveMessages } from "./live-messages.tsx";
import { PhoneSetup } from "./phone-setup.tsx";
import { toSmsSnippets } from "./sms-snippets.ts";

interface SmsTokenProps {
  record: SmsInboxRecord;
  signedIn: SignedIn;
  onChanged: () => Promise<void>;
}

/** One SMS token: its numbers, its texts, live, and setting up the phone. */
export function SmsToken({ record, signedIn, onChanged }: SmsTokenProps) {
  const { id, token, phones, token_full } = record;
  const [round, setRound] = useState(0);
  const [asks, setAsks] = useState<"rotate" | "delete" | null>(null);
  const [isSettingUp, setSettingUp] = useState(phones.length === 0);
  const inbox = useSmsInbox(token, round, () => void onChanged());
  const { desk } = signedIn;
  const messages = inbox.state === "live" ? inbox.messages : [];
  const again = () => {
    void onChanged();
    setRound(round + 1);
  };
  return (
    <div class="stack">
      <section class="card pad stack tight">
        <a class="row small only-narrow" href="#/sms">
          <Icon name="back" size={16} /> All SMS tokens
        </a>
        <div class="head">
          <h2>{phones.length === 0 ? "No number yet" : "Numbers"}</h2>
          <span class={`badge ${token_full ? "warn" : ""}`}>
            {token_full ? "full: a third number is refused" : `room for ${2 - phones.length}`}
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
        <More summary="Key, snippets and more">
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
                {may(signedIn, "sms:renew") && (
                  <button type="button" class="button" onClick={() => setAsks("rotate")}>
                    New key…
                  </button>
                )}
                {may(signedIn, "sms:delete") && (
                  <button type="button" class="button danger" onClick={() => setAsks("delete")}>
                    Delete…
                  </button>
                )}
              </div>
            </div>
          )}
        </More>
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
          <Empty icon="sms" title="Nothing here yet">
            <p>A text to the phone appears the moment its app forwards it.</p>
          </Empty>
        }
        toOf={(sms) => sms.phone}
        load={(one) => openSmsInbox({ ...reach, key: token }).message(one)}
      />
      {asks === "rotate" && (
        <Confirm
          title="A new key for this SMS token?"
          verb="Make a new key"
          onClose={() => setAsks(null)}
          act={async () => {
            await desk.smsInboxes.rotate(id);
            await onChanged();
          }}
        >
          <p>The old key stops working at once: set up the phone again, and tell every program that reads.</p>
        </Confirm>
      )}
      {asks === "delete" && (
        <Confirm
          title="Delete this SMS token?"
          verb="Delete it"
          typed={phones[0]?.phone ?? "delete"}
          onClose={() => setAsks(null)}
          act={async () => {
            await desk.smsInboxes.delete(id).catch((error: unknown) => {
              if (!(error instanceof FrontdeskError && error.status === 404)) throw error;
            });
            void refreshAccount();
            await onChanged();
            go("sms");
          }}
        >
          <p>Its numbers and all its texts go with it. The phone is refused from then on.</p>
        </Confirm>
      )}
    </div>
  );
}
