import { useId, useState } from "preact/hooks";
import { type Availability, type NameCheck, useAvailability } from "./availability.ts";
import { FormDialog } from "./dialog.tsx";

interface NameDialogProps {
  title: string;
  /** Domain shown after the field, such as "@desk.example.com". */
  suffix: string;
  maxLength: number;
  /** Hint about permitted names. */
  rule: string;
  check: (name: string, signal: AbortSignal) => Promise<NameCheck>;
  register: (name: string) => Promise<unknown>;
  onClose: () => void;
}

/** Asks for a name, checks while typing whether it is free, and registers it. */
export function NameDialog({ title, suffix, maxLength, rule, check, register, onClose }: NameDialogProps) {
  const [name, setName] = useState("");
  const availability = useAvailability(name, rule, check);
  return (
    <FormDialog
      title={title}
      verb="Register"
      // While the check is pending or has failed, the form can be sent: the server checks the name again.
      isIncomplete={name.trim() === "" || availability?.isFree === false}
      onSubmit={() => register(name.trim())}
      onClose={onClose}
      besideSubmit={
        <button type="button" class="button" onClick={() => setName(randomName())}>
          Random name
        </button>
      }
    >
      <NameField name={name} suffix={suffix} maxLength={maxLength} availability={availability} onType={setName} />
    </FormDialog>
  );
}

interface NameFieldProps extends Pick<NameDialogProps, "suffix" | "maxLength"> {
  name: string;
  /** `null` until known. */
  availability: Availability | null;
  onType: (name: string) => void;
}

/** Field for a name, with its domain after it and its availability below it. */
function NameField({ name, suffix, maxLength, availability, onType }: NameFieldProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>Name</label>
      <div class="with-suffix">
        <input
          id={id}
          value={name}
          maxLength={maxLength}
          required
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          aria-describedby={`${id}-hint`}
          onInput={(event) => onType(event.currentTarget.value)}
        />
        <span>{suffix}</span>
      </div>
      <p class={`hint ${availability?.isFree === false ? "bad" : "good"}`} id={`${id}-hint`} role="status">
        {availability?.message}
      </p>
    </div>
  );
}

/** Returns a random name of ten characters, without those that look alike (l, o, 0, 1). */
function randomName(): string {
  // 32 characters: a byte has a multiple of that many values, so each character is equally likely.
  const alphabet = "abcdefghijkmnpqrstuvwxyz23456789";
  return Array.from(crypto.getRandomValues(new Uint8Array(10)), (byte) => alphabet[byte % alphabet.length]).join("");
}
