import { beforeEach, expect, test, vi } from "vitest";

beforeEach(() => {
  vi.resetModules();
  location.hash = "";
});

test("the page follows the URL", async () => {
  location.hash = "#/mailbox/a%20b";
  const { route, navigate } = await import("../../src/app/route.ts");
  expect(route.get()).toBe("mailbox/a%20b");
  navigate("keys");
  expect(location.hash).toBe("#/keys");
  await expect.poll(() => route.get()).toBe("keys");
});

test("the code of a sign-in link is removed from the URL", async () => {
  location.hash = "#sign-in=A_code-1";
  const { route, takeSignInCode } = await import("../../src/app/route.ts");
  const entries = history.length;
  expect(takeSignInCode()).toBe("A_code-1");
  expect(location.href).not.toContain("A_code-1");
  // The address with the code is replaced, so that nobody gets it by going back.
  expect(history.length).toBe(entries);
  expect(route.get()).toBe("");
  expect(takeSignInCode()).toBeNull();
});

test.each(["#/sign-in=a", "#sign-in=", "#sign-in=a&b", "#other"])("%s contains no code", async (hash) => {
  location.hash = hash;
  const { takeSignInCode } = await import("../../src/app/route.ts");
  expect(takeSignInCode()).toBeNull();
  expect(location.hash).toBe(hash);
});
