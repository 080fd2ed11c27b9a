import { expect, test } from "vitest";
import { toReason } from "../../src/agent/errors.ts";

const failure = (code: string, message = "") => Object.assign(new Error(message), { code });

test("a name with several addresses fails with a reason, not with a list", () => {
  const both = new AggregateError([failure("ECONNREFUSED", "connect ECONNREFUSED ::1:8787"), failure("ECONNREFUSED")]);
  expect(toReason(both)).toBe("connect ECONNREFUSED ::1:8787");
});

test("TLS errors say what to change, and spare the reader the library's own words", () => {
  const wrong = failure("EPROTO", "write EPROTO 800C:error:0A00010B:SSL routines::wrong version number:\n");
  expect(toReason(wrong)).toMatch(/begin with http:/);
  expect(toReason(wrong)).not.toContain("0A00010B");
  expect(toReason(failure("DEPTH_ZERO_SELF_SIGNED_CERT", "self-signed certificate"))).toMatch(/NODE_EXTRA_CA_CERTS/);
});

test("an error without words is named by its code", () => {
  expect(toReason(failure("ETIMEDOUT"))).toBe("ETIMEDOUT");
});
