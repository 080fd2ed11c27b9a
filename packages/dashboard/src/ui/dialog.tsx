import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { useAction } from "../app/load.ts";
import { Icon } from "./icons.tsx";
import { ErrorMessage } from "./states.tsx";

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
}

/** Modal dialog. Escape and the close button close it; the focus returns to the previous element. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const previouslyFocused = document.activeElement;
    dialog.current?.showModal();
    return () => {
      if (previouslyFocused instanceof HTMLElement) previouslyFocused.focus();
    };
  }, []);
  return (
    <dialog ref={dialog} aria-labelledby={id} onClose={onClose}>
      <header class="dialog-head">
        <h2 id={id}>{title}</h2>
        <button type="button" class="button ghost icon-only" onClick={() => dialog.current?.close()}>
          <Icon name="close" />
          <span class="visually-hidden">Close</span>
        </button>
      </header>
      {children}
    </dialog>
  );
}

interface ConfirmProps {
  title: string;
  /** Explains the consequences. */
  children: ComponentChildren;
  /** Label of the button. */
  verb: string;
  /** Text to type before an action that cannot be undone. */
  requiredText?: string;
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
}

/** Asks for confirmation before an action; with `requiredText`, the user must type it. Closes on success, else shows the error. */
export function Confirm({ title, children, verb, requiredText, onConfirm, onClose }: ConfirmProps) {
  const [text, setText] = useState("");
  const { isBusy, error, run } = useAction();
  const id = useId();
  const isTextMissing = requiredText !== undefined && text !== requiredText;
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        class="stack"
        onSubmit={async (event) => {
          event.preventDefault();
          if (await run(onConfirm)) onClose();
        }}
      >
        <div>{children}</div>
        {requiredText !== undefined && (
          <div class="field">
            <label for={id}>
              Type <b>{requiredText}</b> to confirm
            </label>
            <input
              id={id}
              value={text}
              autocomplete="off"
              autocapitalize="off"
              spellcheck={false}
              onInput={(event) => setText(event.currentTarget.value)}
            />
          </div>
        )}
        <ErrorMessage error={error} />
        <div class="actions">
          <button type="submit" class="button danger" disabled={isBusy || isTextMissing}>
            {verb}
          </button>
          <button type="button" class="button" onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  );
}
