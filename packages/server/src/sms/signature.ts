import { createHmac, timingSafeEqual } from "node:crypto";
import { Problem } from "../problem.ts";
import { generateToken } from "../text/ids.ts";

/**
 * How far a signature's time may be from now, so that a recorded request cannot be sent again later. The app signs each attempt
 * again.
 */
const maxAgeMs = 5 * 60 * 1000;

const hexSha256 = /^[0-9a-f]{64}$/;
const epochSeconds = /^\d{1,12}$/;

interface SignedRequest {
  /** The SMS key; `undefined` if the inbox does not exist, which the caller must not learn. */
  key: string | undefined;
  headers: Headers;
  /** Reads the body. Called only if the headers are well-formed. */
  body: () => Promise<string>;
  /** Ms since 1970. */
  now: number;
}

/** Returns the signature that SMSGate sends: hexadecimal HMAC-SHA256 of the body followed by the timestamp in epoch seconds. */
export function signSmsGate(key: string, body: string, timestamp: string): string {
  return createHmac("sha256", key).update(body).update(timestamp).digest("hex");
}

/**
 * Checks the signature and time of a request from SMSGate. Without a key (no such inbox), throws as for a wrong one.
 *
 * @throws Problem `unauthenticated`
 */
export async function verifySmsGateSignature({ key, headers, body, now }: SignedRequest): Promise<void> {
  const signature = headers.get("x-signature")?.toLowerCase() ?? "";
  const timestamp = headers.get("x-timestamp") ?? "";
  if (!hexSha256.test(signature) || !epochSeconds.test(timestamp))
    throw unauthenticated(
      "X-Signature or X-Timestamp is missing or malformed. Set the SMS key as the webhook's signing key.",
    );
  // Without a key, compares with a random one, so that the response does not tell whether the inbox exists.
  const expected = signSmsGate(key ?? generateToken("sms"), await body(), timestamp);
  if (!timingSafeEqual(Buffer.from(signature), Buffer.from(expected)))
    throw unauthenticated("The signature does not match this SMS inbox. Set the SMS key as the webhook's signing key.");
  if (Math.abs(now - Number(timestamp) * 1000) > maxAgeMs)
    throw unauthenticated("The signature's time is more than five minutes off. Correct the phone's clock.");
}

/** Creates the 401 problem. Its header names the scheme that the request needs (RFC 9110 section 15.5.2). */
function unauthenticated(message: string): Problem {
  return new Problem("unauthenticated", message, { headers: { "www-authenticate": "HMAC-SHA256" } });
}
