import { useEffect, useId, useState } from "preact/hooks";
import { useAction, useLoad } from "../app/load.ts";
import { enter, leave, may, type SignedIn, session } from "../app/session.ts";
import { useStore } from "../app/store.ts";
import { Skeleton, Trouble } from "../kit/states.tsx";
import { Words } from "../kit/words.tsx";
import type { Operation } from "./document.ts";
import { addressOf, follow } from "./place.ts";
import { Result } from "./try-result.tsx";
import { type Sent, send } from "./try-send.ts";
import {
  bodyLack,
  firstBody,
  firstValue,
  isFinal,
  type Lack,
  newestMessage,
  type Prepared,
  prepare,
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
            <button type="button" class="button ghost" onClick={() => leave()}>
              Sign out
            </button>
          </span>
        )}
      </div>
      <div class="pad stack">
        {operation.key === null ? (
          <Form operation={operation} signedIn={null} prepared={{ choices: [], lack: null }} />
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
        if (/^svcagt_\w+$/.test(key.trim())) void enter(key.trim());
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
          <Words text={why} />
        </p>
      )}
    </form>
  );
}

function WithKey({ operation, signedIn }: { operation: Operation; signedIn: SignedIn }) {
  const [loaded, reload] = useLoad((signal) => prepare(operation, signedIn, signal), [operation, signedIn.key]);
  // The contract names the scopes that the SDK's type has.
  const lacking = operation.scopes.filter((scope) => !may(signedIn, scope as Parameters<typeof may>[1]));
  if (lacking.length > 0)
    return (
      <p class="note">
        The key lacks the scope <code>{lacking.join(", ")}</code>. Sign in with one that has it.
      </p>
    );
  if (loaded.state === "loading") return <Skeleton rows={1} label="Reading what the account has" />;
  if (loaded.state === "failed") return <Trouble error={loaded.error} retry={reload} />;
  return <Form operation={operation} signedIn={signedIn} prepared={loaded.value} />;
}

interface FormProps {
  operation: Operation;
  signedIn: SignedIn | null;
  prepared: Prepared;
}

function Form({ operation, signedIn, prepared: { choices, lack } }: FormProps) {
  const { key, parameters, method } = operation;
  const isInbox = key === "mailboxToken" || key === "smsToken";
  const [chosen, choose] = useState(isFinal(operation) ? "" : (choices[0]?.value ?? ""));
  const [values, setValues] = useState<Record<string, string>>(() =>
    Object.fromEntries(parameters.map((parameter) => [parameter.name, firstValue(parameter)])),
  );
  const [body, setBody] = useState(() => (operation.body ? firstBody(operation) : ""));
  const [message, setMessage] = useState<Lack | null>(null);
  const [sent, setSent] = useState<Sent | null>(null);
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
                ...(key === "mailboxToken" ? { make: "sendTestMail" } : { make: "pushSms" }),
              }
            : null,
        );
      })
      .catch(() => {});
    return () => stop.abort();
  }, [readsOne, key, chosen]);

  const missing: Lack | null =
    lack ??
    (choices.length > 0 && chosen === ""
      ? { sentence: "Choose on which, for nothing brings back what this takes." }
      : null) ??
    message ??
    bodyLack(operation, body);
  const submit = (event: Event) => {
    event.preventDefault();
    void run(async () => {
      const all = !isInbox && choices.length > 0 ? { ...values, id: chosen } : values;
      const token = isInbox
        ? chosen
        : key === "smsGateSignature"
          ? await smsKey(signedIn, chosen)
          : (signedIn?.key ?? null);
      setSent(await send({ operation, token: key === null ? null : token, values: all, body }));
    });
  };
  return (
    <form class="stack" onSubmit={submit}>
      {choices.length > 0 && (
        <div class="field">
          <label for={`${id}-on`}>{isInbox ? "With the key of" : "On"}</label>
          <select id={`${id}-on`} value={chosen} onChange={(event) => choose(event.currentTarget.value)}>
            {isFinal(operation) && <option value="">Choose…</option>}
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
          <Words text={missing.sentence} />{" "}
          {missing.make && (
            <a href={addressOf(missing.make)} onClick={follow}>
              Make one
            </a>
          )}
        </p>
      )}
      <Trouble error={error} />
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
  const list = await signedIn?.desk.smsInboxes.list();
  return list?.sms_tokens.find((token) => token.id === id)?.token ?? null;
}
