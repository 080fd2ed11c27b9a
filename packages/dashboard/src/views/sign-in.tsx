import { useEffect, useId, useState } from "preact/hooks";
import { isConnected } from "../app/connection.ts";
import { type DashboardSession, signIn, signInWithCode, signOut } from "../app/session.ts";
import { TextField } from "../ui/fields.tsx";
import { InlineCode } from "../ui/inline-code.tsx";
import { Welcome } from "../ui/welcome.tsx";

interface SignInProps {
  session: Extract<DashboardSession, { state: "signed-out" | "unreachable" }>;
  /** Says what the sign-in is for. @default the dashboard */
  purpose?: string;
}

/** Asks for an agent key or a sign-in link, and explains how to get one. */
export function SignIn({ session, purpose = "Mailboxes, SMS inboxes and tunnels for your programs." }: SignInProps) {
  return (
    <Welcome>
      <div class="stack tight">
        <h1>Sign in</h1>
        <p class="muted">{purpose}</p>
      </div>
      {session.state === "unreachable" ? (
        <ServerUnreachable session={session} />
      ) : (
        <SignInForm reason={session.reason} />
      )}
      <div class="stack tight small muted">
        <p>
          No key? On the server, <code>frontdesk dashboard</code> prints a link that signs you in.
        </p>
        <p>This tab forgets the key when it is closed.</p>
        <p>
          <a href="/docs">API reference</a>
        </p>
      </div>
    </Welcome>
  );
}

/** Field for a key or a link. `reason` says why the last session ended. */
function SignInForm({ reason }: { reason: string | null }) {
  const [text, setText] = useState("");
  const [inputError, setInputError] = useState<string | null>(null);
  const messageId = useId();
  const message = inputError ?? reason;
  /** Signs in with the entered key or link, or shows what is wrong with it. */
  function submit(event: Event): void {
    event.preventDefault();
    const input = text.trim();
    const code = /#sign-in=([\w-]+)$/.exec(input)?.[1];
    if (code) void signInWithCode(code);
    else if (/^svcagt_\w+$/.test(input)) void signIn(input);
    else setInputError(invalidKeyMessage(input));
  }
  return (
    <form class="stack" onSubmit={submit}>
      {message && (
        <p class="trouble" role="alert" id={messageId}>
          <InlineCode text={message} />
        </p>
      )}
      <TextField
        label="Agent key, or a sign-in link"
        type="password"
        autocomplete="off"
        spellcheck={false}
        placeholder="svcagt_…"
        required
        value={text}
        aria-describedby={message ? messageId : undefined}
        onType={setText}
      />
      <button type="submit" class="button primary">
        Sign in
      </button>
    </form>
  );
}

/** Repeats the failed sign-in every second until the server responds. */
function ServerUnreachable({ session }: { session: Extract<DashboardSession, { state: "unreachable" }> }) {
  // A failed attempt sets a new session object, which starts the next timer.
  useEffect(() => {
    const timer = setTimeout(() => void session.retry(), 1_000);
    return () => clearTimeout(timer);
  }, [session]);
  return (
    <div class="stack" role="status">
      <p class="note">The server does not answer. Trying again…</p>
      <button type="button" class="button" onClick={signInWithAnotherKey}>
        Sign in with another key
      </button>
    </div>
  );
}

/** Signs out. Ends the connection checks and their banner too: the next sign-in shows by itself whether the server responds. */
function signInWithAnotherKey(): void {
  isConnected.set(true);
  signOut();
}

/** Returns what is wrong with an input that is neither an agent key nor a sign-in link. */
function invalidKeyMessage(input: string): string {
  if (/^svc(m|sms)?_/.test(input))
    return "This is the key of one mailbox, phone or subdomain. The dashboard takes an agent key, which starts with `svcagt_`.";
  return "An agent key starts with `svcagt_`. It was printed when the server first started; `frontdesk key create` makes another.";
}
