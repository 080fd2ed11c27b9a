import type { Authenticator, Frontdesk } from "@frontdesk/sdk";
import { useState } from "preact/hooks";
import { useLoad } from "../app/load.ts";
import { hasScope, ignoreNotFound, refreshUsage, type SignedIn } from "../app/session.ts";
import { PageHead } from "../ui/create-button.tsx";
import { Confirm } from "../ui/dialog.tsx";
import { LiveCode } from "../ui/live-code.tsx";
import { LoadedCards } from "../ui/loaded-rows.tsx";
import { EmptyState, needsScope } from "../ui/states.tsx";
import { NewAuthenticator } from "./new-authenticator.tsx";

/** Lists the account's authenticators, if the key has the scope. */
export const AuthenticatorsView = needsScope("authenticator:read", "see authenticators", AuthenticatorsPage);

/** The list of authenticators, with dialogs to register one and to delete one. */
function AuthenticatorsPage({ signedIn }: { signedIn: SignedIn }) {
  const { frontdesk } = signedIn;
  const [loaded, reload] = useLoad((signal) => frontdesk.authenticators.list({ signal }), [frontdesk]);
  const [isRegistering, setRegistering] = useState(false);
  /** Authenticator whose deletion the user must confirm. */
  const [toDelete, setToDelete] = useState<Authenticator | null>(null);
  const mayDelete = hasScope(signedIn, "authenticator:delete");
  return (
    <div class="page stack">
      <PageHead
        title="Authenticators"
        signedIn={signedIn}
        scope="authenticator:create"
        label="New authenticator"
        action="register authenticators"
        onClick={() => setRegistering(true)}
      />
      {isRegistering && (
        <NewAuthenticator signedIn={signedIn} onClose={() => setRegistering(false)} onRegistered={reload} />
      )}
      {toDelete && (
        <ConfirmDeletion
          authenticator={toDelete}
          frontdesk={frontdesk}
          onClose={() => setToDelete(null)}
          onDeleted={reload}
        />
      )}
      <LoadedCards
        loaded={loaded}
        retry={reload}
        empty={<NoAuthenticators />}
        row={(authenticator) => (
          <AuthenticatorCard
            key={authenticator.id}
            authenticator={authenticator}
            onDelete={mayDelete ? () => setToDelete(authenticator) : null}
          />
        )}
      />
    </div>
  );
}

interface ConfirmDeletionProps {
  authenticator: Authenticator;
  frontdesk: Frontdesk;
  onClose: () => void;
  onDeleted: () => Promise<void>;
}

/** Asks for confirmation, then deletes the authenticator. */
function ConfirmDeletion({ authenticator, frontdesk, onClose, onDeleted }: ConfirmDeletionProps) {
  return (
    <Confirm
      title={`Delete ${authenticator.name}?`}
      verb="Delete the authenticator"
      requiredText={authenticator.name}
      onClose={onClose}
      onConfirm={async () => {
        // The authenticator may have been deleted in another tab.
        await frontdesk.authenticators.delete(authenticator.id).catch(ignoreNotFound);
        refreshUsage();
        await onDeleted();
      }}
    >
      <p>Its secret is deleted. Without another copy of it, nobody can generate its codes again.</p>
    </Confirm>
  );
}

/** Placeholder of an empty list, which says what authenticators are for. */
function NoAuthenticators() {
  return (
    <EmptyState icon="clock" title="No authenticator yet">
      <p>An authenticator generates the codes of an app's second factor, as an app on a phone does.</p>
    </EmptyState>
  );
}

interface CardProps {
  authenticator: Authenticator;
  /** Opens the confirmation; `null` if the key may not delete. */
  onDelete: (() => void) | null;
}

/** Shows an authenticator. Its code is requested only when somebody wants to see it. `onDelete` is `null` if the key may not delete. */
function AuthenticatorCard({ authenticator, onDelete }: CardProps) {
  const [isCodeShown, setCodeShown] = useState(false);
  const { name, issuer, account } = authenticator;
  const description = [issuer, account].filter(Boolean).join(", ");
  return (
    <section class="card pad stack" aria-label={name}>
      <div class="head">
        <h2>{name}</h2>
        <div class="actions">
          <button type="button" class="button" aria-pressed={isCodeShown} onClick={() => setCodeShown(!isCodeShown)}>
            {isCodeShown ? "Hide code" : "Show code"}
          </button>
          {onDelete && (
            <button type="button" class="button danger" onClick={onDelete}>
              Delete…
            </button>
          )}
        </div>
      </div>
      {description !== "" && <p class="hint">{description}</p>}
      {isCodeShown && <LiveCode authenticator={authenticator} />}
    </section>
  );
}
