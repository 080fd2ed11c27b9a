import type { NewAgentKey, Scope } from "@frontdesk/sdk";
import { useState } from "preact/hooks";
import { serverNow } from "../app/connection.ts";
import { useSelection } from "../app/selection.ts";
import { hasScope, type SignedIn } from "../app/session.ts";
import { CopyButton } from "../ui/copy.tsx";
import { Dialog, FormDialog } from "../ui/dialog.tsx";
import { SelectField, TextField } from "../ui/fields.tsx";
import { grantableScopes, type ScopeGroup } from "./scope-groups.ts";

const dayMs = 86_400_000;
/** Choices of the expiry field, in days; 0 means that the key does not expire. */
const lifetimes = [
  { value: 0, label: "Never" },
  { value: 1, label: "In a day" },
  { value: 30, label: "In 30 days" },
  { value: 365, label: "In a year" },
];
/** The API's limit for names. */
const maxNameLength = 100;
/** Scopes of a program that registers mailboxes and reads codes. */
const initialScopes: Scope[] = ["mailbox:read", "mailbox:create"];

interface NewKeyProps {
  signedIn: SignedIn;
  onClose: () => void;
  onCreated: () => void;
}

/** Dialog that creates an agent key and then shows its secret value, which the server returns only once. */
export function NewKey({ signedIn, onClose, onCreated }: NewKeyProps) {
  const [name, setName] = useState("");
  const [selectedScopes, toggleScope] = useSelection(() => initialScopes.filter((scope) => hasScope(signedIn, scope)));
  const [days, setDays] = useState(0);
  const [created, setCreated] = useState<NewAgentKey | null>(null);
  if (created) return <CreatedKey created={created} onClose={onClose} />;

  /** Creates the key with the chosen name, scopes and expiry. Its value then replaces the form. */
  async function createKey(): Promise<void> {
    // 0: the key does not expire. Without an expiry the server uses that of the signed-in key, if it has one.
    const expiry = days === 0 ? {} : { expiry: new Date(serverNow() + days * dayMs) };
    setCreated(await signedIn.frontdesk.agentKeys.create(name.trim(), { scopes: [...selectedScopes], ...expiry }));
  }
  const hasNoScope = selectedScopes.size === 0;
  return (
    <FormDialog
      title="New agent key"
      verb="Create key"
      isIncomplete={name.trim() === "" || hasNoScope}
      onSubmit={createKey}
      onSuccess={onCreated}
      onClose={onClose}
      besideSubmit={hasNoScope && <span class="small muted">Select at least one scope.</span>}
    >
      <TextField
        label="Name, to recognize it in the list"
        value={name}
        maxLength={maxNameLength}
        required
        autocomplete="off"
        onType={setName}
      />
      {grantableScopes(signedIn).map((group) => (
        <ScopeGroupChoice key={group.name} group={group} selected={selectedScopes} onToggle={toggleScope} />
      ))}
      <ExpiryField days={days} keyExpires={signedIn.agent_token.expiry !== null} onSelect={setDays} />
    </FormDialog>
  );
}

interface ScopeGroupChoiceProps {
  group: ScopeGroup;
  selected: ReadonlySet<Scope>;
  onToggle: (scope: Scope) => void;
}

/** A checkbox for each scope of a group. */
function ScopeGroupChoice({ group, selected, onToggle }: ScopeGroupChoiceProps) {
  return (
    <fieldset>
      <legend>{group.name}</legend>
      <div class="checks">
        {group.scopes.map(({ scope, label }) => (
          <label key={scope} title={scope}>
            <input type="checkbox" checked={selected.has(scope)} onChange={() => onToggle(scope)} />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface ExpiryFieldProps {
  days: number;
  /** Whether the signed-in key expires, and every key that it creates with it. */
  keyExpires: boolean;
  onSelect: (days: number) => void;
}

/** Asks when the key expires, or says that the signed-in key decides it. */
function ExpiryField({ days, keyExpires, onSelect }: ExpiryFieldProps) {
  if (keyExpires)
    return (
      <p class="note small">
        It expires with the key you are signed in with. For a key that lasts longer, sign in with one that does not
        expire, or run <code>frontdesk key create</code> on the server.
      </p>
    );
  return <SelectField label="Expires" value={days} options={lifetimes} onSelect={(value) => onSelect(Number(value))} />;
}

/** Shows a new key's secret value, to copy as it is or as shell variables. */
function CreatedKey({ created: { name, token }, onClose }: { created: NewAgentKey; onClose: () => void }) {
  return (
    <Dialog title={`The key ${name}`} onClose={onClose}>
      <div class="stack">
        <p class="note">Copy it now. The server cannot show it again.</p>
        <code class="key-value">{token}</code>
        <div class="actions">
          <CopyButton text={token} label="Copy key" />
          <CopyButton
            text={`export FRONTDESK_URL=${location.origin}\nexport FRONTDESK_KEY=${token}`}
            label="Copy as shell variables"
          />
        </div>
      </div>
    </Dialog>
  );
}
