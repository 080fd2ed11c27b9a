import { expect, test } from "vitest";
import { CONTROL_PATH, DATA_PATH, PROTOCOL } from "../../../src/wire/index.ts";
import { turn } from "../../wire/ends.ts";
import { setUp } from "../cluster/client-dials.ts";

const wrongProtocol = `Tunnel clients connect with GET and "Upgrade: ${PROTOCOL}".`;
const wrongToken =
  "This tunnel token is missing, wrong or no longer valid. Get the current one from the subdomain's record.";
const noSession = "This is not a data connection of an open tunnel.";
const tooMany = "Your IP address has sent a wrong token too often within this minute. Try again in 30 s.";
const noEndpoint = (path: string) => `No tunnel endpoint ${path}; the tunnel client may be too old or too new.`;
const long = `/svc-tunnel/${"x".repeat(200)}`;

type Bed = ReturnType<typeof setUp>["bed"];
const alone = { cluster: { serveRelay() {}, forwardDial: () => false } };
const rate = { hit: () => 30_000, retryAfterMs: () => 0 };
const limited = { ...alone, rates: { failures: rate, guesses: rate, aborts: rate } };
const unknown: Partial<Bed> = { find: async () => null };

test.each<[what: string, path: string, status: string, error: string, code: string, object?, Partial<Bed>?]>([
  ["another protocol", CONTROL_PATH, "400 Bad Request", wrongProtocol, "invalid_request", { upgrade: "websocket" }],
  ["another method", DATA_PATH, "400 Bad Request", wrongProtocol, "invalid_request", { method: "POST" }],
  ["an unknown path", "/svc-tunnel/x", "404 Not Found", noEndpoint("/svc-tunnel/x"), "not_found"],
  ["a long path", long, "404 Not Found", noEndpoint(long.slice(0, 100)), "not_found"],
  ["a wrong token", CONTROL_PATH, "401 Unauthorized", wrongToken, "unauthenticated", {}, unknown],
  ["no token", CONTROL_PATH, "401 Unauthorized", wrongToken, "unauthenticated", { authorization: "" }],
  ["a wrong secret", DATA_PATH, "401 Unauthorized", noSession, "unauthenticated"],
  [
    ...(["a stopping server", CONTROL_PATH, "503 Service Unavailable"] as const),
    ...(["This server is stopping. Connect again.", "unavailable", {}] as const),
    { closing: true },
  ],
  [
    ...(["a failing storage", CONTROL_PATH, "503 Service Unavailable"] as const),
    ...(["The server cannot check the token now. Try again.", "unavailable", {}] as const),
    { find: () => Promise.reject(new Error("storage is gone")) },
  ],
])("a dial that meets %s (%s) is answered with %s and the reason", async (...row) => {
  const [_what, path, status, error, code, headers = {}, changes] = row;
  const { bed, dial, refused } = setUp(alone);
  Object.assign(bed, changes);
  const { text } = dial(path, headers as Record<string, string>);
  await turn();
  const body = JSON.stringify({ error, code });
  expect(text()).toBe(
    `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  const reasons: Record<string, string> = {
    [wrongToken]: "tunnel token missing, wrong or no longer valid",
    [noSession]: "data connection without the secret of an open tunnel",
  };
  expect(refused).toEqual(reasons[error] === undefined ? [] : [`2001:db8::1: ${reasons[error]}`]);
});

test.each([CONTROL_PATH, DATA_PATH])(
  "a dial of %s after too many wrong ones is told when to try again",
  async (path) => {
    const { bed, dial } = setUp(limited);
    Object.assign(bed, unknown);
    const { text } = dial(path);
    await turn();
    const body = JSON.stringify({ error: tooMany, code: "rate_limited" });
    expect(text()).toBe(
      `HTTP/1.1 429 Too Many Requests\r\nConnection: close\r\nContent-Type: application/json\r\nRetry-After: 30\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
  },
);
