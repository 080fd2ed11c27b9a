import type { Subdomain } from "@frontdesk/sdk";
import { useState } from "preact/hooks";
import { useLoad, useWhileVisible } from "../app/load.ts";
import { hasScope, ignoreNotFound, refreshUsage, type SignedIn } from "../app/session.ts";
import { SecretText } from "../ui/copy.tsx";
import { PageHead } from "../ui/create-button.tsx";
import { Confirm } from "../ui/dialog.tsx";
import { Disclosure } from "../ui/disclosure.tsx";
import { LoadedCards } from "../ui/loaded-rows.tsx";
import { Snippets } from "../ui/snippets.tsx";
import { EmptyState, needsScope } from "../ui/states.tsx";
import { NewTunnel } from "./new-tunnel.tsx";
import { toTunnelSnippets } from "./tunnel-snippets.ts";

/** Lists the account's subdomains and whether their tunnels are online, if the key has the scope. */
export const TunnelsView = needsScope("subdomain:read", "see tunnels", TunnelsPage);

interface PendingAction {
  kind: "rotate" | "delete";
  subdomain: Subdomain;
}

const reloadIntervalMs = 5_000;

/** The list of subdomains, with dialogs to register one, rotate its token and delete it. */
function TunnelsPage({ signedIn }: { signedIn: SignedIn }) {
  const { frontdesk } = signedIn;
  const [loaded, reload] = useLoad((signal) => frontdesk.subdomains.list({ signal }), [frontdesk]);
  const [isRegistering, setRegistering] = useState(false);
  /** Action that the user must confirm. */
  const [pendingAction, setPendingAction] = useState<PendingAction | null>(null);
  // Tunnels go online and offline at any time, and the API has no long poll for that.
  useWhileVisible(reload, reloadIntervalMs);
  return (
    <div class="page stack">
      <PageHead
        title="Tunnels"
        signedIn={signedIn}
        scope="subdomain:create"
        label="New subdomain"
        action="register subdomains"
        onClick={() => setRegistering(true)}
      />
      {isRegistering && <NewTunnel signedIn={signedIn} onClose={() => setRegistering(false)} onRegistered={reload} />}
      {pendingAction && (
        <ConfirmAction signedIn={signedIn} {...pendingAction} onClose={() => setPendingAction(null)} onDone={reload} />
      )}
      <LoadedCards
        loaded={loaded}
        retry={reload}
        empty={<NoSubdomains tunnelDomain={signedIn.server.tunnel_domain} />}
        row={(subdomain) => (
          <TunnelCard
            key={subdomain.id}
            subdomain={subdomain}
            signedIn={signedIn}
            requestAction={(kind) => setPendingAction({ kind, subdomain })}
          />
        )}
      />
    </div>
  );
}

/** Placeholder of an empty list of subdomains. */
function NoSubdomains({ tunnelDomain }: { tunnelDomain: string }) {
  return (
    <EmptyState icon="tunnel" title="No subdomain yet">
      <p>A tunnel exposes a port of your machine at a subdomain of this server, such as demo.{tunnelDomain}.</p>
    </EmptyState>
  );
}

interface CardProps {
  subdomain: Subdomain;
  signedIn: SignedIn;
  /** Opens the confirmation of an action. */
  requestAction: (kind: PendingAction["kind"]) => void;
}

/**
 * Shows a subdomain with its status, the command for its tunnel, and its token. `requestAction` asks to confirm a rotation or
 * deletion.
 */
function TunnelCard({ subdomain, signedIn, requestAction }: CardProps) {
  const { domain, url, online, token } = subdomain;
  return (
    <section class="card pad stack" aria-label={domain}>
      <div class="head">
        <h2>
          {/* Only http(s): no link may have a scheme such as `javascript:`. */}
          {/^https?:/.test(url) ? (
            <a href={url} target="_blank" rel="noopener noreferrer">
              {domain}
            </a>
          ) : (
            domain
          )}
        </h2>
        <span class={`badge ${online ? "good" : ""}`}>{describeStatus(subdomain)}</span>
      </div>
      {/* Open at first while the tunnel is offline: then the user needs the command. */}
      <Disclosure summary="Command and token" isOpen={!online}>
        {() => (
          <div class="stack">
            <Snippets label={`Open ${domain} with`} snippets={toTunnelSnippets(token)} />
            <div class="head">
              <SecretText value={token} label={`token of ${domain}`} />
              <ActionButtons signedIn={signedIn} requestAction={requestAction} />
            </div>
          </div>
        )}
      </Disclosure>
    </section>
  );
}

/**
 * Returns "online" or "offline", with the number of clients if several share the subdomain. The number is an extension of the API, so
 * other servers may omit it.
 */
export function describeStatus({ online, clients = 1 }: Subdomain): string {
  if (!online) return "offline";
  return clients > 1 ? `online, ${clients} clients` : "online";
}

/** Buttons of the actions that the signed-in key may carry out. */
function ActionButtons({ signedIn, requestAction }: Pick<CardProps, "signedIn" | "requestAction">) {
  return (
    <div class="actions">
      {hasScope(signedIn, "subdomain:renew") && (
        <button type="button" class="button" onClick={() => requestAction("rotate")}>
          Rotate token…
        </button>
      )}
      {hasScope(signedIn, "subdomain:delete") && (
        <button type="button" class="button danger" onClick={() => requestAction("delete")}>
          Delete…
        </button>
      )}
    </div>
  );
}

interface ConfirmActionProps extends PendingAction {
  signedIn: SignedIn;
  onClose: () => void;
  onDone: () => Promise<void>;
}

/** Asks for confirmation, then rotates the token of a subdomain or deletes the subdomain. */
function ConfirmAction({ kind, subdomain, signedIn: { frontdesk }, onClose, onDone }: ConfirmActionProps) {
  const { id, name, domain } = subdomain;
  if (kind === "rotate")
    return (
      <Confirm
        title={`Rotate the token of ${domain}?`}
        verb="Rotate the token"
        onClose={onClose}
        onConfirm={async () => {
          await frontdesk.subdomains.rotate(id);
          await onDone();
        }}
      >
        <p>The old token stops working at once, and tunnels opened with it are closed.</p>
      </Confirm>
    );
  return (
    <Confirm
      title={`Delete ${domain}?`}
      verb="Delete the subdomain"
      requiredText={name}
      onClose={onClose}
      onConfirm={async () => {
        // The subdomain may have been deleted in another tab.
        await frontdesk.subdomains.delete(id).catch(ignoreNotFound);
        refreshUsage();
        await onDone();
      }}
    >
      <p>Its tunnels are closed, and anyone on this server may register the name.</p>
    </Confirm>
  );
}
