import type { Scope } from "@frontdesk/contract";
import { connectionScopes } from "../store/connection-scopes.ts";

/** Scopes whose boxes the consent page does not tick: a second factor must be given on purpose. */
export const untickedScopes: readonly Scope[] = ["authenticator:read"];

/**
 * Returns the scopes that a client's parameter `scope` names, space-separated. Ignores unknown ones. Without a known
 * one, returns all: this only fills the consent page, on which the person chooses what the app gets.
 */
export function parseRequestedScopes(scope: string | null): Scope[] {
  const names = (scope ?? "").split(" ");
  const knownScopes = connectionScopes.filter((knownScope) => names.includes(knownScope));
  return knownScopes.length > 0 ? knownScopes : [...connectionScopes];
}
