import { useEffect, useId, useState } from "preact/hooks";
import { isConnected } from "../app/connection.ts";
import { type DashboardSession, signIn, signInWithCode, signOut } from "../app/session.ts";
import { Mark } from "../ui/icons.tsx";
import { InlineCode } from "../ui/inline-code.tsx";

/** The first thing a person sees: a place for the key, and how to come by one. */
export function SignIn({ session }: { session: Extract<DashboardSession, { state: "out" | "away" }> }) {
  const [text, setText] = useState("");
  const [fault, setFault] = useState<string | null>(null);
  const id = useId();
  const why = fault ?? (session.state === "out" ? session.why : null);
  const submit = (event: Event) => {
    event.preventDefault();
    const given = text.trim();
    const code = /#sign-in=([\w-]+)$/.exec(given)?.[1];
    if (code) return void signInWithCode(code);
    if (/^svcagt_\w+$/.test(given)) return void signIn(given);
    setFault(invalidKeyMessage(given));
  };
  return (
    <main class="welcome">
      <div class="card welcome-card">
        <p class="brand">
          <Mark />
          Frontdesk
        </p>
        <div class="stack tight">
          <h1>Sign in</h1>
          <p class="muted">Mailboxes, SMS inboxes and tunnels for your programs.</p>
        </div>
        {session.state === "away" ? (
          <ServerUnreachable session={session} />
        ) : (
          <form class="stack" onSubmit={submit}>
            {why && (
              <p class="trouble" role="alert" id={`${id}-why`}>
                <InlineCode text={why} />
              </p>
            )}
            <div class="field">
              <label for={id}>Agent key, or a sign-in link</label>
              <input
                id={id}
                type="password"
                autocomplete="off"
                spellcheck={false}
                placeholder="svcagt_…"
                required
                value={text}
                aria-describedby={why ? `${id}-why` : undefined}
                onInput={(event) => setText(event.currentTarget.value)}
              />
            </div>
            <button type="submit" class="button primary">
              Sign in
            </button>
          </form>
        )}
        <div class="stack tight small muted">
          <p>
            No key at hand? On the server, <code>frontdesk dashboard</code> prints a link that signs you in.
          </p>
          <p>This tab forgets the key when it is closed.</p>
          <p>
            <a href="/docs">API reference</a>
          </p>
        </div>
      </div>
    </main>
  );
}

/** The key or the link is kept; it is tried again until the server answers. */
function ServerUnreachable({ session }: { session: Extract<DashboardSession, { state: "away" }> }) {
  // Each try that fails makes a new state.
  useEffect(() => {
    const timer = setTimeout(() => void session.again(), 1_000);
    return () => clearTimeout(timer);
  }, [session]);
  return (
    <div class="stack" role="status">
      <p class="note">The server does not answer. Trying again…</p>
      <button
        type="button"
        class="button"
        onClick={() => {
          isConnected.set(true);
          signOut();
        }}
      >
        Sign in with another key
      </button>
    </div>
  );
}

function invalidKeyMessage(given: string): string {
  if (/^svc(m|sms)?_/.test(given))
    return "This is the key of one mailbox, phone or subdomain. The dashboard takes an agent key, which starts with `svcagt_`.";
  return "An agent key starts with `svcagt_`. It was printed when the server first started; `frontdesk key create` makes another.";
}
