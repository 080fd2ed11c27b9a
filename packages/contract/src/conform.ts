import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { document } from "./generated/document.ts";
import { operations } from "./generated/operations.ts";

/** A fetch that throws a `ContractError` for every response that openapi.yaml does not document. */
export interface ConformingFetch {
  (input: string | URL | Request, init?: RequestInit): Promise<Response>;
  /** Returns the documented responses, as `operationId status`, that no request has got yet. */
  missing(): string[];
}

/** Thrown if a response does not conform to openapi.yaml. */
export class ContractError extends Error {
  override readonly name = "ContractError";
}

/**
 * Wraps a server's fetch: status, content type, required headers and body of each response of the API must be documented.
 * Objects are closed, so an undocumented field is an error too.
 */
export function conform(fetch: (request: Request) => Response | Promise<Response>): ConformingFetch {
  const seenResponses = new Set<string>();

  /** Sends a request, and throws if the contract does not document the response. Notes which documented responses occurred. */
  async function conformingFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
    const request = new Request(input, init);
    const { pathname } = new URL(request.url);
    const response = await fetch(request);
    if (API_PATH.test(pathname)) {
      // A copy, because the caller reads the body too. A 405 or a preflight belongs to no operation and has no id.
      const responseId = await checkResponse(request.method, pathname, response.clone());
      if (responseId !== null) seenResponses.add(responseId);
    }
    return response;
  }

  return Object.assign(conformingFetch, {
    /** Lists the documented responses that have not occurred. */
    missing: () => [...documentedResponses.keys()].filter((responseId) => !seenResponses.has(responseId)),
  });
}

/** The paths of openapi.yaml begin like this. The others, such as the dashboard and the admin endpoints, are not in it. */
const API_PATH = /^\/(svc-api|downloads)\//;

interface DocumentedResponse {
  content?: Record<string, { schema: unknown }>;
  headers?: Record<string, { required?: boolean }>;
}

// Strict schemas: a misspelled keyword in openapi.yaml is an error, else it would silently check nothing.
const ajv = new Ajv2020({ strict: false, strictSchema: true, allErrors: true });
formats.default(ajv);
ajv.addVocabulary([...Object.keys(document), "example"]);
ajv.addSchema(closeObjects(structuredClone(document)) as object, "openapi.yaml");

/** Documented responses by `operationId status`, with their JSON pointers in openapi.yaml. */
const documentedResponses = new Map<string, { response: DocumentedResponse; pointer: string }>();
for (const [operationId, { path, method }] of Object.entries(operations)) {
  const base = `/paths/${escapePointer(path)}/${method.toLowerCase()}/responses`;
  const responses = resolvePointer(base) as Record<string, DocumentedResponse & { $ref?: string }>;
  for (const [status, { $ref }] of Object.entries(responses)) {
    const pointer = $ref?.slice(1) ?? `${base}/${status}`;
    documentedResponses.set(`${operationId} ${status}`, {
      response: resolvePointer(pointer) as DocumentedResponse,
      pointer,
    });
  }
}

const routes = Object.entries(operations).map(([operationId, { method, path }]) => ({
  operationId,
  method,
  isLiteral: !path.includes("{"),
  pattern: new RegExp(`^${path.replaceAll(".", "\\.").replace(/\{\w+\}/g, "[^/]+")}$`),
}));

const validators = new Map<string, ValidateFunction>();

/** Returns the operation of a request. `/mailbox/list` also matches `/mailbox/{id}`; the literal path is meant. */
function findRoute(method: string, pathname: string) {
  const matches = routes.filter((route) => route.method === method && route.pattern.test(pathname));
  return matches.find(({ isLiteral }) => isLiteral) ?? matches[0];
}

/**
 * Checks a response and returns its `operationId status`; `null` for one that belongs to no operation, such as a 405 or a CORS
 * preflight. @throws ContractError
 */
async function checkResponse(method: string, pathname: string, response: Response): Promise<string | null> {
  const { status } = response;
  const summary = `${method} ${pathname} returned ${status}`;
  const route = findRoute(method, pathname);
  const isPreflight = method === "OPTIONS" && status === 204;
  if (isPreflight) return null;

  // A server with the API's earlier edition responds with 404 to operations that came later. An operation that documents a 404 of its
  // own is checked by that.
  const isMissingInEdition =
    route !== undefined && status === 404 && !documentedResponses.has(`${route.operationId} 404`);
  if (!route || status === 405 || isMissingInEdition) {
    await checkRoutingError(response, summary);
    return null;
  }

  const responseId = `${route.operationId} ${status}`;
  const documented = documentedResponses.get(responseId);
  if (!documented)
    throw new ContractError(`${summary}, which ${route.operationId} does not document: ${await response.text()}`);
  checkHeaders(documented.response, response.headers, summary);
  const contentType = response.headers.get("content-type")?.split(";")[0] ?? "";
  if (!documented.response.content?.[contentType]) throw new ContractError(`${summary} as "${contentType}"`);
  const body = contentType === "application/json" ? await response.json() : await response.text();
  checkBody(`${documented.pointer}/content/${escapePointer(contentType)}/schema`, body, summary);
  return responseId;
}

/**
 * Checks that a response has its documented headers. Stricter than OpenAPI: each is required unless it says otherwise, because a
 * header that the server forgets would go unnoticed.
 */
function checkHeaders({ headers = {} }: DocumentedResponse, actualHeaders: Headers, summary: string): void {
  for (const [name, { required = true }] of Object.entries(headers))
    if (required && actualHeaders.get(name) === null) throw new ContractError(`${summary} without the header ${name}`);
}

/** Checks the response to a path or method that no operation has: a 404, or a 405 with an Allow header. */
async function checkRoutingError(response: Response, summary: string): Promise<void> {
  const { status, headers } = response;
  if (status !== 404 && status !== 405) throw new ContractError(`${summary}, but openapi.yaml has no such operation`);
  if (status === 405 && !headers.get("allow")) throw new ContractError(`${summary} without an Allow header`);
  checkBody("/components/schemas/Problem", await response.json(), summary);
}

/** Validates a body against the schema at a JSON pointer in openapi.yaml. */
function checkBody(pointer: string, body: unknown, summary: string): void {
  // Compiled once, because that takes far longer than a check. A `$ref` is a URI, so the braces of a path are encoded.
  let validator = validators.get(pointer);
  if (!validator) {
    validator = ajv.compile({ $ref: `openapi.yaml#${encodeURI(pointer)}` });
    validators.set(pointer, validator);
  }
  if (!validator(body)) {
    throw new ContractError(`${summary} with a body that is not as documented: ${ajv.errorsText(validator.errors)}`);
  }
}

/** Returns the value at a JSON pointer (RFC 6901) in openapi.yaml, such as `/components/schemas/Mail`. */
function resolvePointer(pointer: string): unknown {
  let value: unknown = document;
  const tokens = pointer.split("/").slice(1);
  for (const token of tokens) {
    // A key's slash is escaped as `~1`, its tilde as `~0`.
    const key = token.replaceAll("~1", "/").replaceAll("~0", "~");
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}

function escapePointer(key: string) {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}

/**
 * Forbids additional fields in all documented objects: clients must accept them, but a server must not add any. Changes the
 * value in place and returns it.
 */
function closeObjects(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  for (const entry of Object.values(value)) closeObjects(entry);
  const schema = value as { type?: unknown; properties?: unknown; additionalProperties?: unknown };
  // An object without `properties` is a map with any keys, and stays open.
  if (schema.type === "object" && schema.properties && schema.additionalProperties === undefined)
    schema.additionalProperties = false;
  return value;
}
