import { expect, onTestFinished, test, vi } from "vitest";
import { createAdminApp } from "../../src/http/admin-endpoints.ts";

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
