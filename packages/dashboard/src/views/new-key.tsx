import type { NewAgentKey, Scope } from "@frontdesk/sdk";
import { useId, useState } from "preact/hooks";
import { serverNow } from "../app/connection.ts";
import { useAction } from "../app/load.ts";
import { hasScope, isLaterEdition, type SignedIn } from "../app/session.ts";
import { CopyButton } from "../ui/copy.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { ErrorMessage } from "../ui/states.tsx";

const scopeGroups: { name: string; scopes: { scope: Scope; label: string }[] }[] = [
  ...(["mailbox", "sms", "subdomain"] as const).map((kind) => ({
    name: { mailbox: "Mailboxes", sms: "SMS", subdomain: "Tunnels" }[kind],
    scopes: [
      { scope: `${kind}:read` as const, label: "read" },
      { scope: `${kind}:create` as const, label: "register" },
      { scope: `${kind}:renew` as const, label: "rotate keys" },
      { scope: `${kind}:delete` as const, label: "delete" },
    ],
  })),
  {
    name: "Authenticators",
    scopes: [
      { scope: "authenticator:read", label: "read codes" },
      { scope: "authenticator:create", label: "register" },
      { scope: "authenticator:delete", label: "delete" },
    ],
  },
  {
    name: "Delivery",
    scopes: [
      { scope: "mail:push", label: "mail over HTTP" },
      { scope: "sms:push", label: "SMS through a provider's API" },
    ],
  },
  {
    name: "Agent keys",
    scopes: [
      { scope: "token:read", label: "list" },
      { scope: "token:write", label: "create and revoke" },
    ],
  },
  { name: "Audit log", scopes: [{ scope: "audit:read", label: "read" }] },
];
/** Groups that only servers of the later edition have. */
const laterGroups = ["SMS", "Authenticators", "Delivery", "Audit log"];
const dayMs = 86_400_000;
/** Choices of the expiry field; 0 days means that the key does not expire. */
const lifetimes = [
  { name: "Never", days: 0 },
  { name: "In a day", days: 1 },
  { name: "In 30 days", days: 30 },
  { name: "In a year", days: 365 },
];

interface NewKeyProps {
  signedIn: SignedIn;
  onClose: () => void;
  onCreated: () => void;
}

/** Dialog that creates an agent key and then shows its secret value, which the server returns only once. */
export function NewKey({ signedIn, onClose, onCreated }: NewKeyProps) {
  const ownKey = signedIn.agent_token;
  // A key can pass on only the scopes that it has.
  const availableGroups = scopeGroups
    .filter(({ name }) => isLaterEdition(signedIn) || !laterGroups.includes(name))
    .map((group) => ({ ...group, scopes: group.scopes.filter(({ scope }) => hasScope(signedIn, scope)) }))
    .filter(({ scopes }) => scopes.length > 0);
  const [name, setName] = useState("");
  const [selectedScopes, setSelectedScopes] = useState<ReadonlySet<Scope>>(
    new Set((["mailbox:read", "mailbox:create"] as const).filter((scope) => hasScope(signedIn, scope))),
  );
  const [days, setDays] = useState(0);
  const [created, setCreated] = useState<NewAgentKey | null>(null);
  const { isBusy, error, run } = useAction();
  const id = useId();
  if (created) return <CreatedKey created={created} onClose={onClose} />;

  /** Selects a scope, or removes it from the selection. */
  function toggleScope(scope: Scope): void {
    setSelectedScopes((before) => {
      const next = new Set(before);
      if (!next.delete(scope)) next.add(scope);
      return next;
    });
  }
  /** Creates the key with the chosen name, scopes and expiry, and shows it once. */
  function createKey() {
    return run(async () => {
      // Without an expiry the server uses that of the signed-in key, if it has one.
      const expiry = days === 0 ? {} : { expiry: new Date(serverNow() + days * dayMs) };
      setCreated(await signedIn.frontdesk.agentKeys.create(name.trim(), { scopes: [...selectedScopes], ...expiry }));
      onCreated();
    });
  }
  const hasNoScope = selectedScopes.size === 0;
  return (
    <Dialog title="New agent key" onClose={onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void createKey();
        }}
      >
        <div class="field">
          <label for={id}>Name, to recognize it in the list</label>
          <input
            id={id}
            value={name}
            maxLength={100}
            required
            autocomplete="off"
            onInput={(event) => setName(event.currentTarget.value)}
          />
        </div>
        {availableGroups.map((group) => (
          <fieldset key={group.name}>
            <legend>{group.name}</legend>
            <div class="checks">
              {group.scopes.map(({ scope, label }) => (
                <label key={scope} title={scope}>
                  <input type="checkbox" checked={selectedScopes.has(scope)} onChange={() => toggleScope(scope)} />
                  {label}
                </label>
              ))}
            </div>
          </fieldset>
        ))}
        {ownKey.expiry === null ? (
          <div class="field">
            <label for={`${id}-expiry`}>Expires</label>
            <select id={`${id}-expiry`} value={days} onChange={(event) => setDays(Number(event.currentTarget.value))}>
              {lifetimes.map((lifetime) => (
                <option key={lifetime.days} value={lifetime.days}>
                  {lifetime.name}
                </option>
              ))}
            </select>
          </div>
        ) : (
          <p class="note small">
            It expires with the key you are signed in with. For a key that lasts longer, sign in with one that does not
            expire, or run <code>frontdesk key create</code> on the server.
          </p>
        )}
        <ErrorMessage error={error} />
        <div class="actions">
          <button type="submit" class="button primary" disabled={isBusy || name.trim() === "" || hasNoScope}>
            Create key
          </button>
          {hasNoScope && <span class="small muted">Select at least one scope.</span>}
        </div>
      </form>
    </Dialog>
  );
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
