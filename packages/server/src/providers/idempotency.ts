import { LRUCache } from "lru-cache";
import type { ProviderReply } from "./provider.ts";
import { ProviderError } from "./provider-error.ts";

/** Requests that are remembered; above, the one used longest ago is forgotten. */
const maxRequests = 10_000;
/** How long Resend remembers a request. */
const lifetimeMs = 24 * 60 * 60_000;
/** Characters of an idempotency key, as at Resend. */
const maxKeyLength = 256;

interface RememberedRequest {
  /** Digest of the body. */
  digest: string;
  reply: Promise<ProviderReply>;
}

/** A request with an idempotency key. */
interface IdempotentRequest {
  /** Account, inbox and path: the same key is another one elsewhere. */
  scope: string;
  key: string;
  /** Digest of the body. */
  digest: string;
}

/** Sends a repeated request only once. It is remembered on this server, until a restart. */
export function createIdempotency() {
  const requests = new LRUCache<string, RememberedRequest>({ max: maxRequests, ttl: lifetimeMs });

  /** Returns the first request's reply if it succeeded, else runs `send`. @throws ProviderError `conflict` for another body */
  return async (
    { scope, key, digest }: IdempotentRequest,
    send: () => Promise<ProviderReply>,
  ): Promise<ProviderReply> => {
    if (key.length > maxKeyLength)
      throw new ProviderError("invalid", `The idempotency key has more than ${maxKeyLength} characters.`, {
        code: "invalid_idempotency_key",
      });
    const id = `${scope} ${key}`;
    const earlier = requests.get(id);
    if (earlier) {
      if (earlier.digest !== digest)
        throw new ProviderError("conflict", "This idempotency key was used for another request within 24 hours.");
      return earlier.reply;
    }
    const reply = send();
    requests.set(id, { digest, reply });
    // A failed request may be repeated.
    reply.catch(() => requests.delete(id));
    return reply;
  };
}
