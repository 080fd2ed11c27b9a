import { unwrap } from "@frontdesk/sdk";
import { useEffect, useState } from "preact/hooks";
import { serverNow } from "../../app/connection.ts";
import { useAction } from "../../app/load.ts";
import type { SignedIn } from "../../app/session.ts";
import { CopyButton } from "../../ui/copy.tsx";
import { QrCode } from "../../ui/qr.tsx";
import { ErrorMessage } from "../../ui/states.tsx";
import { Time } from "../../ui/time.tsx";
import { loopbackHost, toPhoneLink } from "./pairing-link.ts";

interface CompanionSetupProps {
  id: string;
  numbers: readonly string[];
  signedIn: SignedIn;
}

/** Pairs the companion app: creates a QR code, valid once and for ten minutes, and explains how to scan it. */
export function CompanionSetup({ id, numbers, signedIn }: CompanionSetupProps) {
  const { pairing, isExpired, createPairing, isBusy, error } = usePairing(id, signedIn);
  return (
    <div class="stack tight">
      <ErrorMessage error={error} />
      {pairing && !isExpired ? (
        <PairingCode pairing={pairing} numbers={numbers} />
      ) : (
        <div class="actions">
          <button type="button" class="button primary" disabled={isBusy} onClick={createPairing}>
            {isExpired ? "Show a new QR code" : "Show a QR code"}
          </button>
          {isExpired && <span class="small muted">The last one has expired.</span>}
        </div>
      )}
    </div>
  );
}

interface Pairing {
  link: string;
  expires_at: string;
}

/** Returns the last pairing of an SMS inbox and whether it has expired, and a function that creates the next one. */
function usePairing(id: string, { frontdesk }: SignedIn) {
  const [pairing, setPairing] = useState<Pairing | null>(null);
  const [isExpired, setExpired] = useState(false);
  const { isBusy, error, run } = useAction();
  /** Requests a new pairing link, which replaces the last one. */
  function createPairing() {
    return run(async () => {
      const response = await unwrap(frontdesk.client.POST("/svc-api/sms/{id}/pair", { params: { path: { id } } }));
      setPairing(response.pairing);
      setExpired(false);
    });
  }
  useEffect(() => {
    if (!pairing) return;
    const timer = setTimeout(() => setExpired(true), Date.parse(pairing.expires_at) - serverNow());
    return () => clearTimeout(timer);
  }, [pairing]);
  return { pairing, isExpired, createPairing, isBusy, error };
}

/** Shows the pairing link as a QR code, and how to use it. The link also tells the app the phone's numbers, if they were entered. */
function PairingCode({ pairing, numbers }: { pairing: Pairing; numbers: readonly string[] }) {
  const link = toPhoneLink(pairing.link, numbers);
  const unreachableHost = loopbackHost(link);
  return (
    <>
      {unreachableHost && (
        <p class="note small">
          A phone can't reach <b>{unreachableHost}</b>. Start the server with <code>--host 0.0.0.0</code> and{" "}
          <code>--public-url</code> set to an address that the phone can reach.
        </p>
      )}
      <div class="qr-row">
        <QrCode text={link} label="Link to set up the phone, as a QR code" />
        <ol class="steps">
          <li>Scan it with the phone's camera.</li>
          <li>Install the app from the page that opens.</li>
          <li>Go back to the page and press “Open the companion app”.</li>
        </ol>
      </div>
      <div class="row small muted">
        <span>
          Valid once, expires <Time at={pairing.expires_at} />.
        </span>
        <CopyButton text={link} label="Copy link" />
      </div>
    </>
  );
}
