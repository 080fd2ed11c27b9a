import { useId, useState } from "preact/hooks";
import { useAction } from "../app/load.ts";
import { type NameCheck, useAvailability } from "./availability.ts";
import { Dialog } from "./dialog.tsx";
import { ErrorMessage } from "./states.tsx";

interface NameDialogProps {
  title: string;
  suffix: string;
  maxLength: number;
  /** Hint about permitted names. */
  rule: string;
  check: (name: string, signal: AbortSignal) => Promise<NameCheck>;
  register: (name: string) => Promise<unknown>;
  onClose: () => void;
}

/** Asks for a name and checks while typing whether it is free. */
export function NameDialog({
  title,
  suffix: after,
  maxLength: most,
  rule,
  check,
  register: make,
  onClose,
}: NameDialogProps) {
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
          if (await run(() => make(name.trim()))) onClose();
        }}
      >
        <div class="field">
          <label for={id}>Name</label>
          <div class="with-suffix">
            <input
              id={id}
              value={name}
              maxLength={most}
              required
              autocomplete="off"
              autocapitalize="off"
              spellcheck={false}
              aria-describedby={`${id}-hint`}
              onInput={(event) => setName(event.currentTarget.value)}
            />
            <span>{after}</span>
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
            Make it
          </button>
          <button type="button" class="button" onClick={() => setName(randomName())}>
            Any free name
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** Returns a random name that is easy to read aloud. */
function randomName(): string {
  const letters = "abcdefghijkmnpqrstuvwxyz23456789";
  return Array.from(crypto.getRandomValues(new Uint8Array(10)), (byte) => letters[byte % letters.length]).join("");
}
