import type { Scope } from "@frontdesk/contract";
import { connectionScopes } from "../store/connection-scopes.ts";

/** Scopes whose boxes the consent page does not tick: a second factor must be given on purpose. */
export const untickedScopes: readonly Scope[] = ["authenticator:read"];

/** Returns the scopes of a connection that a request names. Ignores unknown ones; without a known one, all are offered. */
export function parseRequestedScopes(scope: string | null): Scope[] {
  const names = (scope ?? "").split(" ");
  const known = connectionScopes.filter((offered) => names.includes(offered));
  return known.length > 0 ? known : [...connectionScopes];
}
