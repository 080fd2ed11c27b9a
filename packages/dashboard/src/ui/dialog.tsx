import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { useAction } from "../app/load.ts";
import { TextField } from "./fields.tsx";
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

interface FormDialogProps extends DialogProps {
  /** Label of the submit button. */
  verb: string;
  isDestructive?: boolean;
  /** Whether a required input is missing or invalid. Disables the submit button. */
  isIncomplete?: boolean;
  onSubmit: () => Promise<unknown>;
  /** Called after `onSubmit` has succeeded. @default `onClose` */
  onSuccess?: () => void;
  /** Shown beside the submit button. */
  besideSubmit?: ComponentChildren;
}

/** Modal dialog with a form. Closes after a successful submission, unless `onSuccess` does something else; shows an error. */
export function FormDialog(props: FormDialogProps) {
  const { title, onClose, children, verb, isDestructive = false, isIncomplete = false, besideSubmit } = props;
  const { onSubmit, onSuccess = onClose } = props;
  const { isBusy, error, run } = useAction();
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        class="stack"
        onSubmit={async (event) => {
          event.preventDefault();
          if (await run(onSubmit)) onSuccess();
        }}
      >
        {children}
        <ErrorMessage error={error} />
        <div class="actions">
          <button
            type="submit"
            class={`button ${isDestructive ? "danger" : "primary"}`}
            disabled={isBusy || isIncomplete}
          >
            {verb}
          </button>
          {besideSubmit}
        </div>
      </form>
    </Dialog>
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
  return (
    <FormDialog
      title={title}
      verb={verb}
      isDestructive
      isIncomplete={requiredText !== undefined && text !== requiredText}
      onSubmit={onConfirm}
      onClose={onClose}
      besideSubmit={
        <button type="button" class="button" onClick={onClose}>
          Cancel
        </button>
      }
    >
      <div>{children}</div>
      {requiredText !== undefined && (
        <TextField
          label={
            <>
              Type <b>{requiredText}</b> to confirm
            </>
          }
          value={text}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          onType={setText}
        />
      )}
    </FormDialog>
  );
}
