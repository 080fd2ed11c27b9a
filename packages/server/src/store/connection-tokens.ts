import type { Kv, Write } from "../storage/types.ts";
import { issueExpiringToken, tokenDeletionWrite } from "./tokens.ts";

/** The tokens of a connection: an agent key that an OAuth client uses. Stored beside the key, under the key's id. */
export interface StoredConnection {
  /** Hash of the client's id. Only this client can refresh. */
  client: string;
  /** Hashes of the access tokens, oldest first. */
  access: StoredToken[];
  /** Hashes of the refresh tokens, oldest first. Used ones are kept to recognize that one is used again. */
  refresh: StoredRefreshToken[];
}

interface StoredToken {
  hash: string;
  /** Time of expiry, ms since 1970. */
  expires: number;
}

interface StoredRefreshToken extends StoredToken {
  /** Hash of the refresh token that was exchanged for this one; `null` for the first. */
  from: string | null;
  /** Time of its first use, ms since 1970. Missing while it is unused. */
  usedAt?: number;
}

/** Lifetime of an access token. */
const accessTokenMs = 3_600_000;
/** Lifetime of a refresh token without use. */
export const refreshTokenMs = 30 * 86_400_000;
/** Time in which a used refresh token still works, because programs share a store of tokens and may read an old copy. */
export const graceMs = 30 * 60_000;
/** Unused refresh tokens of a connection; above, the oldest ends. */
export const maxUnusedRefreshTokens = 3;
/** Access tokens of a connection; above, the oldest ends. */
const maxAccessTokens = 20;
/** Refresh tokens of a connection that are remembered, used ones included. */
const maxRefreshTokens = 50;

const connectionKey = (id: string) => `connection:${id}`;

export const readConnection = (kv: Kv, id: string) => kv.get<StoredConnection>(connectionKey(id));
export const connectionWrite = (id: string, connection: StoredConnection): Write => [connectionKey(id), connection];

/** Whether a refresh token may be exchanged: it may (`valid`), it has ended, or it was used before and may have been stolen. */
export type RefreshTokenState = "valid" | "ended" | "reused";

/**
 * Judges a refresh token by its hash: `valid` if it may be exchanged, `ended` if it is unknown or has expired, `reused` if it may
 * have been stolen. A used token stays valid for half an hour, as long as a token that was issued in exchange is unused: programs
 * share stored tokens, and one of them may read an old copy.
 */
export function judgeRefreshToken({ refresh }: StoredConnection, hash: string, now: number): RefreshTokenState {
  const token = refresh.find((entry) => entry.hash === hash);
  if (token === undefined || token.expires <= now) return "ended";
  if (token.usedAt === undefined) return "valid";
  const isInGracePeriod = now - token.usedAt < graceMs;
  // `from` is the hash of the token that was exchanged for this one.
  const hasUnusedSuccessor = refresh.some(({ from, usedAt }) => from === hash && usedAt === undefined);
  return isInGracePeriod && hasUnusedSuccessor ? "valid" : "reused";
}

interface IssueOptions {
  /** Hash of the refresh token that is exchanged; `null` for the connection's first tokens. */
  from: string | null;
  now: number;
  /** When the connection ends, ms since 1970. */
  end: number;
}

/**
 * Issues an access token and a refresh token of an OAuth client's connection, which expire at `end` at the latest. Marks
 * the refresh token with the hash `from`, which is exchanged for them, as used; the new one remembers it, so that
 * `judgeRefreshToken` can tell a harmless second use from a theft. Returns both tokens, the changed connection and the writes that
 * store all of it.
 */
export function issueTokenPair(id: string, before: StoredConnection, { from, now, end }: IssueOptions) {
  const access = issueExpiringToken("access", id, Math.min(now + accessTokenMs, end));
  const refresh = issueExpiringToken("refresh", id, Math.min(now + refreshTokenMs, end));
  const refreshTokens = markUsed(before.refresh, from, now);
  const connection: StoredConnection = {
    client: before.client,
    access: keepNewest([...before.access, { hash: access.hash, expires: access.expires }], maxAccessTokens, now),
    refresh: keepRefreshTokens([...refreshTokens, { hash: refresh.hash, expires: refresh.expires, from }], now),
  };
  // Tokens that expired or are too many are no longer in the connection: their records are deleted.
  const remainingHashes = new Set(hashesOf(connection));
  const endedHashes = hashesOf(before).filter((hash) => !remainingHashes.has(hash));
  const writes: Write[] = [
    access.write,
    refresh.write,
    ...endedHashes.map(tokenDeletionWrite),
    connectionWrite(id, connection),
  ];
  return { connection, writes, access: access.token, refresh: refresh.token, expiresInMs: access.expires - now };
}

/** Marks the token with this hash (`null` for none) as used now. A token that was used before keeps the time of its first use. */
function markUsed(tokens: readonly StoredRefreshToken[], usedHash: string | null, now: number): StoredRefreshToken[] {
  return tokens.map((token) =>
    token.hash === usedHash && token.usedAt === undefined ? { ...token, usedAt: now } : token,
  );
}

/** Returns the writes that delete a connection with all its tokens. */
export async function connectionDeletionWrites(kv: Kv, id: string): Promise<Write[]> {
  const connection = await readConnection(kv, id);
  return connection === null ? [] : [...hashesOf(connection).map(tokenDeletionWrite), [connectionKey(id), null]];
}

const hashesOf = ({ access, refresh }: StoredConnection) => [...access, ...refresh].map(({ hash }) => hash);

/** Returns the tokens that have not expired; of too many, the newest. */
function keepNewest<T extends StoredToken>(tokens: readonly T[], max: number, now: number): T[] {
  return tokens.filter(({ expires }) => expires > now).slice(-max);
}

/**
 * Returns the refresh tokens to keep: the newest 50 that have not expired. At most 3 of these are unused, because every unused token
 * is valid. Used ones are kept so that a second use is recognized.
 */
function keepRefreshTokens(tokens: readonly StoredRefreshToken[], now: number): StoredRefreshToken[] {
  const newestUnused = tokens.filter(({ usedAt }) => usedAt === undefined).slice(-maxUnusedRefreshTokens);
  const usedAndNewestUnused = tokens.filter((token) => token.usedAt !== undefined || newestUnused.includes(token));
  return keepNewest(usedAndNewestUnused, maxRefreshTokens, now);
}
