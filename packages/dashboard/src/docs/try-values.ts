import { type MailboxRecord, type SmsInboxRecord, unwrap } from "@frontdesk/sdk";
import { clientFor, type SignedIn } from "../app/session.ts";
import { type KeyKind, mailType, type Operation, type Parameter } from "./document.ts";

/** One of the account's records, offered in the form. */
export interface Choice {
  /** Id of the record, or its key if the operation is authenticated with it. */
  value: string;
  label: string;
}
/** Reason why the form cannot be sent yet. */
export interface MissingInput {
  /** Tells the user what is missing. May contain `code`. */
  sentence: string;
  /** The operation that creates what is missing. */
  operationId?: string;
}
export interface TryInputs {
  /** Records to choose from for the path's `{id}` or the key. Empty if the operation needs neither. */
  choices: Choice[];
  missing: MissingInput | null;
}

export const noInputs: TryInputs = { choices: [], missing: null };

/**
 * Loads the account's records that the operation can be tried with, so that the first request succeeds. The value of each choice is what
 * names the record in the request: the key of an inbox if that authenticates it (an `{id}` in the path is then that of a message), the
 * recipient's address for a mail, else the `{id}` in the path.
 */
export async function loadTryInputs(operation: Operation, signedIn: SignedIn, signal: AbortSignal): Promise<TryInputs> {
  const { key, tag, parameters } = operation;
  const { frontdesk } = signedIn;
  if (key === "mailboxToken")
    return toInputs(await listMailboxes(), ({ token, address }) => [token, address], missingMailbox);
  if (key === "smsToken")
    return toInputs(await listSmsInboxes(), ({ token, ...inbox }) => [token, smsInboxLabel(inbox)], missingSmsInbox);
  const namesRecipient = operation.body?.type === mailType;
  if (namesRecipient) return toInputs(await listMailboxes(), ({ address }) => [address, address], missingMailbox);
  if (!hasIdInPath(parameters)) return noInputs;
  switch (tag) {
    case "Mailboxes":
      return toInputs(await listMailboxes(), ({ id, address }) => [id, address], missingMailbox);
    case "Subdomains":
      return toInputs(await frontdesk.subdomains.list({ signal }), ({ id, domain }) => [id, domain], missingSubdomain);
    case "Agent keys":
      return toInputs(await frontdesk.agentKeys.list({ signal }), ({ id, name }) => [id, name], missingAgentKey);
    case "Webhooks":
      return toInputs(await frontdesk.webhooks.list({ signal }), ({ id, url }) => [id, url], missingWebhook);
    case "Authenticators":
      return toInputs(
        await frontdesk.authenticators.list({ signal }),
        ({ id, name }) => [id, name],
        missingAuthenticator,
      );
    default:
      // Only the operations on SMS inboxes remain.
      return toInputs(await listSmsInboxes(), ({ id, ...inbox }) => [id, smsInboxLabel(inbox)], missingSmsInbox);
  }

  /** Returns the first mailboxes of the account: some suffice to try an operation. */
  async function listMailboxes(): Promise<MailboxRecord[]> {
    const query = { limit: 100 };
    return (await unwrap(frontdesk.client.GET("/svc-api/mailbox/list", { params: { query }, signal }))).mailboxes;
  }
  /** Returns the SMS inboxes of the account. */
  async function listSmsInboxes(): Promise<SmsInboxRecord[]> {
    return (await frontdesk.smsInboxes.list({ signal })).sms_tokens;
  }
}

/** Returns whether the path of the operation names one record or message, by `{id}`. */
const hasIdInPath = (parameters: readonly Parameter[]) => parameters.some(isIdInPath);
const isIdInPath = (parameter: Parameter) => parameter.name === "id" && parameter.in === "path";

/** Returns whether the key of the selected inbox authenticates the request. */
export const usesInboxKey = ({ key }: Operation) => key === "mailboxToken" || key === "smsToken";

/** Returns whether `{id}` in the path names a message of the selected inbox. */
export const readsOneMessage = (operation: Operation) => usesInboxKey(operation) && hasIdInPath(operation.parameters);

/** Returns the parameters that the user enters. The selected record fills `{id}`, except that of a message. */
export const enteredParameters = (operation: Operation) =>
  operation.parameters.filter((parameter) => !isIdInPath(parameter) || readsOneMessage(operation));

const missingMailbox = { sentence: "The account has no mailbox yet.", operationId: "registerMailbox" };
const missingSmsInbox = { sentence: "The account has no SMS inbox yet.", operationId: "registerSmsInbox" };
const missingSubdomain = { sentence: "The account has no subdomain yet.", operationId: "registerSubdomain" };
const missingWebhook = { sentence: "The account has no webhook yet.", operationId: "registerWebhook" };
const missingAuthenticator = {
  sentence: "The account has no authenticator yet.",
  operationId: "registerAuthenticator",
};
const missingAgentKey = {
  sentence: "The account has no other key, and operations cannot change the one you use.",
  operationId: "createAgentKey",
};

