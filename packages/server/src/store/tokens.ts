import type { TokenOwner } from "@frontdesk/basics";
import type { Kv, Write } from "../storage/types.ts";
import { generateToken, hashToken } from "../text/ids.ts";

/** What a credential opens. Stored under its hash. */
export interface TokenRecord {
  owner: TokenOwner;
  id: string;
}

const tokenKey = (hash: string) => `token:${hash}`;

/** Returns what a credential opens; `null` if it is unknown or was rotated. */
export async function findTokenRecord(kv: Kv, token: string): Promise<TokenRecord | null> {
  return kv.get<TokenRecord>(tokenKey(hashToken(token)));
}

/** Returns a token, by default a new one, and the write that makes it valid. */
export function issueToken(
  owner: TokenOwner,
  id: string,
  token = generateToken(owner),
): { token: string; write: Write } {
  return { token, write: [tokenKey(hashToken(token)), { owner, id } satisfies TokenRecord] };
}

/** Returns the write that makes the token with this hash invalid. */
export function tokenDeletionWrite(hash: string): Write {
  return [tokenKey(hash), null];
}
