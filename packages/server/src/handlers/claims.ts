import type { Handlers } from "@frontdesk/contract";
import { toTimestamp } from "../clock.ts";
import type { Contexts, Services } from "../context.ts";
import type { AuditEvent } from "../store/audit-log.ts";
import type { IssuedClaimCode } from "../store/claims.ts";
import { toAgentKeyRecord } from "./agent-keys.ts";
import { toSmsInboxRecord } from "./sms-inboxes.ts";

/** Name of the agent keys that dashboard sign-ins create. */
const signInKeyName = "dashboard";
/** Lifetime of the agent key of a dashboard sign-in. */
const signInMs = 12 * 3_600_000;

/** Operations that exchange one-time claim codes for keys (contract section 11). */
export const claimOperations = {
  /** Issues a one-time code that connects a phone to an SMS inbox, and the link to show as a QR code. */
  async createPairing({ path }, { account, claims, facts, smsInboxes }) {
    // Under the account's lock, because the inbox may be deleted meanwhile.
    const requireInbox = () => smsInboxes.getOwned(path.id, account.id);
    const claim = await claims.issue("pair", { account: account.id, subject: path.id }, requireInbox);
    return { pairing: { ...claim, link: `${facts.publicUrl}/pair#${claim.code}` } };
  },

  /** Exchanges a phone's one-time code for the record of its SMS inbox, with the SMS key. Needs no other credential. */
  async pair({ body }, services) {
    const { claims, smsInboxes } = services;
    // The code was issued for `subject`, the id of the SMS inbox.
    const smsInbox = await claims.redeem("pair", body.code, ({ account, subject }) =>
      smsInboxes.getOwned(subject, account),
    );
    return { sms_token: await toSmsInboxRecord(smsInbox, services) };
  },

  /** Exchanges a one-time code for an agent key that opens the dashboard for twelve hours. Deletes those of expired sign-ins. */
  async signIn({ body }, { accounts, agentKeys, claims, clock, ip }) {
    const accountId = await claims.redeem("sign-in", body.code, async (claim) => claim.account);
    const account = await accounts.get(accountId);
    await deleteExpiredSignIns(account.id, { agentKeys, clock });
    const expiry = toTimestamp(clock.now() + signInMs);
    const toEvent = (id: string) =>
      ({ account, key_id: null, action: "signed_in", target: `key:${id}`, ip }) satisfies AuditEvent;
    // No limit is passed, so that an account that has all its keys can still sign in.
    const { key, token } = await agentKeys.create(
      account.id,
      { name: signInKeyName, expiry },
      { toEvent, isSession: true },
    );
    const neverUsed = null;
    return { agent_token: { ...toAgentKeyRecord(key, neverUsed), token } };
  },
} satisfies Partial<Handlers<Contexts>>;

/** Returns a one-time link that opens the dashboard signed in to this account. Browsers send nothing after `#` to a server. */
export async function createSignInLink(
  { claims, facts }: Services,
  account: string,
): Promise<{ link: string } & Omit<IssuedClaimCode, "code">> {
  const { code, expires_at } = await claims.issue("sign-in", { account });
  return { link: `${facts.publicUrl}/#sign-in=${code}`, expires_at };
}

/** Deletes expired keys of dashboard sign-ins, so that their number does not grow. Ignores errors: the next sign-in tries again. */
async function deleteExpiredSignIns(account: string, { agentKeys, clock }: Pick<Services, "agentKeys" | "clock">) {
  for (const { id, session, expiry } of await agentKeys.list(account)) {
    const isExpired = expiry !== null && Date.parse(expiry) <= clock.now();
    if (session && isExpired) await agentKeys.remove(id, account).catch(() => {});
  }
}
