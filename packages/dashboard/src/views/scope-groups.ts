import type { Scope } from "@frontdesk/sdk";
import { hasScope, isLaterEdition, type SignedIn } from "../app/session.ts";

/** Scopes that are shown together, with what each permits. */
export interface ScopeGroup {
  name: string;
  scopes: { scope: Scope; label: string }[];
}

const scopeGroups: ScopeGroup[] = [
  ...(["mailbox", "sms", "subdomain"] as const).map((kind) => ({
    name: { mailbox: "Mailboxes", sms: "SMS", subdomain: "Tunnels" }[kind],
    scopes: [
      { scope: `${kind}:read` as const, label: "read" },
      { scope: `${kind}:create` as const, label: "register" },
      { scope: `${kind}:renew` as const, label: "rotate keys" },
      { scope: `${kind}:delete` as const, label: "delete" },
    ],
  })),
  {
    name: "Authenticators",
    scopes: [
      { scope: "authenticator:read", label: "read codes" },
      { scope: "authenticator:create", label: "register" },
      { scope: "authenticator:delete", label: "delete" },
    ],
  },
  {
    name: "Delivery",
    scopes: [
      { scope: "mail:push", label: "mail over HTTP" },
      { scope: "sms:push", label: "SMS through a provider's API" },
    ],
  },
  {
    name: "Agent keys",
    scopes: [
      { scope: "token:read", label: "list" },
      { scope: "token:write", label: "create and revoke" },
    ],
  },
  { name: "Audit log", scopes: [{ scope: "audit:read", label: "read" }] },
];
/** Groups that only servers of the later edition have. */
const laterGroups = ["SMS", "Authenticators", "Delivery", "Audit log"];

/**
 * Returns the scopes that a new key can get: a key can pass on only those that it has. Without empty groups, and without those of
 * the later edition of the API if the server has the earlier one.
 */
export function grantableScopes(signedIn: SignedIn): ScopeGroup[] {
  return scopeGroups
    .filter(({ name }) => isLaterEdition(signedIn) || !laterGroups.includes(name))
    .map((group) => ({ ...group, scopes: group.scopes.filter(({ scope }) => hasScope(signedIn, scope)) }))
    .filter(({ scopes }) => scopes.length > 0);
}
