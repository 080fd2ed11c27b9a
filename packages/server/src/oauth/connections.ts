import type { Clock } from "../clock.ts";
import type { AccountLimits } from "../limits/account-limits.ts";
import type { Log } from "../log.ts";
import { ignoreNotFound, Problem } from "../problem.ts";
import type { Kv, Locks, Write } from "../storage/types.ts";
import { type AccountStore, accountLock } from "../store/accounts.ts";
import type { AgentKeyStore, StoredAgentKey } from "../store/agent-keys.ts";
import type { AuditEvent } from "../store/audit-log.ts";
import {
  connectionWrite,
  issueTokenPair,
  judgeRefreshToken,
  type RefreshTokenState,
  readConnection,
  type StoredConnection,
} from "../store/connection-tokens.ts";
import { findTokenRecord, tokenDeletionWrite } from "../store/tokens.ts";
import { hashToken } from "../text/ids.ts";
import type { RevokedWebhooks } from "../webhooks/revoked-webhooks.ts";
import {
  type CodeExchange,
  checkBinding,
  codeWrite,
  invalidGrant,
  readCode,
  type StoredCode,
} from "./authorization-codes.ts";
import type { GrantCleanup } from "./grant-cleanup.ts";
import { redirectHostOf } from "./redirect-uris.ts";

interface ConnectionParts {
  kv: Kv;
  locks: Locks;
  clock: Clock;
  log: Log;
  limits: AccountLimits;
  accounts: AccountStore;
  agentKeys: AgentKeyStore;
  revokedWebhooks: Pick<RevokedWebhooks, "removeRevokedOfAccount">;
  cleanup: GrantCleanup;
}

/** The tokens that a client gets. */
export interface TokenGrant {
  accessToken: string;
  refreshToken: string;
  expiresInMs: number;
  scopes: readonly string[];
}

/** Thrown under the lock if another request was faster, so that the code counts as used twice. */
class UsedCodeError extends Error {
  readonly connection: string;
  constructor(connection: string) {
    super("The code was used");
    this.connection = connection;
  }
}

export type Connections = ReturnType<typeof createConnections>;

