import { useLoad } from "../app/load.ts";
import { type DashboardSession, hasScope, type SignedIn, session, signOut } from "../app/session.ts";
import { useStore } from "../app/store.ts";
import { ErrorMessage, Skeleton } from "../ui/states.tsx";
import type { Operation } from "./document.ts";
import { KeyForm } from "./key-form.tsx";
import { TryForm } from "./try-form.tsx";
import { loadTryInputs, noInputs } from "./try-values.ts";

/** Section "Try it": sends the operation to this server with the signed-in key, or asks for a key first. */
export function Try({ operation }: { operation: Operation }) {
  const currentSession = useStore(session);
  return (
    <section class="card try" id="try" tabIndex={-1} aria-label="Try it">
      <div class="head pad">
        <h2>Try it</h2>
        {currentSession.state === "signed-in" && (
          <span class="row small muted">
            with the key {currentSession.agent_token.name}
            <button type="button" class="button ghost" onClick={() => signOut()}>
              Sign out
            </button>
          </span>
        )}
      </div>
      <div class="pad stack">
        <FormOrSignIn operation={operation} currentSession={currentSession} />
      </div>
    </section>
  );
}

/** Shows the form, or asks for a key if the operation needs one. */
function FormOrSignIn({ operation, currentSession }: { operation: Operation; currentSession: DashboardSession }) {
  if (operation.key === null) return <TryForm operation={operation} signedIn={null} inputs={noInputs} />;
  switch (currentSession.state) {
    case "signed-in":
      return <SignedInForm operation={operation} signedIn={currentSession} />;
    case "signing-in":
      return <Skeleton rows={1} label="Signing in" />;
    case "signed-out":
      return <KeyForm message={currentSession.reason} />;
    case "unreachable":
      return <KeyForm message="The server does not answer." />;
  }
}

/** Loads the account's records for the form, or says which scopes the key lacks. */
function SignedInForm({ operation, signedIn }: { operation: Operation; signedIn: SignedIn }) {
  // Loads even if a scope is missing, because Preact needs the same hooks at each rendering. The result is then not shown.
  const [loaded, reload] = useLoad((signal) => loadTryInputs(operation, signedIn, signal), [operation, signedIn.key]);
  const missingScopes = operation.scopes.filter((scope) => !hasScope(signedIn, scope));
  if (missingScopes.length > 0)
    return (
      <p class="note">
        The key lacks the scope <code>{missingScopes.join(", ")}</code>. Sign in with one that has it.
      </p>
    );
  if (loaded.state === "loading") return <Skeleton rows={1} label="Loading the account's records" />;
  if (loaded.state === "failed") return <ErrorMessage error={loaded.error} retry={reload} />;
  return <TryForm operation={operation} signedIn={signedIn} inputs={loaded.value} />;
}
