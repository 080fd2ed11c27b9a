import type { Clock } from "../clock.ts";
import { Problem } from "../problem.ts";
import type { AgentKeyStore } from "../store/agent-keys.ts";
import type { StoredWebhook, WebhookStore } from "../store/webhooks.ts";
import { mapInChunks } from "../text/chunked.ts";
import { mayBeSent } from "./payload.ts";

interface RevokedWebhooksParts {
  clock: Clock;
  agentKeys: Pick<AgentKeyStore, "find">;
  webhooks: Pick<WebhookStore, "find" | "idsOf" | "remove">;
}

/** Webhooks end with the key that made them; nobody is told of it, so it is found out by whoever meets one. */
export interface RevokedWebhooks {
  /** Those whose keys may still read what they are sent; the others are removed. */
  removeRevoked(webhooks: readonly StoredWebhook[]): Promise<StoredWebhook[]>;
  /** Removes those of an account that have ended, before their keys may change again. */
  removeRevokedOfAccount(account: string): Promise<void>;
}

export function createRevokedWebhooks({ clock, agentKeys, webhooks }: RevokedWebhooksParts): RevokedWebhooks {
  const isLive = async ({ key, events }: StoredWebhook) => mayBeSent(await agentKeys.find(key), events, clock.now());

  async function sift(found: readonly StoredWebhook[]): Promise<StoredWebhook[]> {
    const lives = await mapInChunks(found, isLive);
    for (const { id, account } of found.filter((_, index) => !lives[index]))
      await webhooks.remove(id, account).catch(passNotFound);
    return found.filter((_, index) => lives[index]);
  }

  return {
    removeRevoked: sift,
    async removeRevokedOfAccount(account) {
      const found = await mapInChunks(await webhooks.idsOf(account), (id) => webhooks.find(id));
      await sift(found.filter((webhook) => webhook !== null));
    },
  };
}

/** Somebody else removed it meanwhile. */
function passNotFound(error: unknown): void {
  if (!(error instanceof Problem && error.code === "not_found")) throw error;
}
