import { type Clock, toTimestamp } from "../clock.ts";
import { hashToken, newId } from "../ids.ts";
import { Problem } from "../problem.ts";
import type { Bus, Kv, Locks } from "../storage/types.ts";
import { accountLock } from "./accounts.ts";
import { ownedList } from "./owned-list.ts";
import { findToken, issueToken, revokeToken } from "./tokens.ts";

/** A subdomain as stored. */
export interface Subdomain {
  id: string;
  account: string;
  name: string;
  domain_base: string;
  domain: string;
  token: string;
  created_at: string;
  bucket: number;
}

const subdomainKey = (id: string) => `subdomain:${id}`;
const domainKey = (domain: string) => `domain:${domain}`;
const subdomainsOf = (account: string) => `${account}:subdomains`;

/** Bus topic on which a subdomain's tunnels hear that their token was renewed or their name deleted. */
const subdomainTopic = (id: string) => `subdomain:${id}`;

export type Subdomains = ReturnType<typeof createSubdomains>;

/** The subdomains of all accounts. */
export function createSubdomains({ kv, locks, bus, clock }: { kv: Kv; locks: Locks; bus: Bus; clock: Clock }) {
  const list = (account: string) => ownedList(kv, subdomainsOf(account));

  return {
    count: (account: string) => list(account).count(),

    async findByDomain(domain: string): Promise<Subdomain | null> {
      const entry = await kv.get<{ id: string }>(domainKey(domain));
      return entry && kv.get<Subdomain>(subdomainKey(entry.id));
    },

    /** The subdomain whose tunnels this token starts. */
    async findByToken(token: string): Promise<Subdomain | null> {
      const entry = await findToken(kv, token);
      return entry?.owner === "subdomain" ? kv.get<Subdomain>(subdomainKey(entry.id)) : null;
    },

    /** @throws Problem `not_found` unless the subdomain exists in this account. */
    async owned(id: string, account: string): Promise<Subdomain> {
      const subdomain = await kv.get<Subdomain>(subdomainKey(id));
      if (subdomain?.account !== account)
        throw new Problem("not_found", "There is no subdomain with this id in this account.");
      return subdomain;
    },

    async list(account: string): Promise<Subdomain[]> {
      const subdomains = await Promise.all(
        (await list(account).ids()).map((id) => kv.get<Subdomain>(subdomainKey(id))),
      );
      return subdomains.filter((subdomain) => subdomain !== null);
    },

    /** @throws Problem `already_taken`. */
    async register(account: string, name: string, domain_base: string): Promise<Subdomain> {
      const domain = `${name}.${domain_base}`;
      return locks.with([accountLock(account), domainKey(domain)], async () => {
        if (await kv.get(domainKey(domain)))
          throw new Problem("already_taken", `The subdomain ${domain} is taken. Choose another name.`);
        const id = newId();
        const { token, write } = issueToken("subdomain", id);
        const { writes, bucket } = await list(account).add(id);
        const created_at = toTimestamp(clock.now());
        const subdomain: Subdomain = { id, account, name, domain_base, domain, token, created_at, bucket };
        await kv.commit([[subdomainKey(id), subdomain], write, [domainKey(domain), { id }], ...writes]);
        return subdomain;
      });
    },

    async renew(id: string, account: string): Promise<Subdomain> {
      const subdomain = await locks.with([accountLock(account)], async () => {
        const before = await this.owned(id, account);
        const { token, write } = issueToken("subdomain", id);
        const after = { ...before, token };
        await kv.commit([revokeToken(hashToken(before.token)), write, [subdomainKey(id), after]]);
        return after;
      });
      await bus.publish(subdomainTopic(id), "renewed");
      return subdomain;
    },

    async remove(id: string, account: string): Promise<void> {
      const { domain } = await this.owned(id, account);
      await locks.with([accountLock(account), domainKey(domain)], async () => {
        const subdomain = await this.owned(id, account);
        await kv.commit([
          revokeToken(hashToken(subdomain.token)),
          [domainKey(domain), null],
          [subdomainKey(id), null],
          ...(await list(account).remove(id, subdomain.bucket)),
        ]);
      });
      await bus.publish(subdomainTopic(id), "deleted");
    },
  };
}
