import type { ErrorCode, Schemas } from "@frontdesk/contract";
import * as v from "valibot";
import type { Services } from "../context.ts";
import { parseExpiry, parseScopes, toAgentKeyRecord } from "../handlers/agent-keys.ts";
import { recordSecretRotation, toOperatorEventOf } from "../handlers/audit.ts";
import { createSignInLink } from "../handlers/claims.ts";
import { Problem } from "../problem.ts";
import type { AccountSettings, StoredAccount, Tier } from "../store/accounts.ts";
import { deleteAccount } from "./account-deletion.ts";
import { rotateSecret, type SecretRotation } from "./secret-rotation.ts";

const tiers = ["normal", "vip", "svip", "ssvip"] as const satisfies readonly Tier[];

const accountName = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,63})$/, "An account's name is 1 to 64 letters, digits, dots, dashes or _"),
);
/** Returns the schema of an extra quota: `unlimited`, or a number up to a million, also as text. Its error names the `flag`. */
function extraQuota(flag: string) {
  const quota = v.union([
    v.literal("unlimited"),
    v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000)),
    v.pipe(v.string(), v.regex(/^(?:\d{1,6}|1000000)$/), v.transform(Number)),
  ]);
  return v.config(quota, { message: `--${flag} must be unlimited or a whole number up to 1000000` });
}
const settingsShape = {
  tier: v.optional(v.picklist(tiers, `--tier must be one of ${tiers.join(", ")}`)),
  extra_mailboxes: v.optional(extraQuota("extra-mailboxes")),
  extra_sms_tokens: v.optional(extraQuota("extra-sms-inboxes")),
};
const keyNameSchema = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1, "A key's name must not be empty"),
  v.maxLength(100, "A key's name has at most 100 characters"),
);

/** Schema of requests from the server's command line. */
export const adminRequestSchema = v.variant("do", [
  v.object({ do: v.literal("account add"), name: accountName, ...settingsShape }),
  v.object({ do: v.literal("account list") }),
  v.object({ do: v.literal("account set"), name: accountName, ...settingsShape }),
  v.object({ do: v.literal("account remove"), name: accountName }),
  v.object({
    do: v.literal("key create"),
    account: accountName,
    name: keyNameSchema,
    scopes: v.optional(v.string()),
    expiry: v.optional(v.string()),
  }),
  v.object({ do: v.literal("key list"), account: accountName }),
  v.object({ do: v.literal("key revoke"), account: accountName, id: v.string() }),
  v.object({ do: v.literal("sign-in link"), account: accountName }),
  v.object({ do: v.literal("secret rotate"), file: v.optional(v.string()), finish: v.optional(v.boolean()) }),
]);
export type AdminRequest = v.InferInput<typeof adminRequestSchema>;

/** An account for the command line. A limit of `null` means unlimited. */
export interface AccountRecord extends Required<AccountSettings> {
  name: string;
  created_at: string;
  limits: { mailboxes: number | null; sms_tokens: number | null };
  usage: { subdomains: number; mailboxes: number; sms_tokens: number };
}

/** Result of each request. */
export interface AdminResults {
  "account add": { account: AccountRecord };
  "account list": { accounts: AccountRecord[] };
  "account set": { account: AccountRecord };
  "account remove": { removed: string };
  "key create": { agent_token: Schemas["AgentKey"] & { token: string } };
  "key list": { agent_tokens: Schemas["AgentKey"][] };
  "key revoke": { revoked: string };
  "sign-in link": { link: string; expires_at: string };
  "secret rotate": SecretRotation;
}
type AdminResult = AdminResults[keyof AdminResults];

/** Response that can be sent to another process. */
export type AdminResponse = { result: AdminResult } | { problem: { code: ErrorCode; message: string } };

/** Runs a request that the command line sent to this server. Returns problems instead of throwing them, to send them back. */
export async function respondToAdmin(services: Services, request: unknown): Promise<AdminResponse> {
  try {
    return { result: await runAdminRequest(services, request) };
  } catch (error) {
    if (error instanceof Problem) return { problem: { code: error.code, message: error.message } };
    throw error;
  }
}

/**
 * Runs a request that a command such as `frontdesk account add` sent to this server.
 *
 * @throws Problem for an invalid request or one that cannot be carried out
 */
