import { expect, test } from "vitest";
import * as problems from "../../../src/edge/problems/edge-problems.ts";
import type { EdgeProblem } from "../../../src/edge/problems/problem-page.ts";

const { rejectedProblem, unknownNameProblem, offlineProblem, appDownProblem, loopProblem, rateLimitedProblem } =
  problems;

/** Each problem with the sentence for its visitor. */
const sentences: [
  problem: EdgeProblem,
  status: number,
  code: string,
  title: string,
  error: string,
  headers?: object,
][] = [
  [rejectedProblem(400, "Why."), 400, "invalid_request", "This request cannot be served", "Why."],
  [rejectedProblem(421, "Why."), 421, "invalid_request", "This request cannot be served", "Why."],
  [rejectedProblem(404, "Why."), 404, "not_found", "No such tunnel", "Why."],
  [unknownNameProblem("a.test"), 404, "not_found", "No such tunnel", "a.test is not registered on this server."],
  [
    offlineProblem("a.test"),
    502,
    "tunnel_offline",
    "The tunnel is offline",
    "a.test is registered, but its tunnel client is not connected. Start it with frontdesk-tunnel and reload.",
  ],
  [
    appDownProblem(""),
    502,
    "app_down",
    "The app does not respond",
    "The tunnel is open, but the app does not accept connections on its local port. Start the app and reload.",
  ],
  [
    appDownProblem("ECONNREFUSED"),
    502,
    "app_down",
    "The app does not respond",
    "The tunnel is open, but the app does not accept connections on its local port (ECONNREFUSED). Start the app and reload.",
  ],
  [
    loopProblem("a.test"),
    508,
    "loop_detected",
    "This tunnel leads to itself",
    "The request to a.test came back to it: the tunnel's local port leads to the tunnel itself. Give frontdesk-tunnel the port of the app, not that of the Frontdesk server or of a proxy in front of it.",
  ],
  [
    problems.UNAVAILABLE,
    503,
    "unavailable",
    "Not available now",
    "The server cannot look up this name now. Try again soon.",
  ],
  [
    problems.FORBIDDEN,
    403,
    "forbidden",
    "Your IP address is not allowed",
    "The owner of this tunnel allows only certain IP addresses, and yours is not one of them.",
  ],
  [
    problems.UNAUTHORIZED,
    401,
    "unauthenticated",
    "User and password needed",
    "This tunnel requires a user name and a password.",
    { "WWW-Authenticate": 'Basic realm="tunnel", charset="UTF-8"' },
  ],
  [
    rateLimitedProblem("asked", 1),
    429,
    "rate_limited",
    "Too many requests",
    "Your IP address has asked too often within this minute. Try again in 1 s.",
    { "Retry-After": "1" },
  ],
  [
    problems.MALFORMED_RESPONSE,
    502,
    "app_error",
    "The app's response is not HTTP",
    "The app behind this tunnel sent something that is not valid HTTP/1.1.",
  ],
  [
    problems.CONNECTION_CLOSED,
    502,
    "app_error",
    "The connection was closed",
    "The app behind this tunnel, or the tunnel itself, closed the connection before it responded.",
  ],
  [
    problems.CLIENT_DISCONNECTED,
    502,
    "tunnel_offline",
    "The tunnel is offline",
    "The tunnel client disconnected. Start it again and reload.",
  ],
  [
    problems.NO_CONNECTION,
    504,
    "tunnel_busy",
    "The tunnel has no free connection",
    "The tunnel client did not open a connection for this request in time. Try again.",
  ],
  [
    problems.APP_TIMEOUT,
    504,
    "app_timeout",
    "The app takes too long",
    "The app behind this tunnel did not begin to respond in time.",
  ],
  [
    problems.SLOW_BODY,
    408,
    "request_timeout",
    "The request was too slow",
    "The body of this request arrived too slowly. Send it without pauses of 30 s, and at 100 bytes per second or more.",
  ],
  [
    problems.INTERNAL_ERROR,
    500,
    "internal",
    "Internal Server Error",
    "The server failed to handle this request; its log has the reason.",
  ],
  [
    problems.UPGRADE_REQUIRED,
    426,
    "invalid_request",
    "Upgrade Required",
    'Tunnel clients connect with "Upgrade: frontdesk-tunnel/1". If the client sent that header, a proxy in between dropped it.',
    { Upgrade: "frontdesk-tunnel/1", Connection: "Upgrade" },
  ],
];

test.each(sentences)("a visitor is told what is wrong, and programs can tell it apart (%#)", (problem, ...told) => {
  const [status, code, title, error, headers] = told;
  expect(problem).toEqual({ status, code, title, error, ...(headers && { headers }) });
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
