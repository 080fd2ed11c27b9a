import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { document } from "./generated/document.ts";
import { operations } from "./generated/operations.ts";

/** A fetch that refuses every answer openapi.yaml does not document. */
export interface ConformingFetch {
  (input: string | URL | Request, init?: RequestInit): Promise<Response>;
  /** The documented answers, as `operationId status`, that no request has provoked yet. */
  missing(): string[];
}

/** Thrown when an answer is not what openapi.yaml says. */
export class ContractError extends Error {
  override readonly name = "ContractError";
}

/**
 * Wraps a server's fetch: status, content type, required headers and body of each answer below `/svc-api/` and
 * `/downloads/` must be documented. Objects are closed, so an undocumented field is an error too.
 */
export function conform(fetch: (request: Request) => Response | Promise<Response>): ConformingFetch {
  const seen = new Set<string>();

  const conforming = async (input: string | URL | Request, init?: RequestInit) => {
    const request = new Request(input, init);
    const { pathname } = new URL(request.url);
    const response = await fetch(request);
    if (/^\/(svc-api|downloads)\//.test(pathname)) {
      await check(request.method, pathname, response.clone(), seen);
    }
    return response;
  };

  return Object.assign(conforming, {
    missing: () => [...documented.keys()].filter((answer) => !seen.has(answer)),
  });
}

interface Answer {
  content?: Record<string, { schema: unknown }>;
  headers?: Record<string, { required?: boolean }>;
}

// A word of openapi.yaml that is no keyword of a schema is an error, not a promise that nobody checks.
const ajv = new Ajv2020({ strict: false, strictSchema: true, allErrors: true });
formats.default(ajv);
ajv.addVocabulary([...Object.keys(document), "example"]);
ajv.addSchema(closeObjects(structuredClone(document)) as object, "openapi.yaml");

const documented = new Map<string, { answer: Answer; pointer: string }>();
for (const [operationId, { path, method }] of Object.entries(operations)) {
  const base = `/paths/${escapePointer(path)}/${method.toLowerCase()}/responses`;
  for (const [status, entry] of Object.entries(at(base) as Record<string, Answer & { $ref?: string }>)) {
    const pointer = entry.$ref?.slice(1) ?? `${base}/${status}`;
    documented.set(`${operationId} ${status}`, { answer: at(pointer) as Answer, pointer });
  }
}

const routes = Object.entries(operations).map(([operationId, { method, path }]) => ({
  operationId,
  method,
  literal: !path.includes("{"),
  pattern: new RegExp(`^${path.replaceAll(".", "\\.").replace(/\{\w+\}/g, "[^/]+")}$`),
}));

const validators = new Map<string, ValidateFunction>();

async function check(method: string, pathname: string, response: Response, seen: Set<string>) {
  const { status } = response;
  const what = `${method} ${pathname} answered ${status}`;
  const route = routes
    .filter((route) => route.method === method && route.pattern.test(pathname))
    .sort((a, b) => Number(b.literal) - Number(a.literal))[0];
  const contentType = response.headers.get("content-type")?.split(";")[0] ?? "";
  if (method === "OPTIONS" && status === 204) return;

  // A path or method the contract does not have, or that the earlier edition lacks.
  if (!route || status === 405 || (status === 404 && !documented.has(`${route.operationId} 404`))) {
    if (status !== 404 && status !== 405) throw new ContractError(`${what}, but openapi.yaml has no such operation`);
    if (status === 405 && !response.headers.get("allow")) throw new ContractError(`${what} without an Allow header`);
    await validate("/components/schemas/Problem", await response.json(), what);
    return;
  }

  const entry = documented.get(`${route.operationId} ${status}`);
  if (!entry)
    throw new ContractError(`${what}, which ${route.operationId} does not document: ${await response.text()}`);
  for (const [name, header] of Object.entries(entry.answer.headers ?? {})) {
    if (header.required !== false && response.headers.get(name) === null)
      throw new ContractError(`${what} without the header ${name}`);
  }
  if (!entry.answer.content?.[contentType]) throw new ContractError(`${what} as "${contentType}"`);
  const body = contentType === "application/json" ? await response.json() : await response.text();
  await validate(`${entry.pointer}/content/${escapePointer(contentType)}/schema`, body, what);
  seen.add(`${route.operationId} ${status}`);
}

async function validate(pointer: string, body: unknown, what: string) {
  let validator = validators.get(pointer);
  if (!validator) {
    validator = ajv.compile({ $ref: `openapi.yaml#${encodeURI(pointer)}` });
    validators.set(pointer, validator);
  }
  if (!validator(body)) {
    throw new ContractError(`${what} with a body that is not as documented: ${ajv.errorsText(validator.errors)}`);
  }
}

function at(pointer: string): unknown {
  return pointer
    .split("/")
    .slice(1)
    .reduce<unknown>(
      (value, key) => (value as Record<string, unknown>)[key.replaceAll("~1", "/").replaceAll("~0", "~")],
      document,
    );
}

function escapePointer(key: string) {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** Documented objects accept no other fields here, although clients must. */
function closeObjects(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  for (const entry of Object.values(value)) closeObjects(entry);
  const schema = value as { type?: unknown; properties?: unknown; additionalProperties?: unknown };
  if (schema.type === "object" && schema.properties && schema.additionalProperties === undefined)
    schema.additionalProperties = false;
  return value;
}