/** Creates, refreshes and ends connections: agent keys of OAuth clients, with tokens that are exchanged for new ones. */
export function createConnections({
  kv,
  locks,
  clock,
  log,
  limits,
  accounts,
  agentKeys,
  revokedWebhooks,
  cleanup,
}: ConnectionParts) {
  /**
   * Ends a connection, the agent key of an OAuth client, with its tokens and webhooks. Keeps the record of one whose token was
   * stolen, so that the list of keys shows it. Does nothing if the connection is gone already.
   */
  async function end(
    { id, account }: { id: string; account: string },
    ip: string | null,
    { isStolen = false }: { isStolen?: boolean } = {},
  ): Promise<void> {
    const owner = await accounts.get(account);
    const event: AuditEvent = { account: owner, key_id: id, action: "key.revoked", target: `key:${id}`, ip };
    // Called with its object, because it uses `this`.
    const remove = isStolen ? agentKeys.endConnection : agentKeys.remove;
    await remove.call(agentKeys, id, account, () => event).catch(ignoreNotFound);
    await revokedWebhooks.removeRevokedOfAccount(account);
  }

  /** Ends the connection of a code that is used again, because the code may be stolen (RFC 6749 section 4.1.2). Always throws. */
  async function rejectUsedCode(account: string, connection: string, ip: string | null): Promise<never> {
    log.warn("An authorization code was used twice; its connection was revoked", { connection });
    await end({ id: connection, account }, ip);
    throw invalidGrant("The code was used already. The connection was revoked. Connect again.");
  }

  /**
   * Issues the first tokens of the connection that the code with this hash creates. Returns them with the writes for the commit that
   * creates it, under the account's lock. The caller ends the connection that a UsedCodeError names, because its code may be stolen.
   */
  async function prepareTokens(id: string, codeHash: string) {
    // Read again: another server may have exchanged the code before this one got the lock.
    const code = await readCode(kv, codeHash);
    if (code?.connection !== undefined) throw new UsedCodeError(code.connection);
    const now = clock.now();
    const approver = code && (await agentKeys.find(code.approver));
    const hasApprover = approver !== null && expiryOf(approver) > now;
    if (code === null || !hasApprover) throw invalidGrant("The key that has approved this was revoked. Connect again.");
    const connection: StoredConnection = { client: code.client, access: [], refresh: [] };
    const pair = issueTokenPair(id, connection, { from: null, now, end: expiryOf(code) });
    const usedCode = { ...code, connection: id };
    const writes: Write[] = [
      ...pair.writes,
      codeWrite(codeHash, usedCode),
      await cleanup.enterConnection({ id, account: code.account }, pair.connection),
    ];
    return { pair, writes };
  }

  /**
   * Creates the connection that a person approved with this code: an agent key for the client, and its first tokens. It ends with
   * the key that approved it, but not with a dashboard session, whose key lasts twelve hours.
   */
  async function createFromCode(code: StoredCode, codeHash: string): Promise<TokenGrant> {
    const account = await accounts.get(code.account);
    let grant: TokenGrant | undefined;
    await agentKeys.createConnection(
      code.account,
      {
        name: code.clientName,
        scopes: code.scopes,
        expiry: code.expiry,
        connection: {
          client: code.clientName,
          host: redirectHostOf(code.redirectUri),
          approvedBy: code.isSession ? null : code.approver,
        },
      },
      {
        limit: async () => limits.agentKeys(),
        toEvent: (id) => ({
          account,
          key_id: code.approver,
          action: "connection.approved",
          target: `key:${id}`,
          ip: code.ip,
        }),
        /** Issues the tokens, and marks the code as used. Both are committed together with the connection. */
        async prepare(id) {
          const { pair, writes } = await prepareTokens(id, codeHash);
          grant = toGrant(pair, code.scopes);
          return writes;
        },
      },
    );
    // Never missing: `prepare` was called, or `createConnection` has thrown.
    return grant!;
  }

  /**
   * Exchanges the refresh token with this hash for new tokens of the connection `id`. If the connection has ended or the token is not
   * valid, returns that state instead, for the caller to act on. Called under the account's lock.
   * @throws OAuthError `invalid_grant` if the token is another client's
   */
  async function rotate(id: string, tokenHash: string, clientId: string): Promise<RefreshTokenState | TokenGrant> {
    const key = await agentKeys.find(id);
    const connection = await readConnection(kv, id);
    const now = clock.now();
    if (key === null || connection === null || expiryOf(key) <= now) return "ended";
    if (connection.client !== hashToken(clientId)) throw invalidGrant("The token was issued to another client_id.");
    const state = judgeRefreshToken(connection, tokenHash, now);
    if (state !== "valid") return state;
    const pair = issueTokenPair(id, connection, { from: tokenHash, now, end: expiryOf(key) });
    await kv.commit(pair.writes);
    // The key of a connection always has a list of scopes.
    return toGrant(pair, key.scopes ?? []);
  }

  return {
    /**
     * Exchanges a code for the tokens of a new connection, whose id is then stored with the code. A second use of the code ends that
     * connection, also if both come at the same time (`UsedCodeError`). @throws OAuthError `invalid_grant`
     */
    async exchangeCode(exchange: CodeExchange, ip: string | null): Promise<TokenGrant> {
      const hash = hashToken(exchange.code);
      const code = await readCode(kv, hash);
      if (code === null) throw invalidGrant("The code is unknown, or was used long ago. Connect again.");
      checkBinding(code, exchange);
      if (code.connection !== undefined) return rejectUsedCode(code.account, code.connection, ip);
      if (code.expires <= clock.now()) throw invalidGrant("The code is older than a minute. Connect again.");
      try {
        return await createFromCode(code, hash);
      } catch (error) {
        if (error instanceof UsedCodeError) return rejectUsedCode(code.account, error.connection, ip);
        // The account was deleted, or has reached its number of keys since the person's consent.
        if (error instanceof Problem) throw invalidGrant(error.message);
        throw error;
      }
    },

    /** Exchanges a refresh token for new tokens. If it was used before, ends its connection. @throws OAuthError `invalid_grant` */
    async refresh(token: string, clientId: string, ip: string | null): Promise<TokenGrant> {
      const hash = hashToken(token);
      const record = await findTokenRecord(kv, token);
      const key = record?.owner === "refresh" ? await agentKeys.find(record.id) : null;
      if (key === null)
        throw invalidGrant("The refresh token is unknown, or its connection was revoked. Connect again.");
      // The new tokens; `reused` if this token was exchanged before, so that one of those who have it may be a thief; `ended` if it
      // has expired, or was replaced so long ago that it is no longer remembered.
      const result = await locks.with([accountLock(key.account)], () => rotate(key.id, hash, clientId));
      if (typeof result === "object") return result;
      if (result !== "reused") throw invalidGrant("The refresh token has expired, or was replaced. Connect again.");
      log.warn("A refresh token was used again; its connection was revoked", { connection: key.id, name: key.name });
      await end(key, ip, { isStolen: true });
      throw invalidGrant("The refresh token was used before. The connection was revoked. Connect again.");
    },

    /** Revokes an access token, or a refresh token with its connection (RFC 7009). Ignores any other token. */
    async revoke(token: string, clientId: string | null, ip: string | null): Promise<void> {
      const record = await findTokenRecord(kv, token);
      if (record?.owner !== "access" && record?.owner !== "refresh") return;
      const key = await agentKeys.find(record.id);
      const connection = await readConnection(kv, record.id); // A connection has the id of its agent key.
      // `client_id` may be missing: a caller that has the token may revoke it. A connection has the hash of its client's id.
      const isOwn = clientId === null || connection?.client === hashToken(clientId);
      if (key === null || !isOwn) return;
      if (record.owner === "refresh") return end(key, ip);
      const hash = hashToken(token);
      await locks.with([accountLock(key.account)], async () => {
        const current = await readConnection(kv, key.id);
        if (current === null) return;
        const access = current.access.filter((entry) => entry.hash !== hash);
        await kv.commit([tokenDeletionWrite(hash), connectionWrite(key.id, { ...current, access })]);
      });
    },
  };
}

/** Returns when a key ends, ms since 1970. */
const expiryOf = ({ expiry }: Pick<StoredAgentKey, "expiry">) =>
  expiry === null ? Number.POSITIVE_INFINITY : Date.parse(expiry);

/** Returns what the client gets of a newly issued pair of tokens. */
function toGrant(
  { access, refresh, expiresInMs }: Pick<ReturnType<typeof issueTokenPair>, "access" | "refresh" | "expiresInMs">,
  scopes: readonly string[],
): TokenGrant {
  return { accessToken: access, refreshToken: refresh, expiresInMs, scopes };
}
