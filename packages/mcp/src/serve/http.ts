import { randomBytes, timingSafeEqual } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { basename, dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import {
  createMcpHandler,
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  type McpServer,
  originValidationResponse,
} from "@modelcontextprotocol/server";
import { SettingsError } from "../state/settings.ts";
import type { State } from "../state/state.ts";
import { FolderError, keepSecret } from "../text/secrets.ts";
import { buildServer } from "./build-server.ts";
import { createSessions } from "./http-sessions.ts";

const loopback = "127.0.0.1";
const largestBody = 1024 * 1024;
/** Node cuts a Request that nothing holds off from what aborts it (nodejs/node#55428): each lives as long as its answer. */
const requests = new WeakMap<ServerResponse, Request>();

/** Serves clients on a loopback port; each brings the bearer token. */
export async function runHttp(
  state: State,
  { log, exit }: { log(line: string): void; exit(code: number): void },
): Promise<void> {
  const { fetch, close: closeHandler } = await createHttp(state, log);
  const server = serveFetch(fetch);
  await new Promise<void>((resolve, reject) => {
    server.once("error", () => reject(new SettingsError(`--http: port ${state.settings.http} can't be taken`)));
    server.listen(state.settings.http, loopback, resolve);
  });
  log(`serving http://${loopback}:${(server.address() as AddressInfo).port}/`);
  const leave = (code: number) => {
    setTimeout(() => exit(code), 800).unref();
    server.close();
    server.closeAllConnections();
    void Promise.allSettled([state.close(), closeHandler()]).then(() => exit(code));
  };
  process.once("SIGINT", () => leave(130));
  process.once("SIGTERM", () => leave(143));
}

/** A server, not yet listening, whose requests end with their clients. */
export function serveFetch(fetch: (request: Request) => Promise<Response>): Server {
  return createServer((request, response) => {
    void answer(request, response, fetch).catch(() => response.destroy());
  });
}

/** The guarded handler: a page in a browser must not reach it, nor another user of this machine. */
export async function createHttp(
  state: State,
  log: (line: string) => void,
  build: () => McpServer = () => buildServer(state, log),
) {
  const token = Buffer.from(`Bearer ${await readToken(state, log)}`);
  const handler = createMcpHandler(() => build());
  const sessions = createSessions(build);
  return {
    notify: handler.notify,
    close: () => Promise.all([handler.close(), sessions.close()]),
    async fetch(request: Request): Promise<Response> {
      const refused =
        hostHeaderValidationResponse(request, localhostAllowedHostnames()) ??
        originValidationResponse(request, localhostAllowedOrigins());
      if (refused) return refused;
      const given = Buffer.from(request.headers.get("authorization") ?? "");
      if (given.length !== token.length || !timingSafeEqual(given, token))
        return new Response("The bearer token is missing or wrong.", {
          status: 401,
          headers: { "www-authenticate": "Bearer" },
        });
      return (await sessions.fetch(request)) ?? handler.fetch(request);
    },
  };
}

async function readToken({ settings }: State, log: (line: string) => void): Promise<string> {
  const path = settings.httpTokenFile ?? join(settings.secretsFolder, "mcp-http.token");
  const kept = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw new SettingsError(`The file with the bearer token, ${path}, can't be read (${error.code ?? error.name})`);
  });
  if (kept?.trim() === "")
    throw new SettingsError(`The file with the bearer token, ${path}, is empty. Write one into it, or remove it.`);
  if (kept !== null) return kept.trim();
  const token = randomBytes(24).toString("base64url");
  const made = await keepSecret(dirname(path), basename(path), token).catch((error: unknown) => {
    throw error instanceof FolderError
      ? new SettingsError(`${error.message}; --http keeps its bearer token there`)
      : error;
  });
  log(`the bearer token is in ${made}`);
  return token;
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  fetch: (request: Request) => Promise<Response>,
) {
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  const body = await readBody(request);
  if (body === null) return void response.writeHead(413).end();
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(", ") : value);
  const method = request.method ?? "GET";
  const asked = new Request(`http://${request.headers.host ?? loopback}${request.url ?? "/"}`, {
    method,
    headers,
    signal: gone.signal,
    ...(method === "GET" || method === "HEAD" ? {} : { body }),
  });
  requests.set(response, asked);
  const answered = await fetch(asked);
  response.writeHead(answered.status, Object.fromEntries(answered.headers));
  if (!answered.body) return void response.end();
  // Ends the answer's source with its client: streams of events have no end of their own.
  await pipeline(Readable.fromWeb(answered.body as ReadableStream), response);
}

async function readBody(request: IncomingMessage): Promise<Buffer<ArrayBuffer> | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > largestBody) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
