import type { Handlers, Schemas, Scope } from "@frontdesk/contract";
import { scopes as allScopes, operations } from "@frontdesk/contract";
import type { AgentContext, Contexts } from "../context.ts";
import { Problem } from "../problem.ts";
import type { StoredAgentKey } from "../store/agent-keys.ts";
import { connectionScopes } from "../store/connection-scopes.ts";
import { mapInChunks } from "../text/chunked.ts";
import { parseTimestamp } from "../text/timestamp.ts";
import { toEventOf } from "./audit.ts";

/** Operations on agent keys, authenticated with an agent key (contract section 6). */
export const agentKeyOperations = {
  /** Returns the other keys of the account, all or a page of them, with the time when each was last used. */
  async listAgentKeys({ query }, { account, key, agentKeys }) {
    // Without the calling key, which `getAccount` returns.
    const { records: otherKeys, ...nextCursor } = await agentKeys.page(account.id, query, key.id);
    const records = await mapInChunks(otherKeys, async (otherKey) =>
      toAgentKeyRecord(otherKey, await agentKeys.lastUsed(otherKey.id)),
    );
    return { agent_tokens: records, ...nextCursor };
  },

  /**
   * Creates a key with no more rights than the calling one. Without scopes it has full access; without an expiry it takes that of
   * the calling key. The response is the only one that has the key itself.
   */
  async createAgentKey({ body }, context) {
    const { account, agentKeys, limits } = context;
    const scopes = parseScopes(body.scopes ?? null, context);
    const expiry = body.expiry === undefined ? context.key.expiry : parseExpiry(body.expiry, context);
    rejectEscalation(context.key, { scopes, expiry });
    /** Checks the calling key again, under the account's lock: it cannot be revoked or limited before the new one is stored. */
    async function limit(): Promise<number | null> {
      await context.authorize();
      rejectEscalation(context.key, { scopes, expiry });
      return limits.agentKeys();
    }
    const settings = { name: body.name, scopes, expiry };
    const toEvent = toEventOf(context, "key.created", "key");
    const { key, token } = await agentKeys.create(account.id, settings, { limit, toEvent });
    const neverUsed = null;
    return { agent_token: { ...toAgentKeyRecord(key, neverUsed), token } };
  },

  /** Changes a key's name, scopes or expiry, and deletes the webhooks that it may no longer have. */
  async updateAgentKey(input, context) {
    const { account, agentKeys, revokedWebhooks } = context;
    const { id } = await agentKeys.getOwned(input.path.id, account.id);
    const { name, scopes, expiry } = input.body;
    const settings = {
      ...(name === undefined ? {} : { name }),
      ...(scopes === undefined ? {} : { scopes: parseScopes(scopes, context) }),
      ...(expiry === undefined ? {} : { expiry: parseExpiry(expiry, context) }),
    };
    // Called before the change too: more scopes or a later expiry must not make a webhook valid again that the key had lost.
    await revokedWebhooks.removeRevokedOfAccount(account.id);
    /**
     * Rejects a change that gives the key more rights than the calling one has, or than an OAuth client's key (a connection) may
     * have. Compared with the calling key, only what changes is checked: a key that had more rights before can still be renamed or
     * limited. Called under the account's lock, so the calling key is checked again as it is now.
     */
    async function checkAllowed(after: StoredAgentKey): Promise<void> {
      await context.authorize();
      if (after.connection) rejectForConnection(after);
      rejectEscalation(context.key, {
        ...(scopes === undefined ? {} : { scopes: after.scopes }),
        ...(expiry === undefined ? {} : { expiry: after.expiry }),
      });
    }
    const toEvent = toEventOf(context, "key.changed", "key");
    const key = await agentKeys.update(id, account.id, settings, checkAllowed, toEvent);
    await revokedWebhooks.removeRevokedOfAccount(account.id);
    return { agent_token: toAgentKeyRecord(key, await agentKeys.lastUsed(id)) };
  },

  /** Revokes another key of the account, and deletes the webhooks that it created. */
  async deleteAgentKey({ path }, context) {
    const { account, key, agentKeys, revokedWebhooks } = context;
    const { id } = await agentKeys.getOwned(path.id, account.id);
    // A program could lock itself out by mistake.
    if (id === key.id) throw new Problem("own_key", "A key can't revoke itself. Use another key of the account.");
    await agentKeys.remove(id, account.id, toEventOf(context, "key.revoked", "key"));
    await revokedWebhooks.removeRevokedOfAccount(account.id);
    return {};
  },
} satisfies Partial<Handlers<Contexts>>;

/** Scopes of the earlier edition: those that one of its operations needs. */
const scopesOfEarlierEdition = allScopes.filter((scope) =>
  Object.values(operations).some((operation) => operation.scope === scope && operation.edition !== "later"),
);

