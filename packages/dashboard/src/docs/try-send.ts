import { createClient } from "@frontdesk/sdk";
import { monitoredFetch } from "../app/connection.ts";
import type { Operation } from "./document.ts";

export interface TryResult {
  status: number;
  milliseconds: number;
  text: string;
}

interface TryRequest {
  operation: Operation;
  /** The credential; `null` for none. */
  token: string | null;
  values: Record<string, string>;
  body: string;
}

/** What a try may take, in ms: the longest wait that the API knows, and its answer. */
const requestTimeoutMs = 60_000;

/** Sends what the form says by the SDK's low level, and gives the answer whatever it is. */
export async function sendTry({ operation, token, values, body }: TryRequest): Promise<TryResult> {
  const { method, path, parameters, key } = operation;
  const of = (where: string) =>
    Object.fromEntries(
      parameters
        .filter(({ in: at, name }) => at === where && (values[name] ?? "") !== "")
        .map(({ name }) => [name, values[name] ?? ""]),
    );
  const isSigned = key === "smsGateSignature";
  const client = createClient({
    baseUrl: location.origin,
    key: isSigned ? null : token,
    retries: false,
    fetch: isSigned && token !== null ? (request) => sign(token, request) : monitoredFetch,
  });
  // The form is made from the contract that the server itself serves, which may know more than this page's types.
  const ask = client[method] as (
    path: string,
    init: object,
  ) => Promise<{ response: Response; data?: unknown; error?: unknown }>;
  const start = performance.now();
  const { response, data, error } = await ask(path, {
    params: { path: of("path"), query: of("query") },
    ...(operation.body && body.trim() !== "" ? { body: toJson(body) } : {}),
    deadline: start + requestTimeoutMs,
  });
  const answer = data ?? error;
  return {
    status: response.status,
    milliseconds: Math.round(performance.now() - start),
    text: typeof answer === "string" ? answer : JSON.stringify(answer, null, 2),
  };
}

function toJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`The body is not valid JSON: ${cause instanceof Error ? cause.message : ""}`, { cause });
  }
}

/** As the SMSGate app signs its requests. Browsers have the means on https and localhost alone. */
async function sign(token: string, request: Request): Promise<Response> {
  if (!globalThis.crypto?.subtle)
    throw new Error("This page can sign requests only on https or localhost. Use the curl snippet.");
  const bytes = (text: string) => new TextEncoder().encode(text);
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", bytes(token), algorithm, false, ["sign"]);
  const time = String(Math.floor(Date.now() / 1000));
  const body = await request.text();
  const signature = new Uint8Array(await crypto.subtle.sign("HMAC", key, bytes(body + time)));
  const hex = Array.from(signature, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const headers = { "content-type": "application/json", "x-timestamp": time, "x-signature": hex };
  return monitoredFetch(new Request(request.url, { method: request.method, headers, body, signal: request.signal }));
}
