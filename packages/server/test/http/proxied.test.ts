import { expect, test } from "vitest";
import { isProxied } from "../../src/http/proxied.ts";

test.each([
  "CDN-Loop",
  "CF-Connecting-IP",
  "Client-IP",
  "Fastly-Client-IP",
  "Fly-Client-IP",
  "Forwarded",
  "Forwarded-For",
  "True-Client-IP",
  "Via",
  "X-Azure-ClientIP",
  "X-Client-IP",
  "X-Cluster-Client-IP",
  "X-Envoy-External-Address",
  "X-Forwarded",
  "X-Forwarded-For",
  "X-Forwarded-Proto",
  "X-Original-For",
  "X-Original-Forwarded-For",
  "X-Real-IP",
])("a request with %s came through a proxy", (name) => {
  expect(isProxied(new Headers({ "user-agent": "curl", [name]: "x" }))).toBe(true);
});

test("a request with the usual headers of a client came through none", () => {
  expect(isProxied(new Headers({ host: "localhost", "user-agent": "curl", accept: "*/*", origin: "null" }))).toBe(
    false,
  );
});