async function runAdminRequest(services: Services, input: unknown): Promise<AdminResult> {
  const checked = v.safeParse(adminRequestSchema, input);
  if (!checked.success) throw new Problem("invalid_request", checked.issues.map(({ message }) => message).join("\n"));
  const request = checked.output;
  switch (request.do) {
    case "account add":
    case "account list":
    case "account set":
    case "account remove":
      return runAccountRequest(services, request);
    case "key create":
    case "key list":
    case "key revoke":
      return runKeyRequest(services, request);
    case "sign-in link": {
      const { id } = await findAccount(request.account, services);
      return createSignInLink(services, id);
    }
    case "secret rotate": {
      const rotation = await rotateSecret(services, request);
      await recordSecretRotation(services);
      return rotation;
    }
  }
}

/** A checked request whose name begins with this word. */
type AdminRequestTo<Prefix extends string> = Extract<
  v.InferOutput<typeof adminRequestSchema>,
  { do: `${Prefix} ${string}` }
>;

/** Runs a request of the command `frontdesk account`: adds, lists, changes or deletes accounts. */
async function runAccountRequest(services: Services, request: AdminRequestTo<"account">): Promise<AdminResult> {
  const { accounts } = services;
  switch (request.do) {
    case "account add": {
      const account = await accounts.create(request.name, toSettings(request));
      return { account: await toAccountRecord(account, services) };
    }
    case "account list": {
      const all = await accounts.list();
      return { accounts: await Promise.all(all.map((account) => toAccountRecord(account, services))) };
    }
    case "account set": {
      const { id } = await findAccount(request.name, services);
      return { account: await toAccountRecord(await accounts.update(id, toSettings(request)), services) };
    }
    case "account remove": {
      const account = await findAccount(request.name, services);
      await deleteAccount(account, services);
      return { removed: account.name };
    }
  }
}

/** Runs a request of the command `frontdesk key`: creates, lists or revokes the agent keys of an account. */
async function runKeyRequest(services: Services, request: AdminRequestTo<"key">): Promise<AdminResult> {
  const { agentKeys } = services;
  const account = await findAccount(request.account, services);
  const { id } = account;
  switch (request.do) {
    case "key create": {
      const scopes = parseScopes(request.scopes ?? null, services);
      const expiry = parseExpiry(request.expiry ?? null, services);
      const toEvent = toOperatorEventOf(account, "key.created");
      const { key, token } = await agentKeys.create(id, { name: request.name, scopes, expiry }, { toEvent });
      const neverUsed = null;
      return { agent_token: { ...toAgentKeyRecord(key, neverUsed), token } };
    }
    case "key list": {
      const records = (await agentKeys.list(id)).map(async (key) =>
        toAgentKeyRecord(key, await agentKeys.lastUsed(key.id)),
      );
      return { agent_tokens: await Promise.all(records) };
    }
    case "key revoke": {
      await agentKeys.remove(request.id, id, toOperatorEventOf(account, "key.revoked"));
      // A webhook ends with the key that created it.
      await services.revokedWebhooks.removeRevokedOfAccount(id);
      return { revoked: request.id };
    }
  }
}

/** Finds an account by name. @throws Problem `not_found` */
async function findAccount(name: string, { accounts }: Services): Promise<StoredAccount> {
  const account = await accounts.findByName(name);
  if (!account)
    throw new Problem("not_found", `There is no account named ${name}. \`frontdesk account list\` shows all.`);
  return account;
}

/** Returns the account settings that a request contains, without those that are `undefined`, which stay as they are. */
function toSettings({
  tier,
  extra_mailboxes,
  extra_sms_tokens,
}: { [key in keyof AccountSettings]?: AccountSettings[key] | undefined }): AccountSettings {
  return {
    ...(tier === undefined ? {} : { tier }),
    ...(extra_mailboxes === undefined ? {} : { extra_mailboxes }),
    ...(extra_sms_tokens === undefined ? {} : { extra_sms_tokens }),
  };
}

/** Returns an account for the command line, with its limits and the numbers of its records. */
async function toAccountRecord(account: StoredAccount, services: Services): Promise<AccountRecord> {
  const { limits, mailboxes, smsInboxes, subdomains } = services;
  const { id, name, tier, extra_mailboxes, extra_sms_tokens, created_at } = account;
  return {
    name,
    tier,
    extra_mailboxes,
    extra_sms_tokens,
    created_at,
    limits: { mailboxes: limits.mailboxes(account), sms_tokens: limits.smsInboxes(account) },
    usage: {
      subdomains: await subdomains.count(id),
      mailboxes: await mailboxes.count(id),
      sms_tokens: await smsInboxes.count(id),
    },
  };
}
