import { randomBytes } from "node:crypto";
import { setImmediate } from "node:timers";
import { type Handlers, type OperationId, operations } from "@frontdesk/contract";
import type { H3, H3Event } from "h3";
import type { Contexts, Services } from "../context.ts";
import type { RateLimits } from "../limits/rate-limits.ts";
import { Problem, StorageError } from "../problem.ts";
import type { RequestAuthenticator } from "./auth.ts";
import { readBody, readJson, readMail } from "./body.ts";
import type { ClientNetworkOf } from "./client-network.ts";
import { decodeInput } from "./decode.ts";
import { limitFailures } from "./limit-requests.ts";
import { endTurn, waitForTurn } from "./pipelines.ts";
import { createResponseBufferLimits } from "./response-buffer-limits.ts";
import {
  isLargeResponse,
  toDocumentResponse,
  toLongJsonResponse,
  toPreflightResponse,
  toProblemResponse,
} from "./responses.ts";

/** Receives one call for each finished, rejected or failed request. */
export interface RequestLogger {
  request(request: FinishedRequest): void;
  /** Called for a wrong credential, with the client's network. */
  rejectedKey(operation: string, reason: string, client: string): void;
  /** Called for an unexpected error. The client gets only the request's id. */
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
  authenticator: RequestAuthenticator;
  rates: RateLimits;
  clientNetworkOf: ClientNetworkOf;
  log: RequestLogger;
}

