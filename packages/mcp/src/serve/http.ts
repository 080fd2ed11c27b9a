import { randomBytes, timingSafeEqual } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { basename, dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { UsageError } from "@frontdesk/basics/command-line";
import {
  createMcpHandler,
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  type McpServer,
  originValidationResponse,
} from "@modelcontextprotocol/server";
import type { State } from "../state/state.ts";
import { SecretsFolderError, writeSecret } from "../text/secrets.ts";
import { buildServer } from "./build-server.ts";
import { createHttpSessions } from "./http-sessions.ts";

const loopback = "127.0.0.1";
const closeTimeoutMs = 800;
const maxBodyBytes = 1024 * 1024;
/** Keeps each Request as long as its response: Node detaches a collected one from its signal (nodejs/node#55428). */
const keptRequests = new WeakMap<ServerResponse, Request>();

/** Serves clients on a loopback port. Each request needs the bearer token. */
export async function runHttp(
  state: State,
  { log, exit }: { log(line: string): void; exit(code: number): void },
): Promise<void> {
  const { fetch, close: closeHandler } = await createHttpHandler(state, log);
  const server = serveFetch(fetch);
  const { http: port } = state.settings;
  await new Promise<void>((resolve, reject) => {
    server.once("error", () => reject(new UsageError(`--http: port ${port} is in use or not permitted`)));
    server.listen(port, loopback, resolve);
  });
  log(`serving http://${loopback}:${(server.address() as AddressInfo).port}/`);
  /** Closes everything and exits with the code, after 800 ms at the latest: even if something hangs. */
  function shutDown(code: number): void {
    setTimeout(() => exit(code), closeTimeoutMs).unref();
    server.close();
    server.closeAllConnections();
    void Promise.allSettled([state.close(), closeHandler()]).then(() => exit(code));
  }
  // By convention, the exit code after a signal is 128 plus its number.
  process.once("SIGINT", () => shutDown(130));
  process.once("SIGTERM", () => shutDown(143));
}

/** Creates a server, not yet listening, whose requests abort when their clients disconnect. */
export function serveFetch(fetch: (request: Request) => Promise<Response>): Server {
  return createServer((request, response) => {
    void respond(request, response, fetch).catch(() => response.destroy());
  });
}

/**
 * Creates the HTTP handler of MCP. It rejects web pages (by Host and Origin) and other users of the machine (bearer token).
 * `build` creates an MCP server; the conformance test passes its own.
 */
export async function createHttpHandler(
  state: State,
  log: (line: string) => void,
  build: () => McpServer = () => buildServer(state, log),
) {
  const expectedAuthorization = Buffer.from(`Bearer ${await readOrCreateToken(state, log)}`);
  const handler = createMcpHandler(() => build());
  const sessions = createHttpSessions(build);
  return {
    /** Tells clients that the lists of tools or prompts changed. Ours never change: only the conformance test calls it. */
    notify: handler.notify,
    close: () => Promise.all([handler.close(), sessions.close()]),
    /** Checks host, origin and bearer token, then serves the request. */
    async fetch(request: Request): Promise<Response> {
      const rejected =
        hostHeaderValidationResponse(request, localhostAllowedHostnames()) ??
        originValidationResponse(request, localhostAllowedOrigins());
      if (rejected) return rejected;
      const authorization = Buffer.from(request.headers.get("authorization") ?? "");
      const hasSameLength = authorization.length === expectedAuthorization.length;
      if (!hasSameLength || !timingSafeEqual(authorization, expectedAuthorization))
        return new Response("The bearer token is missing or wrong.", {
          status: 401,
          headers: { "www-authenticate": "Bearer" },
        });
      // Only clients that speak a revision of MCP from 2025 begin with `initialize` and so get a session. In newer revisions each
      // request is complete in itself.
      return (await sessions.fetch(request)) ?? handler.fetch(request);
    },
  };
}

/** Returns the bearer token from its file. If there is no file, generates a token and writes one. @throws UsageError */
async function readOrCreateToken({ settings }: State, log: (line: string) => void): Promise<string> {
  const path = settings.httpTokenFile ?? join(settings.secretsFolder, "mcp-http.token");
  const stored = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw new UsageError(`The file with the bearer token, ${path}, cannot be read (${error.code ?? error.name})`);
  });
  if (stored?.trim() === "")
    throw new UsageError(`The file with the bearer token, ${path}, is empty. Write one into it, or remove it.`);
  if (stored !== null) return stored.trim();
  const token = randomBytes(24).toString("base64url");
  const file = await writeSecret(dirname(path), basename(path), token).catch((error: unknown) => {
    throw error instanceof SecretsFolderError
      ? new UsageError(`${error.message}; --http keeps its bearer token there`)
      : error;
  });
  log(`the bearer token is in ${file}`);
  return token;
}

/** Converts the headers of a Node request. One that was sent several times may have a list of values. */
function toHeaders({ headers }: IncomingMessage): Headers {
  const webHeaders = new Headers();
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) webHeaders.set(name, Array.isArray(value) ? value.join(", ") : value);
  return webHeaders;
}

/** Serves a Node request with a web `fetch`: converts the request and sends the response. 413 if the body is too large. */
async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  fetch: (request: Request) => Promise<Response>,
) {
  const disconnected = new AbortController();
  response.once("close", () => disconnected.abort());
  const body = await readBody(request);
  if (body === null) return void response.writeHead(413).end();
  const method = request.method ?? "GET";
  const canHaveBody = method !== "GET" && method !== "HEAD";
  const webRequest = new Request(`http://${request.headers.host ?? loopback}${request.url ?? "/"}`, {
    method,
    headers: toHeaders(request),
    signal: disconnected.signal,
    ...(canHaveBody ? { body } : {}),
  });
  keptRequests.set(response, webRequest); // or it might be collected, and its signal would not abort
  const webResponse = await fetch(webRequest);
  response.writeHead(webResponse.status, Object.fromEntries(webResponse.headers));
  if (!webResponse.body) return void response.end();
  // Closes the source when the client disconnects: event streams have no end.
  await pipeline(Readable.fromWeb(webResponse.body as ReadableStream), response);
}

/** Reads the body of a request; `null` if it is larger than 1 MiB. The rest is then not read, but the response is still sent. */
async function readBody(request: IncomingMessage): Promise<Buffer<ArrayBuffer> | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > maxBodyBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
