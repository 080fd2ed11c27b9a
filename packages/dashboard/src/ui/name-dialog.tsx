import { useId, useState } from "preact/hooks";
import { useAction } from "../app/load.ts";
import { type NameCheck, useAvailability } from "./availability.ts";
import { Dialog } from "./dialog.tsx";
import { ErrorMessage } from "./states.tsx";

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
  const { isBusy, error, run } = useAction();
  const id = useId();
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        class="stack"
        onSubmit={async (event) => {
          event.preventDefault();
          if (await run(() => register(name.trim()))) onClose();
        }}
      >
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
              onInput={(event) => setName(event.currentTarget.value)}
            />
            <span>{suffix}</span>
          </div>
          <p class={`hint ${availability?.isFree === false ? "bad" : "good"}`} id={`${id}-hint`} role="status">
            {availability?.message}
          </p>
        </div>
        <ErrorMessage error={error} />
        <div class="actions">
          <button
            type="submit"
            class="button primary"
            disabled={isBusy || name.trim() === "" || availability?.isFree === false}
          >
            Register
          </button>
          <button type="button" class="button" onClick={() => setName(randomName())}>
            Random name
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** Returns a random name of ten characters, without those that look alike (l, o, 0, 1). */
function randomName(): string {
  const alphabet = "abcdefghijkmnpqrstuvwxyz23456789";
  return Array.from(crypto.getRandomValues(new Uint8Array(10)), (byte) => alphabet[byte % alphabet.length]).join("");
}
