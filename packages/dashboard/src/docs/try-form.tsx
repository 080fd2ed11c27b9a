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

/** Form with the operation's record, parameters and body. Sending is disabled while a record, a message to read or a field is missing. */
export function TryForm({ operation, signedIn, inputs }: TryFormProps) {
  const { choices } = inputs;
  const [selectedRecord, setSelectedRecord] = useState(() => preselectedRecord(operation, inputs));
  const [values, setValues] = useState(() => exampleValues(operation));
  const setValue = (name: string, value: string) => setValues((before) => ({ ...before, [name]: value }));
  const [body, setBody] = useState(() => (operation.body ? exampleBody(operation) : ""));
  const [result, setResult] = useState<TryResult | null>(null);
  const { isBusy, error, run } = useAction();
  // `selectedRecord` is the key of an inbox if the operation takes such a key, else an id or an address. "": nothing is selected.
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
 * Calls `onMessage` with the id of the newest message of the inbox with this key, or "" if it is empty. Returns the missing input in
 * that case. Does nothing for an operation that reads no message, whose `inboxKind` is `null`, or if the inbox cannot be read: the user
 * can still enter an id.
 */
function useNewestMessage(inboxKind: KeyKind | null, inboxKey: string, onMessage: (id: string) => void) {
  const [missing, setMissing] = useState<MissingInput | null>(null);
  useEffect(() => {
    // What was missing in the inbox that was selected before says nothing about this one.
    setMissing(null);
    if (inboxKind === null || inboxKey === "") return;
    const controller = new AbortController();
    const newestId = newestMessageId(inboxKind, inboxKey, controller.signal);
    const creatingOperation = inboxKind === "mailboxToken" ? "sendTestMail" : "pushSms";
    /** Calls `onMessage` with the id of the newest message; "" for an empty inbox, with a link to the operation that creates one. */
    async function fillMessageId(): Promise<void> {
      const messageId = await newestId;
      if (controller.signal.aborted) return;
      onMessage(messageId ?? "");
      setMissing(messageId === null ? { sentence: "This inbox is empty.", operationId: creatingOperation } : null);
    }
    fillMessageId().catch(() => {});
    return () => controller.abort();
    // Without `onMessage`: it is a new function at each rendering, which must not read again.
  }, [inboxKind, inboxKey]);
  return missing;
}
