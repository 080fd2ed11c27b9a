import { type AgentKey, FrontdeskError } from "@frontdesk/sdk";
import { useState } from "preact/hooks";
import { serverNow } from "../app/connection.ts";
import { useLoad } from "../app/load.ts";
import { hasScope, type SignedIn } from "../app/session.ts";
import { Confirm } from "../ui/dialog.tsx";
import { Icon } from "../ui/icons.tsx";
import { EmptyState, ErrorMessage, NotAllowed, Skeleton } from "../ui/states.tsx";
import { Time } from "../ui/time.tsx";
import { NewKey } from "./new-key.tsx";

/** The account's other agent keys. */
export function KeysView({ signedIn }: { signedIn: SignedIn }) {
  if (!hasScope(signedIn, "token:read")) return <NotAllowed scope="token:read" what="see agent keys" />;
  return <KeysPage signedIn={signedIn} />;
}

function KeysPage({ signedIn }: { signedIn: SignedIn }) {
  const { frontdesk } = signedIn;
  const [loaded, reload] = useLoad((signal) => frontdesk.agentKeys.list({ signal }), [frontdesk]);
  const [isMaking, setMaking] = useState(false);
  const [revoked, revoke] = useState<AgentKey | null>(null);
  const mayWrite = hasScope(signedIn, "token:write");
  return (
    <div class="page stack">
      <div class="head">
        <h1>Agent keys</h1>
        {mayWrite ? (
          <button type="button" class="button primary" onClick={() => setMaking(true)}>
            <Icon name="plus" size={18} /> New key
          </button>
        ) : (
          <span class="badge" title="It lacks the scope token:write">
            This key may not make keys
          </span>
        )}
      </div>
      <p class="muted">
        For programs and agents: each with the scopes it needs. The key you are signed in with is not listed.
      </p>
      {isMaking && <NewKey signedIn={signedIn} onClose={() => setMaking(false)} onCreated={reload} />}
      {revoked && (
        <Confirm
          title={`Revoke ${revoked.name}?`}
          verb="Revoke"
          onClose={() => revoke(null)}
          onConfirm={async () => {
            await frontdesk.agentKeys.delete(revoked.id).catch((error: unknown) => {
              if (!(error instanceof FrontdeskError && error.status === 404)) throw error;
            });
            await reload();
          }}
        >
          <p>Whatever uses it is refused from its next request on.</p>
        </Confirm>
      )}
      {loaded.state !== "loading" && <ErrorMessage error={loaded.error} retry={reload} />}
      <div class="card">
        {loaded.state === "loading" && <Skeleton />}
        {loaded.state === "ready" &&
          (loaded.value.length === 0 ? (
            <EmptyState icon="key" title="No other key">
              <p>Give each program a key of its own, so that each can be revoked alone.</p>
            </EmptyState>
          ) : (
            <ul class="rows">
              {loaded.value.map((key) => (
                <li key={key.id} class="line">
                  <KeyFacts record={key} />
                  {mayWrite && (
                    <button type="button" class="button" aria-label={`Revoke ${key.name}`} onClick={() => revoke(key)}>
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

function KeyFacts({ record: { name, scopes, expiry, last_used_at, created_at } }: { record: AgentKey }) {
  const isOver = expiry !== null && Date.parse(expiry) <= serverNow();
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
        made <Time at={created_at} />,{" "}
        {last_used_at === null ? (
          "never used"
        ) : (
          <>
            last used <Time at={last_used_at} />
          </>
        )}
        {expiry !== null && (
          <>
            , {isOver ? "expired" : "expires"} <Time at={expiry} />
          </>
        )}
      </span>
    </div>
  );
}
