import type { AgentKey } from "@frontdesk/sdk";
import { useState } from "preact/hooks";
import { serverNow } from "../app/connection.ts";
import { useLoad } from "../app/load.ts";
import { hasScope, ignoreNotFound, type SignedIn } from "../app/session.ts";
import { CreateButton } from "../ui/create-button.tsx";
import { Confirm } from "../ui/dialog.tsx";
import { LoadedRows } from "../ui/loaded-rows.tsx";
import { EmptyState, needsScope } from "../ui/states.tsx";
import { Time } from "../ui/time.tsx";
import { NewKey } from "./new-key.tsx";

/** Lists the account's agent keys, except the signed-in one, if the key has the scope. */
export const KeysView = needsScope("token:read", "see agent keys", KeysPage);

function KeysPage({ signedIn }: { signedIn: SignedIn }) {
  const { frontdesk } = signedIn;
  const [loaded, reload] = useLoad((signal) => frontdesk.agentKeys.list({ signal }), [frontdesk]);
  const [isCreating, setCreating] = useState(false);
  /** Key whose revocation the user must confirm. */
  const [keyToRevoke, setKeyToRevoke] = useState<AgentKey | null>(null);
  const mayWrite = hasScope(signedIn, "token:write");
  return (
    <div class="page stack">
      <div class="head">
        <h1>Agent keys</h1>
        <CreateButton
          signedIn={signedIn}
          scope="token:write"
          label="New key"
          action="create keys"
          onClick={() => setCreating(true)}
        />
      </div>
      <p class="muted">
        For programs and agents, each with only the scopes it needs. The key you are signed in with is not listed.
      </p>
      {isCreating && <NewKey signedIn={signedIn} onClose={() => setCreating(false)} onCreated={reload} />}
      {keyToRevoke && (
        <Confirm
          title={`Revoke ${keyToRevoke.name}?`}
          verb="Revoke"
          onClose={() => setKeyToRevoke(null)}
          onConfirm={async () => {
            await frontdesk.agentKeys.delete(keyToRevoke.id).catch(ignoreNotFound);
            await reload();
          }}
        >
          <p>
            {keyToRevoke.connection
              ? "The app loses access at once, and has to ask you again."
              : "The server rejects the next request of every program that uses it. Apps that you connected with it lose access too."}
          </p>
        </Confirm>
      )}
      <LoadedRows
        loaded={loaded}
        retry={reload}
        empty={
          <EmptyState icon="key" title="No other keys">
            <p>Give each program its own key, so that you can revoke each separately.</p>
          </EmptyState>
        }
        row={(key) => (
          <li key={key.id} class="line">
            <KeyFacts record={key} />
            {mayWrite && (
              <button
                type="button"
                class="button"
                aria-label={`Revoke ${key.name}`}
                onClick={() => setKeyToRevoke(key)}
              >
                Revoke
              </button>
            )}
          </li>
        )}
      />
    </div>
  );
}

/** Shows a key's name, scopes (`null` is full access), last use and expiry. */
function KeyFacts({ record: { name, scopes, expiry, last_used_at, created_at, connection } }: { record: AgentKey }) {
  const isExpired = expiry !== null && Date.parse(expiry) <= serverNow();
  return (
    <div class="what stack tight">
      <span class="row">
        <b>{name}</b>
        {connection && <span class="badge">connected app, {connection.host}</span>}
        {connection?.ended && <span class="badge warn">ended</span>}
        {scopes === null ? (
          <span class="badge warn">full access</span>
        ) : (
          scopes.split(",").map((scope) => (
            <span class="badge" key={scope}>
              {scope}
            </span>
          ))
        )}
      </span>
      {connection?.ended && (
        <span class="small">
          A used token of this app came again, so it may have been stolen. The app has lost access. Connect it again,
          and revoke this row.
        </span>
      )}
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
    </div>
  );
}
