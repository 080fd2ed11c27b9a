import { useEffect, useId, useState } from "preact/hooks";
import { useAction, useLoad } from "../app/load.ts";
import { hasScope, type SignedIn, session, signIn, signOut } from "../app/session.ts";
import { useStore } from "../app/store.ts";
import { InlineCode } from "../ui/inline-code.tsx";
import { ErrorMessage, Skeleton } from "../ui/states.tsx";
import type { Operation } from "./document.ts";
import { navigateToOperation, operationPath } from "./location.ts";
import { Result } from "./try-result.tsx";
import { sendTry, type TryResult } from "./try-send.ts";
import {
  exampleBody,
  exampleValue,
  isDestructive,
  loadTryInputs,
  type MissingInput,
  missingBodyField,
  newestMessage,
  type TryInputs,
} from "./try-values.ts";

/** Sends the operation to this server, with the signed-in key and values that the account really has. */
export function Try({ operation }: { operation: Operation }) {
  const now = useStore(session);
  return (
    <section class="card try" id="try" tabIndex={-1} aria-label="Try it">
      <div class="head pad">
        <h2>Try it</h2>
        {now.state === "in" && (
          <span class="row small muted">
            with the key {now.agent_token.name}
            <button type="button" class="button ghost" onClick={() => signOut()}>
              Sign out
            </button>
          </span>
        )}
      </div>
      <div class="pad stack">
        {operation.key === null ? (
          <Form operation={operation} signedIn={null} prepared={{ choices: [], missing: null }} />
        ) : now.state === "in" ? (
          <WithKey operation={operation} signedIn={now} />
        ) : now.state === "entering" ? (
          <Skeleton rows={1} label="Signing in" />
        ) : (
          <KeyField why={now.state === "out" ? now.why : "The server does not answer."} />
        )}
      </div>
    </section>
  );
}

function KeyField({ why }: { why: string | null }) {
  const [key, setKey] = useState("");
  const id = useId();
  return (
    <form
      class="field"
      onSubmit={(event) => {
        event.preventDefault();
        if (/^svcagt_\w+$/.test(key.trim())) void signIn(key.trim());
      }}
    >
      <label for={id}>This needs an agent key, which this tab keeps until it is closed</label>
      <div class="actions">
        <input
          id={id}
          class="grow"
          type="password"
          autocomplete="off"
          placeholder="svcagt_…"
          pattern="\s*svcagt_\w+\s*"
          required
          value={key}
          onInput={(event) => setKey(event.currentTarget.value)}
        />
        <button type="submit" class="button primary">
          Use it
        </button>
      </div>
      {why && (
        <p class="hint bad" role="alert">
          <InlineCode text={why} />
        </p>
      )}
    </form>
  );
}

function WithKey({ operation, signedIn }: { operation: Operation; signedIn: SignedIn }) {
  const [loaded, reload] = useLoad((signal) => loadTryInputs(operation, signedIn, signal), [operation, signedIn.key]);
  // The contract names the scopes that the SDK's type has.
  const missingScopes = operation.scopes.filter(
    (scope) => !hasScope(signedIn, scope as Parameters<typeof hasScope>[1]),
  );
  if (missingScopes.length > 0)
    return (
      <p class="note">
        The key lacks the scope <code>{missingScopes.join(", ")}</code>. Sign in with one that has it.
      </p>
    );
  if (loaded.state === "loading") return <Skeleton rows={1} label="Reading what the account has" />;
  if (loaded.state === "failed") return <ErrorMessage error={loaded.error} retry={reload} />;
  return <Form operation={operation} signedIn={signedIn} prepared={loaded.value} />;
}

interface FormProps {
  operation: Operation;
  signedIn: SignedIn | null;
  prepared: TryInputs;
}

