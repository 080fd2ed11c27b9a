import { inboxDeletionWrites, inboxLock, inboxTopic } from "../inbox/record.ts";
import { Problem } from "../problem.ts";
import type { ServerBus } from "../storage/types.ts";
import { hashToken } from "../text/ids.ts";
import {
  accountLimit,
  type LoadLimit,
  type OwnedRecord,
  openOwnedRecords,
  rotateToken,
  type StoreParts,
  type ToAuditEvent,
} from "./owned-records.ts";
import { issueToken, tokenDeletionWrite } from "./tokens.ts";

/** A mailbox as stored. Its key (`token`) is stored recoverably because lists show it (interface section 2). */
export interface StoredMailbox extends OwnedRecord {
  name: string;
  token: string;
}

const nameKey = (name: string) => `mailbox-name:${name}`;

export type MailboxStore = ReturnType<typeof createMailboxStore>;

/** Stores the mailboxes of all accounts. */
export function createMailboxStore({ bus, ...parts }: StoreParts & { bus: ServerBus }) {
  const { kv } = parts;
  const records = openOwnedRecords<StoredMailbox>(parts, {
    key: "mailbox",
    list: "mailboxes",
    noun: "mailbox",
    nouns: "mailboxes",
    limitSetting: accountLimit,
  });
  /** Wakes the mailbox's long polls, which then find that their key is invalid. */
  const wakeLongPolls = (id: string) => bus.publish(inboxTopic(id));

  return {
    ...records.reads,
    exists: async (id: string) => (await records.find(id)) !== null,

    /** Returns the id of the mailbox with this name, or `null`. Called for each `RCPT TO`. */
    async findByName(name: string): Promise<string | null> {
      return (await kv.get<{ id: string }>(nameKey(name)))?.id ?? null;
    },

    /** Creates a mailbox. @throws Problem `already_taken` or `limit_reached`. */
    async register(account: string, name: string, limit: LoadLimit): Promise<StoredMailbox> {
      return records.add({
        account,
        limit,
        // All accounts share the names.
        locks: [nameKey(name)],
        /** Builds the record, with the mailbox's key and the entry that finds it by name. Called under the lock of the name. */
        async build(base) {
          if (await kv.get(nameKey(name)))
            throw new Problem("already_taken", `The mailbox name ${name} is taken. Choose another.`);
          const { token, write } = issueToken("mailbox", base.id);
          return { record: { ...base, name, token }, writes: [write, [nameKey(name), { id: base.id }]] };
        },
      });
    },

    /** Gives the mailbox a new key. The old one is invalid at once, so long polls that were opened with it wake and end. */
    async rotate(id: string, account: string, toEvent?: ToAuditEvent): Promise<StoredMailbox> {
      const mailbox = await records.change(id, account, rotateToken("mailbox"), toEvent);
      await wakeLongPolls(id);
      return mailbox;
    },

    /** Deletes a mailbox with its messages and key, and ends its long polls. */
    async remove(id: string, account: string): Promise<void> {
      await records.remove(id, account, {
        locks: ({ name }) => [nameKey(name), inboxLock(id)],
        relatedWrites: async ({ name, token }) => [
          tokenDeletionWrite(hashToken(token)),
          [nameKey(name), null],
          ...(await inboxDeletionWrites(kv, id)),
        ],
      });
      await wakeLongPolls(id);
    },
  };
}
