import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";
import type { RecordedRequest } from "../../test/providers/recorded.ts";

/** Headers of the connection, of the machine, of the moment, or of Node's `fetch` rather than of the SDK. */
const variableHeaders =
  /^(?:host|connection|content-length|transfer-encoding|accept-encoding|user-agent|x-amz-user-agent|x-amz-date|amz-sdk-invocation-id|traceparent|expect|keep-alive|accept-language|sec-fetch-mode)$/;

/** Records the requests that SDKs send to this process's servers, without secrets and without what differs between two runs. */
export function recordRequests() {
  const requests: RecordedRequest[] = [];
  const onRequest = (message: unknown) => {
    // Node's channel passes the request.
    const { request } = message as { request: IncomingMessage };
    const { method = "", url = "", headers } = request;
    const { pathname } = new URL(url, "http://server");
    if (pathname.startsWith("/svc-api/") || pathname === "/as/ca.pem") return;
    const chunks: Uint8Array[] = [];
    const push = request.push.bind(request);
    // Reading the request here would take the body from the server: this sees each chunk that comes from the socket.
    request.push = (chunk: unknown, encoding?: BufferEncoding) => {
      if (chunk instanceof Uint8Array) chunks.push(chunk);
      if (chunk === null) requests.push(toRecord({ method, url, headers, body: Buffer.concat(chunks).toString() }));
      return push(chunk, encoding);
    };
  };
  subscribe("http.server.request.start", onRequest);
  return {
    /** Returns the requests since the last call, with the credential replaced. */
    take: (credential: string): RecordedRequest[] =>
      JSON.parse(JSON.stringify(requests.splice(0)).replaceAll(credential, "<key>")),
    close: () => unsubscribe("http.server.request.start", onRequest),
  };
}

interface ReceivedRequest {
  method: string;
  url: string;
  headers: IncomingMessage["headers"];
  body: string;
}

function toRecord({ method, url, headers, body }: ReceivedRequest): RecordedRequest {
  const [, boundary] = /boundary="?([^";]+)/.exec(headers["content-type"] ?? "") ?? [];
  const withoutBoundary = (text: string) => (boundary ? text.replaceAll(boundary, "boundary") : text);
  const kept = Object.entries(headers).filter(([name]) => !variableHeaders.test(name));
  return {
    method,
    path: url.replace(/^\/as\/[a-z]+(?=\/|$)/, "") || "/",
    headers: Object.fromEntries(
      kept.sort().map(([name, value]) => [name, withoutBoundary(name === "authorization" ? mask(value) : `${value}`)]),
    ),
    body: withoutBoundary(body),
  };
}

/** Returns a credential without its encoding, date and signature. */
function mask(value: string | string[] | undefined): string {
  const written = String(value);
  const [, basic] = /^Basic (.+)/.exec(written) ?? [];
  if (basic) return `Basic ${Buffer.from(basic, "base64")}`;
  return written
    .replace(/^Bearer ey[\w.-]+$/, "Bearer <jwt>")
    .replace(/\/\d{8}\//, "/20260101/")
    .replace(/Signature=\w+/, "Signature=00");
}
