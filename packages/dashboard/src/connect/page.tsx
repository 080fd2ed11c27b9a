import { useMemo } from "preact/hooks";
import { useLoad } from "../app/load.ts";
import { hasScope, type SignedIn, session, signOut } from "../app/session.ts";
import { useStore } from "../app/store.ts";
import { ErrorMessage, Skeleton } from "../ui/states.tsx";
import { Welcome } from "../ui/welcome.tsx";
import { SignIn } from "../views/sign-in.tsx";
import { createConsentApi } from "./consent-api.ts";
import { ConsentForm } from "./consent-form.tsx";

/** Page on which a person decides on the request of an app. Signed out, it asks for a key or a sign-in link first. */
export function ConnectPage({ requestId }: { requestId: string }) {
  const currentSession = useStore(session);
  if (currentSession.state === "signing-in")
    return (
      <Welcome>
        <Skeleton rows={3} label="Signing in" />
      </Welcome>
    );
  if (currentSession.state !== "signed-in")
    return (
      <SignIn session={currentSession} purpose="An app asks to connect. Sign in to see which, and what it wants." />
    );
  return (
    <Welcome>
      {hasScope(currentSession, "token:write") ? (
        <LoadedConsentForm key={currentSession.key} requestId={requestId} signedIn={currentSession} />
      ) : (
        <>
          <h1>This key cannot connect apps</h1>
          <p>
            It lacks the scope <code>token:write</code>. Sign in with a key that has it.
          </p>
        </>
      )}
      <p class="small muted">
        Signed in to the account <b>{currentSession.account.name}</b> with the key{" "}
        <b>{currentSession.agent_token.name}</b>.{" "}
        <button type="button" class="button ghost" onClick={() => signOut()}>
          Use another key
        </button>
      </p>
    </Welcome>
  );
}

/** Loads the app's request and shows the form for the decision. */
function LoadedConsentForm({ requestId, signedIn }: { requestId: string; signedIn: SignedIn }) {
  const api = useMemo(() => createConsentApi(signedIn.key, requestId), [signedIn.key, requestId]);
  const [loaded, reload] = useLoad(() => api.describe(), [api]);
  if (loaded.state === "loading") return <Skeleton rows={4} />;
  if (loaded.state === "failed")
    return (
      <>
        <h1>Connect an app</h1>
        <ErrorMessage error={loaded.error} retry={() => void reload()} />
      </>
    );
  return <ConsentForm request={loaded.value} api={api} />;
}
