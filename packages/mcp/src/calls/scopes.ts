import { createFrontdesk } from "@frontdesk/sdk";
import type { State } from "../state/state.ts";

/** Reads the scopes of the key each time, so that changes count at once. */
export interface KeyScopes {
  /**
   * Resolves with the comma-separated scopes, or `null` for full access. Resolves with `undefined` if the server does not
   * respond in time: then all tools are listed and the server rejects calls.
   */
  read(): Promise<string | null | undefined>;
}

/** Longest time that a tool list waits for the scopes. */
const scopesTimeoutMs = 1_500;

/** Creates the reader of the scopes of the key in the settings. The list of tools contains only what they allow. */
export function createKeyScopes({ settings: { baseUrl, key }, send }: Pick<State, "settings" | "send">): KeyScopes {
  return {
    /** Returns the key's scopes; `null` for full access, `undefined` if they cannot be read. */
    async read() {
      const hasKey = key !== "";
      if (!hasKey) return undefined;
      // Without retries, so that a failure shows within the time limit.
      const frontdesk = createFrontdesk({ retries: false, baseUrl, key, fetch: send });
      try {
        return (await frontdesk.account({ timeout: scopesTimeoutMs })).agent_token.scopes;
      } catch {
        return undefined;
      }
    },
  };
}

/** Whether a key with these scopes has `scope`; `null` is full access. */
export function holdsScope(scopes: string | null, scope: string): boolean {
  return scopes === null || splitScopes(scopes).includes(scope);
}

/** Parses a comma-separated list of scopes. */
export function splitScopes(scopes: string): string[] {
  return scopes.split(",").map((scope) => scope.trim());
}
