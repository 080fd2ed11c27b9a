import { expect, test } from "vitest";
import * as problems from "../../../src/edge/problems/edge-problems.ts";

const { REJECTED, UNKNOWN_NAME, OFFLINE, APP_DOWN, LOOP, RATE_LIMITED } = problems;

test.each([
  [REJECTED(400, ""), 400, "invalid_request", "This request cannot be served"],
  [REJECTED(421, ""), 421, "invalid_request", "This request cannot be served"],
  [REJECTED(404, ""), 404, "not_found", "No such tunnel"],
  [UNKNOWN_NAME("a"), 404, "not_found", "No such tunnel"],
  [OFFLINE("a"), 502, "tunnel_offline", "The tunnel is offline"],
  [APP_DOWN(""), 502, "app_down", "The app does not respond"],
  [LOOP("a"), 508, "loop_detected", "This tunnel leads to itself"],
  [problems.UNAVAILABLE, 503, "unavailable", "Not available now"],
  [problems.FORBIDDEN, 403, "forbidden", "Your IP address is not allowed"],
  [problems.UNAUTHORIZED, 401, "unauthenticated", "User and password needed"],
  [RATE_LIMITED("asked", 1), 429, "rate_limited", "Too many requests"],
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
  const { headers, error } = RATE_LIMITED("asked", wait);
  expect(headers).toEqual({ "Retry-After": seconds });
  expect(error).toContain(`asked too often within this minute. Try again in ${seconds} s.`);
});

test("a password is requested in a way that browsers treat as UTF-8, and other problems add no headers", () => {
  expect(problems.UNAUTHORIZED.headers).toEqual({ "WWW-Authenticate": 'Basic realm="tunnel", charset="UTF-8"' });
  for (const problem of [UNKNOWN_NAME("a"), APP_DOWN(""), problems.CONNECTION_CLOSED])
    expect(problem.headers).toBe(undefined);
});

test("pages name the tunnel, and why its app is down if that is known", () => {
  for (const problem of [UNKNOWN_NAME("a.example"), OFFLINE("a.example"), LOOP("a.example")])
    expect(problem.error).toContain("a.example");
  expect(REJECTED(400, "because").error).toBe("because");
  expect(APP_DOWN("ECONNREFUSED").error).toContain("local port (ECONNREFUSED). Start");
  expect(APP_DOWN("").error).toContain("local port. Start");
});
