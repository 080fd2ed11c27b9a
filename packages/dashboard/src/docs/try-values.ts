import {
  type AgentKey,
  type MailboxRecord,
  type SmsInboxRecord,
  type Subdomain,
  unwrap,
  type Webhook,
} from "@frontdesk/sdk";
import { clientFor, type SignedIn } from "../app/session.ts";
import type { KeyKind, Operation, Parameter } from "./document.ts";

/** What can be chosen for a place of an operation, from what the account has. */
export interface Choice {
  value: string;
  label: string;
}
/** Why a first try cannot go yet, and what helps. */
export interface MissingInput {
  sentence: string;
  /** The operation that creates what is missing. */
  operationId?: string;
}
export interface TryInputs {
  /** For `{id}` and the key of an inbox. */
  choices: Choice[];
  missing: MissingInput | null;
}

const noInputs: TryInputs = { choices: [], missing: null };

/** Reads what the account has for this operation, so that its first try has real values. */
export async function loadTryInputs(operation: Operation, signedIn: SignedIn, signal: AbortSignal): Promise<TryInputs> {
  const { key, tag, parameters } = operation;
  const { frontdesk } = signedIn;
  if (key === "mailboxToken")
    return toChoices(await mailboxes(), ({ token, address }) => [token, address], missingMailbox);
  if (key === "smsToken")
    return toChoices(await smsTokens(), ({ token, ...rest }) => [token, nameOf(rest)], missingSmsInbox);
  if (!parameters.some(({ name, in: where }) => name === "id" && where === "path")) return noInputs;
  if (tag === "Subdomains")
    return toChoices(await frontdesk.subdomains.list({ signal }), ({ id, domain }: Subdomain) => [id, domain], {
      sentence: "The account has no subdomain yet.",
      operationId: "registerSubdomain",
    });
  if (tag === "Mailboxes") return toChoices(await mailboxes(), ({ id, address }) => [id, address], missingMailbox);
  if (tag === "Agent keys")
    return toChoices(await frontdesk.agentKeys.list({ signal }), ({ id, name }: AgentKey) => [id, name], {
      sentence: "The account has no key but the one you use, which no operation changes.",
      operationId: "createAgentKey",
    });
  if (tag === "Webhooks")
    return toChoices(await frontdesk.webhooks.list({ signal }), ({ id, url }: Webhook) => [id, url], {
      sentence: "The account has no webhook yet.",
      operationId: "registerWebhook",
    });
  return toChoices(await smsTokens(), ({ id, ...rest }) => [id, nameOf(rest)], missingSmsInbox);

  async function mailboxes(): Promise<MailboxRecord[]> {
    const query = { limit: 100 };
    return (await unwrap(frontdesk.client.GET("/svc-api/mailbox/list", { params: { query }, signal }))).mailboxes;
  }
  async function smsTokens(): Promise<SmsInboxRecord[]> {
    return (await frontdesk.smsInboxes.list({ signal })).sms_tokens;
  }
}

const missingMailbox = { sentence: "The account has no mailbox yet.", make: "registerMailbox" };
const missingSmsInbox = { sentence: "The account has no SMS inbox yet.", make: "registerSmsInbox" };
const nameOf = ({ phones, created_at }: Pick<SmsInboxRecord, "phones" | "created_at">) =>
  phones.map(({ phone }) => phone).join(", ") || `no number yet, made ${created_at.slice(0, 10)}`;

function toChoices<T>(
  records: readonly T[],
  of: (record: T) => readonly [string, string],
  lack: MissingInput,
): TryInputs {
  return {
    choices: records.map((record) => {
      const [value, label] = of(record);
      return { value, label };
    }),
    missing: records.length === 0 ? lack : null,
  };
}

/** The newest message of an inbox, for operations that read one; `null` where it is empty. */
export async function newestMessage(kind: KeyKind, token: string, signal: AbortSignal): Promise<string | null> {
  if (kind === "mailboxToken") {
    const answer = await unwrap(clientFor(token).GET("/svc-api/mail/recent", { params: { query: { n: 1 } }, signal }));
    return answer.emails[0]?.id ?? null;
  }
  const answer = await unwrap(clientFor(token).GET("/svc-api/sms/recent", { params: { query: { n: 1 } }, signal }));
  return answer.messages[0]?.id ?? null;
}

/** Operations of which nothing brings back what they take: their object is chosen by hand. */
export const isDestructive = ({ method, path }: Operation) =>
  method === "DELETE" || /\/(token|renew-token)$/.test(path);

/** A value with which a first try goes well; empty where none is needed. */
export function exampleValue({ name, in: where, required, example }: Parameter): string {
  return required && where !== "header" && name !== "id" ? String(example ?? "") : "";
}

/** A body with which a first try goes well. */
export function exampleBody({ id, body }: Operation): string {
  const example = { ...(body?.example as Record<string, unknown> | undefined) };
  const tail = Math.random().toString(36).slice(2, 8);
  if (id === "registerMailbox" || id === "registerSubdomain") example.name = `try-${tail}`;
  if (id === "createAgentKey") Object.assign(example, { name: "try", scopes: "mailbox:read" });
  // The contract's example lasts longer than a key of the dashboard may give.
  if (id === "updateAgentKey") return JSON.stringify({ name: `try-${tail}` }, null, 2);
  // A code is good once; the contract's example was never good.
  if ("code" in example) example.code = "";
  return JSON.stringify(example, null, 2);
}

/** What a body lacks that only its sender can know. */
export function missingBodyField({ id }: Operation, body: string): MissingInput | null {
  if (!/"code":\s*""/.test(body)) return null;
  return id === "signIn"
    ? {
        sentence:
          "It needs the code of a sign-in link: `frontdesk dashboard` on the server prints one. Put the part after `#sign-in=` into `code`.",
      }
    : { sentence: "It needs a code, which is good once.", operationId: "createPairing" };
}
