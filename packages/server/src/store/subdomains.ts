import { Problem } from "../problem.ts";
import type { ServerBus } from "../storage/types.ts";
import { hashToken } from "../text/ids.ts";
import {
  type LoadLimit,
  type OwnedRecord,
  openOwnedRecords,
  rotateToken,
  type StoreParts,
  type ToAuditEvent,
} from "./owned-records.ts";
import { findTokenRecord, issueToken, tokenDeletionWrite } from "./tokens.ts";

/** A subdomain as stored. */
export interface StoredSubdomain extends OwnedRecord {
  name: string;
  domain_base: string;
  domain: string;
  token: string;
}

const domainKey = (domain: string) => `domain:${domain}`;

/** Bus topic for the tunnels of a subdomain: its token was rotated, or it was deleted. */
const subdomainTopic = (id: string) => `subdomain:${id}`;

export type SubdomainStore = ReturnType<typeof createSubdomainStore>;

/** Stores the subdomains of all accounts. */
export function createSubdomainStore({ bus, ...parts }: StoreParts & { bus: ServerBus }) {
  const { kv } = parts;
  const records = openOwnedRecords<StoredSubdomain>(parts, {
    key: "subdomain",
    list: "subdomains",
    noun: "subdomain",
    nouns: "subdomains",
    limitSetting: "--subdomains-per-account",
  });

  return {
    ...records.reads,

    /** Returns the subdomain with this full domain, such as `app.example.com`, or `null`. */
    async findByDomain(domain: string): Promise<StoredSubdomain | null> {
      const entry = await kv.get<{ id: string }>(domainKey(domain));
      return entry && records.find(entry.id);
    },

    /** Returns the subdomain of this tunnel token; `null` if it is unknown, or the credential of something else. */
    async findByToken(token: string): Promise<StoredSubdomain | null> {
      const entry = await findTokenRecord(kv, token);
      return entry?.owner === "subdomain" ? records.find(entry.id) : null;
    },

    /** Creates a subdomain. `limit` returns how many the account may have. @throws Problem `already_taken` or `limit_reached`. */
    async register(account: string, name: string, domain_base: string, limit?: LoadLimit): Promise<StoredSubdomain> {
      const domain = `${name}.${domain_base}`;
      return records.add({
        account,
        ...(limit && { limit }),
        // All accounts share the domains.
        locks: [domainKey(domain)],
        /** Builds the record, with its token and the entry that finds it by domain. Called under the lock of the domain. */
        async build(base) {
          if (await kv.get(domainKey(domain)))
            throw new Problem("already_taken", `The subdomain ${domain} is taken. Choose another name.`);
          const { token, write } = issueToken("subdomain", base.id);
          return {
            record: { ...base, name, domain_base, domain, token },
            writes: [write, [domainKey(domain), { id: base.id }]],
          };
        },
      });
    },

    /** Gives the subdomain a new tunnel token. The old one is invalid at once; the message disconnects its tunnel clients. */
    async rotate(id: string, account: string, toEvent?: ToAuditEvent): Promise<StoredSubdomain> {
      const subdomain = await records.change(id, account, rotateToken("subdomain"), toEvent);
      // The word for "rotated" in the tunnel protocol.
      await bus.publish(subdomainTopic(id), "renewed");
      return subdomain;
    },

    /** Deletes a subdomain with its token, frees its domain, and disconnects its tunnel clients. */
    async remove(id: string, account: string): Promise<void> {
      await records.remove(id, account, {
        locks: ({ domain }) => [domainKey(domain)],
        relatedWrites: ({ domain, token }) => [tokenDeletionWrite(hashToken(token)), [domainKey(domain), null]],
      });
      await bus.publish(subdomainTopic(id), "deleted");
    },
  };
}
