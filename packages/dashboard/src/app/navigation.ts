import type { IconName } from "../ui/icons.tsx";
import { isLaterEdition, type SignedIn } from "./session.ts";

/** A view as the URL names it after `#/`. "refused" is rejected mail. */
export type ViewName = "mailboxes" | "refused" | "sms" | "tunnels" | "authenticators" | "keys" | "audit" | "account";

interface MenuLink {
  view: ViewName;
  name: string;
  icon: IconName;
}

/** Links of the menu. The views "mailboxes" and "sms" can be followed by an id in the URL. */
const menuLinks: MenuLink[] = [
  { view: "mailboxes", name: "Mailboxes", icon: "mail" },
  { view: "sms", name: "SMS", icon: "sms" },
  { view: "tunnels", name: "Tunnels", icon: "tunnel" },
  { view: "authenticators", name: "Authenticators", icon: "clock" },
  { view: "keys", name: "Keys", icon: "key" },
  { view: "audit", name: "Audit log", icon: "audit" },
  { view: "account", name: "Account", icon: "account" },
];
const viewsOfLaterEdition: ViewName[] = ["sms", "authenticators", "audit"];
/** Has no link in the menu: the page of the mailboxes links to it. */
const rejectedMailView = { view: "refused", name: "Rejected mail" } as const;

/** Returns whether the server's edition has what the view shows. */
export const isViewAvailable = (view: ViewName, signedIn: SignedIn): boolean =>
  isLaterEdition(signedIn) || !viewsOfLaterEdition.includes(view);

/** Returns the links of the menu for the server's edition. */
export const menuLinksFor = (signedIn: SignedIn): MenuLink[] =>
  menuLinks.filter(({ view }) => isViewAvailable(view, signedIn));

/** Returns the view of this name and its title; that of the mailboxes if the name is unknown. */
export function findView(name: string): { view: ViewName; name: string } {
  const views = [...menuLinks, rejectedMailView];
  return views.find(({ view }) => view === name) ?? { view: "mailboxes", name: "Mailboxes" };
}

/** Returns whether the menu marks the link as current while the view is shown. Rejected mail belongs to the mailboxes. */
export const isCurrentLink = (link: ViewName, shownView: ViewName): boolean =>
  link === (shownView === "refused" ? "mailboxes" : shownView);
