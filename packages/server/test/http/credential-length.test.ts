import { expect, test, vi } from "vitest";
import type { Services } from "../../src/context.ts";
import { createAuthenticator } from "../../src/http/auth.ts";
import type { RateLimits } from "../../src/limits/rate-limits.ts";
import { createLateKv } from "../storage/late-commits.ts";

test.each([
  [256, 1],
  [257, 0],
])("a credential of %i characters is looked up %i times, and is unknown", async (length, lookups) => {
  const kv = createLateKv();
  const get = vi.spyOn(kv, "get");
  // Neither is used for a credential that is unknown.
  const authenticator = createAuthenticator({} as Services, kv, {} as RateLimits, () => null);
  const header = `Bearer ${"x".repeat(length)}`;
  const message = expect.stringMatching(/^This credential is unknown or was revoked\. /);
  await expect(authenticator.agent(header, null, new Request("http://desk.test/"))).rejects.toMatchObject({ message });
  expect(get).toHaveBeenCalledTimes(lookups);
});
