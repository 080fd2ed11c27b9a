import { expect, test } from "vitest";
import { Problem, StorageError } from "../../src/problem.ts";
import { providers } from "../../src/providers/index.ts";
import type { Provider } from "../../src/providers/provider.ts";
import { ProviderError, type ProviderFault, toProviderError } from "../../src/providers/provider-error.ts";

type Row = [status: number, code: number | string];

/** What an app's SDK gets of each fault: the status, and the provider's name or code of the error. */
const replies: Record<keyof typeof providers | "vonage's SMS", Record<ProviderFault, Row>> = {
  resend: {
    invalid: [422, "validation_error"],
    unauthenticated: [401, "missing_api_key"],
    forbidden: [401, "restricted_api_key"],
    not_found: [404, "not_found"],
    not_implemented: [501, "not_found"],
    too_large: [413, "validation_error"],
    media_type: [415, "validation_error"],
    conflict: [409, "invalid_idempotent_request"],
    rate_limited: [429, "rate_limit_exceeded"],
    failed: [500, "application_error"],
    unavailable: [503, "application_error"],
  },
  // Of SendGrid's and Mailgun's errors, the message alone says what is wrong.
  sendgrid: {
    invalid: [400, "why"],
    unauthenticated: [401, "why"],
    forbidden: [403, "why"],
    not_found: [404, "why"],
    not_implemented: [501, "why"],
    too_large: [413, "why"],
    media_type: [415, "why"],
    conflict: [409, "why"],
    rate_limited: [429, "why"],
    failed: [500, "why"],
    unavailable: [503, "why"],
  },
  mailgun: {
    invalid: [400, "why"],
    unauthenticated: [401, "why"],
    forbidden: [403, "why"],
    not_found: [404, "why"],
    not_implemented: [501, "why"],
    too_large: [413, "why"],
    media_type: [415, "why"],
    conflict: [409, "why"],
    rate_limited: [429, "why"],
    failed: [500, "why"],
    unavailable: [503, "why"],
  },
  postmark: {
    invalid: [422, 300],
    unauthenticated: [401, 10],
    forbidden: [401, 10],
    not_found: [404, 300],
    not_implemented: [501, 300],
    too_large: [413, 300],
    media_type: [415, 402],
    conflict: [409, 300],
    rate_limited: [429, 429],
    failed: [500, 100],
    unavailable: [503, 100],
  },
  ses: {
    invalid: [400, "BadRequestException"],
    unauthenticated: [403, "UnrecognizedClientException"],
    forbidden: [403, "AccessDeniedException"],
    not_found: [404, "NotFoundException"],
    not_implemented: [501, "UnknownOperationException"],
    too_large: [413, "BadRequestException"],
    media_type: [415, "BadRequestException"],
    conflict: [409, "ConflictException"],
    rate_limited: [429, "TooManyRequestsException"],
    failed: [500, "InternalServiceErrorException"],
    unavailable: [503, "ServiceUnavailableException"],
  },
  sns: {
    invalid: [400, "InvalidParameter"],
    unauthenticated: [403, "InvalidClientTokenId"],
    forbidden: [403, "AuthorizationError"],
    not_found: [404, "NotFound"],
    not_implemented: [501, "InvalidAction"],
    too_large: [413, "InvalidParameter"],
    media_type: [415, "InvalidParameter"],
    conflict: [409, "InvalidParameter"],
    rate_limited: [429, "Throttled"],
    failed: [500, "InternalError"],
    unavailable: [503, "InternalError"],
  },
  twilio: {
    invalid: [400, 20001],
    unauthenticated: [401, 20003],
    forbidden: [403, 20003],
    not_found: [404, 20404],
    not_implemented: [501, 20004],
    too_large: [413, 20001],
    media_type: [415, 20001],
    conflict: [409, 20409],
    rate_limited: [429, 20429],
    failed: [500, 20500],
    unavailable: [503, 20503],
  },
  vonage: {
    invalid: [422, "Invalid params"],
    unauthenticated: [401, "Unauthorized"],
    forbidden: [403, "Forbidden"],
    not_found: [404, "Not Found"],
    not_implemented: [501, "Not Implemented"],
    too_large: [413, "Invalid params"],
    media_type: [415, "Invalid params"],
    conflict: [409, "Conflict"],
    rate_limited: [429, "Rate Limit Hit"],
    failed: [500, "Internal Error"],
    unavailable: [503, "Internal Error"],
  },
  "vonage's SMS": {
    invalid: [200, "3"],
    unauthenticated: [200, "4"],
    forbidden: [403, "8"],
    not_found: [404, "6"],
    not_implemented: [501, "6"],
    too_large: [413, "3"],
    media_type: [415, "3"],
    conflict: [409, "3"],
    rate_limited: [429, "1"],
    failed: [500, "5"],
    unavailable: [503, "5"],
  },
};

