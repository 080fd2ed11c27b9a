import type { Clock } from "../clock.ts";
import { ignoreNotFound } from "../problem.ts";
import type { AgentKeyStore } from "../store/agent-keys.ts";
import type { MailboxStore } from "../store/mailboxes.ts";
import type { SmsInboxStore } from "../store/sms-inboxes.ts";
import type { StoredWebhook, WebhookStore } from "../store/webhooks.ts";
import { mapInChunks } from "../text/chunked.ts";
import { mayReceive } from "./permissions.ts";

interface RevokedWebhooksParts {
  clock: Clock;
  agentKeys: Pick<AgentKeyStore, "find">;
  webhooks: Pick<WebhookStore, "find" | "idsOf" | "remove">;
  mailboxes: Pick<MailboxStore, "exists">;
  smsInboxes: Pick<SmsInboxStore, "exists">;
}

/**
 * A webhook is valid while the key that created it is, and while its inbox exists, if it is for one only. Revocation is not broadcast, and
 * a crash may follow the deletion of an inbox before that of its webhooks, so every use checks.
 */
export interface RevokedWebhooks {
  /** Deletes those whose keys may no longer read what the webhook is sent, or whose inbox was deleted. Returns the others. */
  removeRevoked(webhooks: readonly StoredWebhook[]): Promise<StoredWebhook[]>;
  /** Deletes the revoked webhooks of an account. Called before a key changes, so that a revoked webhook does not become valid again. */
  removeRevokedOfAccount(account: string): Promise<void>;
}

/** Creates the check that deletes webhooks whose keys were revoked, have expired or lost a scope, and those of deleted inboxes. */
export function createRevokedWebhooks(parts: RevokedWebhooksParts): RevokedWebhooks {
  const { clock, agentKeys, webhooks, mailboxes, smsInboxes } = parts;

  async function isValid({ key, events, mailbox_id, sms_id }: StoredWebhook): Promise<boolean> {
    if (!mayReceive(await agentKeys.find(key), events, clock.now())) return false;
    if (mailbox_id) return mailboxes.exists(mailbox_id);
    return sms_id ? smsInboxes.exists(sms_id) : true;
  }

  /** Deletes the candidates that are no longer valid. Returns the remaining ones. */
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
     * Deletes the webhooks of an account that are no longer valid. Also called before a key changes: if a key gets back a scope or time
     * that it had lost, the webhooks revoked for that reason would be valid again.
     */
    async removeRevokedOfAccount(account) {
      const found = await mapInChunks(await webhooks.idsOf(account), (id) => webhooks.find(id));
      const withoutDeleted = found.filter((webhook) => webhook !== null);
      await removeRevoked(withoutDeleted);
    },
  };
}
