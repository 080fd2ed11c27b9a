import type { AgentKey, Frontdesk } from "@frontdesk/sdk";
import { useState } from "preact/hooks";
import { serverNow } from "../app/connection.ts";
import { useLoad } from "../app/load.ts";
import { hasScope, ignoreNotFound, type SignedIn } from "../app/session.ts";
import { PageHead } from "../ui/create-button.tsx";
import { Confirm } from "../ui/dialog.tsx";
import { LoadedRows } from "../ui/loaded-rows.tsx";
import { ScopeBadges } from "../ui/scope-badges.tsx";
import { EmptyState, needsScope } from "../ui/states.tsx";
import { Time } from "../ui/time.tsx";
import { NewKey } from "./new-key.tsx";

/** Lists the account's agent keys, except the signed-in one, if the key has the scope. */
export const KeysView = needsScope("token:read", "see agent keys", KeysPage);

/** The list of agent keys, with dialogs to create one and to revoke one. */
function KeysPage({ signedIn }: { signedIn: SignedIn }) {
  const { frontdesk } = signedIn;
  const [loaded, reload] = useLoad((signal) => frontdesk.agentKeys.list({ signal }), [frontdesk]);
  const [isCreating, setCreating] = useState(false);
  /** Key whose revocation the user must confirm. */
  const [keyToRevoke, setKeyToRevoke] = useState<AgentKey | null>(null);
  const mayRevoke = hasScope(signedIn, "token:write");
  return (
    <div class="page stack">
      <PageHead
        title="Agent keys"
        signedIn={signedIn}
        scope="token:write"
        label="New key"
        action="create keys"
        onClick={() => setCreating(true)}
      />
      <p class="muted">
        For programs and agents, each with only the scopes it needs. The key you are signed in with is not listed.
      </p>
      {isCreating && <NewKey signedIn={signedIn} onClose={() => setCreating(false)} onCreated={reload} />}
      {keyToRevoke && (
        <ConfirmRevocation
          agentKey={keyToRevoke}
          frontdesk={frontdesk}
          onClose={() => setKeyToRevoke(null)}
          onRevoked={reload}
        />
      )}
      <LoadedRows
        loaded={loaded}
        retry={reload}
        empty={<NoOtherKeys />}
        row={(key) => <KeyRow key={key.id} agentKey={key} onRevoke={mayRevoke ? () => setKeyToRevoke(key) : null} />}
      />
    </div>
  );
}

interface ConfirmRevocationProps {
  agentKey: AgentKey;
  frontdesk: Frontdesk;
  onClose: () => void;
  onRevoked: () => Promise<void>;
}

/** Asks for confirmation, then revokes the key. */
function ConfirmRevocation({ agentKey, frontdesk, onClose, onRevoked }: ConfirmRevocationProps) {
  return (
    <Confirm
      title={`Revoke ${agentKey.name}?`}
      verb="Revoke"
      onClose={onClose}
      onConfirm={async () => {
        // The key may have been revoked in another tab.
        await frontdesk.agentKeys.delete(agentKey.id).catch(ignoreNotFound);
        await onRevoked();
      }}
    >
      <p>
        {agentKey.connection
          ? "The app loses access at once, and has to ask you again."
          : "The server rejects the next request of every program that uses it. Apps that you connected with it lose access too."}
      </p>
    </Confirm>
  );
}

/** Placeholder of an empty list of keys: that of the signed-in user is not in it. */
function NoOtherKeys() {
  return (
    <EmptyState icon="key" title="No other keys">
      <p>Give each program its own key, so that you can revoke each separately.</p>
    </EmptyState>
  );
}

interface KeyRowProps {
  agentKey: AgentKey;
  /** Opens the confirmation; `null` if the signed-in key may not revoke. */
  onRevoke: (() => void) | null;
}

/**
 * Row of one key: its facts, and a button that revokes it. Explains why an app has lost access, if the server has `ended` its connection:
 * because a used refresh token came again.
 */
function KeyRow({ agentKey, onRevoke }: KeyRowProps) {
  return (
    <li class="line">
      <div class="what stack tight">
        <KeyBadges agentKey={agentKey} />
        {agentKey.connection?.ended && (
          <span class="small">
            A used token of this app came again, so it may have been stolen. The app has lost access. Connect it again,
            and revoke this row.
          </span>
        )}
        <KeyDates agentKey={agentKey} />
      </div>
      {onRevoke && (
        <button type="button" class="button" aria-label={`Revoke ${agentKey.name}`} onClick={onRevoke}>
          Revoke
        </button>
      )}
    </li>
  );
}

/**
 * Shows a key's name, the app that it connects, and its scopes (`null` is full access). A connection is `ended` if the server
 * has withdrawn the app's access: a refresh token came again after its use, so it may have been stolen.
 */
function KeyBadges({ agentKey: { name, scopes, connection } }: { agentKey: AgentKey }) {
  return (
    <span class="row">
      <b>{name}</b>
      {connection && <span class="badge">connected app, {connection.host}</span>}
      {connection?.ended && <span class="badge warn">ended</span>}
      {scopes === null ? <span class="badge warn">full access</span> : <ScopeBadges scopes={scopes} />}
    </span>
  );
}

/** Shows when a key was created and last used, and when it expires. */
function KeyDates({ agentKey: { created_at, last_used_at, expiry } }: { agentKey: AgentKey }) {
  const isExpired = expiry !== null && Date.parse(expiry) <= serverNow();
  return (
    <span class="small muted">
      created <Time at={created_at} />,{" "}
      {last_used_at === null ? (
        "never used"
      ) : (
        <>
          last used <Time at={last_used_at} />
        </>
      )}
      {expiry !== null && (
        <>
          , {isExpired ? "expired" : "expires"} <Time at={expiry} />
        </>
      )}
    </span>
  );
}
