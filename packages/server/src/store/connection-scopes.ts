import { scopes as allScopes, type Scope } from "@frontdesk/contract";

/**
 * Scopes that no connection gets. With `token:*` a connection could outlive its revocation; the audit log shows the use of every
 * key; and pushing messages would let a connection invent what it reads.
 */
const neverOffered = ["token:read", "token:write", "audit:read", "mail:push", "sms:push"];

/** Scopes that a connection can have. */
export const connectionScopes: readonly Scope[] = allScopes.filter((scope) => !neverOffered.includes(scope));
