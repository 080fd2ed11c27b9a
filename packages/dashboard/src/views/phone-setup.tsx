import { openSmsInbox, type SmsInboxRecord } from "@frontdesk/sdk";
import { useId, useRef, useState } from "preact/hooks";
import type { ShownSms } from "../app/inbox.ts";
import { useAction } from "../app/load.ts";
import { connectionOptions, type SignedIn } from "../app/session.ts";
import { ErrorMessage } from "../ui/states.tsx";
import { Time } from "../ui/time.tsx";
import { AppSetup } from "./app-setup.tsx";
import { CompanionSetup } from "./companion-setup.tsx";

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

/** Guides through setting up a phone in three steps: its number, the forwarding app, and the first SMS. */
export function PhoneSetup({ record, signedIn, newest }: PhoneSetupProps) {
  const [phonesText, setPhonesText] = useState(record.phones.map(({ phone }) => phone).join(", "));
  const [appKind, setAppKind] = useState<AppKind>("companion");
  const numbers = phonesText
    .split(",")
    .map((number) => number.trim())
    .filter(Boolean);
  // An SMS inbox has at most two numbers. The pattern allows spaces and punctuation between digits.
  const isValid =
    numbers.length > 0 && numbers.length <= 2 && numbers.every((number) => /^\+?[\d ().-]{7,25}$/.test(number));
  const showsError = phonesText !== "" && !isValid;
  const id = useId();
  return (
    <section class="card pad stack" aria-label="Phone set-up">
      <h2>Set up the phone</h2>
      <p class="muted small">
        Android 8 or later, where the companion is the quickest to set up, or an iPhone with iOS 17.
      </p>
      <div class="field">
        <label for={id}>1. The phone's own number</label>
        <input
          id={id}
          type="tel"
          value={phonesText}
          placeholder="5550123456"
          aria-describedby={`${id}-hint`}
          onInput={(event) => setPhonesText(event.currentTarget.value)}
        />
        <p class={`hint ${showsError ? "bad" : ""}`} id={`${id}-hint`}>
          {showsError
            ? "A number of 7 to 15 digits, or two of them, comma-separated."
            : "Phones often don't know it. With two SIMs enter both, SIM 1 first, comma-separated."}
        </p>
      </div>
      <div class="stack tight">
        <h3>2. The app that forwards messages</h3>
        <fieldset class="tabs" aria-label="Which app">
          {appKinds.map(([kind, label]) => (
            <button key={kind} type="button" aria-pressed={appKind === kind} onClick={() => setAppKind(kind)}>
              {label}
            </button>
          ))}
        </fieldset>
        {appKind === "companion" ? (
          <CompanionSetup id={record.id} numbers={isValid ? numbers : []} signedIn={signedIn} />
        ) : isValid ? (
          <AppSetup
            key={appKind}
            id={record.id}
            token={record.token}
            numbers={numbers}
            platform={appKind}
            signedIn={signedIn}
          />
        ) : (
          <p class="muted">Enter the number first: it is part of the app's settings.</p>
        )}
      </div>
      <FirstSms token={record.token} phone={isValid ? numbers[0] : undefined} newest={newest} />
    </section>
  );
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
  // A message that was there when the set-up opened says nothing about it.
  const arrived = newest && newest.id !== newestAtStart.current ? newest : null;
  /** Pushes an SMS with a random code as the phone's app would, and waits until it has arrived. */
  function sendTest() {
    return run(async () => {
      const inbox = openSmsInbox({ ...connectionOptions, key: token });
      // Six digits, the first not 0.
      const code = String(100_000 + ((crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % 900_000));
      // There is a number: without one the button is disabled.
      const sms = { phone: phone ?? "", sender: "Frontdesk", body: `${code} is your test code.` };
      await inbox.expectMessage(() => inbox.push({ messages: [sms] }), { timeout: testTimeoutMs });
    });
  }
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
        <button type="button" class="button" disabled={isBusy || phone === undefined} onClick={sendTest}>
          Send a test without the phone
        </button>
      </div>
    </div>
  );
}
