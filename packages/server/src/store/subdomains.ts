import { Problem } from "../problem.ts";
import type { Bus } from "../storage/types.ts";
import { hashToken } from "../text/ids.ts";
import { type Limit, type OwnedRecord, ownedRecords, type StoreParts, withFreshToken } from "./owned-records.ts";
import { findToken, issueToken, revokeToken } from "./tokens.ts";

/** A subdomain as stored. */
export interface Subdomain extends OwnedRecord {
  name: string;
  domain_base: string;
  domain: string;
  token: string;
}

const domainKey = (domain: string) => `domain:${domain}`;

/** Bus topic on which a subdomain's tunnels hear that their token was renewed or their name deleted. */
const subdomainTopic = (id: string) => `subdomain:${id}`;

export type Subdomains = ReturnType<typeof createSubdomains>;

/** The subdomains of all accounts. */
export function createSubdomains({ bus, ...parts }: StoreParts & { bus: Bus }) {
  const { kv } = parts;
  const records = ownedRecords<Subdomain>(parts, {
    key: "subdomain",
    list: "subdomains",
    noun: "subdomain",
    nouns: "subdomains",
    limit: "--subdomains-per-account",
  });

  return {
    owned: records.owned,
    list: records.list,
    page: records.page,
    dropList: records.dropList,
    count: records.count,

    async findByDomain(domain: string): Promise<Subdomain | null> {
      const entry = await kv.get<{ id: string }>(domainKey(domain));
      return entry && records.find(entry.id);
    },

    /** The subdomain whose tunnels this token starts. */
    async findByToken(token: string): Promise<Subdomain | null> {
      const entry = await findToken(kv, token);
      return entry?.owner === "subdomain" ? records.find(entry.id) : null;
    },

    /** @throws Problem `already_taken` or `limit_reached`. */
    async register(account: string, name: string, domain_base: string, limit?: Limit): Promise<Subdomain> {
      const domain = `${name}.${domain_base}`;
      return records.add({
        account,
        ...(limit && { limit }),
        locks: [domainKey(domain)],
        async make(fresh) {
          if (await kv.get(domainKey(domain)))
            throw new Problem("already_taken", `The subdomain ${domain} is taken. Choose another name.`);
          const { token, write } = issueToken("subdomain", fresh.id);
          return {
            record: { ...fresh, name, domain_base, domain, token },
            writes: [write, [domainKey(domain), { id: fresh.id }]],
          };
        },
      });
    },

    async renew(id: string, account: string): Promise<Subdomain> {
      const subdomain = await records.change(id, account, withFreshToken("subdomain"));
      await bus.publish(subdomainTopic(id), "renewed");
      return subdomain;
    },

    async remove(id: string, account: string): Promise<void> {
      await records.remove(id, account, {
        locks: ({ domain }) => [domainKey(domain)],
        also: ({ domain, token }) => [revokeToken(hashToken(token)), [domainKey(domain), null]],
      });
      await bus.publish(subdomainTopic(id), "deleted");
    },
  };
}