/** Everything that a reply says besides its status, as one text. */
const toText = ({ body, headers }: ReturnType<Provider["toErrorReply"]>) => JSON.stringify([body, headers]);

/** Returns how a code stands in the text, with what is beside it: `10` must not be found in `100`. */
function toMark(name: string, code: number | string): string {
  if (typeof code === "number") return `:${code},`;
  if (name === "vonage's SMS") return `"status":"${code}"`;
  return name === "sns" ? `<Code>${code}</Code>` : `"${code}"`;
}

const rows = Object.entries(replies).flatMap(([name, byFault]) =>
  Object.entries(byFault).map(([fault, [status, code]]) => [name, fault as ProviderFault, status, code] as const),
);

test.each(rows)("%s: an error of the kind %s has status %i and %j", (name, fault, status, code) => {
  const provider: Provider = providers[name === "vonage's SMS" ? "vonage" : (name as keyof typeof providers)];
  const toErrorReply = name === "vonage's SMS" ? provider.routes[0]!.toErrorReply! : provider.toErrorReply;
  const reply = toErrorReply(new ProviderError(fault, "why", { headers: { "retry-after": "7" } }));
  expect(reply.status).toBe(status);
  expect(toText(reply)).toContain(toMark(name, code));
  expect(toText(reply)).toContain("why");
  expect(reply.headers).toMatchObject({ "retry-after": "7" });
});

test.each<[ConstructorParameters<typeof Problem>[0], ProviderFault]>([
  ["invalid_request", "invalid"],
  ["unauthenticated", "unauthenticated"],
  ["missing_scope", "forbidden"],
  ["limit_reached", "forbidden"],
  ["token_full", "forbidden"],
  ["payload_too_large", "too_large"],
  ["unsupported_media_type", "media_type"],
  ["rate_limited", "rate_limited"],
  ["unavailable", "unavailable"],
  ["internal", "failed"],
  ["not_found", "failed"],
])("a problem %s is a fault of the kind %s, with its message and headers", (code, fault) => {
  const headers = { "retry-after": "7" };
  const error = toProviderError(new Problem(code, "why", { headers }));
  expect(error).toMatchObject({ fault, message: "why", headers });
});

test("an error of the storage is an unavailable server, a provider's error itself, and any other unexpected", () => {
  expect(toProviderError(new StorageError("hidden"))).toMatchObject({
    fault: "unavailable",
    message: expect.stringContaining("storage"),
  });
  const own = new ProviderError("conflict", "why");
  expect(toProviderError(own)).toBe(own);
  expect(toProviderError(new Error("hidden"))).toBeNull();
});

// The SDKs of AWS repeat a request after an error of the server, and none after one of the app.
test.each<[ProviderFault, string]>([
  ["failed", "Receiver"],
  ["unavailable", "Receiver"],
  ["invalid", "Sender"],
  ["forbidden", "Sender"],
  ["rate_limited", "Sender"],
])("an error of the kind %s is the fault of the %s", (fault, type) => {
  const { body } = providers.sns.toErrorReply(new ProviderError(fault, "<no>"));
  expect(body).toContain(`<Error><Type>${type}</Type>`);
  expect(body).toContain("<Message>&lt;no&gt;</Message>");
});

test("an error of Vonage's JSON has its type beside the headers that the error brings", () => {
  const error = new ProviderError("rate_limited", "why", { headers: { "retry-after": "7" } });
  const { headers } = providers.vonage.toErrorReply(error);
  expect(headers).toEqual({ "retry-after": "7", "content-type": "application/problem+json" });
});

test("a message of an error is escaped for XML, without what XML cannot contain", () => {
  const { body } = providers.sns.toErrorReply(new ProviderError("invalid", `<a> & "b"\u0000\u001b\ud83d`));
  expect(body).toContain("<Message>&lt;a&gt; &amp; &quot;b&quot;</Message>");
});
