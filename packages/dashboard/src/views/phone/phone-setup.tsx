import { openSmsInbox, type SmsInboxRecord } from "@frontdesk/sdk";
import { useRef, useState } from "preact/hooks";
import type { ShownSms } from "../../app/inbox.ts";
import { useAction } from "../../app/load.ts";
import { connectionOptions, type SignedIn } from "../../app/session.ts";
import { TextField } from "../../ui/fields.tsx";
import { ErrorMessage } from "../../ui/states.tsx";
import { Time } from "../../ui/time.tsx";
import { AppSetup } from "./app-setup.tsx";
import { CompanionSetup } from "./companion-setup.tsx";
import { parsePhoneNumbers } from "./phone-numbers.ts";

interface PhoneSetupProps {
  record: SmsInboxRecord;
  signedIn: SignedIn;
  /** Newest message of the inbox, if there is one. */
  newest: ShownSms | undefined;
}

type AppKind = "companion" | "ios" | "android";
const appKinds: readonly (readonly [AppKind, string])[] = [
  ["companion", "Frontdesk companion"],
  ["ios", "iPhone"],
  ["android", "Another Android app"],
];

/** Guides through setting up a phone in three steps: its number, the forwarding app, and an SMS that becomes the `newest` of the inbox. */
export function PhoneSetup({ record, signedIn, newest }: PhoneSetupProps) {
  const [numbersText, setNumbersText] = useState(record.phones.map(({ phone }) => phone).join(", "));
  const numbers = parsePhoneNumbers(numbersText);
  return (
    <section class="card pad stack" aria-label="Phone set-up">
      <h2>Set up the phone</h2>
      <p class="muted small">
        Android 8 or later, where the companion is the quickest to set up, or an iPhone with iOS 17.
      </p>
      <NumbersField text={numbersText} isValid={numbers !== null} onType={setNumbersText} />
      <AppStep record={record} numbers={numbers} signedIn={signedIn} />
      <FirstSms token={record.token} phone={numbers?.[0]} newest={newest} />
    </section>
  );
}

interface NumbersFieldProps {
  text: string;
  isValid: boolean;
  onType: (text: string) => void;
}

/** Field for the phone's one or two numbers. */
function NumbersField({ text, isValid, onType }: NumbersFieldProps) {
  const showsError = text !== "" && !isValid;
  return (
    <TextField
      label="1. The phone's own number"
      type="tel"
      value={text}
      placeholder="5550123456"
      hint={
        showsError
          ? "A number of 7 to 15 digits, or two of them, comma-separated."
          : "Phones often don't know it. With two SIMs enter both, SIM 1 first, comma-separated."
      }
      isHintError={showsError}
      onType={onType}
    />
  );
}

interface AppStepProps extends Pick<PhoneSetupProps, "record" | "signedIn"> {
  /** `null` until valid ones are entered. */
  numbers: string[] | null;
}

/** Asks which app forwards the messages, and shows how to set it up. */
function AppStep({ record, numbers, signedIn }: AppStepProps) {
  const [appKind, setAppKind] = useState<AppKind>("companion");
  return (
    <div class="stack tight">
      <h3>2. The app that forwards messages</h3>
      <fieldset class="tabs" aria-label="Which app">
        {appKinds.map(([kind, label]) => (
          <button key={kind} type="button" aria-pressed={appKind === kind} onClick={() => setAppKind(kind)}>
            {label}
          </button>
        ))}
      </fieldset>
      <SelectedAppSetup appKind={appKind} record={record} numbers={numbers} signedIn={signedIn} />
    </div>
  );
}

/** Shows how to set up the selected app. The companion does not need valid numbers (`null`): the user can type them in the app. */
function SelectedAppSetup({ appKind, record, numbers, signedIn }: AppStepProps & { appKind: AppKind }) {
  const { id, token } = record;
  if (appKind === "companion") return <CompanionSetup id={id} numbers={numbers ?? []} signedIn={signedIn} />;
  if (numbers === null) return <p class="muted">Enter the number first: it is part of the app's settings.</p>;
  // The `key` makes a new view for each platform: each has apps of its own, so a choice among those of the other must not stay.
  return <AppSetup key={appKind} id={id} token={token} numbers={numbers} platform={appKind} signedIn={signedIn} />;
}

interface FirstSmsProps {
  token: string;
  /** The phone's first number; `undefined` until a valid one is entered. */
  phone: string | undefined;
  newest: ShownSms | undefined;
}

const testTimeoutMs = 20_000;

/**
 * Shows the first SMS that arrives while the setup is open. Can also push a test SMS as the app would: if that one arrives
 * but none from the phone does, the fault is on the phone.
 */
function FirstSms({ token, phone, newest }: FirstSmsProps) {
  const newestAtStart = useRef(newest?.id);
  const { isBusy, error, run } = useAction();
  // A message that was there when the setup opened does not show that the phone forwards now.
  const arrived = newest && newest.id !== newestAtStart.current ? newest : null;
  const sendTest = phone === undefined ? undefined : () => run(() => sendTestSms(token, phone));
  return (
    <div class="stack tight">
      <h3>3. The first SMS</h3>
      <div role="status">
        {arrived ? (
          <p class="row">
            <span class="badge good">It arrived</span> from <bdi>{arrived.sender}</bdi> on {arrived.phone},{" "}
            <Time at={arrived.received_at} />
          </p>
        ) : (
          <p class="live">
            Send an SMS to the phone from another one, or press “Send a test” in the companion. Waiting for it…
          </p>
        )}
      </div>
      <ErrorMessage error={error} />
      <div class="actions">
        <button type="button" class="button" disabled={isBusy || !sendTest} onClick={sendTest}>
          Send a test without the phone
        </button>
      </div>
    </div>
  );
}

/** Pushes an SMS with a random code as the phone's app would, and waits until it has arrived. */
async function sendTestSms(token: string, phone: string): Promise<void> {
  const inbox = openSmsInbox({ ...connectionOptions, key: token });
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  // Six digits, the first not 0.
  const code = 100_000 + (random % 900_000);
  const sms = { phone, sender: "Frontdesk", body: `${code} is your test code.` };
  await inbox.expectMessage(() => inbox.push({ messages: [sms] }), { timeout: testTimeoutMs });
}