const smsInboxLabel = ({ phones, created_at }: Pick<SmsInboxRecord, "phones" | "created_at">) =>
  phones.map(({ phone }) => phone).join(", ") || `no number yet, registered ${created_at.slice(0, 10)}`;

/** Converts records to choices of the form, with value and label from `toChoice`. Without records, the form shows `missing`. */
function toInputs<T>(
  records: readonly T[],
  toChoice: (record: T) => readonly [value: string, label: string],
  missing: MissingInput,
): TryInputs {
  return {
    choices: records.map((record) => {
      const [value, label] = toChoice(record);
      return { value, label };
    }),
    missing: records.length === 0 ? missing : null,
  };
}

/** Returns the id of the newest message of an inbox, or `null` if it is empty. `keyKind`: whether the key is of a mailbox or of SMS. */
export async function newestMessageId(keyKind: KeyKind, inboxKey: string, signal: AbortSignal): Promise<string | null> {
  const client = clientFor(inboxKey);
  const params = { query: { n: 1 } };
  if (keyKind === "mailboxToken")
    return (await unwrap(client.GET("/svc-api/mail/recent", { params, signal }))).emails[0]?.id ?? null;
  return (await unwrap(client.GET("/svc-api/sms/recent", { params, signal }))).messages[0]?.id ?? null;
}

/** Returns whether the operation deletes or rotates something. That cannot be undone, so the form preselects no record. */
export const isDestructive = ({ method, path }: Operation) =>
  method === "DELETE" || /\/(token|renew-token)$/.test(path);

/** Returns the initial values of the parameters' fields by name; "" for optional ones, and for those filled from the account's records. */
export const exampleValues = ({ parameters }: Operation): Record<string, string> =>
  Object.fromEntries(parameters.map((parameter) => [parameter.name, exampleValue(parameter)]));

/** Returns the initial value of one parameter's field; "" if it is not filled from the example. */
function exampleValue({ name, in: location, required, example }: Parameter): string {
  // Headers with a signature are computed when the form is sent, and ids are those of the account's records.
  const isPrefilled = required && location !== "header" && name !== "id";
  return isPrefilled ? String(example ?? "") : "";
}

/** A key that can do little if somebody creates it by the example. */
const harmlessKey = { name: "try", scopes: "mailbox:read" };

/**
 * Returns the initial text of the form's body: for mail, the example of openapi.yaml; else that example as JSON. Replaces what this server
 * would reject, such as a taken name, and gives a new key only the scope of `harmlessKey`. `code` is emptied, because each code is valid
 * once and the user must enter one.
 */
export function exampleBody({ id, body }: Operation): string {
  if (body?.type === mailType) return String(body.example);
  const example = { ...(body?.example as Record<string, unknown> | undefined) };
  const unusedName = `try-${Math.random().toString(36).slice(2, 8)}`;
  switch (id) {
    case "registerMailbox":
    case "registerSubdomain":
    case "registerAuthenticator":
      return toIndentedJson({ ...example, name: unusedName });
    case "createAgentKey":
      return toIndentedJson({ ...example, ...harmlessKey });
    case "updateAgentKey":
      // Without `expiry`: a key must not outlive the one that changes it, which may be that of a sign-in link.
      return toIndentedJson({ name: unusedName });
    default:
      return toIndentedJson("code" in example ? { ...example, code: "" } : example);
  }
}

const toIndentedJson = (value: object) => JSON.stringify(value, null, 2);

/**
 * Returns what is missing to try the operation on a record: the record itself, or its selection. `null` if nothing is. There are
 * `choices` only for an operation on a record. One is preselected, unless the operation cannot be undone.
 */
export function missingRecord({ choices, missing }: TryInputs, selected: string): MissingInput | null {
  if (missing) return missing;
  const mustChoose = choices.length > 0 && selected === "";
  return mustChoose ? { sentence: "Choose a record. This operation cannot be undone." } : null;
}

/** Returns what the user must add to the body: the code for signing in or pairing, which `exampleBody` leaves empty. Else `null`. */
export function missingBodyField({ id }: Operation, body: string): MissingInput | null {
  if (!/"code":\s*""/.test(body)) return null;
  return id === "signIn"
    ? {
        sentence:
          "It needs the code of a sign-in link, which `frontdesk dashboard` prints on the server. Put the part after `#sign-in=` into `code`.",
      }
    : { sentence: "It needs a pairing code, which is valid once.", operationId: "createPairing" };
}
