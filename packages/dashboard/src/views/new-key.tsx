import type { NewAgentKey, Scope } from "@frontdesk/sdk";
import { useId, useState } from "preact/hooks";
import { serverNow } from "../app/connection.ts";
import { useAction } from "../app/load.ts";
import { hasScope, type SignedIn } from "../app/session.ts";
import { CopyButton } from "../ui/copy.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { ErrorMessage } from "../ui/states.tsx";

const scopeGroups: { name: string; scopes: { scope: Scope; what: string }[] }[] = [
  ...(["mailbox", "sms", "subdomain"] as const).map((kind) => ({
    name: { mailbox: "Mailboxes", sms: "SMS", subdomain: "Tunnels" }[kind],
    scopes: [
      { scope: `${kind}:read` as const, what: "read" },
      { scope: `${kind}:create` as const, what: "make" },
      { scope: `${kind}:renew` as const, what: "new keys" },
      { scope: `${kind}:delete` as const, what: "delete" },
    ],
  })),
  {
    name: "Agent keys",
    scopes: [
      { scope: "token:read", what: "list" },
      { scope: "token:write", what: "make and revoke" },
    ],
  },
];
const day = 86_400_000;
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

/** Makes an agent key, and shows its value this once. */
export function NewKey({ signedIn, onClose, onCreated: onMade }: NewKeyProps) {
  const own = signedIn.agent_token;
  const allowed = scopeGroups
    .filter(({ name }) => name !== "SMS" || signedIn.server.edition === "later")
    .map((group) => ({ ...group, scopes: group.scopes.filter(({ scope }) => hasScope(signedIn, scope)) }))
    .filter(({ scopes }) => scopes.length > 0);
  const [name, setName] = useState("");
  const [chosen, choose] = useState<ReadonlySet<Scope>>(
    new Set(
      allowed
        .flatMap(({ scopes }) => scopes.map(({ scope }) => scope))
        .filter((scope) => /^mailbox:(read|create)$/.test(scope)),
    ),
  );
  const [days, setDays] = useState(0);
  const [made, setMade] = useState<NewAgentKey | null>(null);
  const { isBusy, error, run } = useAction();
  const id = useId();
  if (made) return <CreatedKey made={made} onClose={onClose} />;

  const toggle = (scope: Scope) => {
    const next = new Set(chosen);
    if (!next.delete(scope)) next.add(scope);
    choose(next);
  };
  const make = () =>
    run(async () => {
      // A key that expires can make none that lasts longer.
      const expiry = days === 0 ? {} : { expiry: new Date(serverNow() + days * day) };
      setMade(await signedIn.frontdesk.agentKeys.create(name.trim(), { scopes: [...chosen], ...expiry }));
      onMade();
    });
  return (
    <Dialog title="New agent key" onClose={onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void make();
        }}
      >
        <div class="field">
          <label for={id}>Name, so that you know it again</label>
          <input
            id={id}
            value={name}
            maxLength={100}
            required
            autocomplete="off"
            onInput={(event) => setName(event.currentTarget.value)}
          />
        </div>
        {allowed.map((group) => (
          <fieldset key={group.name}>
            <legend>{group.name}</legend>
            <div class="checks">
              {group.scopes.map(({ scope, what }) => (
                <label key={scope} title={scope}>
                  <input type="checkbox" checked={chosen.has(scope)} onChange={() => toggle(scope)} />
                  {what}
                </label>
              ))}
            </div>
          </fieldset>
        ))}
        {own.expiry === null ? (
          <div class="field">
            <label for={`${id}-expiry`}>Expires</label>
            <select id={`${id}-expiry`} value={days} onChange={(event) => setDays(Number(event.currentTarget.value))}>
              {lifetimes.map((one) => (
                <option key={one.days} value={one.days}>
                  {one.name}
                </option>
              ))}
            </select>
          </div>
        ) : (
          <p class="note small">
            It ends with the key you are signed in with. For one that lasts, use a key without expiry, or{" "}
            <code>frontdesk key create</code> on the server.
          </p>
        )}
        <ErrorMessage error={error} />
        <div class="actions">
          <button type="submit" class="button primary" disabled={isBusy || name.trim() === "" || chosen.size === 0}>
            Make it
          </button>
          {chosen.size === 0 && <span class="small muted">Choose at least one.</span>}
        </div>
      </form>
    </Dialog>
  );
}

function CreatedKey({ made: { name, token }, onClose }: { made: NewAgentKey; onClose: () => void }) {
  return (
    <Dialog title={`The key ${name}`} onClose={onClose}>
      <div class="stack">
        <p class="note">Copy it now. It is shown this once: the server keeps no copy that it could show again.</p>
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
