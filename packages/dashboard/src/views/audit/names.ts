import type { Frontdesk, Scope } from "@frontdesk/sdk";
import { hasScope, type SignedIn } from "../../app/session.ts";

/** Names of the account's keys, mailboxes and subdomains by id, with their kinds. SMS inboxes have no names. */
export type AuditNames = ReadonlyMap<string, string>;

type IdsWithNames = readonly (readonly [id: string, name: string])[];

/** For each scope, the function that reads the names that it gives access to. */
const sources: [Scope, (frontdesk: Frontdesk, signal: AbortSignal) => Promise<IdsWithNames>][] = [
  [
    "token:read",
    async ({ agentKeys }, signal) =>
      (await agentKeys.list({ signal })).map(({ id, name }) => [id, `key ${name}`] as const),
  ],
  [
    "mailbox:read",
    async ({ mailboxes }, signal) =>
      (await mailboxes.list({ signal })).mailboxes.map(({ id, name }) => [id, `mailbox ${name}`] as const),
  ],
  [
    "subdomain:read",
    async ({ subdomains }, signal) =>
      (await subdomains.list({ signal })).map(({ id, name }) => [id, `tunnel ${name}`] as const),
  ],
];

/**
 * Reads the names that the key may see. Never fails: targets without a name here, such as deleted ones or those of a list that
 * could not be read, are shown by their ids.
 */
export async function readNames(signedIn: SignedIn, signal: AbortSignal): Promise<AuditNames> {
  const { frontdesk, agent_token } = signedIn;
  const lists = await Promise.all(
    sources.map(
      ([scope, read]): Promise<IdsWithNames> =>
        hasScope(signedIn, scope) ? read(frontdesk, signal).catch(() => []) : Promise.resolve([]),
    ),
  );
  return new Map([[agent_token.id, `key ${agent_token.name} (this one)`], ...lists.flat()]);
}

/** Kinds of targets in words. */
const kinds: Record<string, string> = { key: "key", mailbox: "mailbox", sms: "SMS inbox", subdomain: "tunnel" };

/** Describes a target: `mailbox signup, several messages` for `mailbox:<id>/<message id>..<message id>`. */
export function describeTarget(target: string, names: AuditNames): string {
  const [, kind = "", id = "", messages] = /^(\w+):(\w+)(?:\/(.+))?$/.exec(target) ?? [];
  // `storage` is the target of the action `secret.rotated`.
  if (id === "") return target === "storage" ? "the storage's secret" : target;
  const name = names.get(id) ?? `${kinds[kind] ?? kind} ${id}`;
  if (messages === undefined) return name;
  return `${name}, ${messages.includes("..") ? "several messages" : "1 message"}`;
}
