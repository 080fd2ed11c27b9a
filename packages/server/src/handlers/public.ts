import { maskTokens } from "@frontdesk/basics";
import type { Handlers } from "@frontdesk/contract";
import { toSkill } from "../agents/skill.ts";
import type { Contexts, Services } from "../context.ts";
import { emailsPerMailbox } from "../inbox/mail-message-store.ts";
import { phonesPerSmsInbox, smsPerPhone } from "../inbox/sms-message-store.ts";
import { mailboxesByTier } from "../limits/account-limits.ts";
import { isValidPhone } from "../sms/phone.ts";
import { checkMailboxName, checkSubdomainName, toLowerAscii } from "../text/names.ts";
import { version } from "../version.ts";
import { toDomainBase } from "./subdomains.ts";

/** Operations without a credential. */
export const publicOperations = {
  /** Returns version, domains, limits and ports of this server, for everyone. The earlier edition of the API has fewer fields. */
  getServerVersion(_input, { options, facts }) {
    const isLater = options.edition === "later";
    // The earlier edition limits mailboxes by the tier of the account.
    const limits = isLater
      ? {
          mailboxes: { free: options.freeMailboxes },
          sms_tokens: options.freeSmsInboxes,
          phones_per_sms_token: phonesPerSmsInbox,
        }
      : { mailboxes: mailboxesByTier };
    return {
      name: "frontdesk",
      version,
      edition: options.edition,
      mail_domain: options.mailDomain,
      tunnel_domain: options.tunnelDomain,
      base_domain: options.baseDomain,
      limits,
      retention: {
        emails_per_mailbox: emailsPerMailbox,
        ...(isLater ? { sms_per_phone: smsPerPhone } : {}),
        days: options.retentionDays,
      },
      smtp: { port: facts.smtpPort, starttls: facts.smtpPort !== null && options.smtpTls !== "off" },
      ...(isLater ? { providers: { port: facts.providerPort } } : {}),
    };
  },

  /** Returns whether a subdomain could be registered, or why not. Needs no credential. */
  async checkSubdomain({ path, query }, services) {
    const name = toLowerAscii(path.name);
    const domain = `${name}.${toDomainBase(query.domain_base, services.options)}`;
    const nameProblem = checkSubdomainName(name, toReservedSet(services.options.reservedSubdomains));
    const isTaken = nameProblem === null && (await services.subdomains.findByDomain(domain)) !== null;
    const reason = nameProblem ?? (isTaken ? ("taken" as const) : null);
    return {
      available: reason === null,
      // Masked, because a credential may have been sent as the name by mistake.
      name: maskTokens(name),
      domain: maskTokens(domain),
      ...(reason ? { reason } : {}),
    };
  },

  /** Returns whether a mailbox name could be registered, or why not. Needs no credential. */
  async checkMailbox({ query }, { options, mailboxes }) {
    const name = toLowerAscii(query.name);
    const nameProblem = checkMailboxName(name, toReservedSet(options.reservedMailboxes));
    const isTaken = nameProblem === null && (await mailboxes.findByName(name)) !== null;
    const reason = nameProblem ?? (isTaken ? ("taken" as const) : null);
    return {
      available: reason === null,
      // Masked, because a credential may have been sent as the name by mistake.
      name: maskTokens(name),
      address: maskTokens(`${name}@${options.mailDomain}`),
      ...(reason ? { reason } : {}),
    };
  },

  checkPhone({ query }) {
    const valid = isValidPhone(query.phone);
    return { valid, phone: maskTokens(query.phone), ...(valid ? {} : { reason: "invalid" as const }) };
  },

  getTunnelSkill(_input, services: Services) {
    return toSkill(services);
  },
} satisfies Partial<Handlers<Contexts>>;

/** Returns reserved names as a set. Cached by list, because the checks of names need no credential and must cost little. */
function toReservedSet(names: readonly string[]): ReadonlySet<string> {
  const set = reservedSets.get(names) ?? new Set(names);
  reservedSets.set(names, set);
  return set;
}
const reservedSets = new WeakMap<readonly string[], ReadonlySet<string>>();
