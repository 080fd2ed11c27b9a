import { scopes as allScopes } from "@frontdesk/contract";
import { expect, test } from "vitest";
import { isOwnResource } from "../../src/oauth/availability.ts";
import { createClientIds, toDisplayName } from "../../src/oauth/clients.ts";
import { toServerMetadata } from "../../src/oauth/metadata.ts";
import { OAuthError, toOAuthErrorResponse } from "../../src/oauth/oauth-error.ts";
import { readSmallBody, rejectRepeated, requireParameter } from "../../src/oauth/read-form.ts";
import { addParameters, isAllowedRedirectUri, isLoopbackUri, redirectHostOf } from "../../src/oauth/redirect-uris.ts";
import { registerClient } from "../../src/oauth/register.ts";
import { parseRequestedScopes } from "../../src/oauth/scopes.ts";
import { grantTokens } from "../../src/oauth/token.ts";
import { createLocalLocks } from "../../src/storage/local-locks.ts";
import { connectionScopes } from "../../src/store/connection-scopes.ts";
import { createLateKv } from "../storage/late-commits.ts";

test("the metadata of the server names each endpoint, and what a client may use", () => {
  const issuer = "https://desk.example.com";
  const metadata = toServerMetadata({ issuer, resource: `${issuer}/mcp` }, false);
  expect(metadata).toEqual({
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    registration_endpoint: `${issuer}/oauth/register`,
    revocation_endpoint: `${issuer}/oauth/revoke`,
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: ["none"],
    revocation_endpoint_auth_methods_supported: ["none"],
    scopes_supported: [...connectionScopes, "offline_access"],
    authorization_response_iss_parameter_supported: true,
  });
});

test.each([
  ["http://localhost:8787", "http://localhost:8787/mcp", true],
  ["http://localhost:8787", "http://127.0.0.1:8787/mcp/", true],
  ["http://localhost:8787", "http://[::1]:8787", true],
  ["http://localhost:8787", "http://localhost:8788/mcp", false],
  ["http://localhost:8787", "http://127.0.0.1:8788/mcp", false],
  ["http://localhost:8787", "https://localhost:8787/mcp", false],
  ["https://desk.example.com", "http://desk.example.com/mcp", false],
  ["https://desk.example.com", "https://desk.example.com:8787/mcp", false],
  ["https://desk.example.com", "https://localhost/mcp", false],
  ["https://desk.example.com", "https://desk.example.com/mcp/more", false],
  ["https://example.com/desk", "https://example.com/desk/", true],
  ["https://example.com/desk", "https://example.com/desk/mcp", true],
  ["https://example.com/desk", "https://example.com/mcp", false],
  ["https://example.com/desk", "https://example.com", false],
  ["https://desk.example.com", "no URL", false],
])("at %s, a client that names the resource %s means this server: %s", (issuer, resource, expected) => {
  expect(isOwnResource(resource, { issuer, resource: `${issuer}/mcp` })).toBe(expected);
});

test("a connection can have every scope but those that would outlive it, spy, or invent messages", () => {
  const neverOffered = allScopes.filter((scope) => !connectionScopes.includes(scope));
  expect(neverOffered.toSorted()).toEqual(["audit:read", "mail:push", "sms:push", "token:read", "token:write"]);
});

test.each([
  [null, connectionScopes],
  ["", connectionScopes],
  ["unknown offline_access", connectionScopes],
  ["token:write", connectionScopes],
  ["sms:read unknown mailbox:read", ["mailbox:read", "sms:read"]],
])("a client that asks for the scopes %j may get %j", (scope, expected) => {
  expect(parseRequestedScopes(scope).toSorted()).toEqual([...expected].toSorted());
});

test.each([
  ...["javascript", "data", "file", "blob", "vbscript", "about", "ws", "wss", "ftp", "ftps", "mailto", "tel", "sms"],
  ...["intent", "content", "res", "shell", "jar", "filesystem", "view-source", "chrome", "chrome-extension"],
  ...["ms-msdt", "search-ms", "moz-extension", "resource"],
])("the scheme %s opens no app", (scheme) => {
  expect(isAllowedRedirectUri(`${scheme}://app.example/x`)).toBe(false);
  expect(isAllowedRedirectUri(`x${scheme}://app.example/x`)).toBe(true);
});

test("a redirect URI has at most 2048 characters", () => {
  const uri = (length: number) => `https://a.example/${"a".repeat(length - "https://a.example/".length)}`;
  expect([isAllowedRedirectUri(uri(2048)), isAllowedRedirectUri(uri(2049))]).toEqual([true, false]);
});

