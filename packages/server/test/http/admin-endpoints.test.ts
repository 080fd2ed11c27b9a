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
