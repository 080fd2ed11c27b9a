import type { Services } from "../context.ts";
import { ignoreNotFound } from "../problem.ts";
import type { StoredAccount } from "../store/accounts.ts";

type AccountStores = Pick<
  Services,
  | "accounts"
  | "agentKeys"
  | "audit"
  | "authenticators"
  | "claims"
  | "idempotentRequests"
  | "mailboxes"
  | "smsInboxes"
  | "subdomains"
  | "verifications"
  | "webhooks"
>;

/** Records read at a time. */
const batchSize = 100;

/**
 * Deletes an account with everything it owns. The first step blocks additions and rejects its agent keys. The second revokes unused
 * sign-in links and pairings, which would still give access. Then the records are deleted one by one. `resumeAccountDeletions` or a
 * second call finishes a deletion that was interrupted by a crash or the server's shutdown (`signal`).
 */
export async function deleteAccount(account: StoredAccount, parts: AccountStores, signal?: AbortSignal): Promise<void> {
  const {
    accounts,
    agentKeys,
    audit,
    authenticators,
    claims,
    idempotentRequests,
    mailboxes,
    smsInboxes,
    subdomains,
    verifications,
    webhooks,
  } = parts;
  await accounts.beginRemoval(account);
  await claims.revoke(account.id);
  await verifications.deleteAll(account.id);
  await idempotentRequests.deleteAll(account.id);
  for (const store of [webhooks, agentKeys, authenticators, mailboxes, smsInboxes, subdomains])
    await removeAll(store, account.id, signal);
  // Deleted after the records: until they are gone, an action on one of them may still add an entry to the log.
  await audit.deleteAll(account.id);
  await accounts.finishRemoval(account);
}

/** A store of records that accounts own. */
interface OwnedStore {
  page(account: string, options: { limit: number }): Promise<{ records: readonly { id: string }[] }>;
  remove(id: string, account: string): Promise<unknown>;
  deleteEmptyList(account: string): Promise<unknown>;
}

/**
 * Deletes an account's records in a store, then the list of their ids. Reads the first page again and again, because the records
 * of the page before are deleted. Throws if the server shuts down (`signal`); its next start continues.
 */
async function removeAll(store: OwnedStore, account: string, signal?: AbortSignal): Promise<void> {
  for (;;) {
    const { records } = await store.page(account, { limit: batchSize });
    if (records.length === 0) break;
    for (const { id } of records) {
      signal?.throwIfAborted();
      await store.remove(id, account).catch(ignoreNotFound);
    }
  }
  await store.deleteEmptyList(account);
}

/** Finishes interrupted deletions. Resolves with the names of the accounts. Rejects if the server shuts down first (`signal`). */
export async function resumeAccountDeletions(parts: AccountStores, signal?: AbortSignal): Promise<string[]> {
  const interrupted = await parts.accounts.listRemovals();
  for (const account of interrupted) await deleteAccount(account, parts, signal);
  return interrupted.map(({ name }) => name);
}

/** Finishes interrupted deletions in the background. Logs the result; never rejects. */
export async function finishInterruptedDeletions(services: Services, signal: AbortSignal): Promise<void> {
  try {
    const names = await resumeAccountDeletions(services, signal);
    for (const name of names) services.log.info(`Finished the interrupted deletion of account ${name}`);
  } catch (error) {
    // An abort is the server's shutdown, and no failure.
    if (!signal.aborted)
      services.log.error("Interrupted account deletion not finished; the next start retries it", error);
  }
}
