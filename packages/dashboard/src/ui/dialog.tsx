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

/** A question above the page. Escape and the cross close it; the focus goes back where it was. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    return () => {
      if (before instanceof HTMLElement) before.focus();
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
  /** What happens, so that nobody is surprised. */
  children: ComponentChildren;
  /** On the button. */
  verb: string;
  /** What must be typed first, where nothing brings back what goes. */
  requiredText?: string;
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
}

/** Asks before something that cannot be taken back. */
export function Confirm({ title, children, verb, requiredText: typed, onConfirm: act, onClose }: ConfirmProps) {
  const [text, setText] = useState("");
  const { isBusy, error, run } = useAction();
  const id = useId();
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        class="stack"
        onSubmit={async (event) => {
          event.preventDefault();
          if (await run(act)) onClose();
        }}
      >
        <div>{children}</div>
        {typed !== undefined && (
          <div class="field">
            <label for={id}>
              Type <b>{typed}</b> to go on
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
          <button type="submit" class="button danger" disabled={isBusy || (typed !== undefined && text !== typed)}>
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
