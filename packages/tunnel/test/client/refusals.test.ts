import { expect, test } from "vitest";
import { DialRefusedError } from "../../src/client/dial.ts";
import { TokenRefusedError, TunnelOptionsError } from "../../src/client/errors.ts";
import { reasonOf, toRefusal } from "../../src/client/refusals.ts";

const server = new URL("https://desk.example:8443/below");
const refused = (status: number) => toRefusal(new DialRefusedError(status, "Not here."), server);

test("a token that is rejected, and a server without tunnels, end a tunnel with the server's own words", () => {
  expect(refused(401)).toEqual(new TokenRefusedError("https://desk.example:8443", "Not here."));
  expect(refused(401)).toMatchObject({
    name: "TokenRefusedError",
    message: "https://desk.example:8443 refused the token: Not here.",
    server: "https://desk.example:8443",
  });
  expect(refused(501)).toBeInstanceOf(TunnelOptionsError);
  expect(refused(501)?.message).toBe("server: https://desk.example:8443 does not support tunnels: Not here.");
});

test.each([200, 400, 402, 403, 404, 429, 500, 502, 503])(
  "after the status %i another attempt may succeed",
  (status) => {
    expect(refused(status)).toBe(null);
  },
);

test("after an error of the network another attempt may succeed, also if it has such a status", () => {
  expect(toRefusal(Object.assign(new Error("reset"), { status: 401 }), server)).toBe(null);
  expect(toRefusal(undefined, server)).toBe(null);
});

test("a token that is no longer accepted is told from a subdomain that no longer exists", () => {
  expect([reasonOf("renewed"), reasonOf("deleted")]).toEqual([
    "it was rotated; use the new one",
    "its subdomain was deleted",
  ]);
});
