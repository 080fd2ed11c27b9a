import { createHash } from "node:crypto";
import type { Scope } from "@frontdesk/contract";
import type { Kv, Write } from "../storage/types.ts";
import { generateToken, hashToken } from "../text/ids.ts";
import { OAuthError } from "./oauth-error.ts";

/** What a person has consented to, stored under the hash of the code that the client exchanges. */
export interface StoredCode {
  account: string;
  /** Id of the agent key that has approved. */
  approver: string;
  /** Whether that key is a dashboard session, which stands for the account. */
  isSession: boolean;
  /** The approver's IP address. */
  ip: string | null;
  /** Hash of the client's id. */
  client: string;
  clientName: string;
  redirectUri: string;
  challenge: string;
  scopes: Scope[];
  /** When the connection ends, RFC 3339; `null` for when it is revoked. */
  expiry: string | null;
  /** Time of expiry of the code, ms since 1970. */
  expires: number;
  /** Id of the connection, once the code was exchanged. */
  connection?: string;
}

/** Lifetime of a code. */
export const codeMs = 60_000;

const codeKey = (hash: string) => `oauth-code:${hash}`;

export const readCode = (kv: Kv, hash: string) => kv.get<StoredCode>(codeKey(hash));
export const codeWrite = (hash: string, code: StoredCode | null): Write => [codeKey(hash), code];

/** Generates an authorization code. Returns it with its hash and the write that stores it, which makes it valid. */
export function issueCode(stored: StoredCode): { code: string; hash: string; write: Write } {
  const code = generateToken("code");
  const hash = hashToken(code);
  return { code, hash, write: codeWrite(hash, stored) };
}

/** What a client sends with a code. */
export interface CodeExchange {
  code: string;
  clientId: string;
  redirectUri: string | null;
  verifier: string;
}

/**
 * Checks that a code belongs to the client that sends it: its id, redirect URI and PKCE verifier (RFC 7636). Called before the
 * check for an earlier use: otherwise anybody who finds a used code, say in a log, could end the connection with that code.
 *
 * @throws OAuthError `invalid_grant`
 */
export function checkBinding(code: StoredCode, { clientId, redirectUri, verifier }: CodeExchange): void {
  if (code.client !== hashToken(clientId)) throw invalidGrant("The code was issued to another client_id.");
  if (code.redirectUri !== redirectUri) throw invalidGrant("redirect_uri is not that of the authorization request.");
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  if (code.challenge !== challenge) throw invalidGrant("code_verifier does not belong to the code_challenge.");
}

export const invalidGrant = (description: string) => new OAuthError("invalid_grant", description);
