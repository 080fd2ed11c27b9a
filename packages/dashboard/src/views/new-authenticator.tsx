import { useId, useState } from "preact/hooks";
import { useAction } from "../app/load.ts";
import { refreshAccount, type SignedIn } from "../app/session.ts";
import { Dialog } from "../ui/dialog.tsx";
import { ErrorMessage } from "../ui/states.tsx";

interface NewAuthenticatorProps {
  signedIn: SignedIn;
  onClose: () => void;
  onRegistered: () => Promise<void>;
}

/** Dialog that registers an authenticator from its URI or its secret. */
export function NewAuthenticator({ signedIn: { frontdesk }, onClose, onRegistered }: NewAuthenticatorProps) {
  const [name, setName] = useState("");
  const [key, setKey] = useState("");
  const { isBusy, error, run } = useAction();
  const id = useId();
  /** Registers the authenticator from the entered URI, which contains a colon, or secret. */
  async function register(): Promise<void> {
    const text = key.trim();
    const label = name.trim() === "" ? {} : { name: name.trim() };
    // An URI of another kind is passed on too, because the server says what is wrong with it.
    await frontdesk.authenticators.register(text.includes(":") ? { ...label, uri: text } : { ...label, secret: text });
    void refreshAccount();
    await onRegistered();
  }
  return (
    <Dialog title="New authenticator" onClose={onClose}>
      <form
        class="stack"
        onSubmit={async (event) => {
          event.preventDefault();
          if (await run(register)) onClose();
        }}
      >
        <div class="field">
          <label for={`${id}-name`}>Name (optional)</label>
          <input
            id={`${id}-name`}
            value={name}
            maxLength={64}
            autocomplete="off"
            autocapitalize="off"
            spellcheck={false}
            onInput={(event) => setName(event.currentTarget.value)}
          />
        </div>
        <div class="field">
          <label for={`${id}-key`}>otpauth:// URI or secret</label>
          <input
            id={`${id}-key`}
            type="password"
            value={key}
            maxLength={2_048}
            required
            autocomplete="off"
            aria-describedby={`${id}-hint`}
            onInput={(event) => setKey(event.currentTarget.value)}
          />
          <p class="hint" id={`${id}-hint`}>
            Apps show it beside the QR code of their second factor. It is stored encrypted and never shown again.
          </p>
        </div>
        <ErrorMessage error={error} />
        <div class="actions">
          <button type="submit" class="button primary" disabled={isBusy || key.trim() === ""}>
            Register
          </button>
        </div>
      </form>
    </Dialog>
  );
}
