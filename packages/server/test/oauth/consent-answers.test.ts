import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import {
  approve,
  authorize,
  codeOf,
  connect,
  createChallenge,
  createKey,
  open,
  openRequest,
  refresh,
  register,
  sendForm,
  toCodeForm,
} from "./oauth-client.ts";

const minute = 60_000;

test.each([
  ["/oauth/consent", {}],
  ["/oauth/consent/approve", { scopes: ["mailbox:read"], duration: "day" }],
  ["/oauth/consent/deny", {}],
])("no page of another origin can read what %s answers", async (path, decision) => {
  const { desk } = await open();
  const body = { request: await openRequest(desk), ...decision };
  const { status, headers } = await desk.call("POST", path, { body, headers: { origin: "https://evil.example" } });
  const shown = ["content-type", "cache-control", "x-content-type-options", "access-control-allow-origin"];
  expect([status, ...shown.map((name) => headers.get(name))]).toEqual([
    200,
    "application/json",
    "no-store",
    "nosniff",
    null,
  ]);
});

test("a decision that is refused for another reason than its key does not count as a wrong key", async () => {
  const { desk } = await open({ authFailuresPerIp: 1 });
  const id = await openRequest(desk);
  const { token } = await createKey(desk, { scopes: "mailbox:read" });
  const statuses = [];
  for (const [request, key] of [
    ["0.unknown", undefined],
    [id, token],
    ["", undefined],
  ] as const) {
    const { status } = await approve(desk, request, key === undefined ? {} : { token: key });
    statuses.push(status);
  }
  expect(statuses).toEqual([404, 403, 404]);
});

test("a request can be decided until its ten minutes are over", async () => {
  const { desk, pass } = await open();
  const id = await openRequest(desk);
  pass(10 * minute - 1);
  expect((await approve(desk, id)).status).toBe(200);
});

test("the consent page is told which scopes the signed-in key has, and ticks by the scope alone", async () => {
  const { desk } = await open();
  const { token } = await createKey(desk, { scopes: "mailbox:read,token:write" });
  const id = await authorize(desk, {
    clientId: await register(desk),
    challenge: createChallenge().challenge,
    scope: "mailbox:read sms:read authenticator:read",
  });
  const { body } = await desk.call("POST", "/oauth/consent", { token, body: { request: id } });
  expect(body.scopes.toSorted((a: { scope: string }, b: { scope: string }) => a.scope.localeCompare(b.scope))).toEqual([
    { scope: "authenticator:read", ticked: false, allowed: false },
    { scope: "mailbox:read", ticked: true, allowed: true },
    { scope: "sms:read", ticked: true, allowed: false },
  ]);
});

test("a token of another kind is no refresh token, and ends nothing", async () => {
  const { desk } = await open();
  const { clientId, access, refresh: token } = await connect(desk);
  const { token: agentKey } = await createKey(desk);
  for (const other of [access, agentKey])
    expect((await refresh(desk, clientId, other)).body).toEqual({
      error: "invalid_grant",
      error_description: "The refresh token is unknown, or its connection was revoked. Connect again.",
    });
  expect((await refresh(desk, clientId, token)).status).toBe(200);
});

test.each([`${"a".repeat(39)}-._~`, "Z9".repeat(64)])(
  "a verifier may have 43 to 128 letters, digits and some marks: %s",
  async (verifier) => {
    const { desk } = await open();
    const clientId = await register(desk);
    const challenge = createHash("sha256").update(verifier).digest("base64url");
    const code = codeOf(await approve(desk, await authorize(desk, { clientId, challenge })));
    expect((await sendForm(desk, "/oauth/token", toCodeForm(clientId, code, verifier))).status).toBe(200);
  },
);
