import { describe, expect, test } from "vitest";
import * as errors from "../src/errors.ts";

const { toFrontdeskError, UnreachableError, WaitTimeoutError, UnexpectedMessageError } = errors;
const response = (status: number) => new Response(null, { status });

describe("an error of the server has the class for its code", () => {
  test.each([
    ["invalid_request", errors.InvalidRequestError],
    ["unauthenticated", errors.UnauthenticatedError],
    ["missing_scope", errors.MissingScopeError],
    ["limit_reached", errors.LimitReachedError],
    ["vip_required", errors.VipRequiredError],
    ["token_full", errors.TokenFullError],
    ["own_key", errors.OwnKeyError],
    ["not_found", errors.NotFoundError],
    ["method_not_allowed", errors.MethodNotAllowedError],
    ["already_taken", errors.AlreadyTakenError],
    ["payload_too_large", errors.PayloadTooLargeError],
    ["unsupported_media_type", errors.UnsupportedMediaTypeError],
    ["rate_limited", errors.RateLimitedError],
    ["internal", errors.InternalError],
    ["unavailable", errors.UnavailableError],
  ])("%s", (code, errorClass) => {
    const error = toFrontdeskError({ error: "No.", code }, response(418));
    expect(error.constructor).toBe(errorClass);
    expect(error).toMatchObject({ name: "FrontdeskError", status: 418, code, message: "No." });
  });

  test.each([undefined, null, "<html>", {}, { code: "new_code" }, { code: "constructor" }, { code: 7, error: 7 }])(
    "or the general one without a code for %j",
    (body) => {
      const error = toFrontdeskError(body, response(502));
      expect(error.constructor).toBe(errors.FrontdeskError);
      expect(error).toMatchObject({ status: 502, code: null, message: "server answered 502" });
    },
  );

  test.each([undefined, null, "new_code"])("and its text with the code %s of another version", (code) => {
    const error = toFrontdeskError({ error: "No.", ...(code === undefined ? {} : { code }) }, response(403));
    expect(error).toMatchObject({ status: 403, code: null, message: "No." });
  });

  test("and a success that is no JSON points to the URL", () => {
    expect(toFrontdeskError("<html>", response(200)).message).toMatch(
      /^server answered 200, but not with JSON, .*URL\.$/,
    );
  });
});

test.each([
  [response(503), "The server at http://desk answered 503 until the time ran out. Try again later."],
  [new DOMException("late", "TimeoutError"), "The server at http://desk did not answer in time."],
  [new TypeError("fetch failed"), "No server answers at http://desk."],
  [new DOMException("stopped", "AbortError"), "No server answers at http://desk."],
])("a server out of reach is told by its cause: %s", (cause, sentence) => {
  const error = new UnreachableError("http://desk", cause);
  expect([error.message.startsWith(sentence), error.address, error.cause]).toEqual([true, "http://desk", cause]);
});

test("`orNull` turns one status into null and throws all else", () => {
  const orNull = errors.orNull(404);
  expect(orNull(toFrontdeskError({ code: "not_found" }, response(404)))).toBeNull();
  for (const error of [toFrontdeskError({}, response(409)), Object.assign(new Error("other"), { status: 404 })])
    expect(() => orNull(error)).toThrow(error);
});

describe("a wait that timed out says", () => {
  const nearMiss = { id: "1", sender: "a@b", subject: "Hi", snippet: "Hello", received_at: "", why: "it is late" };
  const details = {
    address: "box@desk",
    timeout: 5,
    target: "code",
    nearMisses: [],
    cursor: "c",
    rejected: [],
    missed: 0,
  };
  const messageOf = (more: Partial<errors.WaitTimeoutDetails>) =>
    new WaitTimeoutError({ ...details, reason: "no_message", ...more }).message;

  test.each<[string, Partial<errors.WaitTimeoutDetails>]>([
    ["no new message arrived. Was it sent to this address, or had it already arrived before?", {}],
    [
      '2 arrived, but none passed the filters. The last one, "Hi" from a@b: it is late.',
      { reason: "filtered_out", nearMisses: [{ ...nearMiss, subject: "First" }, nearMiss] },
    ],
    [
      `1 arrived, but none contained one. The last one, "${"x".repeat(60)}" from 555: it is late.`,
      {
        reason: "no_code",
        nearMisses: [{ id: "1", sender: "555", snippet: "x".repeat(61), received_at: "", why: nearMiss.why }],
      },
    ],
  ])("%s", (words, more) => {
    expect(messageOf(more)).toBe(`No code reached box@desk within 5 ms: ${words}`);
  });

  test.each<[string, Partial<errors.WaitTimeoutDetails>]>([
    [" 1 mail for unknown addresses was rejected meanwhile: a@x.", { rejected: ["a@x"] }],
    [
      " 5 mails for unknown addresses were rejected meanwhile: a@x, b@x, c@x.",
      { rejected: ["a@x", "b@x", "a@x", "c@x", "d@x"] },
    ],
    [" 1 more were dropped for newer ones before they could be read.", { missed: 1 }],
  ])("also%s", (words, more) => {
    expect(messageOf(more)).toBe(messageOf({}) + words);
  });

  test("what it was given, and no messages unless there are some", () => {
    const error = new WaitTimeoutError({ ...details, reason: "no_message", rejected: ["a@x"], missed: 2 });
    const { target: _, ...kept } = details;
    expect({ ...error }).toMatchObject({ ...kept, reason: "no_message", rejected: ["a@x"], missed: 2, received: [] });
    expect(new WaitTimeoutError({ ...details, reason: "no_message", received: [1] }).received).toEqual([1]);
  });
});

test("an unexpected message is named by its subject, or by the beginning of its text", () => {
  const sms = { sender: "555", snippet: "Hello" };
  const error = new UnexpectedMessageError(sms, 20);
  expect([error.message, error.received]).toEqual([
    'Expected no message within 20 ms, but "Hello" from 555 arrived.',
    sms,
  ]);
  expect(new UnexpectedMessageError({ ...sms, subject: "" }, 20).message).toContain('but "" from 555');
});
