import { expect, test } from "vitest";
import { toErrorPage } from "../../src/oauth/error-page.ts";
import type { Desk } from "../api/harness.ts";
import {
  approve,
  callback,
  createChallenge,
  createKey,
  open,
  openRequest,
  refresh,
  register,
  sendForm,
  toAuthorizeQuery,
} from "./oauth-client.ts";

const whyOf = ({ status, body }: Awaited<ReturnType<Desk["call"]>>) => [status, body.error];

test("a person who decides is told what is wrong with the decision", async () => {
  const { desk } = await open({ agentKeysPerAccount: 1 });
  const id = await openRequest(desk);
  const call = (path: string, body: object) => desk.call("POST", path, { body });
  const gone =
    "This request was decided already, or is older than ten minutes. Start again in the app that asked for it.";
  const incomplete = "The decision is incomplete: it needs the request, scopes and a duration.";
  expect(whyOf(await approve(desk, id, { scopes: ["token:write"] }))).toEqual([
    403,
    "The request or this key does not have one of the scopes. Reload the page.",
  ]);
  expect(whyOf(await approve(desk, id))).toEqual([
    403,
    "This account has 1 agent keys. Revoke one, then allow this again.",
  ]);
  for (const path of ["/oauth/consent", "/oauth/consent/approve", "/oauth/consent/deny"])
    expect(whyOf(await call(path, {}))).toEqual([400, incomplete]);
  expect((await call("/oauth/consent/deny", { request: id })).status).toBe(200);
  for (const path of ["/oauth/consent", "/oauth/consent/deny"])
    expect(whyOf(await call(path, { request: id }))).toEqual([404, gone]);
});

test("without OAuth, each caller is told that it is off", async () => {
  const { desk } = await open({ oauth: "off" });
  expect(whyOf(await desk.call("POST", "/oauth/consent", { body: { request: "x" } }))).toEqual([
    404,
    "OAuth is off on this server (--oauth).",
  ]);
  expect((await sendForm(desk, "/oauth/token", {})).body).toEqual({
    error: "not_found",
    error_description: "There is nothing at this path. The operator has switched OAuth off.",
  });
  const page = await desk.call("GET", "/oauth/authorize", { token: null });
  expect([page.status, page.body]).toEqual([
    404,
    expect.stringContaining("<p>This server does not let apps sign in: its operator has switched it off.</p>"),
  ]);
});

const redirectUris = "redirect_uris must be a list of 1 to 10 URIs, and client_name a text.";

test.each<[object, string, string]>([
  [{ redirect_uris: [] }, "invalid_redirect_uri", redirectUris],
  [{ redirect_uris: Array(11).fill(callback) }, "invalid_redirect_uri", redirectUris],
  [{ redirect_uris: [callback], client_name: 1 }, "invalid_redirect_uri", redirectUris],
  [
    { redirect_uris: ["javascript:alert(1)"] },
    "invalid_redirect_uri",
    "No redirect_uri is allowed: use https, http on localhost, 127.0.0.1 or [::1], or the scheme of an app; without a fragment.",
  ],
  [
    { redirect_uris: [`https://a.example/${"a".repeat(2_000)}`, `https://b.example/${"b".repeat(500)}`] },
    "invalid_client_metadata",
    "The redirect URIs are too long together. Register fewer.",
  ],
])("an app that registers with %j is told what is wrong", async (body, error, error_description) => {
  const { desk } = await open();
  const answer = await desk.call("POST", "/oauth/register", { token: null, body });
  expect([answer.status, answer.body]).toEqual([400, { error, error_description }]);
});

test("an app that sends too much is told which limit it is above", async () => {
  const { desk } = await open({ oauthRegistrationsPerIp: 1, authFailuresPerIp: 1 });
  const registerAgain = () =>
    desk.call("POST", "/oauth/register", { token: null, body: { redirect_uris: [callback] } });
  await registerAgain();
  expect((await registerAgain()).body).toEqual({
    error: "temporarily_unavailable",
    error_description: expect.stringContaining("Too many clients registered from this IP address"),
  });
  await refresh(desk, "unknown", "svcrt_x");
  expect((await refresh(desk, "unknown", "svcrt_x")).body).toEqual({
    error: "temporarily_unavailable",
    error_description: "Too many wrong credentials from this IP address within this minute.",
  });
});

test("an app that sends another method, type or a parameter twice is told so", async () => {
  const { desk } = await open();
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const call = async (method: string, raw: string, headers: Record<string, string>) =>
    (await desk.call(method, "/oauth/token", { token: null, headers, ...(method === "GET" ? {} : { raw }) })).body;
  expect(await call("GET", "", {})).toEqual({
    error: "method_not_allowed",
    error_description: "This path takes POST, not GET.",
  });
  expect(await call("POST", "{}", { "content-type": "application/json" })).toEqual({
    error: "invalid_request",
    error_description: "Send a form, with Content-Type: application/x-www-form-urlencoded.",
  });
  expect(await call("POST", "code=1&code=2", form)).toEqual({
    error: "invalid_request",
    error_description: "A parameter is there more than once.",
  });
});

test("a sign-in with a redirect URI of another app is explained", async () => {
  const { desk } = await open();
  const query = toAuthorizeQuery({ clientId: await register(desk), challenge: createChallenge().challenge });
  query.set("redirect_uri", "https://other.example/cb");
  const { body } = await desk.call("GET", `/oauth/authorize?${query}`, { token: null });
  expect(body).toContain("<p>This redirect_uri is not one that the client has registered.</p>");
});

test("a sign-in that ends at this server instead of the app is explained, with what to do", async () => {
  const { desk } = await open();
  const { body } = await desk.call("GET", "/callback?code=1", { token: null });
  const port = /listens on port (\d+)/.exec(body)?.[1];
  const page = toErrorPage({
    title: "An app's sign-in ended here by mistake",
    lines: [
      `The app that you signed in to listens on port ${port}, and this Frontdesk has that port. Nothing was shared.`,
      "Start Frontdesk with another port, such as --port 8788, change its URL in the app, and connect again.",
    ],
    status: 409,
  });
  expect(body).toBe(await page.text());
});

test("a key that may not grant anything cannot decide", async () => {
  const { desk } = await open();
  const { token } = await createKey(desk, { scopes: "mailbox:read" });
  const answer = await approve(desk, await openRequest(desk), { token });
  expect([answer.status, answer.body.code]).toEqual([403, "missing_scope"]);
});
