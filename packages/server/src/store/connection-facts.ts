import type { Scope } from "@frontdesk/contract";
import type { Write } from "../storage/types.ts";
import type { LoadLimit, ToAuditEvent } from "./owned-records.ts";

/** The client of a connection, and who has approved it. */
export interface ConnectionFacts {
  /** Name of the client, as it says itself. */
  client: string;
  /** Host of the client's redirect URI, or its scheme. */
  host: string;
  /** Id of the agent key that has approved it, with which it ends; `null` if a dashboard session has. */
  approvedBy: string | null;
  /** Set if the server has ended it, because a used refresh token came again. The row stays, to tell the account's owner. */
  ended?: "token_reused";
  /** Its bucket in the list of the connections that this key has approved. */
  approverBucket: number | null;
}

/** A connection to create. */
export interface NewConnection {
  name: string;
  scopes: Scope[];
  expiry: string | null;
  connection: Omit<ConnectionFacts, "approverBucket" | "ended">;
}

export interface CreateConnectionOptions {
  limit: LoadLimit;
  toEvent: ToAuditEvent;
  /** Called under the account's lock. Returns further writes for the same commit, or throws to create nothing. */
  prepare(id: string): Promise<Write[]>;
}

interface Rights {
  scopes: Scope[] | null;
  expiry: string | null;
}

/**
 * Limits the rights of a connection to those that the key which approved it has now: the scopes of both, and the
 * earlier expiry. Scopes of `null` are all scopes, and an expiry of `null` is never.
 */
export function limitToApprover<Key extends Rights>(connection: Key, approver: Rights): Key {
  const { scopes: approverScopes } = approver;
  const expiries = [connection.expiry, approver.expiry].filter((time) => time !== null);
  const [expiry = null] = expiries.sort((a, b) => Date.parse(a) - Date.parse(b));
  if (approverScopes === null) return { ...connection, expiry };
  // `undefined` if the connection has all scopes: then it gets the approver's.
  const commonScopes = connection.scopes?.filter((scope) => approverScopes.includes(scope));
  return { ...connection, scopes: commonScopes ?? approverScopes, expiry };
}
