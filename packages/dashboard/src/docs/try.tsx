import { useEffect, useId, useState } from "preact/hooks";
import { useAction, useLoad } from "../app/load.ts";
import { type DashboardSession, hasScope, type SignedIn, session, signOut } from "../app/session.ts";
import { useStore } from "../app/store.ts";
import { InlineCode } from "../ui/inline-code.tsx";
import { ErrorMessage, Skeleton } from "../ui/states.tsx";
import { type KeyKind, mailType, type Operation } from "./document.ts";
import { KeyForm } from "./key-form.tsx";
import { navigateToOperation, operationPath } from "./location.ts";
import { Result } from "./try-result.tsx";
import { sendTry, type TryResult } from "./try-send.ts";
import {
  exampleBody,
  exampleValue,
  hasIdInPath,
  isDestructive,
  loadTryInputs,
  type MissingInput,
  missingBodyField,
  newestMessageId,
  noInputs,
  type TryInputs,
} from "./try-values.ts";

/** Section "Try it": sends the operation to this server with the signed-in key, or asks for a key first. */
export function Try({ operation }: { operation: Operation }) {
  const currentSession = useStore(session);
  return (
    <section class="card try" id="try" tabIndex={-1} aria-label="Try it">
      <div class="head pad">
        <h2>Try it</h2>
        {currentSession.state === "signed-in" && (
          <span class="row small muted">
            with the key {currentSession.agent_token.name}
            <button type="button" class="button ghost" onClick={() => signOut()}>
              Sign out
            </button>
          </span>
        )}
      </div>
      <div class="pad stack">
        <FormOrSignIn operation={operation} currentSession={currentSession} />
      </div>
    </section>
  );
}

/** Shows the form, or asks for a key if the operation needs one. */
function FormOrSignIn({ operation, currentSession }: { operation: Operation; currentSession: DashboardSession }) {
  if (operation.key === null) return <Form operation={operation} signedIn={null} inputs={noInputs} />;
  switch (currentSession.state) {
    case "signed-in":
      return <SignedInForm operation={operation} signedIn={currentSession} />;
    case "signing-in":
      return <Skeleton rows={1} label="Signing in" />;
    case "signed-out":
      return <KeyForm message={currentSession.reason} />;
    case "unreachable":
      return <KeyForm message="The server does not answer." />;
  }
}

/** Loads the account's records for the form, or says which scopes the key lacks. */
function SignedInForm({ operation, signedIn }: { operation: Operation; signedIn: SignedIn }) {
  const [loaded, reload] = useLoad((signal) => loadTryInputs(operation, signedIn, signal), [operation, signedIn.key]);
  // The cast holds: the SDK's type of scopes is generated from the same openapi.yaml.
  const missingScopes = operation.scopes.filter(
    (scope) => !hasScope(signedIn, scope as Parameters<typeof hasScope>[1]),
  );
  if (missingScopes.length > 0)
    return (
      <p class="note">
        The key lacks the scope <code>{missingScopes.join(", ")}</code>. Sign in with one that has it.
      </p>
    );
  if (loaded.state === "loading") return <Skeleton rows={1} label="Loading the account's records" />;
  if (loaded.state === "failed") return <ErrorMessage error={loaded.error} retry={reload} />;
  return <Form operation={operation} signedIn={signedIn} inputs={loaded.value} />;
}

interface FormProps {
  operation: Operation;
  /** `null` if the operation needs no key. */
  signedIn: SignedIn | null;
  inputs: TryInputs;
}

/** Form with the operation's record, parameters and body. Sending is disabled while an input is missing. */
function Form({ operation, signedIn, inputs: { choices, missing: missingRecord } }: FormProps) {
  const { key, parameters, method } = operation;
  /** Whether the selected record's key authenticates the request; else its id is in the path. */
  const usesInboxKey = key === "mailboxToken" || key === "smsToken";
  const [selected, setSelected] = useState(isDestructive(operation) ? "" : (choices[0]?.value ?? ""));
  const [values, setValues] = useState<Record<string, string>>(() =>
    Object.fromEntries(parameters.map((parameter) => [parameter.name, exampleValue(parameter)])),
  );
  const [body, setBody] = useState(() => (operation.body ? exampleBody(operation) : ""));
  const [result, setResult] = useState<TryResult | null>(null);
  const { isBusy, error, run } = useAction();
  const id = useId();
  /** With an inbox key, `{id}` names a message of that inbox. */
  const readsOneMessage = usesInboxKey && hasIdInPath(parameters);
  const missingMessage = useNewestMessage(readsOneMessage ? key : null, selected, (messageId) =>
    setValues((before) => ({ ...before, id: messageId })),
  );
  const missingSelection: MissingInput | null =
    choices.length > 0 && selected === "" ? { sentence: "Choose a record. This operation cannot be undone." } : null;
  const missing = missingRecord ?? missingSelection ?? missingMessage ?? missingBodyField(operation, body);
  /** Sends the form's request with the entered values, and shows the response. */
  function submit(event: Event): void {
    event.preventDefault();
    void run(async () => {
      const hasSelectedId = !usesInboxKey && choices.length > 0;
      // A mail goes to the selected address; all other operations name their record in the path.
      const selectedName = operation.body?.type === mailType ? "to" : "id";
      const requestValues = hasSelectedId ? { ...values, [selectedName]: selected } : values;
      const token = await requestKey(key, signedIn, selected);
      setResult(await sendTry({ operation, token, values: requestValues, body }));
    });
  }
  return (
    <form class="stack" onSubmit={submit}>
      {choices.length > 0 && (
        <div class="field">
          <label for={`${id}-record`}>{usesInboxKey ? "With the key of" : "Record"}</label>
          <select id={`${id}-record`} value={selected} onChange={(event) => setSelected(event.currentTarget.value)}>
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
        .filter((parameter) => !hasIdInPath([parameter]) || readsOneMessage)
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
              Create one
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
      {result && <Result result={result} />}
    </form>
  );
}

/**
 * Calls `onMessage` with the id of the selected inbox's newest message, or "" if it is empty. Returns the missing input in
 * that case. Does nothing if `kind` is `null`.
 */
function useNewestMessage(kind: KeyKind | null, inboxKey: string, onMessage: (id: string) => void) {
  const [missing, setMissing] = useState<MissingInput | null>(null);
  useEffect(() => {
    if (!kind || inboxKey === "") return;
    const controller = new AbortController();
    const fillMessageId = async () => {
      const messageId = await newestMessageId(kind, inboxKey, controller.signal);
      if (controller.signal.aborted) return;
      onMessage(messageId ?? "");
      const operationId = kind === "mailboxToken" ? "sendTestMail" : "pushSms";
      setMissing(messageId === null ? { sentence: "This inbox is empty.", operationId } : null);
    };
    // If this fails, the user can still enter an id.
    fillMessageId().catch(() => {});
    return () => controller.abort();
    // Without `onMessage`: it is a new function at each rendering, which must not read again.
  }, [kind, inboxKey]);
  return missing;
}

/** Returns the key for the request. `selected` is the value of the chosen record: the inbox's key, or an id. */
async function requestKey(kind: KeyKind | null, signedIn: SignedIn | null, selected: string): Promise<string | null> {
  if (kind === null) return null;
  if (kind === "mailboxToken" || kind === "smsToken") return selected;
  if (kind === "agentKey") return signedIn?.key ?? null;
  // Only the SMSGate app's operation remains. It is signed with the key of the inbox whose id is in the path.
  const list = await signedIn?.frontdesk.smsInboxes.list();
  return list?.sms_tokens.find((inbox) => inbox.id === selected)?.token ?? null;
}
