import type { SignedIn } from "../app/session.ts";
import { mailType, type Operation } from "./document.ts";
import { usesInboxKey } from "./try-values.ts";

/**
 * Returns the parameters of the request by name: the entered ones, and the id or address of the record that was selected. An
 * operation with the key of an inbox needs none, because the key names the inbox.
 */
export function toRequestParameters(
  operation: Operation,
  selected: string,
  entered: Record<string, string>,
): Record<string, string> {
  if (usesInboxKey(operation) || selected === "") return entered;
  // A mail goes to the selected address; all other operations name their record in the path.
  const parameter = operation.body?.type === mailType ? "to" : "id";
  return { ...entered, [parameter]: selected };
}

/**
 * Returns the key that authenticates or signs the request; `null` if it needs none, or there is none. `selected` is the value of the
 * record chosen in the form: the inbox's key for an operation that takes one, else an id.
 */
export async function loadCredential(
  operation: Operation,
  signedIn: SignedIn | null,
  selected: string,
): Promise<string | null> {
  if (operation.key === null) return null;
  if (usesInboxKey(operation)) return selected;
  if (operation.key === "agentKey") return signedIn?.key ?? null;
  // Only the SMSGate app's operation remains. It is signed with the key of the inbox whose id is in the path.
  const list = await signedIn?.frontdesk.smsInboxes.list();
  return list?.sms_tokens.find((inbox) => inbox.id === selected)?.token ?? null;
}
