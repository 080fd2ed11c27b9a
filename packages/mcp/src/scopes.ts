import { createFrontdesk } from "@frontdesk/sdk";
import type { Settings } from "./settings.ts";

/** The key's scopes, asked for once, and only when someone wants to know. */
export interface Scopes {
  /** `undefined`: not to be had in time, so everything is shown and the server refuses. */
  read(): Promise<string | null | undefined>;
  /** What is known without asking. */
  known(): string | null | undefined;
}

/** How long a list may wait for the scopes, in ms. */
const patience = 1_500;

export function createScopes({ baseUrl, key }: Settings): Scopes {
  let known: string | null | undefined;
  let asked: Promise<string | null | undefined> | undefined;

  async function ask(): Promise<string | null | undefined> {
    const signal = AbortSignal.timeout(patience);
    const fetch = (request: Request) => globalThis.fetch(request, { signal });
    try {
      const { agent_token } = await createFrontdesk({ retries: false, baseUrl, accessKey: key, fetch }).account();
      known = agent_token.scopes;
      return known;
    } catch {
      return undefined;
    }
  }

  return {
    read() {
      if (key === "") return Promise.resolve(undefined);
      asked ??= ask();
      return asked;
    },
    known: () => known,
  };
}
