import { createHash } from "node:crypto";
import { expect, onTestFinished, test, vi } from "vitest";
import { toErrorPage } from "../../src/oauth/error-page.ts";
import { fetchDocument } from "../../src/oauth/fetch-document.ts";
import { createAddressPolicy } from "../../src/webhooks/address-policy.ts";
import { open } from "./oauth-client.ts";

test("an error page may load nothing but its own style, and nothing may frame it or change where it leads", async () => {
  const page = toErrorPage({ title: "Title", lines: ["Line"], status: 400 });
  const [, style = ""] = /<style>(.*)<\/style>/s.exec(await page.text()) ?? [];
  const hash = createHash("sha256").update(style).digest("base64");
  expect(page.headers.get("content-security-policy")).toBe(
    `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  );
});

test.each([
  ["GET", "/.well-known/oauth-authorization-server", 200],
  ["POST", "/oauth/token", 400],
])("a browser client can read the answer of %s %s, and which challenge it has", async (method, path, status) => {
  const { desk } = await open();
  const { headers, ...answer } = await desk.call(method, path, { token: null });
  expect([answer.status, Object.fromEntries(headers)]).toEqual([
    status,
    expect.objectContaining({
      "content-type": "application/json",
      "cache-control": "no-store",
      "access-control-allow-origin": "*",
      "access-control-expose-headers": "www-authenticate",
      "x-content-type-options": "nosniff",
    }),
  ]);
});

test("a client's document has five seconds to arrive", async () => {
  const asked: number[] = [];
  const timeout = vi.spyOn(AbortSignal, "timeout").mockImplementation((milliseconds) => {
    asked.push(milliseconds);
    return AbortSignal.abort();
  });
  onTestFinished(() => timeout.mockRestore());
  const addressPolicy = createAddressPolicy({ allow: ["127.0.0.1"], isLocal: false });
  await expect(fetchDocument("https://127.0.0.1:1/x", { addressPolicy })).rejects.toThrow();
  expect(asked).toEqual([5_000]);
});
