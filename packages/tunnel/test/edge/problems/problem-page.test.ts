import type { IncomingMessage, ServerResponse } from "node:http";
import { Duplex } from "node:stream";
import { expect, test } from "vitest";
import { sendEdgeProblem, toEdgeProblemResponse } from "../../../src/edge/problems/problem-page.ts";
import { bearerToken, rejectUpgrade } from "../../../src/edge/problems/upgrade.ts";

const problem = {
  status: 404,
  code: "not_found",
  title: `<b>"None"</b>`,
  error: `Größe & <i>none</i>`,
  headers: { "Retry-After": "5" },
};
const pairs = ({ headers }: { headers: string[] }) =>
  Object.fromEntries(headers.flatMap((name, at) => (at % 2 === 0 ? [[name, headers[at + 1]]] : [])));

const guards = {
  "Cache-Control": "no-store",
  "X-Robots-Tag": "noindex",
  "Content-Security-Policy":
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Retry-After": "5",
};

test("a program gets the problem as JSON, a browser a page, and both the same security headers", () => {
  const json = toEdgeProblemResponse(problem, "*/*", "abuse@a.test");
  expect(JSON.parse(json.body)).toEqual({ error: problem.error, code: "not_found" });
  expect(pairs(json)).toEqual({
    ...guards,
    "Content-Type": "application/json",
    "Content-Length": String(Buffer.byteLength(json.body)),
  });
  const page = toEdgeProblemResponse(problem, "text/html,*/*");
  expect(pairs(page)).toEqual({
    ...guards,
    "Content-Type": "text/html; charset=utf-8",
    "Content-Length": String(Buffer.byteLength(page.body)),
  });
  expect(toEdgeProblemResponse(problem, undefined).body).toBe(json.body);
});

test("everything in a page is text, never markup", () => {
  const { body } = toEdgeProblemResponse(problem, "text/html", `<a href="x">`);
  expect(body).toContain("<title>&#60;b&#62;&#34;None&#34;&#60;/b&#62;</title>");
  expect(body).toContain(
    "<h1>&#60;b&#62;&#34;None&#34;&#60;/b&#62;</h1><p>Größe &#38; &#60;i&#62;none&#60;/i&#62;</p>",
  );
  expect(body).toContain("Report abuse of this URL to &#60;a href=&#34;x&#34;&#62;.");
  expect(toEdgeProblemResponse(problem, "text/html").body).not.toContain("Abuse");
});

/** A request that Node has read, and what is done with its response. */
function ask({ method = "GET", complete = true, headersSent = false, destroyed = false } = {}) {
  const did: string[] = [];
  const response = {
    headersSent,
    destroyed,
    shouldKeepAlive: true,
    destroy: () => did.push("destroy"),
    writeHead: (status: number) => did.push(`head ${status}`),
    end: (body?: string) => did.push(body === undefined ? "end" : "body"),
  };
  const request = { method, complete, headers: {} } as IncomingMessage;
  sendEdgeProblem(request, response as object as ServerResponse, problem);
  return [...did, response.shouldKeepAlive];
}

test.each([
  ["is sent", {}, ["head 404", "body", true]],
  ["has no body for HEAD", { method: "HEAD" }, ["head 404", "end", true]],
  [
    "is the last of its connection if the request's body has not come whole",
    { complete: false },
    ["head 404", "body", false],
  ],
  ["cuts an answer that has begun", { headersSent: true }, ["destroy", true]],
  ["is told to nobody who has left", { destroyed: true }, ["destroy", true]],
])("a problem %s", (_what, given, did) => {
  expect(ask(given)).toEqual(did);
});

test("a rejected upgrade gets a response in the API's error format, and is closed", () => {
  let text = "";
  const socket = new Duplex({
    read() {},
    write(bytes, _encoding, done) {
      text += bytes;
      done();
    },
  });
  rejectUpgrade(socket, 429, "too_many", "Größe", { "Retry-After": "7" });
  expect(text).toBe(
    'HTTP/1.1 429 Too Many Requests\r\nConnection: close\r\nContent-Type: application/json\r\nRetry-After: 7\r\nContent-Length: 37\r\n\r\n{"error":"Größe","code":"too_many"}',
  );
  expect(socket.writableEnded).toBe(true);
});

test.each([
  ["Bearer svc_a", "svc_a"],
  ["bearer   svc_a", "svc_a"],
  [`Bearer ${"a".repeat(200)}`, "a".repeat(200)],
  [`Bearer ${"a".repeat(201)}`, null],
  ["Bearer svc_a b", null],
  ["Bearer ", null],
  ["Basic svc_a", null],
  ["Bearer svc_ä", null],
  [undefined, null],
])("the token of %j is %j", (authorization, token) => {
  expect(bearerToken({ headers: { authorization } } as IncomingMessage)).toBe(token);
});
