import { FrontdeskError, type Subdomain } from "@frontdesk/sdk";
import { useState } from "preact/hooks";
import { useLoad, useWhileVisible } from "../app/load.ts";
import { may, refreshAccount, type SignedIn } from "../app/session.ts";
import { Secret } from "../kit/copy.tsx";
import { Confirm } from "../kit/dialog.tsx";
import { Icon } from "../kit/icons.tsx";
import { More } from "../kit/more.tsx";
import { Snippets } from "../kit/snippets.tsx";
import { Empty, NotAllowed, Skeleton, Trouble } from "../kit/states.tsx";
import { NewTunnel } from "./new-tunnel.tsx";
import { toTunnelSnippets } from "./tunnel-snippets.ts";

/** The account's names for tunnels, and which of them are up. */
export function Tunnels({ signedIn }: { signedIn: SignedIn }) {
  if (!may(signedIn, "subdomain:read")) return <NotAllowed scope="subdomain:read" what="see tunnels" />;
  return <Allowed signedIn={signedIn} />;
}

function Allowed({ signedIn }: { signedIn: SignedIn }) {
  const { desk } = signedIn;
  const [loaded, reload] = useLoad((signal) => desk.subdomains.list({ signal }), [desk]);
  const [isMaking, setMaking] = useState(false);
  const [asks, setAsks] = useState<{ about: Subdomain; what: "renew" | "delete" } | null>(null);
  // Whether a tunnel is up changes without anybody here; there is no wait for it.
  useWhileVisible(reload, 5_000);
  return (
    <div class="page stack">
      <div class="head">
        <h1>Tunnels</h1>
        {may(signedIn, "subdomain:create") ? (
          <button type="button" class="button primary" onClick={() => setMaking(true)}>
            <Icon name="plus" size={18} /> New name
          </button>
        ) : (
          <span class="badge" title="It lacks the scope subdomain:create">
            This key may not make names
          </span>
        )}
      </div>
      {isMaking && <NewTunnel signedIn={signedIn} onClose={() => setMaking(false)} onMade={reload} />}
      {asks && <Question signedIn={signedIn} {...asks} onClose={() => setAsks(null)} onDone={reload} />}
      {loaded.state !== "loading" && <Trouble error={loaded.error} retry={reload} />}
      {loaded.state === "loading" && (
        <div class="card">
          <Skeleton />
        </div>
      )}
      {loaded.state === "ready" && loaded.value.length === 0 && (
        <div class="card">
          <Empty icon="tunnel" title="No name yet">
            <p>
              A tunnel puts a port of your machine under a name of this server, such as demo.
              {signedIn.server.tunnel_domain}.
            </p>
          </Empty>
        </div>
      )}
      {loaded.state === "ready" &&
        loaded.value.map((subdomain) => (
          <TunnelCard
            key={subdomain.id}
            subdomain={subdomain}
            signedIn={signedIn}
            ask={(what) => setAsks({ about: subdomain, what })}
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
      <More summary="Command and token" isOpen={!online}>
        {() => (
          <div class="stack">
            <Snippets label={`Open ${domain} by`} snippets={toTunnelSnippets(token)} />
            <div class="head">
              <Secret value={token} label={`token of ${domain}`} />
              <div class="actions">
                {may(signedIn, "subdomain:renew") && (
                  <button type="button" class="button" onClick={() => ask("renew")}>
                    New token…
                  </button>
                )}
                {may(signedIn, "subdomain:delete") && (
                  <button type="button" class="button danger" onClick={() => ask("delete")}>
                    Delete…
                  </button>
                )}
              </div>
            </div>
          </div>
        )}
      </More>
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

function Question({ signedIn: { desk }, about: { id, name, domain }, what, onClose, onDone }: QuestionProps) {
  if (what === "renew")
    return (
      <Confirm
        title={`A new token for ${domain}?`}
        verb="Make a new token"
        onClose={onClose}
        act={async () => {
          await desk.subdomains.rotate(id);
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
      typed={name}
      onClose={onClose}
      act={async () => {
        await desk.subdomains.delete(id).catch((error: unknown) => {
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
