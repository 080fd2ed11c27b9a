import { createHash } from "node:crypto";
import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { createJournal } from "../../src/inspector/journal.ts";
import { startInspector } from "../../src/inspector/server.ts";

/** An inspector before an app, with one request in its journal. */
async function setUp(body = "name=me&password=hunter2") {
  const reached: string[] = [];
  const app = http.createServer(async (request, response) => {
    let text = "";
    for await (const piece of request) text += piece;
    reached.push(`${request.method} ${request.url} ${request.headers.authorization} ${text}`);
    response.end("again");
  });
  app.listen(0, "127.0.0.1");
  await once(app, "listening");
  const journal = createJournal({ maxEntries: 3, maxBodyBytes: 100 });
  const headers = ["Host", "demo.tunnel.localhost", "Authorization", "Bearer topsecret", "X-Plain", "seen"];
  const recording = journal.begin({ method: "POST", path: "/login?token=abc&page=2", headers });
  recording.requestBody(Buffer.from(body));
  recording.response(200, ["Set-Cookie", "sid=42"]);
  recording.responseBody(Buffer.from('{"access_token":"xyz","ok":true}'));
  recording.end({ method: "POST", path: "", status: 200, ms: 3, appDown: false, headers: {}, host: "", refusal: "" });
  const { port } = app.address() as AddressInfo;
  const inspector = await startInspector({ journal, target: { host: "127.0.0.1", port, https: false }, port: 0 });
  onTestFinished(async () => {
    await inspector.close();
    app.close();
    app.closeAllConnections();
  });
  return { journal, inspector, reached, origin: inspector.url };
}

test("shows the last requests, without their secrets", async () => {
  const { inspector } = await setUp();
  const listed = await (await fetch(`${inspector.url}/api/requests`)).json();
  const { requests } = listed as { requests: { id: number }[] };
  expect(requests).toMatchObject([{ method: "POST", path: "/login?token=•••&page=2", status: 200, done: true }]);
  const detail = await (await fetch(`${inspector.url}/api/requests/${requests[0]!.id}`)).text();
  for (const secret of ["topsecret", "hunter2", "sid=42", "xyz", "abc"]) expect(detail).not.toContain(secret);
  expect(detail).toContain("seen");
});

test("sends a request again, with everything it had", async () => {
  const { inspector, reached, journal, origin } = await setUp();
  const { id } = journal.entries()[0]!;
  const reply = await fetch(`${inspector.url}/api/requests/${id}/replay`, {
    method: "POST",
    headers: { origin },
  });
  expect(reply.status).toBe(200);
  expect(reached).toEqual(["POST /login?token=abc&page=2 Bearer topsecret name=me&password=hunter2"]);
  expect(journal.entries()[0]).toMatchObject({ replayOf: id, status: 200, done: true });
});

test("does not resend a request whose body it could not keep", async () => {
  const { inspector, reached, journal, origin } = await setUp("x".repeat(101));
  const { id } = journal.entries()[0]!;
  const reply = await fetch(`${inspector.url}/api/requests/${id}/replay`, {
    method: "POST",
    headers: { origin },
  });
  const error = "The request body was too long to record, so it cannot be sent again.";
  expect([reply.status, await reply.json()]).toEqual([409, { error }]);
  expect(reached).toEqual([]);
});

test("responds neither under another name nor to another site", async () => {
  const { inspector, journal } = await setUp();
  const { port } = new URL(inspector.url);
  const { id } = journal.entries()[0]!;
  const path = `/api/requests/${id}/replay`;
  const ask = async (headers: http.OutgoingHttpHeaders) => {
    const request = http.request({ host: "127.0.0.1", port, path, method: "POST", headers }).end();
    const [response] = (await once(request, "response")) as [http.IncomingMessage];
    response.resume();
    return response.statusCode;
  };
  expect(await ask({ host: `evil.example:${port}`, origin: `http://evil.example:${port}` })).toBe(403);
  expect(await ask({ host: `localhost:${port}`, origin: "http://evil.example" })).toBe(403);
  expect(await ask({ host: `localhost:${port}` })).toBe(405);
});

test("runs only its own script, and cannot be framed by another page", async () => {
  const { inspector } = await setUp();
  const page = await fetch(inspector.url);
  const policy = page.headers.get("content-security-policy");
  expect(policy).toMatch(/^default-src 'none'; script-src 'sha256-[^ ]+'; /);
  expect(policy).not.toContain("unsafe");
  expect(page.headers.get("x-frame-options")).toBe("DENY");
  const script = /<script>([\s\S]*)<\/script>/.exec(await page.text())?.[1] ?? "";
  expect(policy).toContain(createHash("sha256").update(script).digest("base64"));
});

test("keeps a limited part of each body", async () => {
  const { journal } = await setUp();
  const recording = journal.begin({ method: "POST", path: "/", headers: [] });
  for (let at = 0; at < 50; at++) recording.requestBody(Buffer.alloc(1_000));
  expect(journal.entries()[0]?.request).toMatchObject({ body: Buffer.alloc(100), cut: true });
});

test("keeps a limited number of requests", async () => {
  const { journal } = await setUp();
  for (let at = 0; at < 5; at++) journal.begin({ method: "GET", path: `/${at}`, headers: [] });
  expect(journal.entries().map(({ path }) => path)).toEqual(["/4", "/3", "/2"]);
});
