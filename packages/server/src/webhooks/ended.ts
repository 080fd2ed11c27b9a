import type { Clock } from "../clock.ts";
import { Problem } from "../problem.ts";
import type { AgentKeys } from "../store/agent-keys.ts";
import type { Webhook, Webhooks } from "../store/webhooks.ts";
import { mapInSlices } from "../text/slices.ts";
import { mayBeSent } from "./readers.ts";

interface EndedParts {
  clock: Clock;
  agentKeys: Pick<AgentKeys, "find">;
  webhooks: Pick<Webhooks, "find" | "idsOf" | "remove">;
}

/** Webhooks end with the key that made them; nobody is told of it, so it is found out by whoever meets one. */
export interface EndedWebhooks {
  /** Those whose keys may still read what they are sent; the others are removed. */
  sift(webhooks: readonly Webhook[]): Promise<Webhook[]>;
  /** Removes those of an account that have ended, before their keys may change again. */
  clear(account: string): Promise<void>;
}

export function createEndedWebhooks({ clock, agentKeys, webhooks }: EndedParts): EndedWebhooks {
  const isLive = async ({ key, events }: Webhook) => mayBeSent(await agentKeys.find(key), events, clock.now());

  async function sift(found: readonly Webhook[]): Promise<Webhook[]> {
    const lives = await mapInSlices(found, isLive);
    for (const { id, account } of found.filter((_, index) => !lives[index]))
      await webhooks.remove(id, account).catch(passNotFound);
    return found.filter((_, index) => lives[index]);
  }

  return {
    sift,
    async clear(account) {
      const found = await mapInSlices(await webhooks.idsOf(account), (id) => webhooks.find(id));
      await sift(found.filter((webhook) => webhook !== null));
    },
  };
}

/** Somebody else removed it meanwhile. */
function passNotFound(error: unknown): void {
  if (!(error instanceof Problem && error.code === "not_found")) throw error;
}
