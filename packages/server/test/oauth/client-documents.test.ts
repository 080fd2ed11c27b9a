import type { RequestListener } from "node:http";
import { expect, test } from "vitest";
import { createClientDocuments, isDocumentUrl } from "../../src/oauth/client-documents.ts";
import { fetchDocument } from "../../src/oauth/fetch-document.ts";
import { createAddressPolicy } from "../../src/webhooks/address-policy.ts";
import { local, serve } from "./https-server.ts";
import { createChallenge, open, refresh, toAuthorizeQuery } from "./oauth-client.ts";

const url = "https://client.example/metadata.json";
const valid = { client_id: url, client_name: "Nice app", redirect_uris: ["https://client.example/cb"] };
const noLog = { info() {}, warn() {}, error() {} };
const minute = 60_000;

test.each([
  ["https://claude.ai/oauth/mcp-oauth-client-metadata", true],
  ["https://a.example:8443/x?y=1", true],
  ["http://a.example/x", false],
  ["https://a.example", false],
  ["https://a.example/", false],
  ["https://a.example/x#y", false],
  ["https://a.example/x#", false],
  ["https://user@a.example/x", false],
  ["https://:secret@a.example/x", false],
  ["https://a.example/../x", false],
  ["https://a.example/a/./x", false],
  ["https://a.example/%2e%2e/x", false],
  ["https://A.example/x", false],
  ["https://a.example:443/x", false],
  ["https://a.example\\x/y", false],
  [`https://a.example/${"a".repeat(3000)}`, false],
  ["abc.def", false],
])("%s is the URL of a document: %s", (id, isUrl) => {
  expect(isDocumentUrl(id)).toBe(isUrl);
});

/** Documents that are "fetched" from here. */
function openDocuments(body: unknown, cacheControl = "") {
  const state = { now: 0, fetched: 0, error: null as Error | null, body, logged: [] as unknown[] };
  const documents = createClientDocuments({
    async fetchDocument() {
      state.fetched++;
      if (state.error) throw state.error;
      return { body: typeof state.body === "string" ? state.body : JSON.stringify(state.body), cacheControl };
    },
    now: () => state.now,
    log: { ...noLog, info: (...line) => void state.logged.push(line) },
  });
  return { state, read: (onFetch = () => {}) => documents.read(url, onFetch) };
}

test("a document describes a client, whose name its host vouches for", async () => {
  const { read } = openDocuments({ ...valid, redirect_uris: [...valid.redirect_uris, "javascript:alert(1)"] });
  expect(await read()).toEqual({
    id: url,
    name: "Nice app",
    redirectUris: ["https://client.example/cb"],
    verifiedHost: "client.example",
  });
});

test.each([undefined, "", "\u202e"])(
  "a client whose document has the name %j has that of its host",
  async (client_name) => {
    const { read } = openDocuments({ ...valid, client_name });
    expect((await read()).name).toBe("client.example");
  },
);

test("of a document's redirect URIs the first fifty count", async () => {
  const redirect_uris = Array.from({ length: 60 }, (_, index) => `https://client.example/${index}`);
  const { read } = openDocuments({ ...valid, redirect_uris });
  expect((await read()).redirectUris).toEqual(redirect_uris.slice(0, 50));
});

test("an app's many URIs that are not allowed do not push out the one that is", async () => {
  const redirect_uris = [...Array(50).fill("http://client.example/cb"), "https://client.example/cb"];
  const { read } = openDocuments({ ...valid, redirect_uris });
  expect((await read()).redirectUris).toEqual(["https://client.example/cb"]);
});

test.each([
  ["of another client", { ...valid, client_id: "https://other.example/metadata.json" }],
  ["without redirect URIs", { ...valid, redirect_uris: [] }],
  ["whose redirect URIs are not allowed", { ...valid, redirect_uris: ["http://client.example/cb"] }],
  ["with a secret", { ...valid, client_secret: "x" }],
  ["of a client that authenticates by a secret", { ...valid, token_endpoint_auth_method: "client_secret_basic" }],
  ["that is not JSON", "<html>"],
  ["that is a list", []],
])("a document %s is rejected, and read again the next time", async (_what, body) => {
  const { state, read } = openDocuments(body);
  await expect(read()).rejects.toMatchObject({
    code: "invalid_client",
    message: "The app's description is not one of a public client with this client_id.",
  });
  state.body = valid;
  expect(await read()).toMatchObject({ name: "Nice app" });
});

test.each([
  ["", 5],
  ["max-age=1", 5],
  ["public, max-age=3600", 60],
  ["Max-Age=3600", 60],
  ["max-age=999999999", 24 * 60],
  ["no-store, max-age=3600", 5],
  ["no-cache, max-age=3600", 5],
  ["No-Store, max-age=3600", 5],
  ["x-max-age=3600", 5],
])("with Cache-Control %o it is kept for %d minutes", async (cacheControl, minutes) => {
  const { state, read } = openDocuments(valid, cacheControl);
  await read();
  state.now = minutes * minute - 1;
  await read();
  expect(state.fetched).toBe(1);
  state.now++;
  await read();
  expect(state.fetched).toBe(2);
});

