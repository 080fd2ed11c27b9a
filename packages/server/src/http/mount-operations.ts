import { randomBytes } from "node:crypto";
import { setImmediate } from "node:timers";
import { type Handlers, type OperationId, operations } from "@frontdesk/contract";
import type { H3, H3Event } from "h3";
import type { Contexts, Services } from "../context.ts";
import type { RateLimits } from "../limits/rate-limits.ts";
import { Problem, StorageError } from "../problem.ts";
import type { Authenticator } from "./auth.ts";
import { readBody, readJson } from "./body.ts";
import type { ClientNetworkOf } from "./client-network.ts";
import { decodeInput } from "./decode.ts";
import { limitFailures } from "./limit-requests.ts";
import { createPipelines } from "./pipelines.ts";
import { createResponseBufferLimits } from "./response-buffer-limits.ts";
import {
  isLargeResponse,
  toDocumentResponse,
  toLongJsonResponse,
  toPreflightResponse,
  toProblemResponse,
} from "./responses.ts";

/** What the mount reports of each finished request. */
export interface RequestLog {
  request(request: FinishedRequest): void;
  /** A credential that opens nothing was sent, from this address. */
  rejectedKey(operation: string, why: string, client: string): void;
  /** An error nobody foresaw; the caller was told no detail but the request's id. */
  failure(operation: string, id: string, error: unknown): void;
}

interface FinishedRequest {
  id: string;
  operation: string;
  status: number;
  milliseconds: number;
}

interface MountOptions {
  app: H3;
  handlers: Handlers<Contexts>;
  services: Services;
  authenticator: Authenticator;
  rates: RateLimits;
  clientNetworkOf: ClientNetworkOf;
  log: RequestLog;
}

/** Makes the contract the router: every operation at its path, 405 for its other methods, 404 for all else below the prefix. */
export function mountOperations({
  app,
  handlers,
  services,
  authenticator,
  rates,
  clientNetworkOf: clientOf,
  log,
}: MountOptions): void {
  const methodsByPath = new Map<string, string[]>();
  const unread = createResponseBufferLimits(maxBufferedBytes);
  const pipelines = createPipelines();
  for (const [id, { method, path, edition }] of Object.entries(operations)) {
    if (edition === "later" && services.options.edition === "earlier") continue;
    const route = toRoute(path);
    methodsByPath.set(route, [...(methodsByPath.get(route) ?? []), method]);
    // Object.entries forgets that the keys of the table are exactly the operation ids.
    const operationId = id as OperationId;
    app.on(method, route, (event) => respondInOrder(operationId, event));
  }
  for (const [route, methods] of methodsByPath) {
    const allow = [...methods, "OPTIONS"].join(", ");
    app.all(route, ({ req }) =>
      req.method === "OPTIONS"
        ? toPreflightResponse(allow)
        : toProblemResponse(
            new Problem("method_not_allowed", `This path takes ${methods.join(" and ")}, not ${req.method}.`, {
              headers: { allow },
            }),
          ),
    );
  }

  async function respondInOrder(operationId: OperationId, event: H3Event): Promise<Response> {
    const connection = event.runtime?.node?.req.socket;
    if (!connection) return respond(operationId, event);
    const turn = pipelines.waitForTurn(connection);
    if (turn) await turn;
    try {
      // Nobody reads it any more. What changes something is done all the same.
      if (turn && connection.destroyed && event.req.method === "GET") return toProblemResponse(connectionClosed);
      return await respond(operationId, event);
    } finally {
      pipelines.endTurn(connection);
    }
  }

  async function respond(operationId: OperationId, event: H3Event): Promise<Response> {
    const start = performance.now();
    const id = toRequestId();
    const response = await runOperation(operationId, event).catch((error: unknown) => {
      if (error instanceof Problem) return toRejection(operationId, error, event, id);
      log.failure(operationId, id, error);
      return toProblemResponse(
        error instanceof StorageError
          ? error.toProblem()
          : new Problem("internal", `The server failed; its log says why, of request ${id}.`),
        id,
      );
    });
    log.request({ id, operation: operationId, status: response.status, milliseconds: performance.now() - start });
    await waitForEndOfTurn();
    if (isLargeResponse(response)) unread.watch(event.runtime?.node?.res);
    return response;
  }

  function toRejection(operationId: OperationId, problem: Problem, event: H3Event, id: string): Response {
    if (problem.code !== "unauthenticated") return toProblemResponse(problem, id);
    const client = clientOf(event.req);
    const limited = limitFailures(rates, client, problem);
    // What is beyond the limit would fill the log as well.
    if (limited === problem) log.rejectedKey(operationId, problem.message.split(".", 1)[0] ?? "", client);
    return toProblemResponse(limited, id);
  }

  async function runOperation(operationId: OperationId, event: H3Event): Promise<Response> {
    const { token, scope, body, answer: type } = operations[operationId];
    const { req } = event;
    const header = req.headers.get("authorization");
    let sent: Promise<string> | undefined;
    const text = () => (sent ??= readBody(req));
    const context =
      token === "none"
        ? services
        : token === "agent"
          ? await authenticator.agent(header, scope, req)
          : token === "signature"
            ? await authenticator.signature(event.context.params?.id ?? "", req.headers, text, req)
            : await authenticator.inbox(header, token, req);
    const read =
      body === "none"
        ? { value: undefined }
        : await readJson(req, text).then(
            (value) => ({ value: value === undefined && body === "optional" ? {} : value }),
            (problem: Problem) => ({ problem }),
          );
    const input = decodeInput(operationId, {
      path: event.context.params ?? {},
      query: event.url.searchParams,
      body: read,
    });
    // One handler's input and context belong together; a union over all operations loses that.
    const handler = handlers[operationId] as (input: unknown, context: unknown) => Promise<object | string>;
    const output = await handler(input, context);
    if (typeof output === "string") return toDocumentResponse(output, type ?? "text/plain", req);
    return toLongJsonResponse({ success: true, ...output });
  }
}

const connectionClosed = new Problem("unavailable", "The connection was closed.");

/** Bytes of long answers that are held for clients who do not read them. */
const maxBufferedBytes = 128 * 1024 * 1024;

const serverId = randomBytes(4).toString("hex");
let count = 0;

/** Names a request in the log and in the header of an answer that refuses it. */
function toRequestId(): string {
  return `${serverId}-${(++count).toString(36)}`;
}

/**
 * Resolves when the event loop has read all that came in together. Answers written in one go wake a client once; written
 * between reads, each finds it asleep again, and waking it costs more than the whole request. Not the global `setImmediate`: a
 * test that fakes it and gives it back would leave the turn open, and every request of the process waiting.
 */
function waitForEndOfTurn(): Promise<void> {
  turn ??= new Promise((resolve) =>
    setImmediate(() => {
      turn = null;
      resolve();
    }),
  );
  return turn;
}
let turn: Promise<void> | null = null;

/** `/mailbox/{id}` as the router writes it. */
function toRoute(path: string): string {
  return path.replace(/\{(\w+)\}/g, ":$1");
}
