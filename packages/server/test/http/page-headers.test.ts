import { expect, test } from "vitest";
import { toPageResponse } from "../../src/http/pages.ts";

test("a page that the server writes itself has these headers and no others", () => {
  expect(Object.fromEntries(toPageResponse("<p>Hello</p>").headers)).toEqual({
    "access-control-allow-origin": "*",
    "content-type": "text/html; charset=utf-8",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "content-security-policy": [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'unsafe-inline'",
      "img-src 'self' data:",
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join("; "),
  });
});
