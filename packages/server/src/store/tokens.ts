import type { TokenOwner } from "@frontdesk/basics";
import type { Kv, Write } from "../storage/types.ts";
import { generateToken, hashToken } from "../text/ids.ts";

/** What a credential opens. Stored under its hash. */
export interface TokenRecord {
  owner: TokenOwner;
  id: string;
  /** Time of expiry, ms since 1970. Missing for a token that lives as long as its record. */
  expires?: number;
}

const tokenKey = (hash: string) => `token:${hash}`;

/** Returns what a credential opens; `null` if it is unknown or was rotated. */
export async function findTokenRecord(kv: Kv, token: string): Promise<TokenRecord | null> {
  return kv.get<TokenRecord>(tokenKey(hashToken(token)));
}

/** Returns a token for the record `id`, by default a random one, and the write of its hash, which makes it valid. */
export function issueToken(
  owner: TokenOwner,
  id: string,
  token = generateToken(owner),
): { token: string; write: Write } {
  return { token, write: [tokenKey(hashToken(token)), { owner, id } satisfies TokenRecord] };
}

/** Returns a random token for the record `id`, valid until `expires` (ms since 1970), its hash, and the write that makes it valid. */
export function issueExpiringToken(owner: TokenOwner, id: string, expires: number) {
  const token = generateToken(owner);
  const hash = hashToken(token);
  const write: Write = [tokenKey(hash), { owner, id, expires } satisfies TokenRecord];
  return { token, hash, expires, write };
}

/** Returns the write that makes the token with this hash invalid. */
export function tokenDeletionWrite(hash: string): Write {
  return [tokenKey(hash), null];
}
