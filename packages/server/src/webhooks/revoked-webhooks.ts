import type { Clock } from "../clock.ts";
import { ignoreNotFound } from "../problem.ts";
import type { AgentKeyStore } from "../store/agent-keys.ts";
import type { StoredWebhook, WebhookStore } from "../store/webhooks.ts";
import { mapInChunks } from "../text/chunked.ts";
import { mayReceive } from "./permissions.ts";

interface RevokedWebhooksParts {
  clock: Clock;
  agentKeys: Pick<AgentKeyStore, "find">;
  webhooks: Pick<WebhookStore, "find" | "idsOf" | "remove">;
}

/** A webhook is valid while the key that created it is. Revocation is not broadcast, so every use checks. */
export interface RevokedWebhooks {
  /** Deletes those whose keys may no longer read what the webhook is sent. Returns the others. */
  removeRevoked(webhooks: readonly StoredWebhook[]): Promise<StoredWebhook[]>;
  /** Deletes the revoked webhooks of an account. Called before a key changes, so that a revoked webhook does not become valid again. */
  removeRevokedOfAccount(account: string): Promise<void>;
}

/** Creates the check that deletes webhooks whose keys were revoked, have expired or lost a scope. */
export function createRevokedWebhooks({ clock, agentKeys, webhooks }: RevokedWebhooksParts): RevokedWebhooks {
  const isValid = async ({ key, events }: StoredWebhook) => mayReceive(await agentKeys.find(key), events, clock.now());

  /** Deletes the candidates whose key was revoked or may no longer read their events. Returns the remaining ones. */
  async function removeRevoked(candidates: readonly StoredWebhook[]): Promise<StoredWebhook[]> {
    const areValid = await mapInChunks(candidates, isValid);
    // Another request may delete one at the same time.
    for (const { id, account } of candidates.filter((_, index) => !areValid[index]))
      await webhooks.remove(id, account).catch(ignoreNotFound);
    return candidates.filter((_, index) => areValid[index]);
  }

  return {
    removeRevoked,
    /**
     * Deletes the webhooks of an account whose key was revoked, has expired or lost a scope. Also called before a key changes: if a
     * key gets back a scope or time that it had lost, the webhooks revoked for that reason would be valid again.
     */
    async removeRevokedOfAccount(account) {
      const found = await mapInChunks(await webhooks.idsOf(account), (id) => webhooks.find(id));
      const withoutDeleted = found.filter((webhook) => webhook !== null);
      await removeRevoked(withoutDeleted);
    },
  };
}
