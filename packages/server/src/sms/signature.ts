import { createHmac, timingSafeEqual } from "node:crypto";
import { Problem } from "../problem.ts";
import { generateToken } from "../text/ids.ts";

/** How far a signature's time may be from now, in ms: the app signs each attempt anew. */
const window = 5 * 60 * 1000;

interface SignedRequest {
  /** The key it should be signed with; `undefined` when there is no such thing, which the caller must not learn. */
  key: string | undefined;
  headers: Headers;
  /** Reads what was sent; called only once the headers have the right form. */
  body: () => Promise<string>;
  /** Ms since 1970. */
  now: number;
}

/** The hex signature that SMSGate sends: HMAC-SHA256 over the body followed by the timestamp in epoch seconds. */
export function sign(key: string, body: string, timestamp: string): string {
  return createHmac("sha256", key).update(body).update(timestamp).digest("hex");
}

/** @throws Problem `unauthenticated` */
export async function verifySignature({ key, headers, body, now }: SignedRequest): Promise<void> {
  const signature = headers.get("x-signature")?.toLowerCase() ?? "";
  const timestamp = headers.get("x-timestamp") ?? "";
  if (!/^[0-9a-f]{64}$/.test(signature) || !/^\d{1,12}$/.test(timestamp))
    throw refuse("This needs X-Signature and X-Timestamp. Set the SMS token's key as the webhook's signing key.");
  const expected = sign(key ?? generateToken("sms"), await body(), timestamp);
  if (!timingSafeEqual(Buffer.from(signature), Buffer.from(expected)))
    throw refuse("The signature is not that of this SMS token. Set the SMS token's key as the webhook's signing key.");
  if (Math.abs(now - Number(timestamp) * 1000) > window)
    throw refuse("The signature's time is more than five minutes off. Set the phone's clock.");
}

function refuse(message: string): Problem {
  return new Problem("unauthenticated", message, { headers: { "www-authenticate": "HMAC-SHA256" } });
}
