import { useId } from "preact/hooks";
import { SelectField, TextField } from "../ui/fields.tsx";
import { InlineCode } from "../ui/inline-code.tsx";
import type { Operation, Parameter } from "./document.ts";
import { navigateToOperation, operationPath } from "./location.ts";
import { type Choice, isDestructive, type MissingInput, usesInboxKey } from "./try-values.ts";

interface RecordFieldProps {
  operation: Operation;
  choices: Choice[];
  /** Value of the selected record; "" for none. */
  selected: string;
  onSelect: (value: string) => void;
}

/** Asks for the record that the operation works on, or whose key it uses. */
export function RecordField({ operation, choices, selected, onSelect }: RecordFieldProps) {
  return (
    <SelectField
      label={usesInboxKey(operation) ? "With the key of" : "Record"}
      value={selected}
      // What cannot be undone has no preselected record: a click on the button alone must not do it to the first one.
      options={isDestructive(operation) ? [{ value: "", label: "Choose…" }, ...choices] : choices}
      onSelect={onSelect}
    />
  );
}

interface ParameterFieldProps {
  parameter: Parameter;
  value: string;
  onType: (value: string) => void;
}

/** Field for the value of a parameter. Only an optional one needs the placeholder: a required one starts with a value (`exampleValues`). */
export function ParameterField({ parameter, value, onType }: ParameterFieldProps) {
  const { name, required = false, example = "" } = parameter;
  return (
    <TextField
      label={
        <>
          <code>{name}</code>
          {required ? "" : ", optional"}
        </>
      }
      value={value}
      required={required}
      placeholder={required ? "" : `such as ${String(example)}`}
      autocomplete="off"
      onType={onType}
    />
  );
}

const maxBodyRows = 14;

/** Field for the body of the request. */
export function BodyField({ body, onType }: { body: string; onType: (body: string) => void }) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>Body</label>
      <textarea
        id={id}
        class="code"
        rows={Math.min(maxBodyRows, body.split("\n").length + 1)}
        spellcheck={false}
        value={body}
        onInput={(event) => onType(event.currentTarget.value)}
      />
    </div>
  );
}

/** Says what is missing, with a link to the operation that creates it. */
export function MissingNote({ missing: { sentence, operationId } }: { missing: MissingInput }) {
  return (
    <p class="note">
      <InlineCode text={sentence} />{" "}
      {operationId && (
        <a href={operationPath(operationId)} onClick={navigateToOperation}>
          Create one
        </a>
      )}
    </p>
  );
}

interface SendButtonProps extends Pick<Operation, "method"> {
  isBusy: boolean;
  isDisabled: boolean;
}

/** Submit button of the form. */
export function SendButton({ method, isBusy, isDisabled }: SendButtonProps) {
  return (
    <div class="actions">
      <button
        type="submit"
        class={`button ${method === "DELETE" ? "danger" : "primary"}`}
        disabled={isBusy || isDisabled}
      >
        {isBusy ? "Waiting…" : `Send ${method}`}
      </button>
    </div>
  );
}
