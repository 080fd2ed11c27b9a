import type { Scope } from "@frontdesk/sdk";
import { hasScope, type SignedIn } from "../app/session.ts";
import { Icon } from "./icons.tsx";

interface CreateButtonProps {
  signedIn: SignedIn;
  scope: Scope;
  label: string;
  /** Completes "This key may not …". */
  action: string;
  /** Whether the account's limit is reached. */
  isFull?: boolean;
  isBusy?: boolean;
  onClick: () => void;
}

/** Button in a view's head that creates a record, or a badge if the key lacks the scope. */
export function CreateButton(props: CreateButtonProps) {
  const { signedIn, scope, label, action, isFull = false, isBusy = false, onClick } = props;
  if (!hasScope(signedIn, scope))
    return (
      <span class="badge" title={`It lacks the scope ${scope}`}>
        This key may not {action}
      </span>
    );
  return (
    <button
      type="button"
      class="button primary"
      disabled={isBusy || isFull}
      title={isFull ? "The account's limit is reached" : undefined}
      onClick={onClick}
    >
      <Icon name="plus" size={18} /> {label}
    </button>
  );
}

/** Title of a page, with a button that creates a record. */
export function PageHead({ title, ...button }: CreateButtonProps & { title: string }) {
  return (
    <div class="head">
      <h1>{title}</h1>
      <CreateButton {...button} />
    </div>
  );
}