/** Routes every operation of the contract to its handler. Other methods of a known path get 405. */
export function mountOperations({
  app,
  handlers,
  services,
  authenticator,
  rates,
  clientNetworkOf,
  log,
}: MountOptions): void {
  const methodsByPath = new Map<string, string[]>();
  const bufferLimits = createResponseBufferLimits(maxBufferedBytes);
  for (const [id, { method, path, edition }] of Object.entries(operations)) {
    // A server of the earlier edition of the API does not have it.
    if (edition === "later" && services.options.edition === "earlier") continue;
    const route = toRoute(path);
    methodsByPath.set(route, [...(methodsByPath.get(route) ?? []), method]);
    // The cast is true: the table's keys are the operation ids, which Object.entries types as strings.
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

  /**
   * Runs a request when the earlier ones of its connection have finished: those that a client has sent without waiting for responses
   * would use much memory together. Requests without a socket, in process, run at once.
   */
  async function respondInOrder(operationId: OperationId, event: H3Event): Promise<Response> {
    const connection = event.runtime?.node?.req.socket;
    if (!connection) return respond(operationId, event);
    const earlierRequests = waitForTurn(connection);
    if (earlierRequests) await earlierRequests;
    try {
      // The client has disconnected meanwhile: reads are skipped. Writes are still carried out, unless they need a body, which is lost.
      if (earlierRequests && connection.destroyed && event.req.method === "GET")
        return toProblemResponse(connectionClosed);
      return await respond(operationId, event);
    } finally {
      endTurn(connection);
    }
  }

  /**
   * Runs an operation, converts errors to responses and logs the request. Node may have to buffer a large response for a slow client,
   * so those count against a limit; a small one mostly fits into the socket's send buffer.
   */
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
    // Responses to requests that arrived together are written together, so that they wake the client's process once.
    await waitForEndOfLoopTurn();
    if (isLargeResponse(response)) bufferLimits.watch(event.runtime?.node?.res);
    return response;
  }

  /**
   * Converts a problem to a response. Wrong credentials are counted, and logged while the client is below the rate limit: a flood of
   * them must not fill the log.
   */
  function toRejection(operationId: OperationId, problem: Problem, event: H3Event, id: string): Response {
    if (problem.code !== "unauthenticated") return toProblemResponse(problem, id);
    const client = clientNetworkOf(event.req);
    const finalProblem = limitFailures(rates, client, problem);
    const isBelowLimit = finalProblem === problem;
    // Only the first sentence says why. Those after it tell the client what to do.
    const [reason = ""] = problem.message.split(".", 1);
    if (isBelowLimit) log.rejectedKey(operationId, reason, client);
    return toProblemResponse(finalProblem, id);
  }

  /** Authenticates the request, then reads its body, then runs the handler. @throws Problem, or any error of the handler */
  async function runOperation(operationId: OperationId, event: H3Event): Promise<Response> {
    const { token: credentialKind, scope, body, answer: documentType } = operations[operationId];
    const { req } = event;
    const header = req.headers.get("authorization");
    let bodyText: Promise<string> | undefined;
    // Read at most once: a signature is checked over the same bytes that are parsed later.
    const readText = () => (bodyText ??= readBody(req));
    /** Checks the credential that the operation requires: none, an agent key, a signature, or the key of a mailbox or SMS inbox. */
    function authenticate() {
      if (credentialKind === "none") return authenticator.anonymous(req);
      if (credentialKind === "agent") return authenticator.agent(header, scope, req);
      // The path of such an operation has the id of the SMS inbox whose key signs.
      if (credentialKind === "signature")
        return authenticator.signature(event.context.params?.id ?? "", req.headers, readText, req);
      return authenticator.inbox(header, credentialKind, req);
    }
    /** Reads the body in the form that the operation declares. A missing optional one is an empty object. */
    async function loadBody(): Promise<unknown> {
      if (body === "none") return undefined;
      if (body === "mail") return readMail(req, services.options.smtpMaxSize);
      const json = await readJson(req, readText);
      return json === undefined && body === "optional" ? {} : json;
    }
    const context = await authenticate();
    // A problem is thrown only when the handler reads the body, so that an unknown id gets 404 before 400.
    const parsedBody = await loadBody().then(
      (value) => ({ value }),
      (problem: Problem) => ({ problem }),
    );
    // A client decides how long its body takes. A key that was revoked meanwhile must not be used, say to create another one.
    const wasCheckedWithBody = credentialKind === "signature";
    if (body !== "none" && !wasCheckedWithBody && "authorize" in context) await context.authorize();
    const input = decodeInput(operationId, {
      path: event.context.params ?? {},
      query: event.url.searchParams,
      body: parsedBody,
    });
    // The cast is true: the handler of an operation takes its input and context, which the union over all operations loses.
    const handler = handlers[operationId] as (input: unknown, context: unknown) => Promise<object | string>;
    const output = await handler(input, context);
    // A few operations return a document instead of JSON; the contract names its type.
    if (typeof output === "string") return toDocumentResponse(output, documentType ?? "text/plain", req);
    return toLongJsonResponse({ success: true, ...output });
  }
}

const connectionClosed = new Problem("unavailable", "The connection was closed.");

/** Total bytes of responses buffered for clients that do not read. */
const maxBufferedBytes = 128 * 1024 * 1024;

const serverId = randomBytes(4).toString("hex");
let requestCount = 0;

/** Returns an id for the log and for the `x-request-id` header of error responses: a random part of this process, and a count. */
export function toRequestId(): string {
  requestCount += 1;
  return `${serverId}-${requestCount.toString(36)}`;
}

/**
 * Resolves when the event loop has read all requests that arrived together, so that their responses are written together. If one client
 * process has sent them, it wakes up once for all responses, not for each: a wake-up costs more than a request. `setImmediate` is
 * imported: a test that fakes the global one and restores it would leave this promise pending for ever.
 */
function waitForEndOfLoopTurn(): Promise<void> {
  endOfLoopTurn ??= new Promise((resolve) =>
    setImmediate(() => {
      endOfLoopTurn = null;
      resolve();
    }),
  );
  return endOfLoopTurn;
}
/** Shared by all requests of the event loop's current turn; `null` if none waits. */
let endOfLoopTurn: Promise<void> | null = null;

/** Converts `/mailbox/{id}` to the router's `/mailbox/:id`. */
function toRoute(path: string): string {
  return path.replace(/\{(\w+)\}/g, ":$1");
}
