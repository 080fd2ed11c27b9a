import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  addParameters,
  isAllowedRedirectUri,
  matchesRedirectUri,
  redirectHostOf,
} from "../../src/oauth/redirect-uris.ts";
import { authorize, createChallenge, open, register } from "./oauth-client.ts";

describe("a redirect URI that may be registered", () => {
  test.each([
    "https://claude.ai/api/mcp/auth_callback",
    "https://chatgpt.com/connector/oauth/abc",
    "https://app.example:8443/cb?x=1",
    "http://localhost/callback",
    "http://localhost:8787/callback",
    "http://127.0.0.1:33418/",
    "http://127.0.0.1",
    "http://[::1]:1234/cb",
    "cursor://anysphere.cursor-mcp/oauth/callback",
    "com.example.app:/oauth",
    "vscode://publisher.extension/cb",
  ])("%s", (uri) => {
    expect(isAllowedRedirectUri(uri)).toBe(true);
  });
});

describe("a redirect URI that may not", () => {
  test.each([
    "",
    "relative",
    "//app.example/cb",
    "http://app.example/cb",
    "http://localhost.evil.example/",
    "http://127.0.0.1@evil.example/",
    "http://127.0.0.1:80@evil.example/",
    "http://127.1/",
    "http://2130706433/",
    "http://0.0.0.0/",
    "http://LOCALHOST/",
    "App.Example:/oauth",
    "cursoR://anysphere.cursor-mcp/oauth/callback",
    "http:/localhost/",
    "http:localhost",
    "https:evil.example",
    "https:///evil.example",
    "https://",
    "https://user@app.example/",
    "https://user:password@app.example/",
    "https://app.example/#fragment",
    "https://app.example/\\evil",
    "https://app.example/a b",
    "https://app.example/\n",
    " https://app.example/",
    "https://app.example/ü",
    "HTTPS://app.example/",
    "javascript:alert(1)",
    "JavaScript:alert(1)",
    "data:text/html,x",
    "file:///etc/passwd",
    "blob:https://app.example/1",
    "vbscript:x",
    "about:blank",
    "ws://app.example/",
    "ftp://app.example/",
    "mailto:a@app.example",
    "tel:1",
    "intent://x",
    "chrome-extension://abc/",
    "view-source:https://app.example/",
    "ms-msdt:/id",
    `https://app.example/${"a".repeat(2048)}`,
  ])("%s", (uri) => {
    expect(isAllowedRedirectUri(uri)).toBe(false);
  });
});

test.each([
  ["https://app.example/cb", "https://app.example/cb", true],
  ["https://app.example/cb", "https://app.example/cb/", false],
  ["https://app.example/cb", "https://app.example/CB", false],
  ["https://app.example/cb", "https://app.example/cb?x", false],
  ["https://app.example/cb", "https://app.example:8443/cb", false],
  ["https://app.example/cb", "https://app.example/%63b", false],
  ["http://localhost/cb", "http://localhost:5000/cb", true],
  ["http://localhost:4000/cb", "http://localhost:5000/cb", true],
  ["http://localhost", "http://localhost:5000/", true],
  ["http://localhost/", "http://localhost:5000", true],
  ["http://localhost/cb", "http://localhost:5000", false],
  ["http://localhost/cb", "http://127.0.0.1:5000/cb", false],
  ["http://localhost/cb", "http://localhost:5000/other", false],
  ["http://localhost/cb", "http://localhost:5000/CB", false],
  ["http://localhost/cb", "http://localhost:5000/cb/../x", false],
  ["http://localhost/cb", "http://localhost:5000@evil.example/cb", false],
  ["http://localhost/cb", "http://localhost:99999/cb", false],
  ["http://localhost/cb?a=1", "http://localhost:5000/cb?a=2", false],
  ["http://localhost/cb", "https://localhost:5000/cb", false],
  ["cursor://a/b", "cursor://a/c", false],
])("registered %s allows %s: %s", (registered, requested, isAllowed) => {
  expect(matchesRedirectUri(registered, requested)).toBe(isAllowed);
});

test("whatever is allowed leads to the host that the page shows", () => {
  const uris = fc.oneof(
    fc.webUrl({ withFragments: true, withQueryParameters: true }),
    fc
      .tuple(fc.constantFrom("http://localhost", "http://127.0.0.1", "https://", "cursor://"), fc.string())
      .map((parts) => parts.join("")),
    fc.string(),
  );
  fc.assert(
    fc.property(uris, (uri) => {
      if (!isAllowedRedirectUri(uri)) return;
      const { protocol, hostname, hash, username } = new URL(uri);
      expect([hash, username]).toEqual(["", ""]);
      if (protocol === "http:") expect(["localhost", "127.0.0.1", "[::1]"]).toContain(hostname);
      const redirect = addParameters(uri, { code: "c", state: null });
      expect(redirectHostOf(redirect)).toBe(redirectHostOf(uri));
      expect(new URL(redirect).searchParams.get("code")).toBe("c");
    }),
    { numRuns: 2_000 },
  );
});

test("of a mixed list the allowed URIs are kept; without one, the client is told", async () => {
  const { desk } = await open();
  const post = async (redirect_uris: unknown) =>
    (await desk.call("POST", "/oauth/register", { token: null, body: { redirect_uris } })).body;
  const cursor = ["http://localhost:8787/callback", "cursor://anysphere.cursor-mcp/oauth/callback"];
  expect((await post([...cursor, "javascript:alert(1)"])).redirect_uris).toEqual(cursor);
  expect((await post(["javascript:alert(1)"])).error).toBe("invalid_redirect_uri");
  expect((await post("https://app.example")).error).toBe("invalid_redirect_uri");
  expect(
    (await post(Array.from({ length: 10 }, (_, index) => `https://a.example/${index}`))).redirect_uris,
  ).toHaveLength(10);
  expect((await post(Array.from({ length: 11 }, (_, index) => `https://a.example/${index}`))).error).toBe(
    "invalid_redirect_uri",
  );
  const long = Array.from({ length: 2 }, (_, index) => `https://a.example/${index}${"a".repeat(1500)}`);
  expect((await post(long)).error).toBe("invalid_client_metadata");
});

test("a registration that is not JSON is told so, and no redirect URI is blamed", async () => {
  const { desk } = await open();
  const headers = { "content-type": "application/json" };
  const request = new Request("https://desk.example.com/oauth/register", { method: "POST", headers, body: "{" });
  const response = await desk.server.fetch(request);
  expect([response.status, await response.json()]).toEqual([
    400,
    { error: "invalid_client_metadata", error_description: "The body is not valid JSON." },
  ]);
});

test.each([
  ["its first", "http://localhost:1/callback"],
  ["its second", "https://app.example/cb"],
  ["its first with another port", "http://localhost:4001/callback"],
])("a client with two redirect URIs may use %s", async (_which, redirectUri) => {
  const { desk } = await open();
  const clientId = await register(desk, ["http://localhost:1/callback", "https://app.example/cb"]);
  await authorize(desk, { clientId, challenge: createChallenge().challenge, redirectUri });
});
