import { type ConformingFetch, conform } from "@frontdesk/contract/conform";
import { createStorage, type Storage } from "unstorage";
import { type OpenServer, openServer } from "../../src/server.ts";
import { withLateCommits } from "../storage/late-commits.ts";

export const firstKey = "svcagt_TestTestTestTestTestTest1234";

/** One fetch for all test files of a run would need a shared process; each file keeps its own record instead. */
export interface Desk {
  server: OpenServer;
  fetch: ConformingFetch;
  /** Sends a request with a token and returns status and parsed body. */
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
}
export interface CallOptions {
  token?: string | null;
  body?: unknown;
  /** Sent as it is, instead of `body`. */
  raw?: string | Uint8Array<ArrayBuffer> | ReadableStream;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}
export interface Answer {
  status: number;
  // Tests look at many shapes; `conform` has checked each against openapi.yaml.
  // biome-ignore lint/suspicious/noExplicitAny: the contract's check stands in for types here
  body: any;
  headers: Headers;
}

/** A server in memory whose every answer is held to openapi.yaml. */
export async function openDesk(
  options: Parameters<typeof openServer>[0] = {},
  wrap: (server: OpenServer) => ConformingFetch = (server) => conform(server.fetch),
): Promise<Desk> {
  const server = await openServer({
    storage: "memory:",
    bootstrapKey: firstKey,
    smtp: false,
    log: { info() {}, warn() {}, error() {} },
    wrapKv: withLateCommits,
    ...options,
  });
  const fetch = wrap(server);
  return {
    server,
    fetch,
    async call(method, path, { token = firstKey, body, raw, headers = {}, signal } = {}) {
      const response = await fetch(`http://desk.test${path.startsWith("/") ? path : `/svc-api/${path}`}`, {
        method,
        headers: {
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...headers,
        },
        // Node demands this of a body that is a stream.
        ...(raw instanceof ReadableStream ? { duplex: "half" as const } : {}),
        ...(raw !== undefined ? { body: raw } : body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(signal ? { signal } : {}),
      });
      const text = await response.text();
      const isJson = response.headers.get("content-type")?.includes("json");
      return { status: response.status, body: isJson ? JSON.parse(text) : text, headers: response.headers };
    },
  };
}

/** Puts a mail into a mailbox as the SMTP listener does. */
export async function deliver(
  desk: Desk,
  name: string,
  mail: { subject?: string; sender?: string; body?: string; recipient?: string } = {},
): Promise<void> {
  const id = await desk.server.services.mailboxes.findByName(name);
  if (!id) throw new Error(`There is no mailbox ${name}`);
  const { subject = "Hello", sender = "Ann <ann@shop.test>", body = "A text.", recipient } = mail;
  await desk.server.services.mail.receive([{ id, recipient: recipient ?? `${name}@desk.example.com` }], {
    subject,
    sender,
    body,
  });
}

/** A storage that can be told to fail. */
export function fragileStorage(fault = new Error("disk full")): {
  storage: Storage;
  break(): void;
  mend(): void;
} {
  let broken = false;
  const map = new Map<string, unknown>();
  const guard = () => {
    if (broken) throw fault;
  };
  const storage = createStorage({
    driver: {
      name: "fragile",
      hasItem: (key) => {
        guard();
        return map.has(key);
      },
      getItem: (key) => {
        guard();
        return (map.get(key) as string | undefined) ?? null;
      },
      setItem: (key, value) => {
        guard();
        map.set(key, value);
      },
      removeItem: (key) => {
        guard();
        map.delete(key);
      },
      getKeys: () => {
        guard();
        return [...map.keys()];
      },
    },
  });
  return {
    storage,
    break: () => {
      broken = true;
    },
    mend: () => {
      broken = false;
    },
  };
}
