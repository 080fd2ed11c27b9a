import type { Handlers } from "@frontdesk/contract";
import type { AgentContext, Contexts, InboxContext, Services } from "../context.ts";
import type { AuditEvent } from "../store/audit-log.ts";

/** Operation that returns the audit log (contract section 12). */
export const auditOperations = {
  async listAuditEntries({ query }, { account, audit }) {
    return audit.page(account, query);
  },
} satisfies Partial<Handlers<Contexts>>;

type InboxKind = "mailbox" | "sms";

/**
 * Returns a function from a record's id to the audit log's event: the calling agent key did this action on the record. A store calls it
 * to commit the event together with the change.
 */
export function toEventOf(
  { account, key, ip }: Pick<AgentContext, "account" | "key" | "ip">,
  action: AuditEvent["action"],
  kind: "key" | "subdomain" | "authenticator" | InboxKind,
) {
  return (id: string): AuditEvent => ({ account, key_id: key.id, action, target: `${kind}:${id}`, ip });
}

/**
 * Returns a function from a key's id to the audit log's event: the operator did this action on the server's command line, so the
 * event has neither a calling key nor an IP address.
 */
export function toOperatorEventOf(account: AuditEvent["account"], action: AuditEvent["action"]) {
  return (id: string): AuditEvent => ({ account, key_id: null, action, target: `key:${id}`, ip: null });
}

/** Records in the audit log that messages of an inbox, newest first, were returned to an agent key; nothing if there are none. */
export function recordReturned(
  { account, key, ip, audit }: Pick<AgentContext, "account" | "key" | "ip" | "audit">,
  kind: InboxKind,
  inboxId: string,
  messages: readonly { id: string }[],
): void {
  if (messages.length === 0) return;
  audit.record({
    account,
    key_id: key.id,
    action: "message.returned",
    target: toMessagesTarget(kind, inboxId, messages),
    ip,
  });
}

/**
 * Returns a function that records in the audit log which messages were returned to the key of an inbox. Call this
 * before the messages are read: the account must be found before a long poll, during which the inbox may be deleted.
 */
export async function prepareRecordReturned(context: InboxContext, kind: InboxKind) {
  const { inboxId, inboxOwners, audit } = context;
  const account = await inboxOwners.find(kind, inboxId);
  return (messages: readonly { id: string }[]): void => {
    const isInboxDeleted = account === null;
    if (isInboxDeleted || messages.length === 0) return;
    const target = toMessagesTarget(kind, inboxId, messages);
    // The key of an inbox has no id of its own: that of the inbox stands for it.
    audit.record({ account, key_id: inboxId, action: "message.returned", target, ip: context.ip });
  };
}

/** Records in each account's audit log that the operator rotated the secret which encrypts the storage. */
export async function recordSecretRotation({ accounts, audit }: Pick<Services, "accounts" | "audit">): Promise<void> {
  // The operator has no agent key, and a command no IP address.
  for (const account of await accounts.list())
    await audit.append({ account, key_id: null, action: "secret.rotated", target: "storage", ip: null });
}

/**
 * Returns the target of an entry about messages, newest first: `<kind>:<inbox>/<message>` for one message, else
 * `<kind>:<inbox>/<oldest>..<newest>`.
 */
function toMessagesTarget(kind: InboxKind, inboxId: string, messages: readonly { id: string }[]): string {
  const newest = messages[0]?.id;
  const oldest = messages.at(-1)?.id;
  // Not all ids: they would be most of the log, and recording them would take a twentieth of the time of a read.
  const range = oldest === newest ? newest : `${oldest}..${newest}`;
  return `${kind}:${inboxId}/${range}`;
}
