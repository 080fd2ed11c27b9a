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

/** Returns a connection without the rights that the key which has approved it does not have. */
export function limitToApprover<Key extends Rights>(key: Key, { scopes, expiry }: Rights): Key {
  const earlier = [key.expiry, expiry].filter((time) => time !== null).sort((a, b) => Date.parse(a) - Date.parse(b));
  return {
    ...key,
    scopes: scopes === null ? key.scopes : (key.scopes?.filter((scope) => scopes.includes(scope)) ?? scopes),
    expiry: earlier[0] ?? null,
  };
}
