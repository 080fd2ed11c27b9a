import type { IdempotentRequest, IdempotentRequestStore } from "../store/idempotent-requests.ts";
import type { ProviderReply } from "./provider.ts";
import { ProviderError } from "./provider-error.ts";

/** Characters of an idempotency key, as at Resend. */
const maxKeyLength = 256;

/**
 * Sends a request with an idempotency key only once. A repeated one gets the stored reply.
 *
 * @throws ProviderError `conflict` if the key was used for another body
 */
export async function sendOnce(
  store: IdempotentRequestStore,
  account: string,
  request: IdempotentRequest,
  send: () => Promise<ProviderReply>,
): Promise<ProviderReply> {
  if (request.key.length > maxKeyLength)
    throw new ProviderError("invalid", `The idempotency key has more than ${maxKeyLength} characters.`, {
      code: "invalid_idempotency_key",
    });
  const reply = await store.runOnce(account, request, send);
  // `null`: the key was used for another body.
  if (reply === null)
    throw new ProviderError("conflict", "This idempotency key was used for another request within 24 hours.");
  return reply;
}