test("many requests at once fetch it once, and a failure is not kept", async () => {
  const { state, read } = openDocuments(valid);
  state.error = new Error("away");
  const failed = await Promise.allSettled([read(), read()]);
  const reason = expect.objectContaining({
    code: "unavailable",
    message: "The app's description at client.example could not be read. Try again, or ask the app's maker.",
  });
  expect(failed).toEqual([
    { status: "rejected", reason },
    { status: "rejected", reason },
  ]);
  expect(state.logged).toEqual([["A client's metadata could not be fetched", { host: "client.example", why: "away" }]]);
  expect(state.fetched).toBe(1);
  state.error = null;
  expect(await Promise.all([read(), read()])).toHaveLength(2);
  expect(state.fetched).toBe(2);
});

test("a limit is asked before a request leaves, and not for what is kept", async () => {
  const { state, read } = openDocuments(valid);
  const refuse = () => {
    throw new Error("too many");
  };
  await expect(read(refuse)).rejects.toThrow("too many");
  expect(state.fetched).toBe(0);
  // One that shares the fetch of another counts too.
  const [, shared] = await Promise.allSettled([read(), read(refuse)]);
  expect(shared).toMatchObject({ status: "rejected", reason: { message: "too many" } });
  expect(await read(refuse)).toMatchObject({ name: "Nice app" });
});

test("a document is fetched over https, also if it arrives in two parts of one character", async () => {
  const text = Buffer.from('"é"');
  const { url, ca } = await serve((_request, response) => {
    response.writeHead(200, { "content-type": "application/json", "cache-control": "max-age=60" });
    response.write(text.subarray(0, 2), () => response.end(text.subarray(2)));
  });
  expect(await fetchDocument(url, { addressPolicy: local, ca })).toEqual({ body: '"é"', cacheControl: "max-age=60" });
});

test.each([
  ["application/json; charset=utf-8", true],
  ["Application/JSON", true],
  ["application/client-metadata+json", true],
  ["application/jsonp", false],
  ["text/json", false],
  ["", false],
])("a document of the type %j is read: %j", async (type, isRead) => {
  const { url, ca } = await serve((_request, response) => {
    response.writeHead(200, type === "" ? {} : { "content-type": type }).end("{}");
  });
  const outcome = fetchDocument(url, { addressPolicy: local, ca }).then(
    ({ body }) => body === "{}",
    () => false,
  );
  expect(await outcome).toBe(isRead);
});

test("a document has at most 32 KiB", async () => {
  let length = 32 * 1024;
  const { url, ca } = await serve((_request, response) => {
    response.writeHead(200, { "content-type": "application/json" }).end("x".repeat(length));
  });
  expect((await fetchDocument(url, { addressPolicy: local, ca })).body).toHaveLength(length);
  length++;
  await expect(fetchDocument(url, { addressPolicy: local, ca })).rejects.toThrow("larger than 32768 bytes");
});

const json = { "content-type": "application/json" };
test.each<[string, RequestListener]>([
  ["redirects", (_request, response) => void response.writeHead(302, { location: "https://localhost/" }).end()],
  ["upgrades", (_request, response) => void response.writeHead(101, { connection: "upgrade", upgrade: "x" }).end()],
  ["is missing", (_request, response) => void response.writeHead(404, json).end("{}")],
  ["is yet to come", (_request, response) => void response.writeHead(202, json).end("{}")],
  ["is HTML", (_request, response) => void response.writeHead(200, { "content-type": "text/html" }).end("{}")],
  ["is too large", (_request, response) => void response.writeHead(200, json).end("x".repeat(33 * 1024))],
  ["breaks off", (_request, response) => void response.destroy()],
  [
    "breaks off in its body",
    (_request, response) => void response.writeHead(200, json).write("{", () => response.destroy()),
  ],
  ["does not come", () => {}],
])("a document that %s is an error", { timeout: 20_000 }, async (_what, respond) => {
  const { url, ca } = await serve(respond);
  await expect(fetchDocument(url, { addressPolicy: local, ca, timeoutMs: 500 })).rejects.toThrow();
});

test("no address that is not public is fetched from", async () => {
  let requests = 0;
  const { url, ca } = await serve((_request, response) => {
    requests++;
    response.end();
  });
  const addressPolicy = createAddressPolicy({ allow: [], isLocal: false });
  for (const target of [
    url,
    url.replace("localhost", "127.0.0.1"),
    "https://[::1]/x",
    "https://169.254.169.254/latest",
  ])
    await expect(fetchDocument(target, { addressPolicy, ca })).rejects.toThrow("not a public address");
  expect(requests).toBe(0);
});

test("a document that cannot be fetched is shown as a page, and its client's tokens do not depend on it", async () => {
  const { desk } = await open();
  const query = toAuthorizeQuery({ clientId: "https://169.254.169.254/x", challenge: createChallenge().challenge });
  const { status, body } = await desk.call("GET", `/oauth/authorize?${query}`, { token: null });
  expect([status, body.includes("169.254.169.254 could not be read")]).toEqual([503, true]);
  // Not 401: then a client would register again.
  expect(await refresh(desk, "https://client.example/x", "svcrt_x")).toMatchObject({
    status: 400,
    body: { error: "invalid_grant" },
  });
  const { desk: off } = await open({ oauthCimd: "off" });
  expect((await refresh(off, "https://client.example/x", "svcrt_x")).status).toBe(401);
});
