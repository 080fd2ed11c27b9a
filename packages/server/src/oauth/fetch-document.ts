import { request } from "node:https";
import { isIP } from "node:net";
import { version } from "../version.ts";
import { type AddressPolicy, ForbiddenAddressError } from "../webhooks/address-policy.ts";

export interface FetchedDocument {
  body: string;
  /** Header `Cache-Control`; empty if there is none. */
  cacheControl: string;
}

export interface FetchOptions {
  addressPolicy: AddressPolicy;
  /** Certificate authority to trust instead of those of Node. */
  ca?: string;
  /** Milliseconds for the whole response. */
  timeoutMs?: number;
}

const defaultTimeoutMs = 5_000;
/** Larger documents are rejected. Those of known clients have some kilobytes. */
const maxDocumentBytes = 32 * 1024;

/**
 * Fetches a JSON document over https, whose host a stranger has chosen. Follows no redirect, and checks the IP address that it
 * connects to (against SSRF), so it makes a new connection each time. With `ca`, trusts this certificate authority instead of Node's.
 *
 * @throws ForbiddenAddressError, or Error if there is no response in time, or none that is a JSON document of permitted size
 */
export function fetchDocument(
  url: string,
  { addressPolicy, ca, timeoutMs = defaultTimeoutMs }: FetchOptions,
): Promise<FetchedDocument> {
  return new Promise((resolve, reject) => {
    const hostWithoutBrackets = new URL(url).hostname.replace(/^\[|\]$/g, "");
    // Node does not look up an IP address, so the policy's `lookup` would never see it.
    if (isIP(hostWithoutBrackets) > 0 && !addressPolicy.allows(hostWithoutBrackets))
      throw new ForbiddenAddressError(hostWithoutBrackets);
    const signal = AbortSignal.timeout(timeoutMs);
    const headers = { accept: "application/json", "user-agent": `frontdesk/${version}` };
    const trust = ca === undefined ? {} : { ca };
    const outgoing = request(url, { headers, lookup: addressPolicy.lookup, signal, agent: false, ...trust });
    outgoing.on("error", reject);
    // Without a listener, Node closes the connection, and reports no error, not even at the timeout.
    outgoing.on("upgrade", ({ statusCode }, socket) => {
      socket.destroy();
      reject(new Error(`The response is no JSON document: status ${statusCode}`));
    });
    outgoing.on("response", (response) => {
      const type = response.headers["content-type"] ?? "";
      const isJson = /^application\/(?:[\w.+-]+\+)?json(?:;|$)/i.test(type);
      if (response.statusCode !== 200 || !isJson) {
        response.destroy();
        return reject(new Error(`The response is no JSON document: status ${response.statusCode}, type ${type}`));
      }
      const chunks: Buffer[] = [];
      let size = 0;
      response.on("data", (chunk: Buffer) => {
        size += chunk.length;
        if (size > maxDocumentBytes)
          return response.destroy(new Error(`The document is larger than ${maxDocumentBytes} bytes`));
        chunks.push(chunk);
      });
      response.on("error", reject);
      response.on("end", () =>
        resolve({
          body: Buffer.concat(chunks).toString(),
          cacheControl: response.headers["cache-control"] ?? "",
        }),
      );
    });
    outgoing.end();
  });
}
