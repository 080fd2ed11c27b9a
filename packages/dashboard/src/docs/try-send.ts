import { createClient } from "@frontdesk/sdk";
import { monitoredFetch, serverNow } from "../app/connection.ts";
import { mailType, type Operation, type OperationBody } from "./document.ts";

export interface TryResult {
  status: number;
  milliseconds: number;
  /** Body, JSON with indentation. */
  text: string;
}

interface TryRequest {
  operation: Operation;
  /** The credential; `null` for none. */
  token: string | null;
  /** Values of the parameters by name; empty ones are omitted. */
  values: Record<string, string>;
  /** JSON; "" for none. */
  body: string;
}

/** Longer than any long poll of the API. */
const requestTimeoutMs = 60_000;

/**
 * Creates the client for one request of the form. It does not retry: one click is one request, and shows its own response. `token` is the
 * key of the request; for a signed operation it is not sent, but signs the request (`fetchSigned`).
 */
function createTryClient({ key }: Operation, token: string | null) {
  const isSigned = key === "smsGateSignature";
  return createClient({
    baseUrl: location.origin,
    key: isSigned ? null : token,
    retries: false,
    fetch: isSigned && token !== null ? (request) => fetchSigned(token, request) : monitoredFetch,
  });
}

/** Sends the form's request with the SDK's low-level client. Returns the response, also one with an error status. */
export async function sendTry({ operation, token, values, body }: TryRequest): Promise<TryResult> {
  const { method, path, parameters } = operation;
  /** Returns the entered values of the parameters in the path or in the query, without empty ones. */
  function valuesIn(location: "path" | "query"): Record<string, string> {
    return Object.fromEntries(
      parameters
        .filter((parameter) => parameter.in === location && (values[parameter.name] ?? "") !== "")
        .map(({ name }) => [name, values[name] ?? ""]),
    );
  }
  const client = createTryClient(operation, token);
  // The operations come from the server's API description, so the client's types may not know them.
  const send = client[method] as (
    path: string,
    init: object,
  ) => Promise<{ response: Response; data?: unknown; error?: unknown }>;
  const start = performance.now();
  const { response, data, error } = await send(path, {
    params: { path: valuesIn("path"), query: valuesIn("query") },
    ...(operation.body && body.trim() !== "" ? { body: toBody(operation.body, body) } : {}),
    deadline: start + requestTimeoutMs,
  });
  const responseBody = data ?? error;
  return {
    status: response.status,
    milliseconds: Math.round(performance.now() - start),
    text: typeof responseBody === "string" ? responseBody : JSON.stringify(responseBody, null, 2),
  };
}

/** Returns the body that the user entered: a mail as it is, else parsed JSON. @throws Error with a message for the user */
const toBody = ({ type }: OperationBody, text: string) => (type === mailType ? text : parseBody(text));

/** Parses the body that the user entered. @throws Error with a message for the user */
function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`The body is not valid JSON: ${cause instanceof Error ? cause.message : ""}`, { cause });
  }
}

/** Signs a request like the SMSGate app and sends it: HMAC-SHA256 over body and timestamp, with the key of an SMS inbox (`token`). */
async function fetchSigned(token: string, request: Request): Promise<Response> {
  const hasCrypto = globalThis.crypto?.subtle !== undefined;
  if (!hasCrypto) throw new Error("This page can sign requests only on https or localhost. Use the curl snippet.");
  const toBytes = (text: string) => new TextEncoder().encode(text);
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", toBytes(token), algorithm, false, ["sign"]);
  // The server rejects a time that is far from its own clock.
  const time = String(Math.floor(serverNow() / 1000));
  const body = await request.text();
  const signature = new Uint8Array(await crypto.subtle.sign("HMAC", key, toBytes(body + time)));
  const hex = Array.from(signature, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const headers = { "content-type": "application/json", "x-timestamp": time, "x-signature": hex };
  return monitoredFetch(new Request(request.url, { method: request.method, headers, body, signal: request.signal }));
}
