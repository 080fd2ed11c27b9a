import { randomBytes } from "node:crypto";
import { setImmediate } from "node:timers";
import { type Handlers, type OperationId, operations } from "@frontdesk/contract";
import type { H3, H3Event } from "h3";
import type { Contexts, Services } from "../context.ts";
import type { Rates } from "../limits/rates.ts";
import { Problem, StorageError } from "../problem.ts";
import { isLongAnswer, toDocument, toJsonInSlices, toPreflightAnswer, toProblemAnswer } from "./answers.ts";
import type { Authenticator } from "./auth.ts";
import { readBody, readJson } from "./body.ts";
import type { ClientOf } from "./client-address.ts";
import { decode } from "./decode.ts";
import { limitFailures } from "./limit-requests.ts";
import { createPipelines } from "./pipelines.ts";
import { createUnreadAnswers } from "./unread-answers.ts";

/** What the mount reports of each finished request. */
export interface RequestLog {
  request(request: FinishedRequest): void;
  /** A credential that opens nothing was sent, from this address. */
  refusedKey(operation: string, why: string, client: string): void;
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
  rates: Rates;
  clientOf: ClientOf;
  log: RequestLog;
}

/** Makes the contract the router: every operation at its path, 405 for its other methods, 404 for all else below the prefix. */
export function mount({ app, handlers, services, authenticator, rates, clientOf, log }: MountOptions): void {
  const methodsByPath = new Map<string, string[]>();
  const unread = createUnreadAnswers(mostUnread);
  const pipelines = createPipelines();
  for (const [id, { method, path, edition }] of Object.entries(operations)) {
    if (edition === "later" && services.options.edition === "earlier") continue;
    const route = toRoute(path);
    methodsByPath.set(route, [...(methodsByPath.get(route) ?? []), method]);
    // Object.entries forgets that the keys of the table are exactly the operation ids.
    const operationId = id as OperationId;
    app.on(method, route, (event) => inTurn(operationId, event));
  }
  for (const [route, methods] of methodsByPath) {
    const allow = [...methods, "OPTIONS"].join(", ");
    app.all(route, ({ req }) =>
      req.method === "OPTIONS"
        ? toPreflightAnswer(allow)
        : toProblemAnswer(
            new Problem("method_not_allowed", `This path takes ${methods.join(" and ")}, not ${req.method}.`, {
              headers: { allow },
            }),
          ),
    );
  }

  async function inTurn(operationId: OperationId, event: H3Event): Promise<Response> {
    const connection = event.runtime?.node?.req.socket;
    if (!connection) return answer(operationId, event);
    const turn = pipelines.enter(connection);
    if (turn) await turn;
    try {
      // Nobody reads it any more. What changes something is done all the same.
      if (turn && connection.destroyed && event.req.method === "GET") return toProblemAnswer(gone);
      return await answer(operationId, event);
    } finally {
      pipelines.leave(connection);
    }
  }

  async function answer(operationId: OperationId, event: H3Event): Promise<Response> {
    const start = performance.now();
    const id = toRequestId();
    const response = await respond(operationId, event).catch((error: unknown) => {
      if (error instanceof Problem) return refuse(operationId, error, event, id);
      log.failure(operationId, id, error);
      return toProblemAnswer(
        error instanceof StorageError
          ? error.toProblem()
          : new Problem("internal", `The server failed; its log says why, of request ${id}.`),
        id,
      );
    });
    log.request({ id, operation: operationId, status: response.status, milliseconds: performance.now() - start });
    await endOfTurn();
    if (isLongAnswer(response)) unread.watch(event.runtime?.node?.res);
    return response;
  }

  function refuse(operationId: OperationId, problem: Problem, event: H3Event, id: string): Response {
    if (problem.code !== "unauthenticated") return toProblemAnswer(problem, id);
    const client = clientOf(event.req);
    const limited = limitFailures(rates, client, problem);
    // What is beyond the limit would fill the log as well.
    if (limited === problem) log.refusedKey(operationId, problem.message.split(".", 1)[0] ?? "", client);
    return toProblemAnswer(limited, id);
  }

  async function respond(operationId: OperationId, event: H3Event): Promise<Response> {
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
    const input = decode(operationId, { path: event.context.params ?? {}, query: event.url.searchParams, body: read });
    // One handler's input and context belong together; a union over all operations loses that.
    const handler = handlers[operationId] as (input: unknown, context: unknown) => Promise<object | string>;
    const output = await handler(input, context);
    if (typeof output === "string") return toDocument(output, type ?? "text/plain", req);
    return toJsonInSlices({ success: true, ...output });
  }
}

const gone = new Problem("unavailable", "The connection was closed.");

/** Bytes of long answers that are held for clients who do not read them. */
const mostUnread = 128 * 1024 * 1024;

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
function endOfTurn(): Promise<void> {
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
