import { expect, test } from "vitest";
import { conform } from "../src/conform.ts";

const refuse = (headers: Record<string, string>) =>
  conform(() => Response.json({ error: "x", code: "method_not_allowed" }, { status: 405, headers }))(
    "http://x.test/svc-api/account",
    { method: "PUT" },
  );

test("a 405 must say which methods are allowed", async () => {
  expect((await refuse({ allow: "GET, OPTIONS" })).status).toBe(405);
  await expect(refuse({})).rejects.toThrow("PUT /svc-api/account returned 405 without an Allow header");
});
