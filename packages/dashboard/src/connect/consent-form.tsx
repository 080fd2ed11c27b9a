import type { Scope } from "@frontdesk/sdk";
import { useState } from "preact/hooks";
import { useAction } from "../app/load.ts";
import { useSelection } from "../app/selection.ts";
import { SelectField } from "../ui/fields.tsx";
import { ErrorMessage } from "../ui/states.tsx";
import { Time } from "../ui/time.tsx";
import { type ConsentApi, type ConsentRequest, type Duration, isSafeRedirect } from "./consent-api.ts";
import { scopeSentences } from "./scope-sentences.ts";

const durations: { value: Duration; label: string }[] = [
  { value: "day", label: "1 day" },
  { value: "month", label: "30 days" },
  { value: "unlimited", label: "Until I revoke it" },
];

/** Shows who asks for what, and takes the decision. */
export function ConsentForm({ request, api }: { request: ConsentRequest; api: ConsentApi }) {
  // A key can grant only scopes that it has (`allowed`). The server says which of them are selected initially (`ticked`).
  const offered = request.scopes.filter(({ allowed }) => allowed);
  const [selected, toggleScope] = useSelection(() => offered.filter(({ ticked }) => ticked).map(({ scope }) => scope));
  const [duration, setDuration] = useState<Duration>("month");
  const { decide, redirect, isBusy, error } = useDecision();
  if (redirect !== null) return <GoBack redirect={redirect} client={request.client} />;
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void decide(() => api.approve({ scopes: [...selected], duration }));
      }}
    >
      <ClientFacts request={request} />
      <ScopeChoice offered={offered} selected={selected} onToggle={toggleScope} />
      <p class="small muted">It can never manage your keys, see the audit log, or put messages into your inboxes.</p>
      <DurationField duration={duration} keyExpiry={request.expiry} onSelect={setDuration} />
      <ErrorMessage error={error} />
      <div class="actions">
        <button type="submit" class="button primary" disabled={isBusy || selected.size === 0}>
          Allow
        </button>
        <button type="button" class="button" disabled={isBusy} onClick={() => void decide(api.deny)}>
          Deny
        </button>
        {selected.size === 0 && <span class="small muted">Tick at least one, or deny.</span>}
      </div>
    </form>
  );
}

/** Sends the person's decision. `redirect` is the app's URL from the response, which the browser opens then. */
function useDecision() {
  const [redirect, setRedirect] = useState<string | null>(null);
  const { isBusy, error, run } = useAction();
  /** Sends the decision and opens the app's URL, unless that could run a script here. */
  function decide(send: () => Promise<{ redirect: string }>) {
    return run(async () => {
      const { redirect: url } = await send();
      if (!isSafeRedirect(url)) throw new Error("The app's URL is not safe to open.");
      // Shown as a link too, because some browsers open an app only after a click.
      setRedirect(url);
      location.assign(url);
    });
  }
  return { decide, redirect, isBusy, error };
}

/**
 * Says who asks. An app can use any name, so the page says only that it "calls itself" so. What the user can rely on is where
 * the browser goes, and the host that publishes the name, if there is one.
 */
function ClientFacts({ request: { client, account } }: { request: ConsentRequest }) {
  return (
    <div class="stack tight">
      <h1>Connect an app?</h1>
      <p>
        An app that calls itself <b>{client.name}</b> asks for access to the account <b>{account}</b>.
      </p>
      <p class="note">
        {client.is_local ? (
          <>It is a program on this computer. Allow it only if you have just started it yourself.</>
        ) : (
          <>
            Your browser will return to <b>{client.host}</b>. Allow it only if you have just come from there.
          </>
        )}{" "}
        {client.verified_host === null ? (
          "Nobody has checked the name."
        ) : (
          <>
            The name is published by <b>{client.verified_host}</b>.
          </>
        )}
      </p>
      <p class="small muted">
        <code class="consent-target">{client.redirect_uri}</code>
      </p>
    </div>
  );
}

interface ScopeChoiceProps {
  offered: ConsentRequest["scopes"];
  selected: ReadonlySet<Scope>;
  onToggle: (scope: Scope) => void;
}

/** A checkbox for each scope that the app may get. */
function ScopeChoice({ offered, selected, onToggle }: ScopeChoiceProps) {
  return (
    <fieldset>
      <legend>The app may</legend>
      <div class="stack tight">
        {offered.map(({ scope }) => (
          <label key={scope} class="consent-scope" title={scope}>
            <input type="checkbox" checked={selected.has(scope)} onChange={() => onToggle(scope)} />
            {/* The fallback is only for the type: each scope that the server offers has a sentence. */}
            {scopeSentences[scope] ?? scope}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface DurationFieldProps {
  duration: Duration;
  /** When the signed-in key expires; `null` for never. */
  keyExpiry: string | null;
  onSelect: (duration: Duration) => void;
}

/** Asks how long the connection lasts. */
function DurationField({ duration, keyExpiry, onSelect }: DurationFieldProps) {
  return (
    <SelectField
      label="For"
      value={duration}
      options={durations}
      // The cast is true: the options are durations.
      onSelect={(value) => onSelect(value as Duration)}
    >
      <p class="hint">
        {keyExpiry === null ? (
          "You can revoke it at any time, on the page Keys."
        ) : (
          <>
            At the latest, it ends with the key you are signed in with: <Time at={keyExpiry} />.
          </>
        )}
      </p>
    </SelectField>
  );
}

/** Shown while the browser goes back to the app, with a link to it, because some browsers open an app only after a click. */
function GoBack({ redirect, client }: { redirect: string; client: ConsentRequest["client"] }) {
  return (
    <div class="stack" role="status">
      <h1>Back to the app</h1>
      <p>You can close this page once {client.name} has confirmed.</p>
      <p>
        <a class="button" href={redirect}>
          Open {client.host}
        </a>
      </p>
    </div>
  );
}
