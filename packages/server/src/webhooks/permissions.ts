import type { Schemas } from "@frontdesk/contract";
import type { StoredAgentKey } from "../store/agent-keys.ts";

/** The scope that a key needs for a webhook with this event. */
export const scopeByEvent = { mail: "mailbox:read", sms: "sms:read" } as const satisfies Record<
  Schemas["WebhookEvent"],
  string
>;

/** Returns whether a webhook that this key registered may still be sent these events; `null` stands for a revoked key. */
export function mayReceive(
  key: StoredAgentKey | null,
  events: readonly Schemas["WebhookEvent"][],
  now: number,
): boolean {
  if (!key || (key.expiry !== null && Date.parse(key.expiry) <= now)) return false;
  const { scopes } = key;
  // Scopes of `null` are full access.
  return scopes === null || events.every((event) => scopes.includes(scopeByEvent[event]));
}
