import { useState } from "preact/hooks";
import { refreshUsage, type SignedIn } from "../app/session.ts";
import { FormDialog } from "../ui/dialog.tsx";
import { TextField } from "../ui/fields.tsx";

interface NewAuthenticatorProps {
  signedIn: SignedIn;
  onClose: () => void;
  onRegistered: () => Promise<void>;
}

/** Dialog that registers an authenticator from its URI or its secret. */
export function NewAuthenticator({ signedIn: { frontdesk }, onClose, onRegistered }: NewAuthenticatorProps) {
  const [name, setName] = useState("");
  const [uriOrSecret, setUriOrSecret] = useState("");
  /** Registers the authenticator under the entered name; without one, the server chooses it. */
  async function register(): Promise<void> {
    const label = name.trim() === "" ? {} : { name: name.trim() };
    await frontdesk.authenticators.register({ ...label, ...toCredential(uriOrSecret.trim()) });
    refreshUsage();
    await onRegistered();
  }
  return (
    <FormDialog
      title="New authenticator"
      verb="Register"
      isIncomplete={uriOrSecret.trim() === ""}
      onSubmit={register}
      onClose={onClose}
    >
      <TextField
        label="Name (optional)"
        value={name}
        // This limit and the next are those of the API.
        maxLength={64}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        onType={setName}
      />
      <TextField
        label="otpauth:// URI or secret"
        type="password"
        value={uriOrSecret}
        maxLength={2_048}
        required
        autocomplete="off"
        hint="Apps show it beside the QR code of their second factor. It is stored encrypted and never shown again."
        onType={setUriOrSecret}
      />
    </FormDialog>
  );
}

/** Returns the entered text as a URI, which contains a colon, or as a secret. */
function toCredential(text: string): { uri: string } | { secret: string } {
  // A URI of another kind is passed on too, because the server says what is wrong with it.
  return text.includes(":") ? { uri: text } : { secret: text };
}