test.each([
  ["http://localhost:1/cb", true, "localhost:1"],
  ["http://127.0.0.1/cb", true, "127.0.0.1"],
  ["http://[::1]:1/cb", true, "[::1]:1"],
  ["https://app.example:8443/cb", false, "app.example:8443"],
  ["cursor://host/cb", false, "cursor"],
])("%s: on this computer is %s, and people see %s", (uri, isLocal, host) => {
  expect([isLoopbackUri(uri), redirectHostOf(uri)]).toEqual([isLocal, host]);
});

test.each([
  ["https://a.example/cb", "https://a.example/cb?code=1"],
  ["https://a.example/cb?x=%20", "https://a.example/cb?x=%20&code=1"],
])("the code is added to %s, which stays as it is", (uri, expected) => {
  expect(addParameters(uri, { code: "1", state: null })).toBe(expected);
});

test.each([
  ["  My   app ", "My app"],
  ["My\u202e app\n", "My app"],
  ["a\u2028b\u2029c\u0000d\u200be\ue000f\ud800g", "a b c d e f g"],
  ["x".repeat(101), "x".repeat(100)],
  [`  ${"x".repeat(101)}`, "x".repeat(100)],
  [`${"x".repeat(99)}🔐`, "x".repeat(99)],
])("the name %j is shown as %j", (name, shown) => expect(toDisplayName(name)).toBe(shown));

test("parameters may not be repeated, except the resource, nor be empty", () => {
  const repeated = new URLSearchParams("resource=a&resource=b&scope=c");
  expect(rejectRepeated(repeated)).toBe(repeated);
  expect(() => rejectRepeated(new URLSearchParams("scope=a&scope=a"))).toThrow("more than once");
  expect(requireParameter(repeated, "scope")).toBe("c");
  for (const query of ["", "scope="])
    expect(() => requireParameter(new URLSearchParams(query), "scope")).toThrow("The parameter scope is missing.");
});

test.each([
  ["invalid_request", 400],
  ["invalid_grant", 400],
  ["invalid_target", 400],
  ["unsupported_grant_type", 400],
  ["invalid_client", 401],
  ["temporarily_unavailable", 429],
  ["server_error", 500],
  ["unavailable", 503],
  ["payload_too_large", 413],
  ["not_found", 404],
  ["method_not_allowed", 405],
] as const)("the error %s has status %i, its headers, and no credential", async (code, status) => {
  const token = `svcagt_${"x".repeat(28)}`;
  const response = toOAuthErrorResponse(new OAuthError(code, `No ${token} here.`, { "retry-after": "7" }));
  expect([response.status, response.headers.get("retry-after")]).toEqual([status, "7"]);
  expect(await response.json()).toEqual({ error: code, error_description: "No svcagt_… here." });
});

test.each([
  [61_999, 61],
  [999, 0],
  [-1, 0],
])("a token that ends in %i ms is valid for %i seconds", async (expiresInMs, expires_in) => {
  const urls = { issuer: "https://desk.example.com", resource: "https://desk.example.com/mcp" };
  const grant = { accessToken: "a", refreshToken: "r", expiresInMs, scopes: [] };
  const connections = { exchangeCode: async () => grant, refresh: async () => grant };
  const form = new URLSearchParams({ grant_type: "refresh_token", client_id: "c", refresh_token: "r" });
  const parts = { clients: { mayExist: async () => true }, connections };
  expect(await grantTokens(form, parts, { urls, ip: null })).toMatchObject({ expires_in });
});

test.each([
  [2067, 2800],
  [2068, 2802],
])(
  "a client id whose registration has %i bytes has %i characters, of which 2800 are allowed",
  async (bytes, length) => {
    const ids = createClientIds({ kv: createLateKv(), locks: createLocalLocks() });
    const emptyBytes = JSON.stringify({ n: "", r: [""] }).length;
    const id = await ids.create({ name: "", redirectUris: ["x".repeat(bytes - emptyBytes)] });
    expect([id.length, (await ids.read(id)) !== null]).toEqual([length, length <= 2800]);
    // Nor is a longer one given to a client that registers.
    const uriBytes = bytes - JSON.stringify({ n: "x", r: ["https://a.example/", "https://b.example/"] }).length;
    const redirect_uris = [
      `https://a.example/${"a".repeat(1_000)}`,
      `https://b.example/${"b".repeat(uriBytes - 1_000)}`,
    ];
    const registered = registerClient(ids, JSON.stringify({ client_name: "x", redirect_uris }), 0);
    if (length <= 2800) expect((await registered).client_id).toHaveLength(length);
    else await expect(registered).rejects.toMatchObject({ code: "invalid_client_metadata" });
  },
);

test("a body of an OAuth endpoint has at most 16 KiB", async () => {
  const read = (bytes: number) =>
    readSmallBody(new Request("http://desk.test/", { method: "POST", body: "x".repeat(bytes) }));
  expect(await read(16 * 1024)).toHaveLength(16 * 1024);
  await expect(read(16 * 1024 + 1)).rejects.toMatchObject({ code: "payload_too_large" });
});
