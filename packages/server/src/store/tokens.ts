import type { TokenOwner } from "@frontdesk/basics";
import type { Kv, Write } from "../storage/types.ts";
import { generateToken, hashToken } from "../text/ids.ts";

/** What a token's hash leads to. */
export interface TokenRecord {
  owner: TokenOwner;
  id: string;
}

const tokenKey = (hash: string) => `token:${hash}`;

/** Finds what a token opens, by the hash of the whole token; `null` for a token that is unknown or was rotated away. */
export async function findTokenRecord(kv: Kv, token: string): Promise<TokenRecord | null> {
  return kv.get<TokenRecord>(tokenKey(hashToken(token)));
}

/** A fresh token and the write that makes it work. */
export function issueToken(
  owner: TokenOwner,
  id: string,
  token = generateToken(owner),
): { token: string; write: Write } {
  return { token, write: [tokenKey(hashToken(token)), { owner, id } satisfies TokenRecord] };
}

/** The write that makes the token with this hash stop working. */
export function tokenDeletionWrite(hash: string): Write {
  return [tokenKey(hash), null];
}
