import { createHmac } from "node:crypto";
import { setMaxListeners } from "node:events";
import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { isIP } from "node:net";
import type { Schemas } from "@frontdesk/contract";
import { toTimestamp } from "../clock.ts";
import { version } from "../version.ts";
import { type AddressPolicy, ForbiddenAddressError } from "./address-policy.ts";

/** A webhook request before it is signed. */
export interface WebhookRequest {
  url: string;
  secret: string;
  /** Identifies the message; the same for every attempt. */
  id: string;
  body: string;
}

/** Sends a request once and returns the result; never rejects. `stopping` aborts the attempt. */
export type SendWebhook = (request: WebhookRequest, stopping?: AbortSignal) => Promise<Schemas["WebhookDelivery"]>;

interface SenderParts {
  addressPolicy: AddressPolicy;
  now: () => number;
  /** Milliseconds after which an attempt without a response fails. @default 10_000 */
  timeoutMs?: number;
}

/** Creates a function that sends webhooks, signed by the Standard Webhooks specification. It reads only the response's status. */
export function createWebhookSender({ addressPolicy, now, timeoutMs = 10_000 }: SenderParts): SendWebhook {
  /** Signs and sends the request. A failure becomes a result with a `status` of `null`. */
  return async ({ url, secret, id, body }, stopping) => {
    const sentAt = now();
    const start = performance.now();
    const elapsedMs = () => Math.round(performance.now() - start);
    const timeout = AbortSignal.timeout(timeoutMs);
    const attempt = linkSignals(stopping ? [stopping, timeout] : [timeout]);
    const timestamp = String(Math.floor(sentAt / 1000));
    const signature = signWebhook(secret, `${id}.${timestamp}.${body}`);
    const headers = {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
      "user-agent": `frontdesk/${version}`,
      "webhook-id": id,
      "webhook-timestamp": timestamp,
      // Version 1 of the scheme: HMAC-SHA256.
      "webhook-signature": `v1,${signature}`,
    };
    const at = toTimestamp(sentAt);
    try {
      const status = await postWebhook(url, { headers, body, addressPolicy, signal: attempt.signal });
      return { at, status, ms: elapsedMs() };
    } catch (error) {
      const reason = toReason(error, timeout.aborted ? timeoutMs : null);
      return { at, status: null, ms: elapsedMs(), error: reason };
    } finally {
      attempt.release();
    }
  };
}

/**
 * Returns a signal that aborts with the first of these, until it is released. `AbortSignal.any` would leave something at a signal that
 * lives longer (nodejs/node#55328).
 */
function linkSignals(signals: readonly AbortSignal[]): { signal: AbortSignal; release(): void } {
  const controller = new AbortController();
  const abort = () => controller.abort();
  // Node warns of a leak from 11 listeners on, and many attempts share the signal that ends them.
  setMaxListeners(0, ...signals);
  for (const signal of signals) signal.addEventListener("abort", abort);
  // A signal that has aborted already sends no event.
  if (signals.some(({ aborted }) => aborted)) abort();
  return {
    signal: controller.signal,
    release() {
      for (const signal of signals) signal.removeEventListener("abort", abort);
    },
  };
}

interface PostOptions {
  headers: Record<string, string | number>;
  body: string;
  addressPolicy: AddressPolicy;
  signal: AbortSignal;
}

/**
 * Sends a POST request. Resolves with the response's status as soon as it arrives, without reading the body. Opens a new
 * connection each time, because the policy checks the IP address when a connection is made.
 */
function postWebhook(url: string, { headers, body, addressPolicy, signal }: PostOptions): Promise<number> {
  return new Promise((resolve, reject) => {
    const { protocol, hostname } = new URL(url);
    const hostWithoutBrackets = hostname.replace(/^\[|\]$/g, "");
    // Node does not look up an IP address, so the policy's `lookup` would never see it.
    if (isIP(hostWithoutBrackets) > 0 && !addressPolicy.allows(hostWithoutBrackets))
      throw new ForbiddenAddressError(hostWithoutBrackets);
    const request = protocol === "https:" ? httpsRequest : httpRequest;
    const outgoing = request(url, { method: "POST", headers, lookup: addressPolicy.lookup, signal, agent: false });
    outgoing.on("error", reject);
    // Without an error if the receiver switches to another protocol. Later than a response, after which it does nothing.
    outgoing.on("close", () => reject(new Error("The connection was closed without a response")));
    outgoing.on("response", (response) => {
      resolve(response.statusCode ?? 0);
      response.destroy();
    });
    outgoing.end(body);
  });
}

/** Returns the signature: base64 HMAC-SHA256 of the content, with the bytes of the `whsec_` secret as key. */
function signWebhook(secret: string, content: string): string {
  return createHmac("sha256", Buffer.from(secret.slice("whsec_".length), "base64"))
    .update(content)
    .digest("base64");
}

/**
 * Returns a sentence for the webhook's owner that reveals nothing about the server's network. `timedOutAfterMs` is `null` if the
 * attempt failed before its timeout.
 */
function toReason(error: unknown, timedOutAfterMs: number | null): string {
  if (error instanceof ForbiddenAddressError) return error.message;
  if (timedOutAfterMs !== null) return `No response within ${timedOutAfterMs / 1000} s.`;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const [, knownReason] = reasonsByErrorCode.find(([codes]) => codes.test(code)) ?? [];
  return knownReason ?? "The connection failed or was closed.";
}

/** Sentences by Node's error codes. */
const reasonsByErrorCode: [RegExp, string][] = [
  [/^(ENOTFOUND|EAI_AGAIN)$/, "The name could not be resolved."],
  [/^ECONNREFUSED$/, "The connection was refused."],
  [
    /SELF_SIGNED_CERT/,
    "The receiver's certificate is self-signed, which this server does not trust. The operator can trust it with NODE_EXTRA_CA_CERTS.",
  ],
  [/^CERT_HAS_EXPIRED$/, "The receiver's certificate has expired."],
  [/^CERT_NOT_YET_VALID$/, "The receiver's certificate is not valid yet."],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, "The receiver's certificate is for another name."],
  [
    /^UNABLE_TO_(VERIFY|GET)/,
    "The receiver's certificate is from an unknown authority, or intermediate certificates are missing.",
  ],
  [/^(EPROTO|ERR_SSL_)/, "The TLS handshake failed. Does the receiver serve https on this port?"],
  [/^HPE_/, "The response is not HTTP. Does the receiver serve https on this port?"],
];
