import type { Scope } from "@frontdesk/contract";
import { connectionScopes } from "../store/connection-scopes.ts";

/** Scopes whose boxes the consent page does not tick: a second factor must be given on purpose. */
export const untickedScopes: readonly Scope[] = ["authenticator:read"];

/** Returns the scopes that the parameter `scope` names, space-separated. Ignores unknown ones; without a known one, returns all. */
export function parseRequestedScopes(scope: string | null): Scope[] {
  const names = (scope ?? "").split(" ");
  const knownScopes = connectionScopes.filter((knownScope) => names.includes(knownScope));
  return knownScopes.length > 0 ? knownScopes : [...connectionScopes];
}
