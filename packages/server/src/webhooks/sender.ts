import { createHmac } from "node:crypto";
import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { isIP } from "node:net";
import type { Schemas } from "@frontdesk/contract";
import { toTimestamp } from "../clock.ts";
import { version } from "../version.ts";
import { type AddressPolicy, ForbiddenAddressError } from "./address-policy.ts";

/** What is sent once. */
export interface WebhookRequest {
  url: string;
  secret: string;
  /** The same at each try. */
  id: string;
  body: string;
}

/** `stopping` ends the try. */
export type SendWebhook = (parcel: WebhookRequest, stopping?: AbortSignal) => Promise<Schemas["WebhookDelivery"]>;

interface SenderParts {
  addressPolicy: AddressPolicy;
  now: () => number;
  /** Milliseconds after which an attempt without a response fails. @default 10_000 */
  timeoutMs?: number;
}

/** Sends parcels, signed as the Standard Webhooks specification has it. What the receiver answers beside its status is not read. */
export function createWebhookSender({
  addressPolicy: reach,
  now,
  timeoutMs: timeout = 10_000,
}: SenderParts): SendWebhook {
  return async ({ url, secret, id, body }, stopping) => {
    const at = now();
    const start = performance.now();
    const since = () => Math.round(performance.now() - start);
    const limit = AbortSignal.timeout(timeout);
    const signal = stopping ? AbortSignal.any([stopping, limit]) : limit;
    const timestamp = String(Math.floor(at / 1000));
    const headers = {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
      "user-agent": `frontdesk/${version}`,
      "webhook-id": id,
      "webhook-timestamp": timestamp,
      "webhook-signature": `v1,${sign(secret, `${id}.${timestamp}.${body}`)}`,
    };
    const answered = post(url, { headers, body, reach, signal });
    return answered.then(
      (status) => ({ at: toTimestamp(at), status, ms: since() }),
      (error: unknown) => ({
        at: toTimestamp(at),
        status: null,
        ms: since(),
        error: toReason(error, limit.aborted ? timeout : null),
      }),
    );
  };
}

interface Post {
  headers: Record<string, string | number>;
  body: string;
  reach: AddressPolicy;
  signal: AbortSignal;
}

/** Resolves with the status as soon as it is there. */
function post(url: string, { headers, body, reach, signal }: Post): Promise<number> {
  return new Promise((resolve, reject) => {
    const { protocol, hostname } = new URL(url);
    const host = hostname.replace(/^\[|\]$/g, "");
    // An address in numbers is not looked up.
    if (isIP(host) > 0 && !reach.allows(host)) throw new ForbiddenAddressError(host);
    const request = protocol === "https:" ? httpsRequest : httpRequest;
    // A connection of its own each time: where it leads is checked as it is made.
    const sent = request(url, { method: "POST", headers, lookup: reach.lookup, signal, agent: false });
    sent.on("error", reject);
    sent.on("response", (response) => {
      resolve(response.statusCode ?? 0);
      response.destroy();
    });
    sent.end(body);
  });
}

function sign(secret: string, content: string): string {
  return createHmac("sha256", Buffer.from(secret.slice("whsec_".length), "base64"))
    .update(content)
    .digest("base64");
}

/** In words that tell nothing of the network that the server stands in. */
function toReason(error: unknown, elapsed: number | null): string {
  if (error instanceof ForbiddenAddressError) return error.message;
  if (elapsed !== null) return `No answer within ${elapsed / 1000} s.`;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return reasons.find(([codes]) => codes.test(code))?.[1] ?? "The connection failed or was cut.";
}

/** Which codes of Node's mean what. */
const reasons: [RegExp, string][] = [
  [/^(ENOTFOUND|EAI_AGAIN)$/, "The name could not be resolved."],
  [/^ECONNREFUSED$/, "The connection was refused."],
  [
    /SELF_SIGNED_CERT/,
    "The receiver's certificate is self-signed, which this server does not trust. The operator may name it by NODE_EXTRA_CA_CERTS.",
  ],
  [/^CERT_HAS_EXPIRED$/, "The receiver's certificate has expired."],
  [/^CERT_NOT_YET_VALID$/, "The receiver's certificate is not valid yet."],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, "The receiver's certificate is for another name."],
  [
    /^UNABLE_TO_(VERIFY|GET)/,
    "The receiver's certificate comes from an authority that this server does not know, or without the certificates between.",
  ],
  [/^(EPROTO|ERR_SSL_)/, "The receiver did not agree to TLS. Does it speak https on this port?"],
  [/^HPE_/, "What answered is no HTTP. Does the receiver speak https on this port?"],
];
