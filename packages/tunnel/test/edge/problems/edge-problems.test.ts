import { expect, test } from "vitest";
import * as problems from "../../../src/edge/problems/edge-problems.ts";

const { rejectedProblem, unknownNameProblem, offlineProblem, appDownProblem, loopProblem, rateLimitedProblem } =
  problems;

test.each([
  [rejectedProblem(400, ""), 400, "invalid_request", "This request cannot be served"],
  [rejectedProblem(421, ""), 421, "invalid_request", "This request cannot be served"],
  [rejectedProblem(404, ""), 404, "not_found", "No such tunnel"],
  [unknownNameProblem("a"), 404, "not_found", "No such tunnel"],
  [offlineProblem("a"), 502, "tunnel_offline", "The tunnel is offline"],
  [appDownProblem(""), 502, "app_down", "The app does not respond"],
  [loopProblem("a"), 508, "loop_detected", "This tunnel leads to itself"],
  [problems.UNAVAILABLE, 503, "unavailable", "Not available now"],
  [problems.FORBIDDEN, 403, "forbidden", "Your IP address is not allowed"],
  [problems.UNAUTHORIZED, 401, "unauthenticated", "User and password needed"],
  [rateLimitedProblem("asked", 1), 429, "rate_limited", "Too many requests"],
  [problems.MALFORMED_RESPONSE, 502, "app_error", "The app's response is not HTTP"],
  [problems.CONNECTION_CLOSED, 502, "app_error", "The connection was closed"],
  [problems.CLIENT_DISCONNECTED, 502, "tunnel_offline", "The tunnel is offline"],
  [problems.NO_CONNECTION, 504, "tunnel_busy", "The tunnel has no free connection"],
  [problems.APP_TIMEOUT, 504, "app_timeout", "The app takes too long"],
  [problems.SLOW_BODY, 408, "request_timeout", "The request was too slow"],
])("a visitor gets a status and a code that programs can tell apart (%#)", (problem, status, code, title) => {
  expect(problem).toMatchObject({ status, code, title });
});

test.each([
  [0, "1"],
  [1, "1"],
  [1_000, "1"],
  [1_001, "2"],
  [59_001, "60"],
])("a delay of %i ms is reported as %s s, in the header and in the text", (wait, seconds) => {
  const { headers, error } = rateLimitedProblem("asked", wait);
  expect(headers).toEqual({ "Retry-After": seconds });
  expect(error).toContain(`asked too often within this minute. Try again in ${seconds} s.`);
});

test("a password is requested in a way that browsers treat as UTF-8, and other problems add no headers", () => {
  expect(problems.UNAUTHORIZED.headers).toEqual({ "WWW-Authenticate": 'Basic realm="tunnel", charset="UTF-8"' });
  for (const problem of [unknownNameProblem("a"), appDownProblem(""), problems.CONNECTION_CLOSED])
    expect(problem.headers).toBe(undefined);
});

test("pages name the tunnel, and why its app is down if that is known", () => {
  for (const problem of [unknownNameProblem("a.example"), offlineProblem("a.example"), loopProblem("a.example")])
    expect(problem.error).toContain("a.example");
  expect(rejectedProblem(400, "because").error).toBe("because");
  expect(appDownProblem("ECONNREFUSED").error).toContain("local port (ECONNREFUSED). Start");
  expect(appDownProblem("").error).toContain("local port. Start");
});
