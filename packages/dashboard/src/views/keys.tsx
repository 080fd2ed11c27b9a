import type { AgentKey } from "@frontdesk/sdk";
import { useState } from "preact/hooks";
import { serverNow } from "../app/connection.ts";
import { useLoad } from "../app/load.ts";
import { hasScope, ignoreNotFound, type SignedIn } from "../app/session.ts";
import { Confirm } from "../ui/dialog.tsx";
import { Icon } from "../ui/icons.tsx";
import { EmptyState, ErrorMessage, NotAllowed, Skeleton } from "../ui/states.tsx";
import { Time } from "../ui/time.tsx";
import { NewKey } from "./new-key.tsx";

/** Lists the account's agent keys, except the signed-in one, if the key has the scope. */
export function KeysView({ signedIn }: { signedIn: SignedIn }) {
  if (!hasScope(signedIn, "token:read")) return <NotAllowed scope="token:read" action="see agent keys" />;
  return <KeysPage signedIn={signedIn} />;
}

/** The list, with dialogs to create and revoke keys. */
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
        {mayWrite ? (
          <button type="button" class="button primary" onClick={() => setCreating(true)}>
            <Icon name="plus" size={18} /> New key
          </button>
        ) : (
          <span class="badge" title="It lacks the scope token:write">
            This key may not create keys
          </span>
        )}
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
          <p>The server rejects the next request of every program that uses it.</p>
        </Confirm>
      )}
      {loaded.state !== "loading" && <ErrorMessage error={loaded.error} retry={reload} />}
      <div class="card">
        {loaded.state === "loading" && <Skeleton />}
        {loaded.state === "ready" &&
          (loaded.value.length === 0 ? (
            <EmptyState icon="key" title="No other keys">
              <p>Give each program its own key, so that you can revoke each separately.</p>
            </EmptyState>
          ) : (
            <ul class="rows">
              {loaded.value.map((key) => (
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
              ))}
            </ul>
          ))}
      </div>
    </div>
  );
}

/** Shows a key's name, scopes (`null` is full access), last use and expiry. */
function KeyFacts({ record: { name, scopes, expiry, last_used_at, created_at } }: { record: AgentKey }) {
  const isExpired = expiry !== null && Date.parse(expiry) <= serverNow();
  return (
    <div class="what stack tight">
      <span class="row">
        <b>{name}</b>
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
