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
  /** The latest text, once there is one. */
  newest: ShownSms | undefined;
}

/** Three steps: which number, which app, and the first text. */
export function PhoneSetup({ record, signedIn, newest }: PhoneSetupProps) {
  const [phones, setPhones] = useState(record.phones.map(({ phone }) => phone).join(", "));
  const [way, setWay] = useState<"companion" | "other">("companion");
  const numbers = phones
    .split(",")
    .map((one) => one.trim())
    .filter(Boolean);
  const isValid = numbers.length > 0 && numbers.length < 3 && numbers.every((one) => /^\+?[\d ().-]{7,25}$/.test(one));
  const id = useId();
  return (
    <section class="card pad stack" aria-label="Phone set-up">
      <h2>Set up the phone</h2>
      <p class="muted small">Android 8 or later. Any app will do; the companion is the quickest.</p>
      <div class="field">
        <label for={id}>1. The phone's own number</label>
        <input
          id={id}
          type="tel"
          value={phones}
          placeholder="5550123456"
          aria-describedby={`${id}-hint`}
          onInput={(event) => setPhones(event.currentTarget.value)}
        />
        <p class={`hint ${phones !== "" && !isValid ? "bad" : ""}`} id={`${id}-hint`}>
          {phones !== "" && !isValid
            ? "A number of 7 to 15 digits, or two of them, comma-separated."
            : "Phones often don't know it. With two SIMs give both, SIM 1 first, comma-separated."}
        </p>
      </div>
      <div class="stack tight">
        <h3>2. The app that forwards</h3>
        <fieldset class="tabs" aria-label="Which app">
          <button type="button" aria-pressed={way === "companion"} onClick={() => setWay("companion")}>
            Frontdesk companion
          </button>
          <button type="button" aria-pressed={way === "other"} onClick={() => setWay("other")}>
            Another app
          </button>
        </fieldset>
        {way === "companion" ? (
          <CompanionSetup id={record.id} numbers={isValid ? numbers : []} signedIn={signedIn} />
        ) : isValid ? (
          <AppSetup id={record.id} token={record.token} numbers={numbers} signedIn={signedIn} />
        ) : (
          <p class="muted">Say the number first: these apps are told it.</p>
        )}
      </div>
      <FirstSms token={record.token} phone={isValid ? numbers[0] : undefined} newest={newest} />
    </section>
  );
}

interface FirstSmsProps {
  token: string;
  phone: string | undefined;
  newest: ShownSms | undefined;
}

/** Shows the first text that comes; or sends one as the app would, so that one knows on which side a fault is. */
function FirstSms({ token, phone, newest }: FirstSmsProps) {
  const before = useRef(newest?.id);
  const { isBusy, error, run } = useAction();
  const arrived = newest && newest.id !== before.current ? newest : null;
  const send = () =>
    run(async () => {
      const inbox = openSmsInbox({ ...connectionOptions, key: token });
      const code = String(100_000 + ((crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % 900_000));
      const text = { phone: phone ?? "", sender: "Frontdesk", body: `${code} is your test code.` };
      await inbox.expectMessage(() => inbox.push({ messages: [text] }), { timeout: 20_000 });
    });
  return (
    <div class="stack tight">
      <h3>3. The first text</h3>
      <div role="status">
        {arrived ? (
          <p class="row">
            <span class="badge good">It arrived</span> from <bdi>{arrived.sender}</bdi> on {arrived.phone},{" "}
            <Time at={arrived.received_at} />
          </p>
        ) : (
          <p class="live">
            Send the phone a text from another one, or press “Send a test” in the companion. Waiting for it…
          </p>
        )}
      </div>
      <ErrorMessage error={error} />
      <div class="actions">
        <button type="button" class="button" disabled={isBusy || phone === undefined} onClick={send}>
          Send a test without the phone
        </button>
      </div>
    </div>
  );
}
