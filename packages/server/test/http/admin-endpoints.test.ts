import { expect, onTestFinished, test, vi } from "vitest";
import { createAdminApp } from "../../src/http/admin-endpoints.ts";

test("a proxy that asks about no domain is allowed no certificate", async () => {
  const asked: string[] = [];
  const app = createAdminApp({
    metrics: { text: async () => "", contentType: "text/plain" },
    checkHealth: async () => null,
    isCertificateAllowed: async (domain) => asked.push(domain) > 1,
  });
  const response = await app.fetch(new Request("http://admin.test/tls/ask"));
  expect([response.status, await response.json(), asked]).toEqual([404, { allowed: false }, [""]]);
});

test("an admin endpoint that fails answers without details, and the HTTP library prints nothing", async () => {
  const printed = vi.spyOn(console, "error").mockImplementation(() => {});
  onTestFinished(() => printed.mockRestore());
  const app = createAdminApp({
    metrics: { text: () => Promise.reject(new Error("secret path")), contentType: "text/plain" },
    checkHealth: async () => null,
    isCertificateAllowed: async () => false,
  });
  const response = await app.fetch(new Request("http://admin.test/metrics"));
  expect([response.status, await response.json()]).toEqual([500, { error: "The server failed." }]);
  expect(printed).not.toHaveBeenCalled();
});

const json = {
  "access-control-allow-origin": "*",
  "x-content-type-options": "nosniff",
  "content-type": "application/json",
  "cache-control": "no-store",
};
const problem = { error: "The storage rejects writes.", cause: "EROFS" };

test.each([
  ["/metrics", null, 200, "counts", { "content-type": "text/plain", "x-content-type-options": "nosniff" }],
  ["/healthz/live", problem, 200, '{"status":"ok"}', json],
  ["/healthz/ready", null, 200, '{"status":"ok"}', json],
  ["/healthz/ready", problem, 503, JSON.stringify({ status: "unavailable", ...problem }), json],
  ["/healthz/ready", { error: "Stopping." }, 503, '{"status":"unavailable","error":"Stopping."}', json],
  ["/tls/ask?domain=a.test", null, 200, '{"allowed":true}', json],
  ["/tls/ask?domain=b.test", null, 404, '{"allowed":false}', json],
  ["/healthz", null, 404, '{"error":"There is nothing at this path."}', json],
])("the admin endpoint %s answers (while the server has the problem %j): %i %s", async (path, problem, ...expected) => {
  const app = createAdminApp({
    metrics: { text: async () => "counts", contentType: "text/plain" },
    checkHealth: async () => problem,
    isCertificateAllowed: async (domain) => domain === "a.test",
  });
  const response = await app.fetch(new Request(`http://admin.test${path}`));
  expect([response.status, await response.text(), Object.fromEntries(response.headers)]).toEqual(expected);
});
