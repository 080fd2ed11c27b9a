import type { ComponentChildren, RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Icon, type IconName, Logo } from "../ui/icons.tsx";
import { Skeleton } from "../ui/states.tsx";
import { Welcome } from "../ui/welcome.tsx";
import { AccountView } from "../views/account.tsx";
import { AuditView } from "../views/audit/view.tsx";
import { AuthenticatorsView } from "../views/authenticators.tsx";
import { ConfirmSignIn } from "../views/confirm-sign-in.tsx";
import { KeysView } from "../views/keys.tsx";
import { MailboxesView } from "../views/mailboxes.tsx";
import { RejectedMailView } from "../views/rejected-mail.tsx";
import { SignIn } from "../views/sign-in.tsx";
import { SmsView } from "../views/sms.tsx";
import { TunnelsView } from "../views/tunnels.tsx";
import { isConnected } from "./connection.ts";
import { findView, isCurrentLink, menuLinksFor, type ViewName } from "./navigation.ts";
import { route } from "./route.ts";
import { pendingSignInCode, type SignedIn, session, signOut } from "./session.ts";
import { useStore } from "./store.ts";

/** Renders the page for the current session: the dashboard, the sign-in, or a placeholder while signing in. */
export function App() {
  const currentSession = useStore(session);
  if (currentSession.state === "signed-in") return <Dashboard signedIn={currentSession} />;
  if (currentSession.state === "signing-in")
    return (
      <>
        <ConnectionBanner />
        <Welcome>
          <Skeleton rows={3} label="Signing in" />
        </Welcome>
      </>
    );
  // `SignIn` itself says when the server does not answer, so it needs no banner.
  return <SignIn session={currentSession} />;
}

/** Menu and current view, and a question if a sign-in link was opened. */
function Dashboard({ signedIn }: { signedIn: SignedIn }) {
  const [viewName = "", id] = useStore(route).split("/");
  const { view, name } = findView(viewName);
  const main = useRef<HTMLElement>(null);
  const linkCode = useStore(pendingSignInCode);
  usePageChange(view, name, main);
  return (
    <>
      <button type="button" class="button skip" onClick={() => main.current?.focus()}>
        Skip to content
      </button>
      <ConnectionBanner />
      {linkCode !== null && <ConfirmSignIn key={linkCode} code={linkCode} signedIn={signedIn} />}
      <div class="shell">
        <TopBar />
        <Menu signedIn={signedIn} currentView={view} />
        <main class="main" id="main" tabIndex={-1} ref={main}>
          <View view={view} id={id} signedIn={signedIn} />
        </main>
      </div>
    </>
  );
}

/** Sets the document's title to that of the view, and moves the focus to a newly opened view. */
function usePageChange(view: ViewName, name: string, main: RefObject<HTMLElement | null>): void {
  const isFirstView = useRef(true);
  useEffect(() => {
    document.title = `${name} · Frontdesk`;
    // Moves keyboard and screen reader users to the new view. When the page opens, they are at its start.
    if (!isFirstView.current) main.current?.focus();
    isFirstView.current = false;
  }, [view]);
}

/** Bar above the view on narrow screens, which have no room for the foot of the menu. */
function TopBar() {
  return (
    <header class="top">
      <Brand />
      <div class="actions">
        <a class="button ghost" href="/docs">
          API
        </a>
        <SignOut />
      </div>
    </header>
  );
}

/** Links to the views: a column at the side, or a tab bar at the foot of narrow screens. */
function Menu({ signedIn, currentView }: { signedIn: SignedIn; currentView: ViewName }) {
  return (
    <aside class="side" aria-label="Menu">
      <Brand />
      <nav class="nav" aria-label="Views">
        {menuLinksFor(signedIn).map(({ view, name, icon }) => (
          <NavLink key={view} href={`#/${view}`} icon={icon} isCurrent={isCurrentLink(view, currentView)}>
            {name}
          </NavLink>
        ))}
      </nav>
      <div class="side-foot">
        <nav class="nav" aria-label="Documentation">
          <NavLink href="/docs" icon="docs">
            API reference
          </NavLink>
        </nav>
        <SignOut />
      </div>
    </aside>
  );
}

/** Renders a view; `id` selects one mailbox or SMS inbox. */
function View({ view, id, signedIn }: { view: ViewName; id: string | undefined; signedIn: SignedIn }) {
  switch (view) {
    case "mailboxes":
      return <MailboxesView signedIn={signedIn} id={id} />;
    // Rejected mail, as the URL names it.
    case "refused":
      return <RejectedMailView signedIn={signedIn} />;
    case "sms":
      return <SmsView signedIn={signedIn} id={id} />;
    case "tunnels":
      return <TunnelsView signedIn={signedIn} />;
    case "authenticators":
      return <AuthenticatorsView signedIn={signedIn} />;
    case "keys":
      return <KeysView signedIn={signedIn} />;
    case "audit":
      return <AuditView signedIn={signedIn} />;
    case "account":
      return <AccountView signedIn={signedIn} />;
  }
}

/** Logo and name, linked to the start page. */
function Brand() {
  return (
    <a class="brand" href="#/mailboxes">
      <Logo />
      Frontdesk
    </a>
  );
}

/** Button that signs out of the dashboard. */
function SignOut() {
  return (
    <button type="button" class="button ghost" onClick={() => signOut()}>
      <Icon name="out" size={18} /> Sign out
    </button>
  );
}

/** Warning while the server does not respond. */
function ConnectionBanner() {
  const connected = useStore(isConnected);
  // The container stays, because screen readers announce only changes of an element that exists.
  return <div role="status">{!connected && <p class="banner">The server does not answer. Trying again…</p>}</div>;
}

interface NavLinkProps {
  href: string;
  icon: IconName;
  isCurrent?: boolean;
  children: ComponentChildren;
}
/** Link of the navigation to a view. */
function NavLink({ href, icon, isCurrent = false, children }: NavLinkProps) {
  return (
    <a href={href} aria-current={isCurrent ? "page" : undefined}>
      <Icon name={icon} />
      {children}
    </a>
  );
}
