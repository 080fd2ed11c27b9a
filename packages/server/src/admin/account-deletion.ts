import type { Services } from "../context.ts";
import type { StoredAccount } from "../store/accounts.ts";

type AccountStores = Pick<
  Services,
  "accounts" | "agentKeys" | "claims" | "mailboxes" | "smsInboxes" | "subdomains" | "webhooks"
>;

/** Records that are read at a time. */
const batchSize = 100;

/**
 * Removes an account with all it owns. From the first step on nothing is added to it and its agent keys are refused; what
 * it owns then goes one by one. A removal that a crash cut off is finished by `resumeRemovals`, or by asking again.
 */
export async function deleteAccount(account: StoredAccount, parts: AccountStores, signal?: AbortSignal): Promise<void> {
  const { accounts, agentKeys, claims, mailboxes, smsInboxes, subdomains, webhooks } = parts;
  await accounts.beginRemoval(account);
  await claims.revoke(account.id);
  for (const kind of [webhooks, agentKeys, mailboxes, smsInboxes, subdomains]) {
    for (;;) {
      const { records } = await kind.page(account.id, { limit: batchSize });
      if (records.length === 0) break;
      for (const { id } of records) {
        signal?.throwIfAborted();
        await kind.remove(id, account.id).catch(ignoreNotFound);
      }
    }
    await kind.deleteEmptyList(account.id);
  }
  await accounts.finishRemoval(account);
}

/** Finishes the removals that were begun and cut off. Resolves with the names of the accounts. */
export async function resumeAccountDeletions(parts: AccountStores, signal?: AbortSignal): Promise<string[]> {
  const cutOff = await parts.accounts.listRemovals();
  for (const account of cutOff) await deleteAccount(account, parts, signal);
  return cutOff.map(({ name }) => name);
}

/** Another request, or another server, may have removed it first. */
function ignoreNotFound(error: unknown): void {
  if (!(error instanceof Error && "code" in error && error.code === "not_found")) throw error;
}