/** Returns the public record of a key, without its hash. The key itself is not stored. `last_used_at` is `null` for never. */
export function toAgentKeyRecord(key: StoredAgentKey, last_used_at: string | null): Schemas["AgentKey"] {
  const { id, name, scopes, expiry, created_at, connection } = key;
  return {
    id,
    name,
    scopes: scopes?.join(",") ?? null,
    expiry,
    created_at,
    last_used_at,
    ...(connection && { connection: toConnectionRecord(connection) }),
  };
}

function toConnectionRecord({ client, host, ended }: NonNullable<StoredAgentKey["connection"]>): Schemas["Connection"] {
  return { client, host, ...(ended && { ended }) };
}

/**
 * Parses a comma-separated list of scopes; each appears once. `null` is full access.
 *
 * @throws Problem `invalid_request` naming the unknown one
 */
export function parseScopes(list: string | null, { options }: Pick<AgentContext, "options">): Scope[] | null {
  if (list === null) return null;
  const names = list.split(",").map((name) => name.trim());
  if (names.every((name) => name === ""))
    throw new Problem("invalid_request", "`scopes` is empty. Name at least one, or leave it out for full access.");
  // The earlier edition of the API has fewer operations, so some scopes do not exist in it.
  const known = options.edition === "later" ? allScopes : scopesOfEarlierEdition;
  const unknown = names.find((name) => !known.some((scope) => scope === name));
  if (unknown !== undefined)
    throw new Problem(
      "invalid_request",
      `\`scopes\` names ${quoteIfHarmless(unknown)}, which is not one of ${known.join(", ")}.`,
    );
  return known.filter((scope) => names.includes(scope));
}

/**
 * One to four words without digits and with at most one capital each, such as `mailbox:read`, or `*`. Random credentials hardly ever
 * look so.
 */
const harmlessWords = /^(?:\*|[A-Z]?[a-z]{1,20}(?:[ :._-][A-Z]?[a-z*]{1,20}){0,3})$/;
/** At most 14 capitals in a row, because authenticator secrets have 16 or more, or groups with blanks or hyphens between. */
const harmlessCapitals = /^[A-Z]{1,14}(?:[:._][A-Z*]{1,14}){0,3}$/;

/**
 * Quotes the input for an error if it looks like words or an abbreviation (no digits, at most 14 capitals in a row), else returns
 * `something`: it may be a credential sent by mistake.
 */
function quoteIfHarmless(name: string): string {
  const looksLikeOurCredential = /^svc/i.test(name);
  const isWords = harmlessWords.test(name) || harmlessCapitals.test(name);
  return isWords && !looksLikeOurCredential ? JSON.stringify(name) : "something";
}

/** Returns the expiry as RFC 3339 in UTC; `null` is never. @throws Problem `invalid_request` if it is malformed or in the past */
export function parseExpiry(expiry: string | null, { clock }: Pick<AgentContext, "clock">): string | null {
  if (expiry === null) return null;
  const time = parseTimestamp(expiry);
  if (time === null)
    throw new Problem("invalid_request", "`expiry` must be an RFC 3339 time, such as 2030-01-31T00:00:00Z, or null.");
  if (time <= clock.now()) throw new Problem("invalid_request", "`expiry` is in the past. Give a later time, or null.");
  return new Date(time).toISOString();
}

/**
 * Rejects a key that would get more scopes or a later expiry than the calling key has. Checks only the fields that
 * `granted` has.
 *
 * @throws Problem `missing_scope`
 */
function rejectEscalation(caller: StoredAgentKey, granted: Partial<Pick<StoredAgentKey, "scopes" | "expiry">>): void {
  if (granted.scopes !== undefined) rejectScopes(caller, granted.scopes);
  if (granted.expiry === undefined || caller.expiry === null) return;
  const outlivesCaller = granted.expiry === null || Date.parse(granted.expiry) > Date.parse(caller.expiry);
  if (outlivesCaller)
    throw new Problem(
      "missing_scope",
      `This key expires at ${caller.expiry}, so it can't create a key that lasts longer. Omit \`expiry\`, or send an earlier one.`,
    );
}

/**
 * Rejects scopes that the key of an OAuth client (a connection) must not have; full access (`null`) too.
 *
 * @throws Problem `invalid_request`
 */
function rejectForConnection({ scopes }: StoredAgentKey): void {
  if (scopes?.every((scope) => connectionScopes.includes(scope))) return;
  throw new Problem(
    "invalid_request",
    `\`scopes\` of a connection must be some of ${connectionScopes.join(", ")}. Create an agent key for others.`,
  );
}

/** Rejects scopes that the calling key lacks and so cannot grant. `null` is full access. @throws Problem `missing_scope` */
function rejectScopes({ scopes: callerScopes }: StoredAgentKey, scopes: Scope[] | null): void {
  if (callerScopes === null) return;
  if (scopes === null)
    throw new Problem(
      "missing_scope",
      "This key has limited scopes, so it can't grant full access. Send `scopes` that it has.",
    );
  const missing = scopes.filter((scope) => !callerScopes.includes(scope));
  if (missing.length > 0)
    throw new Problem("missing_scope", `This key lacks ${missing.join(", ")}, so it can't grant them to another.`);
}
