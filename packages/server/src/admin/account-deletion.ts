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
 * sign-in links and pairings, which would still give access. Then the records are deleted one by one. A second call
 * or `finishInterruptedDeletions` finishes a deletion that was interrupted by a crash or the server's shutdown (`signal`).
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

/**
 * Finishes interrupted deletions in the background, until the server shuts down (`signal`). Logs the results; never rejects. After
 * one that fails, the others are still finished.
 */
export async function finishInterruptedDeletions(services: Services, signal: AbortSignal): Promise<void> {
  const { accounts, log } = services;
  /** Logs an error, unless it comes from the server's shutdown, which is no failure. */
  const logFailure = (subject: string, error: unknown) => {
    if (!signal.aborted) log.error(`${subject} not finished; the next start retries it`, error);
  };
  try {
    for (const account of await accounts.listRemovals()) {
      if (signal.aborted) return;
      await deleteAccount(account, services, signal).then(
        () => log.info(`Finished the interrupted deletion of account ${account.name}`),
        (error: unknown) => logFailure(`Interrupted deletion of account ${account.name}`, error),
      );
    }
  } catch (error) {
    logFailure("Interrupted account deletions", error);
  }
}
