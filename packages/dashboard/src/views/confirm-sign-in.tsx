import { acceptSignInCode, pendingSignInCode, type SignedIn } from "../app/session.ts";
import { Confirm } from "../ui/dialog.tsx";

/** Asks whether a sign-in link may replace the session of this tab. An attacker could send a link to their own account. */
export function ConfirmSignIn({ code, signedIn }: { code: string; signedIn: SignedIn }) {
  /** Ends the offer of this link. Another that was opened while this one signed in stays offered. */
  function close(): void {
    if (pendingSignInCode.get() === code) pendingSignInCode.set(null);
  }
  return (
    <Confirm
      title="Sign in with this link?"
      verb="Sign in with the link"
      onConfirm={() => acceptSignInCode(code)}
      onClose={close}
    >
      <p>
        This tab is signed in to the account <b>{signedIn.account.name}</b> with the key{" "}
        <b>{signedIn.agent_token.name}</b>. The link replaces that key with another one, possibly of another account.
      </p>
      <p>Continue only if you requested the link: its account can see what you do afterwards.</p>
    </Confirm>
  );
}
