import { useEffect, useState } from "preact/hooks";
import { useAction } from "../app/load.ts";
import type { SignedIn } from "../app/session.ts";
import { ErrorMessage } from "../ui/states.tsx";
import type { KeyKind, Operation } from "./document.ts";
import { BodyField, MissingNote, ParameterField, RecordField, SendButton } from "./try-fields.tsx";
import { loadCredential, toRequestParameters } from "./try-request.ts";
import { Result } from "./try-result.tsx";
import { sendTry, type TryResult } from "./try-send.ts";
import {
  enteredParameters,
  exampleBody,
  exampleValues,
  isDestructive,
  type MissingInput,
  missingBodyField,
  missingRecord,
  newestMessageId,
  readsOneMessage,
  type TryInputs,
} from "./try-values.ts";

interface TryFormProps {
  operation: Operation;
  /** `null` if the operation needs no key. */
  signedIn: SignedIn | null;
  inputs: TryInputs;
}

/** Form with the operation's record, parameters and body. Sending is disabled while an input is missing. */
export function TryForm({ operation, signedIn, inputs }: TryFormProps) {
  const { choices } = inputs;
  const [selectedRecord, setSelectedRecord] = useState(() => preselectedRecord(operation, inputs));
  const [values, setValues] = useState(() => exampleValues(operation));
  const setValue = (name: string, value: string) => setValues((before) => ({ ...before, [name]: value }));
  const [body, setBody] = useState(() => (operation.body ? exampleBody(operation) : ""));
  const [result, setResult] = useState<TryResult | null>(null);
  const { isBusy, error, run } = useAction();
  // An operation that reads one message takes the key of its inbox: a mailbox key or an SMS key. `selectedRecord` is that key then.
  const inboxKind = readsOneMessage(operation) ? operation.key : null;
  const missingMessage = useNewestMessage(inboxKind, selectedRecord, (messageId) => setValue("id", messageId));
  const missing = missingRecord(inputs, selectedRecord) ?? missingMessage ?? missingBodyField(operation, body);
  /** Sends the form's request with the entered values, and shows the response. */
  function submit(event: Event): void {
    event.preventDefault();
    void run(async () => {
      const token = await loadCredential(operation, signedIn, selectedRecord);
      const parameters = toRequestParameters(operation, selectedRecord, values);
      setResult(await sendTry({ operation, token, values: parameters, body }));
    });
  }
  return (
    <form class="stack" onSubmit={submit}>
      {choices.length > 0 && (
        <RecordField operation={operation} choices={choices} selected={selectedRecord} onSelect={setSelectedRecord} />
      )}
      {enteredParameters(operation).map((parameter) => (
        <ParameterField
          key={parameter.name}
          parameter={parameter}
          value={values[parameter.name] ?? ""}
          onType={(value) => setValue(parameter.name, value)}
        />
      ))}
      {operation.body && <BodyField body={body} onType={setBody} />}
      {missing && <MissingNote missing={missing} />}
      <ErrorMessage error={error} />
      <SendButton method={operation.method} isBusy={isBusy} isDisabled={missing !== null} />
      {result && <Result result={result} />}
    </form>
  );
}

/** Returns the first record; "", none, for a destructive operation, so that a click on the button alone destroys nothing. */
function preselectedRecord(operation: Operation, { choices }: TryInputs): string {
  return isDestructive(operation) ? "" : (choices[0]?.value ?? "");
}

/**
 * Calls `onMessage` with the id of the selected inbox's newest message, or "" if it is empty. Returns the missing input in
 * that case. Does nothing if `kind` is `null`, or if the inbox cannot be read: the user can still enter an id.
 */
function useNewestMessage(kind: KeyKind | null, inboxKey: string, onMessage: (id: string) => void) {
  const [missing, setMissing] = useState<MissingInput | null>(null);
  useEffect(() => {
    if (!kind || inboxKey === "") return;
    const controller = new AbortController();
    /** Reports the id of the newest message; "" if there is none, with a hint how to get one. */
    async function fillMessageId(inboxKind: KeyKind): Promise<void> {
      const messageId = await newestMessageId(inboxKind, inboxKey, controller.signal);
      if (controller.signal.aborted) return;
      onMessage(messageId ?? "");
      const operationId = inboxKind === "mailboxToken" ? "sendTestMail" : "pushSms";
      setMissing(messageId === null ? { sentence: "This inbox is empty.", operationId } : null);
    }
    fillMessageId(kind).catch(() => {});
    return () => controller.abort();
    // Without `onMessage`: it is a new function at each rendering, which must not read again.
  }, [kind, inboxKey]);
  return missing;
}
