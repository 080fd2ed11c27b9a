import { expect, onTestFinished, test } from "vitest";
import { firstKey, openDesk } from "../api/harness.ts";
import { callMcp } from "./oauth-client.ts";

async function open(options: Parameters<typeof openDesk>[0] = {}) {
  const desk = await openDesk({ publicUrl: "https://desk.example.com", ...options });
  onTestFinished(() => desk.server.close());
  return desk;
}

test.each(["/.well-known/oauth-protected-resource", "/.well-known/oauth-protected-resource/mcp"])(
  "%s names the resource and its authorization server",
  async (path) => {
    const { status, body, headers } = await (await open()).call("GET", path, { token: null });
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        resource: "https://desk.example.com/mcp",
        authorization_servers: ["https://desk.example.com"],
        scopes_supported: expect.any(Array),
        bearer_methods_supported: ["header"],
        resource_name: "Frontdesk",
      },
    });
    expect(body.scopes_supported).toContain("mailbox:read");
    expect(body.scopes_supported).not.toContain("token:write");
    expect(headers.get("access-control-allow-origin")).toBe("*");
  },
);

test.each(["/.well-known/oauth-authorization-server", "/.well-known/oauth-authorization-server/mcp"])(
  "%s names the endpoints",
  async (path) => {
    const { body } = await (await open()).call("GET", path, { token: null });
    expect(body).toEqual({
      issuer: "https://desk.example.com",
      authorization_endpoint: "https://desk.example.com/oauth/authorize",
      token_endpoint: "https://desk.example.com/oauth/token",
      registration_endpoint: "https://desk.example.com/oauth/register",
      revocation_endpoint: "https://desk.example.com/oauth/revoke",
      response_types_supported: ["code"],
      response_modes_supported: ["query"],
      grant_types_supported: ["authorization_code", "refresh_token"],
      code_challenge_methods_supported: ["S256"],
      token_endpoint_auth_methods_supported: ["none"],
      revocation_endpoint_auth_methods_supported: ["none"],
      scopes_supported: expect.any(Array),
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
    });
    expect(body.scopes_supported).toContain("offline_access");
  },
);

test.each([
  ["https://desk.example.com", true],
  ["http://localhost:8787", undefined],
  // It may have no way to the internet.
  ["https://localhost:8787", undefined],
  ["http://desk.example.com", undefined],
])("at %s the metadata says whether a client id may be a URL: %s", async (publicUrl, isSupported) => {
  const desk = await open({ publicUrl, oauth: "on" });
  const { status, body } = await desk.call("GET", "/.well-known/oauth-authorization-server", { token: null });
  expect([status, body.client_id_metadata_document_supported]).toEqual([200, isSupported]);
});

test("a registration has its time in seconds, and what the client may use", async () => {
  const desk = await open({ clock: { now: () => 1_900_000_000_999 } });
  const body = { client_name: "An app", redirect_uris: ["http://localhost:4000/callback"] };
  expect(await desk.call("POST", "/oauth/register", { token: null, body })).toMatchObject({
    status: 201,
    body: {
      ...body,
      client_id_issued_at: 1_900_000_000,
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
    },
  });
});

test("the server is no OpenID provider, and says so in JSON", async () => {
  const { status, headers } = await (await open()).call("GET", "/.well-known/openid-configuration", { token: null });
  expect([status, headers.get("content-type")]).toEqual([404, "application/json"]);
});

test.each(["POST", "GET", "DELETE"])(
  "%s /mcp without a key gets a challenge that browsers can read",
  async (method) => {
    const desk = await open();
    for (const path of ["/mcp", "/mcp/"]) {
      const { status, headers } = await desk.call(method, path, { token: null });
      expect(status).toBe(401);
      expect(headers.get("www-authenticate")).toMatch(
        /^Bearer resource_metadata="https:\/\/desk\.example\.com\/\.well-known\/oauth-protected-resource\/mcp", scope="[a-z: ]+mailbox:read[a-z: ]+"$/,
      );
      expect(headers.get("access-control-expose-headers")).toContain("www-authenticate");
    }
  },
);

