import { expect, onTestFinished, test } from "vitest";
import { type Desk, fragileStorage, openDesk } from "../api/harness.ts";
import {
  approve,
  authorize,
  callback,
  codeOf,
  connect,
  createChallenge,
  obtainCode,
  open,
  refresh,
  register,
  sendForm,
  toAuthorizeQuery,
  toCodeForm,
} from "./oauth-client.ts";

const exchange = (desk: Desk, form: Record<string, string>) => sendForm(desk, "/oauth/token", form);

test("an access token is taken from the header alone", async () => {
  const { desk } = await open();
  const { access } = await connect(desk);
  expect((await desk.call("POST", `/mcp?access_token=${access}`, { token: null, body: {} })).status).toBe(401);
});

test("many wrong tokens are slowed down, right ones are not", async () => {
  const { desk } = await open({ authFailuresPerIp: 3 });
  const { clientId, refresh: token } = await connect(desk);
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 5; attempt++)
    statuses.push((await refresh(desk, clientId, `svcrt_wrong${attempt}`)).status);
  expect(statuses).toEqual([400, 400, 400, 429, 429]);
  expect((await refresh(desk, clientId, token)).status).toBe(200);
});

test("attempts to register count whether they succeed or not, and none beyond the limit is looked at", async () => {
  const { desk } = await open({ oauthRegistrationsPerIp: 4 });
  const send = (raw: string) =>
    desk.call("POST", "/oauth/register", { token: null, raw, headers: { "content-type": "application/json" } });
  const valid = JSON.stringify({ client_name: "Test client", redirect_uris: [callback] });
  const tooLarge = "a".repeat(20_000);
  const statuses: number[] = [];
  for (const raw of ["{", valid, "[]", tooLarge, valid, tooLarge]) statuses.push((await send(raw)).status);
  expect(statuses).toEqual([400, 201, 400, 413, 429, 429]);
});

test.each([
  ["/oauth/token", "application/json", "{}", 400],
  ["/oauth/token", "application/x-www-form-urlencoded", "grant_type=password", 400],
  ["/oauth/token", "application/x-www-form-urlencoded", "a".repeat(20_000), 413],
  ["/oauth/revoke", "application/x-www-form-urlencoded", "", 400],
  ["/oauth/register", "application/json", "{", 400],
  ["/oauth/register", "application/json", '{"redirect_uris":[]}', 400],
  ["/oauth/register", "application/json", `{"redirect_uris":["https://x/${"a".repeat(20_000)}"]}`, 413],
  ["/oauth/consent", "application/json", "[]", 400],
  ["/oauth/consent", "application/json", `{"request":"${"a".repeat(20_000)}"}`, 413],
])("%s rejects a bad body of %s: %s", async (path, type, raw, status) => {
  const { desk } = await open();
  const answer = await desk.call("POST", path, { raw, headers: { "content-type": type } });
  // The rest of a body that is too large would arrive as the connection's next request.
  const connection = status === 413 ? "close" : null;
  expect([answer.status, answer.headers.get("connection")]).toEqual([status, connection]);
});

test("no log has a code, a token, a verifier or a state", async () => {
  const lines: string[] = [];
  const write = (...parts: unknown[]) => void lines.push(JSON.stringify(parts));
  const log = { info: write, warn: write, error: write, debug: write };
  const desk = await openDesk({ publicUrl: "https://desk.example.com", log });
  const clientId = await register(desk);
  const { verifier, challenge } = createChallenge();
  const code = codeOf(await approve(desk, await authorize(desk, { clientId, challenge, state: "a-state-to-hide" })));
  const form = toCodeForm(clientId, code, verifier);
  const { body } = await exchange(desk, form);
  await exchange(desk, form);
  await refresh(desk, clientId, body.refresh_token);
  await desk.server.close();
  expect(lines.join()).toContain("used twice");
  for (const secret of [code, verifier, body.access_token, body.refresh_token, "a-state-to-hide"])
    expect(lines.join()).not.toContain(secret);
});

