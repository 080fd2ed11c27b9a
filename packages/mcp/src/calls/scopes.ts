import { createFrontdesk } from "@frontdesk/sdk";
import type { State } from "../state/state.ts";

/** The key's scopes, asked for when someone wants to know: one that is granted later counts at once. */
export interface Scopes {
  /** `undefined`: not to be had in time, so everything is shown and the server refuses. */
  read(): Promise<string | null | undefined>;
}

/** How long a list may wait for the scopes, in ms. */
const patience = 1_500;

export function createScopes({ settings: { baseUrl, key }, send }: Pick<State, "settings" | "send">): Scopes {
  return {
    async read() {
      if (key === "") return undefined;
      const desk = createFrontdesk({ retries: false, baseUrl, key, fetch: send });
      try {
        return (await desk.account({ timeout: patience })).agent_token.scopes;
      } catch {
        return undefined;
      }
    },
  };
}

/** Whether a key with these scopes holds one; `null` is full access. */
export function holdsScope(scopes: string | null, wanted: string): boolean {
  return scopes === null || toList(scopes).includes(wanted);
}

/** The contract's list, as it is written in one string. */
export function toList(scopes: string): string[] {
  return scopes.split(",").map((scope) => scope.trim());
}