function Form({ operation, signedIn, prepared: { choices, missing: lack } }: FormProps) {
  const { key, parameters, method } = operation;
  const isInbox = key === "mailboxToken" || key === "smsToken";
  const [chosen, choose] = useState(isDestructive(operation) ? "" : (choices[0]?.value ?? ""));
  const [values, setValues] = useState<Record<string, string>>(() =>
    Object.fromEntries(parameters.map((parameter) => [parameter.name, exampleValue(parameter)])),
  );
  const [body, setBody] = useState(() => (operation.body ? exampleBody(operation) : ""));
  const [message, setMessage] = useState<MissingInput | null>(null);
  const [sent, setSent] = useState<TryResult | null>(null);
  const { isBusy, error, run } = useAction();
  const id = useId();
  const readsOne = isInbox && parameters.some(({ name, in: where }) => name === "id" && where === "path");
  useEffect(() => {
    if (!readsOne || !key || chosen === "") return;
    const stop = new AbortController();
    void newestMessage(key, chosen, stop.signal)
      .then((newest) => {
        if (stop.signal.aborted) return;
        setValues((before) => ({ ...before, id: newest ?? "" }));
        setMessage(
          newest === null
            ? {
                sentence: "This inbox is empty.",
                ...(key === "mailboxToken" ? { operationId: "sendTestMail" } : { operationId: "pushSms" }),
              }
            : null,
        );
      })
      .catch(() => {});
    return () => stop.abort();
  }, [readsOne, key, chosen]);

  const missing: MissingInput | null =
    lack ??
    (choices.length > 0 && chosen === ""
      ? { sentence: "Choose on which, for nothing brings back what this takes." }
      : null) ??
    message ??
    missingBodyField(operation, body);
  const submit = (event: Event) => {
    event.preventDefault();
    void run(async () => {
      const all = !isInbox && choices.length > 0 ? { ...values, id: chosen } : values;
      const token = isInbox
        ? chosen
        : key === "smsGateSignature"
          ? await smsKey(signedIn, chosen)
          : (signedIn?.key ?? null);
      setSent(await sendTry({ operation, token: key === null ? null : token, values: all, body }));
    });
  };
  return (
    <form class="stack" onSubmit={submit}>
      {choices.length > 0 && (
        <div class="field">
          <label for={`${id}-on`}>{isInbox ? "With the key of" : "On"}</label>
          <select id={`${id}-on`} value={chosen} onChange={(event) => choose(event.currentTarget.value)}>
            {isDestructive(operation) && <option value="">Choose…</option>}
            {choices.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </div>
      )}
      {parameters
        .filter(({ name, in: where }) => !(name === "id" && where === "path") || readsOne)
        .map(({ name, required, example }) => (
          <div class="field" key={name}>
            <label for={`${id}-${name}`}>
              <code>{name}</code>
              {required ? "" : ", optional"}
            </label>
            <input
              id={`${id}-${name}`}
              value={values[name] ?? ""}
              required={required ?? false}
              placeholder={required ? "" : `such as ${String(example ?? "")}`}
              autocomplete="off"
              onInput={(event) => setValues({ ...values, [name]: event.currentTarget.value })}
            />
          </div>
        ))}
      {operation.body && (
        <div class="field">
          <label for={`${id}-body`}>Body</label>
          <textarea
            id={`${id}-body`}
            class="code"
            rows={Math.min(14, body.split("\n").length + 1)}
            spellcheck={false}
            value={body}
            onInput={(event) => setBody(event.currentTarget.value)}
          />
        </div>
      )}
      {missing && (
        <p class="note">
          <InlineCode text={missing.sentence} />{" "}
          {missing.operationId && (
            <a href={operationPath(missing.operationId)} onClick={navigateToOperation}>
              Make one
            </a>
          )}
        </p>
      )}
      <ErrorMessage error={error} />
      <div class="actions">
        <button
          type="submit"
          class={`button ${method === "DELETE" ? "danger" : "primary"}`}
          disabled={isBusy || missing !== null}
        >
          {isBusy ? "Waiting…" : `Send ${method}`}
        </button>
      </div>
      {sent && <Result sent={sent} />}
    </form>
  );
}

/** The key that signs in place of the app. */
async function smsKey(signedIn: SignedIn | null, id: string): Promise<string | null> {
  const list = await signedIn?.frontdesk.smsInboxes.list();
  return list?.sms_tokens.find((token) => token.id === id)?.token ?? null;
}