test("the redirect that leads to the consent page is a 303, which never repeats a form", async () => {
  const { desk } = await open();
  const query = toAuthorizeQuery({ clientId: await register(desk), challenge: createChallenge().challenge });
  const { status, headers } = await desk.call("GET", `/oauth/authorize?${query}`, { token: null });
  expect([status, headers.get("cache-control"), headers.get("referrer-policy")]).toEqual([
    303,
    "no-store",
    "no-referrer",
  ]);
  expect(headers.get("location")).not.toContain(callback);
});

test("a callback of an app whose port this server has is explained, without its code", async () => {
  const { desk } = await open();
  const { status, body } = await desk.call("GET", "/callback?code=a-secret-code&state=s", { token: null });
  expect([status, body.includes("--port 8788"), body.includes("a-secret-code")]).toEqual([409, true, false]);
  expect((await desk.call("GET", "/callback", { token: null })).status).toBe(404);
});

test("requests for the documents of clients on one host are limited, for all visitors of the page together", async () => {
  const desk = await openDesk({
    port: 0,
    oauthCimd: "on",
    trustedProxies: ["127.0.0.1"],
    oauthAuthorizationsPerIp: 2,
    clock: { now: () => 0 },
  });
  onTestFinished(() => desk.server.close());
  const { url } = await desk.server.listen();
  // Nothing is fetched, because the IP address is not public. An attempt counts all the same.
  const openPage = (visitor: number, clientId: string) =>
    fetch(`${url}/oauth/authorize?${toAuthorizeQuery({ clientId, challenge: createChallenge().challenge })}`, {
      headers: { "x-forwarded-for": `203.0.113.${visitor}` },
    });
  const statuses: number[] = [];
  for (const visitor of [1, 2]) statuses.push((await openPage(visitor, "https://169.254.169.254/x")).status);
  const limited = await openPage(3, "https://169.254.169.254/y");
  expect([...statuses, limited.status]).toEqual([503, 503, 429]);
  expect(await limited.text()).toContain("Too many sign-ins of apps from this host");
  expect((await openPage(4, "https://169.254.169.250/x")).status).toBe(503);
});

test("while the storage fails, a client is told to come back, and its code is still valid then", async () => {
  const { storage, break: breakStorage, mend } = fragileStorage(new Error("the disk is gone"));
  const warnings: unknown[] = [];
  const log = { info() {}, error() {}, warn: (...parts: unknown[]) => void warnings.push(parts) };
  const { desk } = await open({ storage, log });
  const { clientId, code, verifier } = await obtainCode(desk);
  breakStorage();
  const { status, body } = await exchange(desk, toCodeForm(clientId, code, verifier));
  expect([status, body.error]).toEqual([503, "unavailable"]);
  expect(JSON.stringify(body)).not.toContain("disk");
  expect(warnings).toContainEqual([
    "Storage failed; OAuth request rejected with 503",
    { why: expect.stringContaining("the disk is gone") },
  ]);
  mend();
  expect((await exchange(desk, toCodeForm(clientId, code, verifier))).status).toBe(200);
});

test("an unexpected error is logged, and the client learns nothing of it", async () => {
  const errors: unknown[] = [];
  const log = { info() {}, warn() {}, error: (...line: unknown[]) => void errors.push(line) };
  const { desk } = await open({ log });
  const { clientId, refresh: token } = await connect(desk);
  const fault = new Error("a fault inside");
  desk.server.services.agentKeys.find = async () => {
    throw fault;
  };
  const { status, body } = await refresh(desk, clientId, token);
  expect([status, body]).toEqual([
    500,
    { error: "server_error", error_description: "The server failed; its log says why." },
  ]);
  expect(errors).toEqual([["An OAuth request failed", fault]]);
});

test.each([{ oauth: "off" }, { dashboard: false }] as const)(
  "with %j nobody can decide on a request",
  async (options) => {
    const { desk } = await open(options);
    for (const path of ["/oauth/consent", "/oauth/consent/approve", "/oauth/consent/deny"]) {
      const { status, body } = await desk.call("POST", path, { body: { request: "0.x" } });
      expect([path, status, body.error]).toEqual([path, 404, "OAuth is off on this server (--oauth)."]);
    }
  },
);