test("a wrong token is named as the reason, and a right key still works", async () => {
  const desk = await open();
  const wrong = await callMcp(desk, "svcat_wrong");
  expect([wrong.status, wrong.headers.get("www-authenticate")]).toEqual([
    401,
    expect.stringMatching(/, error="invalid_token"$/),
  ]);
  expect((await callMcp(desk, firstKey)).status).toBe(200);
  expect((await desk.call("GET", "/mcp")).status).toBe(405);
});

test("other paths keep a bare challenge, so that no page starts to sign in there", async () => {
  const { headers } = await (await open()).call("GET", "account", { token: null });
  expect(headers.get("www-authenticate")).toBe("Bearer");
});

test.each([
  [{ oauth: "off" as const }],
  [{ edition: "earlier" as const }],
  [{ dashboard: false }],
  [{ publicUrl: "http://desk.example.com" }],
])("with %o there is no OAuth at all", async (options) => {
  const desk = await open(options);
  for (const [method, path] of [
    ["GET", "/.well-known/oauth-protected-resource/mcp"],
    ["GET", "/.well-known/oauth-authorization-server"],
    ["GET", "/oauth/authorize"],
    ["POST", "/oauth/register"],
    ["POST", "/oauth/token"],
    ["POST", "/oauth/revoke"],
  ] as const)
    expect([path, (await desk.call(method, path, { token: null })).status]).toEqual([path, 404]);
  expect((await desk.call("POST", "/oauth/consent", { body: { request: "1" } })).status).toBe(404);
  const { headers } = await desk.call("POST", "/mcp", { token: null });
  expect(headers.get("www-authenticate")).toBe("Bearer");
});

test.each(["localhost", "127.0.0.1", "[::1]"])(
  "on this computer, the resource has the name that was typed: %s",
  async (host) => {
    const desk = await open({ publicUrl: "http://127.0.0.1:8787" });
    const at = async (url: string) => (await desk.server.fetch(new Request(url))).json();
    const path = "/.well-known/oauth-protected-resource/mcp";
    expect(await at(`http://${host}:8787${path}`)).toMatchObject({
      resource: `http://${host}:8787/mcp`,
      authorization_servers: ["http://127.0.0.1:8787"],
    });
    expect(await at(`http://${host}:9999${path}`)).toMatchObject({ resource: "http://127.0.0.1:8787/mcp" });
    expect(await at(`http://evil.example:8787${path}`)).toMatchObject({ resource: "http://127.0.0.1:8787/mcp" });
  },
);

test("a public URL is never taken from the request", async () => {
  const desk = await open();
  const response = await desk.server.fetch(
    new Request("http://localhost/.well-known/oauth-protected-resource/mcp", {
      headers: { "x-forwarded-host": "evil.example", "x-forwarded-proto": "http" },
    }),
  );
  expect(await response.json()).toMatchObject({ resource: "https://desk.example.com/mcp" });
});

test.each(["/oauth/token", "/oauth/register", "/oauth/revoke", "/.well-known/oauth-authorization-server"])(
  "pages of other origins may use %s, and read its errors",
  async (path) => {
    const desk = await open();
    const preflight = await desk.call("OPTIONS", path, { token: null });
    expect([preflight.status, preflight.headers.get("access-control-allow-origin")]).toEqual([204, "*"]);
    const error = await desk.call("PUT", path, { token: null });
    expect([error.status, error.headers.get("access-control-allow-origin")]).toEqual([405, "*"]);
    expect(error.headers.get("access-control-allow-credentials")).toBeNull();
  },
);

test.each([
  ["https://example.com/desk/", "https://example.com", "https://example.com/desk/mcp"],
  ["http://127.0.0.1:8787/desk", "http://localhost:8787", "http://localhost:8787/desk/mcp"],
])("a server at %s, asked at %s, has the resource %s", async (publicUrl, origin, resource) => {
  const desk = await open({ publicUrl });
  const response = await desk.server.fetch(new Request(`${origin}/.well-known/oauth-protected-resource/mcp`));
  expect(await response.json()).toMatchObject({ resource });
});
