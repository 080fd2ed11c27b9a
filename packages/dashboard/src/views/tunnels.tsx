import { FrontdeskError, type Subdomain } from "@frontdesk/sdk";
import { useState } from "preact/hooks";
import { useLoad, useWhileVisible } from "../app/load.ts";
import { hasScope, refreshAccount, type SignedIn } from "../app/session.ts";
import { Secret } from "../ui/copy.tsx";
import { Confirm } from "../ui/dialog.tsx";
import { Disclosure } from "../ui/disclosure.tsx";
import { Icon } from "../ui/icons.tsx";
import { Snippets } from "../ui/snippets.tsx";
import { EmptyState, ErrorMessage, NotAllowed, Skeleton } from "../ui/states.tsx";
import { NewTunnel } from "./new-tunnel.tsx";
import { toTunnelSnippets } from "./tunnel-snippets.ts";

/** The account's names for tunnels, and which of them are up. */
export function TunnelsView({ signedIn }: { signedIn: SignedIn }) {
  if (!hasScope(signedIn, "subdomain:read")) return <NotAllowed scope="subdomain:read" what="see tunnels" />;
  return <TunnelsPage signedIn={signedIn} />;
}

function TunnelsPage({ signedIn }: { signedIn: SignedIn }) {
  const { frontdesk } = signedIn;
  const [loaded, reload] = useLoad((signal) => frontdesk.subdomains.list({ signal }), [frontdesk]);
  const [isMaking, setMaking] = useState(false);
  const [pendingAction, setPendingAction] = useState<{ about: Subdomain; what: "renew" | "delete" } | null>(null);
  // Whether a tunnel is up changes without anybody here; there is no wait for it.
  useWhileVisible(reload, 5_000);
  return (
    <div class="page stack">
      <div class="head">
        <h1>Tunnels</h1>
        {hasScope(signedIn, "subdomain:create") ? (
          <button type="button" class="button primary" onClick={() => setMaking(true)}>
            <Icon name="plus" size={18} /> New name
          </button>
        ) : (
          <span class="badge" title="It lacks the scope subdomain:create">
            This key may not make names
          </span>
        )}
      </div>
      {isMaking && <NewTunnel signedIn={signedIn} onClose={() => setMaking(false)} onRegistered={reload} />}
      {pendingAction && (
        <ConfirmAction signedIn={signedIn} {...pendingAction} onClose={() => setPendingAction(null)} onDone={reload} />
      )}
      {loaded.state !== "loading" && <ErrorMessage error={loaded.error} retry={reload} />}
      {loaded.state === "loading" && (
        <div class="card">
          <Skeleton />
        </div>
      )}
      {loaded.state === "ready" && loaded.value.length === 0 && (
        <div class="card">
          <EmptyState icon="tunnel" title="No name yet">
            <p>
              A tunnel puts a port of your machine under a name of this server, such as demo.
              {signedIn.server.tunnel_domain}.
            </p>
          </EmptyState>
        </div>
      )}
      {loaded.state === "ready" &&
        loaded.value.map((subdomain) => (
          <TunnelCard
            key={subdomain.id}
            subdomain={subdomain}
            signedIn={signedIn}
            ask={(what) => setPendingAction({ about: subdomain, what })}
          />
        ))}
    </div>
  );
}

interface CardProps {
  subdomain: Subdomain;
  signedIn: SignedIn;
  ask: (what: "renew" | "delete") => void;
}

function TunnelCard({ subdomain: { domain, url, online, token, ...more }, signedIn, ask }: CardProps) {
  // Not every server says how many clients share a name.
  const clients = "clients" in more && typeof more.clients === "number" ? more.clients : null;
  return (
    <section class="card pad stack" aria-label={domain}>
      <div class="head">
        <h2>
          {/^https?:/.test(url) ? (
            <a href={url} target="_blank" rel="noopener noreferrer">
              {domain}
            </a>
          ) : (
            domain
          )}
        </h2>
        <span class={`badge ${online ? "good" : ""}`}>
          {online ? (clients !== null && clients > 1 ? `online, ${clients} clients` : "online") : "offline"}
        </span>
      </div>
      <Disclosure summary="Command and token" isOpen={!online}>
        {() => (
          <div class="stack">
            <Snippets label={`Open ${domain} by`} snippets={toTunnelSnippets(token)} />
            <div class="head">
              <Secret value={token} label={`token of ${domain}`} />
              <div class="actions">
                {hasScope(signedIn, "subdomain:renew") && (
                  <button type="button" class="button" onClick={() => ask("renew")}>
                    New token…
                  </button>
                )}
                {hasScope(signedIn, "subdomain:delete") && (
                  <button type="button" class="button danger" onClick={() => ask("delete")}>
                    Delete…
                  </button>
                )}
              </div>
            </div>
          </div>
        )}
      </Disclosure>
    </section>
  );
}

interface QuestionProps {
  signedIn: SignedIn;
  about: Subdomain;
  what: "renew" | "delete";
  onClose: () => void;
  onDone: () => Promise<void>;
}

function ConfirmAction({ signedIn: { frontdesk }, about: { id, name, domain }, what, onClose, onDone }: QuestionProps) {
  if (what === "renew")
    return (
      <Confirm
        title={`A new token for ${domain}?`}
        verb="Make a new token"
        onClose={onClose}
        onConfirm={async () => {
          await frontdesk.subdomains.rotate(id);
          await onDone();
        }}
      >
        <p>The old token stops working at once, and tunnels opened with it are cut.</p>
      </Confirm>
    );
  return (
    <Confirm
      title={`Delete ${domain}?`}
      verb="Delete the name"
      requiredText={name}
      onClose={onClose}
      onConfirm={async () => {
        await frontdesk.subdomains.delete(id).catch((error: unknown) => {
          if (!(error instanceof FrontdeskError && error.status === 404)) throw error;
        });
        void refreshAccount();
        await onDone();
      }}
    >
      <p>Its tunnels are cut, and anyone of this server may take the name.</p>
    </Confirm>
  );
}
