import { acceptSignInCode, pendingSignInCode, type SignedIn } from "../app/session.ts";
import { Confirm } from "../ui/dialog.tsx";

/** Asks whether a sign-in link may replace the session of this tab. */
export function ConfirmSignIn({ code, signedIn }: { code: string; signedIn: SignedIn }) {
  return (
    <Confirm
      title="Sign in by this link?"
      verb="Sign in by the link"
      onConfirm={() => acceptSignInCode(code)}
      onClose={() => pendingSignInCode.set(null)}
    >
      <p>
        This tab is signed in to the account <b>{signedIn.account.name}</b> with the key{" "}
        <b>{signedIn.agent_token.name}</b>. The link replaces that key by another one, perhaps of another account.
      </p>
      <p>Continue only if you asked for the link: what you do afterwards, its account can see.</p>
    </Confirm>
  );
}
