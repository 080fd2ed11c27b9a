import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Icon, type IconName, Mark } from "../ui/icons.tsx";
import { Skeleton } from "../ui/states.tsx";
import { AccountView } from "../views/account.tsx";
import { ConfirmSignIn } from "../views/confirm-sign-in.tsx";
import { KeysView } from "../views/keys.tsx";
import { MailboxesView } from "../views/mailboxes.tsx";
import { RejectedMailView } from "../views/rejected-mail.tsx";
import { SignIn } from "../views/sign-in.tsx";
import { SmsView } from "../views/sms.tsx";
import { TunnelsView } from "../views/tunnels.tsx";
import { isConnected } from "./connection.ts";
import { route } from "./route.ts";
import { pendingSignInCode, type SignedIn, session, signOut } from "./session.ts";
import { useStore } from "./store.ts";

const navigation: { to: string; name: string; icon: IconName }[] = [
  { to: "mailboxes", name: "Mailboxes", icon: "mail" },
  { to: "sms", name: "SMS", icon: "sms" },
  { to: "tunnels", name: "Tunnels", icon: "tunnel" },
  { to: "keys", name: "Keys", icon: "key" },
  { to: "account", name: "Account", icon: "account" },
];

/** The whole page. */
export function App() {
  const now = useStore(session);
  if (now.state === "in") return <Dashboard signedIn={now} />;
  if (now.state === "entering")
    return (
      <>
        <ConnectionBanner />
        <main class="welcome">
          <div class="card welcome-card">
            <p class="brand">
              <Mark />
              Frontdesk
            </p>
            <Skeleton rows={3} label="Signing in" />
          </div>
        </main>
      </>
    );
  return <SignIn session={now} />;
}

function Dashboard({ signedIn }: { signedIn: SignedIn }) {
  const [place = "", ...rest] = useStore(route).split("/");
  const here = navigation.some(({ to }) => to === place) || place === "refused" ? place : "mailboxes";
  const main = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  const offered = useStore(pendingSignInCode);
  const hasSms = signedIn.server.edition === "later";
  useEffect(() => {
    document.title = `${navigation.find(({ to }) => to === here)?.name ?? "Rejected mail"} · Frontdesk`;
    // Moves keyboard and screen reader users to the new view.
    if (!isFirst.current) main.current?.focus({ preventScroll: false });
    isFirst.current = false;
  }, [here]);
  return (
    <>
      <button type="button" class="button skip" onClick={() => main.current?.focus()}>
        Skip to content
      </button>
      <ConnectionBanner />
      {offered !== null && <ConfirmSignIn key={offered} code={offered} signedIn={signedIn} />}
      <div class="shell">
        <header class="top">
          <Brand />
          <div class="actions">
            <a class="button ghost" href="/docs">
              API
            </a>
            <SignOut />
          </div>
        </header>
        <aside class="side" aria-label="Menu">
          <Brand />
          <nav class="nav" aria-label="Views">
            {navigation
              .filter(({ to }) => hasSms || to !== "sms")
              .map(({ to, name, icon }) => (
                <NavLink
                  key={to}
                  to={`#/${to}`}
                  icon={icon}
                  isHere={here === to || (here === "refused" && to === "mailboxes")}
                >
                  {name}
                </NavLink>
              ))}
          </nav>
          <div class="side-foot">
            <nav class="nav" aria-label="Elsewhere">
              <NavLink to="/docs" icon="docs">
                API reference
              </NavLink>
            </nav>
            <SignOut />
          </div>
        </aside>
        <main class="main" id="main" tabIndex={-1} ref={main}>
          <View here={here} rest={rest} signedIn={signedIn} />
        </main>
      </div>
    </>
  );
}

function View({ here, rest: [id], signedIn }: { here: string; rest: string[]; signedIn: SignedIn }) {
  switch (here) {
    case "sms":
      return <SmsView signedIn={signedIn} id={id} />;
    case "tunnels":
      return <TunnelsView signedIn={signedIn} />;
    case "keys":
      return <KeysView signedIn={signedIn} />;
    case "account":
      return <AccountView signedIn={signedIn} />;
    case "refused":
      return <RejectedMailView signedIn={signedIn} />;
    default:
      return <MailboxesView signedIn={signedIn} id={id} />;
  }
}

function Brand() {
  return (
    <a class="brand" href="#/mailboxes">
      <Mark />
      Frontdesk
    </a>
  );
}

function SignOut() {
  return (
    <button type="button" class="button ghost" onClick={() => signOut()}>
      <Icon name="out" size={18} /> Sign out
    </button>
  );
}

/** Shown while the server does not respond. */
function ConnectionBanner() {
  return (
    <div role="status">{!useStore(isConnected) && <p class="banner">The server does not answer. Trying again…</p>}</div>
  );
}

interface NavLinkProps {
  to: string;
  icon: IconName;
  isHere?: boolean;
  children: ComponentChildren;
}
function NavLink({ to, icon, isHere = false, children }: NavLinkProps) {
  return (
    <a href={to} aria-current={isHere ? "page" : undefined}>
      <Icon name={icon} />
      {children}
    </a>
  );
}
